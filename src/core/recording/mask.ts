import {parseJson} from '../json.js';
import {DeltaBuffer} from '../protocol/frames/delta-buffer.js';
import type {FrameChunk, Protocol} from '../protocol/types.js';
import {FIXED_TAGS} from '../protocol/ubik/text/tags.js';
import {isRecord, asArray, asRecord} from '../values.js';
import type {TimedFrame} from './frames.js';

/** Fields with technical values, which contain no personal data if they are one word. */
const structural =
  /(^|_)(type|event|role|status|action|kind|stage|phase|stop_reason|finish_reason|object|tool_name|agent_name|input_types|output_key)$/;
const oneWord = /^[\w.:/-]{1,64}$/;
/** Values of technical fields that are kept everywhere. */
const protocolValue = /^(?:started|in_progress|processing|completed|failed)$/;
/**
 * Where every field may contain personal data: values of tools, steps, the application and the page. A path begins with
 * the type of the event. In `response.output` are items; the content of a message is a list, and of an activity an object.
 */
const free =
  /\.(?:inputs?|(?<!\.response\.)outputs?|arguments|args|results?|value|snapshot|state|\w*metadata|data.*\.data)(?=[.[]|$)|^(?:data-[^.]*\.data|tool_update\.data(?!\.phase$)|(?:ACTIVITY_SNAPSHOT|MESSAGES_SNAPSHOT\.messages\[\])\.content(?!\[)|RAW\.event)(?=[.[]|$)/i;
/** The names of fields that lead to the value of a patch. */
const patchKey = /^(?:[^.]*|.*:)\.key\[\]$/;
/** Fields with identifiers. Equal identifiers stay equal. */
const naming = /(^|_)(id|ids|uuid|url|link)$|[a-z]Id$/;
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)?$/;
/** The names of fields with times as numbers. */
const timeName = /(^|_)(time|timestamp|at|created|updated)(_ms)?$|[a-z](At|Time|Timestamp)$/;
/** Names of programs, not of people. */
const program = /^[a-z]+(_[a-z]+)+$/;
/** Words that are kept in texts, in addition to names of fields. */
const common = `${FIXED_TAGS.join(' ')} TOOL_STEP_START TOOL_STEP_END true false null http https citation web_citation source data id name url title`;
/** Matches words, and the parts of a text to keep: times, numbers of sources and escapes. */
const words =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?|\[\d{1,3}\]|source_\d{1,3}\b|Step \d{1,4}\b|\\u[\da-fA-F]{4}|\\[nrtbf"]|[\p{L}\p{M}\p{N}_]+/gu;

/** A text that continues in later frames, such as the answer. Words and tags may be split between frames. */
interface MaskedStream {
  text: string;
  masked: string;
  given: number;
}

/**
 * Masks frames for a bug report: every letter becomes `x` and every digit `1`, so that structure and lengths are kept.
 * Names of fields, technical values, tags, times and numbers of up to four digits are kept. Identifiers are replaced
 * consistently. A frame that is not JSON is masked completely. The generator yields after every frame.
 *
 * There are two passes, because masking depends on later frames: `learn` collects names, identifiers and continued
 * texts from all frames; `value` then replaces the texts in the same order.
 */
export function* maskFrames(
  frames: readonly TimedFrame[],
  {split = () => undefined}: Partial<Protocol> = {},
): Generator<void, readonly TimedFrame[], void> {
  const masking = new Masking();
  const buffer = new DeltaBuffer(split, () => undefined);
  for (const {frame} of frames) {
    masking.learn(parseJson(frame.data), split(frame));
    const whole = buffer.accept(frame);
    if (whole && whole !== frame) masking.learnSplit(parseJson(whole.data));
    yield;
  }
  masking.finishLearning();
  const masked: TimedFrame[] = [];
  for (const timed of frames) {
    const {id, ...rest} = timed.frame;
    const value = parseJson(rest.data);
    const data =
      value === undefined
        ? masking.mask(rest.data)
        : JSON.stringify(masking.value(value, split(timed.frame)));
    const frame = {...rest, data, ...(id !== undefined && {id: masking.mask(id)})};
    masked.push({...timed, frame});
    yield;
  }
  return masked;
}

/** Masks a single text. */
export const maskText = (text: string): string => new Masking().mask(text);

class Masking {
  readonly #kept = new Set(common.match(/\w+/g));
  readonly #names = new Map<string, string>();
  readonly #streams = new Map<string, MaskedStream>();
  /** Technical values of split events, which are kept as whole strings there. */
  readonly #splitValues = new Set<string>();
  readonly #groups = new Map<string, Map<number, string>>();

  /** Collects the names, identifiers and continued texts of a frame. */
  learn(value: unknown, chunk?: FrameChunk): void {
    this.#walk(value, typeOf(value), '', (text, path, key) => {
      if (text === chunk?.text) this.#group(chunk).set(chunk.index, text);
      else if (!this.#learnText(text, path, key)) this.#stream(path).text += text;
    });
  }

  /** Collects the names and technical values of an event whose text was split into deltas. */
  learnSplit(value: unknown): void {
    this.#walk(value, typeOf(value), '', (text, path, key) => {
      if (this.#learnText(text, path, key) && !naming.test(key)) this.#splitValues.add(text);
    });
  }

  /** Masks the collected texts as a whole, before they are split again. */
  finishLearning(): void {
    for (const stream of this.#streams.values()) stream.masked = this.mask(stream.text);
    for (const chunks of this.#groups.values()) {
      const inOrder = [...chunks].sort(([a], [b]) => a - b);
      let rest = this.#maskJson(inOrder.map(([, text]) => text).join(''));
      for (const [index, text] of inOrder) {
        chunks.set(index, rest.slice(0, text.length));
        rest = rest.slice(text.length);
      }
    }
  }

  /** Masks a value. Values must be passed in the same order as to `learn`. */
  value(value: unknown, chunk?: FrameChunk): unknown {
    return this.#walk(value, typeOf(value), '', (text, path, key) => {
      if (text === chunk?.text) return this.#group(chunk).get(chunk.index);
      if (naming.test(key)) return this.mask(text);
      // Kept here, not in other texts: the word may be a name there.
      if (this.#isKnown(text, path, key)) return text;
      const stream = this.#stream(path);
      const from = stream.given;
      stream.given += text.length;
      return stream.masked.slice(from, stream.given);
    });
  }

  /** Masks JSON as text: strings contain words, the rest is numbers. */
  #maskJson(text: string): string {
    return text.replace(/"(?:[^"\\]|\\.)*"?|[^"]+/g, part =>
      this.#splitValues.has(part.slice(1, -1))
        ? part
        : part.startsWith('"')
          ? this.mask(part)
          : part.replace(/\d[\d.]*/g, maskedNumber),
    );
  }

  /** Masks a text. */
  mask(text: string): string {
    return text.replace(words, word => {
      if (word.startsWith('\\u')) return isLetter(word) ? '\\u0078' : word;
      if (!/^[\p{L}\p{M}\p{N}_]+$/u.test(word) || this.#kept.has(word)) return word;
      if (/^source_\d/.test(word)) return word;
      return this.#names.get(word) ?? plain(word);
    });
  }

  #walk(
    value: unknown,
    path: string,
    key: string,
    visit: (text: string, path: string, key: string) => unknown,
  ): unknown {
    if (typeof value === 'string') return visit(value, path, key);
    if (typeof value === 'number') {
      const isTime = timeName.test(key) && !free.test(path);
      return isTime ? value : Number(maskedNumber(String(value)));
    }
    if (Array.isArray(value)) return value.map(one => this.#walk(one, `${path}[]`, key, visit));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        this.#kept.add(name);
        return [name, this.#walk(one, `${path}.${name}`, name, visit)];
      }),
    );
  }

  /** Whether a text is technical and contains no personal data. */
  #isKnown(text: string, path: string, key: string): boolean {
    return (
      naming.test(key) ||
      patchKey.test(path) ||
      time.test(text) ||
      (structural.test(key) && protocolValue.test(text)) ||
      (!free.test(path) &&
        (structural.test(key) ? oneWord.test(text) : key === 'name' && program.test(text)))
    );
  }

  #learnText(text: string, path: string, key: string): boolean {
    if (naming.test(key)) this.#name(text);
    return this.#isKnown(text, path, key);
  }

  /** Assigns a replacement of the same length to each word of an identifier. */
  #name(text: string): void {
    for (const word of text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []) {
      if (this.#names.has(word) || this.#kept.has(word)) continue;
      const number = this.#names.size.toString(36);
      const room = word.length - number.length;
      this.#names.set(word, room < 0 ? plain(word) : `${'x'.repeat(room)}${number}`);
    }
  }

  #group({group}: FrameChunk): Map<number, string> {
    let chunks = this.#groups.get(group);
    if (!chunks) this.#groups.set(group, (chunks = new Map<number, string>()));
    return chunks;
  }

  #stream(path: string): MaskedStream {
    let stream = this.#streams.get(path);
    if (!stream) this.#streams.set(path, (stream = {text: '', masked: '', given: 0}));
    return stream;
  }
}

/** Whether an escape encodes a letter. */
const isLetter = (escape: string): boolean =>
  /[\p{L}\p{M}\p{N}\ud800-\udfff]/u.test(String.fromCharCode(parseInt(escape.slice(2), 16)));

const plain = (word: string): string =>
  word.replace(/[^_]/g, unit => (/\d/.test(unit) ? '1' : 'x'));

/** A number with the same number of digits. One of up to four digits is kept. */
const maskedNumber = (number: string): string =>
  number.replace(/\D/g, '').length > 4 ? number.replace(/\d/g, '1') : number;

/** The key of texts that continue each other: the type of the event, or the path of the patch. */
function typeOf(value: unknown): string {
  const {type, key} = asRecord(value);
  return typeof type === 'string' ? type : `${asArray(key).join('.')}:`;
}
