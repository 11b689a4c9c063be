import {typeOf, type GrowingField} from './events.js';
import {asArray, asNumber, asRecord, asRecords, asText, type JsonRecord} from '../../values.js';
import {jsonText} from '../../json.js';

type Part = Record<string, unknown>;
type PartList = 'content' | 'summary';

/** Text that was appended to the end of what an item displays. */
export interface Growth {
  readonly field: string;
  readonly text: string;
}

interface Wholeness {
  /** Whether the whole is that of the end of the response. */
  readonly isFinal?: boolean;
  /** Whether the whole has its whole text, because it is complete. */
  readonly isDone?: boolean;
}

/** The lists of an item, by place. Places are received numbers, so they are keys and not indexes. */
type Lists = Readonly<Record<PartList, Map<number, Part>>>;

/**
 * One item of a response's `output` while its events arrive. Deltas append to it, and whole values replace it. An empty
 * value never erases what was streamed, because gateways send empty items at the end. A whole text that lacks the
 * streamed one is applied only when the response ends, so that a lost stream loses nothing that was displayed. The last delta
 * may arrive after the whole text, which has it already; another text begins a second one, which some servers send in the
 * place of the first.
 */
export class OutputItem {
  readonly type: string;
  /** Whether the item is complete. */
  isDone = false;
  /** The stages that a tool of the server has reported, without `in_progress` and `completed`. */
  readonly phases: string[] = [];
  readonly #fields: Record<string, unknown>;
  readonly #lists: Lists = {content: new Map(), summary: new Map()};
  /** Parts with a different whole text. */
  readonly #differing = new Map<Part, JsonRecord>();
  /** Parts and fields that have their whole text, and no delta since. */
  readonly #whole = new Set<Part | string>();

  constructor(item: JsonRecord) {
    this.type = typeOf(item);
    // Servers refuse a message without a role, and one that begins with its text does not name it.
    this.#fields = this.type === 'message' ? {role: 'assistant'} : {};
    this.replace(item);
  }

  get id(): string | undefined {
    return asText(this.#fields['id']);
  }

  get callId(): string | undefined {
    return asText(this.#fields['call_id']);
  }

  /** Whether it is the result of a call. */
  get isResult(): boolean {
    return this.type.endsWith('_output');
  }

  get fields(): JsonRecord {
    return this.#fields;
  }

  /** The parts of a list in order, with their places. */
  parts(list: PartList): readonly (readonly [place: number, part: JsonRecord])[] {
    return [...this.#lists[list]].sort(([a], [b]) => a - b);
  }

  /** The text of its parts. */
  get text(): string {
    return textIn(this.#lists.content.values());
  }

  /** The item as it is sent back. */
  get record(): JsonRecord {
    const lists = (['content', 'summary'] as const).filter(
      list => this.#lists[list].size > 0 || Array.isArray(this.#fields[list]),
    );
    const parts = lists.map(list => [list, this.parts(list).map(([, part]) => ({...part}))]);
    return {...this.#fields, ...(Object.fromEntries(parts) as JsonRecord)};
  }

  /** Takes the whole item. A start that comes again after deltas has less text than they. */
  replace(item: JsonRecord, {isFinal = false, isDone = isFinal}: Wholeness = {}): void {
    fill(this.#fields, item);
    if (isDone) for (const name of Object.keys(item)) if (asText(item[name])) this.#whole.add(name);
    for (const list of ['content', 'summary'] as const) {
      const whole = asRecords(item[list]);
      const known = this.#lists[list];
      // Parts that a server has streamed without their places are one part until the item is complete.
      if (whole.length > known.size && textIn(whole) === textIn(known.values())) known.clear();
      // Some servers repeat a text at another place. A whole item has it once.
      const texts = isDone ? new Set(whole.map(textOfPart)) : undefined;
      for (const [place, part] of known)
        if (place >= whole.length && texts?.has(textOfPart(part))) known.delete(place);
      whole.forEach((part, place) => this.putPart(list, place, part, {isFinal, isDone}));
    }
  }

  /** Applies the whole texts that differ from what was streamed, at the end of the response. */
  settle(): void {
    for (const [part, whole] of this.#differing) fill(part, whole);
    this.#differing.clear();
  }

  /** The item is complete. */
  finish(): void {
    this.isDone = true;
    if (this.#fields['status'] === 'in_progress') this.#fields['status'] = 'completed';
  }

  putPart(
    list: PartList,
    place: number | undefined,
    whole: JsonRecord,
    {isFinal = false, isDone = false}: Wholeness = {},
  ): void {
    const part = this.#part(list, place, asText(whole['type']));
    const hasText = textOfPart(whole) !== '';
    if (isFinal || (isDone && hasText)) this.#differing.delete(part);
    if (isFinal || textOfPart(whole).includes(textOfPart(part))) {
      fill(part, whole);
      if (isDone && hasText) this.#whole.add(part);
    } else {
      fill(part, without(whole, 'text', 'refusal', 'transcript'));
      // Several texts that were streamed to one place are one text here, which ends with the last of them.
      const isEnd = textOfPart(part).endsWith(textOfPart(whole));
      if (isDone && hasText && !isEnd) this.#differing.set(part, whole);
    }
  }

  /** Appends text. Returns what was appended, if it is at the end of what is displayed. */
  grow(into: GrowingField, place: number | undefined, text: string): Growth | undefined {
    const {list, field} = into;
    if (!list) {
      if (this.#isLate(field, textOf(this.#fields[field]), text)) return undefined;
      this.#fields[field] = textOf(this.#fields[field]) + text;
      return {field, text};
    }
    const part = this.#part(list, place, into.part);
    if (place !== undefined && this.#isLate(part, textOfPart(part), text)) return undefined;
    const name = list === 'content' && this.type === 'message' ? textField(part, field) : 'text';
    const before = textOf(part[name]);
    part[name] = before + text;
    const isLast =
      this.parts(list).at(-1)?.[1] === part &&
      (list === 'content' || this.#lists.content.size === 0);
    return isLast && before !== '' ? {field: 'text', text} : undefined;
  }

  /** Whether a delta arrives after the whole text that ends with it. */
  #isLate(whole: Part | string, text: string, delta: string): boolean {
    return this.#whole.delete(whole) && text.endsWith(delta);
  }

  /** Replaces a text by the whole one. */
  put(into: GrowingField, place: number | undefined, text: string): void {
    if (!into.list) this.replace({[into.field]: text}, {isDone: true});
    else {
      const part = this.#part(into.list, place, into.part);
      const whole = {...part, [textField(part, into.field)]: text};
      this.putPart(into.list, place, whole, {isDone: true});
    }
  }

  annotate(place: number | undefined, index: number | undefined, annotation: JsonRecord): void {
    const part = this.#part('content', place, 'output_text');
    const known = [...asArray(part['annotations'])];
    const at = index !== undefined && index >= 0 && index < known.length ? index : known.length;
    known[at] = annotation;
    part['annotations'] = known;
  }

  /** Appends to, or replaces, a command of the shell, the output of one, or the diff of a patch. */
  work(type: 'command' | 'output' | 'diff', isWhole: boolean, event: JsonRecord): void {
    const fields = this.#fields;
    const place = asNumber(event['command_index']) ?? 0;
    const {delta} = event;
    const changed = (before: unknown): string =>
      isWhole ? receivedText(event[type]) : textOf(before) + receivedText(delta);
    if (type === 'command') {
      const action = asRecord(fields['action']);
      fields['action'] = {...action, commands: changedAt(action['commands'], place, changed)};
    } else if (type === 'diff') {
      const operation = asRecord(fields['operation']);
      fields['operation'] = {...operation, diff: changed(operation['diff'])};
    } else if (isWhole) {
      outputsOf(event).forEach((output, index) => {
        fields['output'] = changedAt(fields['output'], place + index, () => output);
      });
    } else {
      const {stdout, stderr} = asRecord(delta);
      fields['output'] = changedAt(fields['output'], place, value => {
        const before = asRecord(value);
        return {
          ...before,
          stdout: textOf(before['stdout']) + textOf(stdout),
          stderr: textOf(before['stderr']) + textOf(stderr),
        };
      });
    }
  }

  /** A tool of the server reports its stage. */
  phase(name: string): void {
    if (name === 'partial_image') return; // An image, and no stage.
    if ('status' in this.#fields) this.#fields['status'] = name;
    if (!['failed', 'in_progress', 'completed'].includes(name) && !this.phases.includes(name)) {
      this.phases.push(name);
    }
  }

  /** The part at a place, created when it is the first to be named. Without a place, the last one if that has the type. */
  #part(list: PartList, place: number | undefined, type: string | undefined): Part {
    const parts = this.#lists[list];
    const [last, open] = this.parts(list).at(-1) ?? [];
    const isOpen = type === undefined || open?.['type'] === type;
    const at = place ?? (isOpen ? last : undefined) ?? parts.size;
    const known = parts.get(at);
    if (known) return known;
    const made: Part = type === undefined ? {} : {type};
    parts.set(at, made);
    return made;
  }
}

const textOf = (value: unknown): string => asText(value) ?? '';

/** A text of an event. Some local servers send arguments as an object. */
export function receivedText(value: unknown): string {
  if (typeof value === 'string') return value;
  const {text} = asRecord(value);
  if (typeof text === 'string') return text;
  return value === undefined || value === null ? '' : (jsonText(value) ?? '');
}

/** A list with one element changed, or added at the end. */
function changedAt(
  list: unknown,
  place: number,
  change: (before: unknown) => unknown,
): readonly unknown[] {
  const changed = [...asArray(list)];
  const at = Math.min(Math.max(0, Math.trunc(place)), changed.length);
  changed[at] = change(changed[at]);
  return changed;
}

/** The fields of a record except some. */
export const without = (record: JsonRecord, ...names: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The field of a part that has its text: a refusal may arrive as text, and the other way round. */
function textField(part: JsonRecord, field: string): string {
  if (part['type'] === 'refusal') return 'refusal';
  return part['type'] === 'output_text' ? 'text' : field;
}

/** Whether a function call has the name and the id without which nobody can carry it out, and the service refuses it. */
export const isCallable = ({name, call_id: call}: JsonRecord): boolean =>
  asText(name) !== undefined && asText(call) !== undefined;

/** The text of a part of a message. */
export const textOfPart = (part: JsonRecord): string =>
  asText(part['text']) ?? asText(part['refusal']) ?? asText(part['transcript']) ?? '';

const textIn = (parts: Iterable<JsonRecord>): string => Array.from(parts, textOfPart).join('');

/** Sets the fields that are given. What is empty does not replace what is known. */
function fill(known: Record<string, unknown>, given: JsonRecord): void {
  for (const [name, value] of Object.entries(given)) {
    if (name === '__proto__') continue;
    if (isGiven(value) || !isGiven(known[name])) known[name] = value;
  }
}

const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

/** The place of a part in an event. */
export const partPlace = (fields: JsonRecord, list: PartList): number | undefined =>
  asNumber(fields[list === 'summary' ? 'summary_index' : 'content_index']);

/** The outputs of a shell call. */
export const outputsOf = ({output}: JsonRecord): readonly JsonRecord[] => asRecords(output);
