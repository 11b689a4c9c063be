import {parseJson} from '../../../json.js';
import {asRecord, asText} from '../../decode.js';
import type {BlockStack} from './block-stack.js';
import type {RunWriter} from '../run-writer.js';
import {Trimmed} from './trimmed.js';

/** A block whose content is read as it is up to its end tag: shown while it comes, or kept and read at the end. */
export class RawBlock {
  readonly #parts: string[] = [];
  readonly #use: Use;

  private constructor(use: Use) {
    this.#use = use;
  }

  /** Appends to a field of an item that is open. */
  static shown(writer: RunWriter, id: string, field: string): RawBlock {
    const trimmed = new Trimmed('lines');
    return new RawBlock({
      push: text => writer.append(id, field, trimmed.push(text)),
      end: (_, ended) => writer.assign(id, {}, ended ? 'done' : writer.ending),
      seal: () => writer.close(id, 'interrupted'),
      cut: text => writer.assign(id, {[field]: new Trimmed('lines').push(text)}),
    });
  }

  /** Hands over the whole content at the end, also where the end tag never came. */
  static kept(end: (raw: string) => void): RawBlock {
    return new RawBlock({end});
  }

  /** Means nothing to anyone, unless it has no end: then it is text like any other. */
  static dropped(): RawBlock {
    return new RawBlock({cutsAll: true});
  }

  push(text: string): void {
    this.#parts.push(text);
    this.#use.push?.(text);
  }

  end(): void {
    this.#use.end?.(this.#parts.join(''), true);
  }

  /** What is open counts as interrupted for now. */
  seal(): void {
    this.#use.seal?.();
  }

  /** Takes back what came from this tag on, if it came, and gives it. */
  cut(until: string | undefined): string | undefined {
    const raw = this.#parts.join('');
    if (this.#use.cutsAll) return raw;
    const at = until === undefined || !this.#use.cut ? -1 : raw.indexOf(until);
    if (at === -1) return undefined;
    this.#use.cut?.(raw.slice(0, at));
    return raw.slice(at);
  }

  /** The text ended without the end tag. */
  abandon(): void {
    this.#use.end?.(this.#parts.join(''), false);
  }
}

interface Use {
  readonly push?: (text: string) => void;
  readonly end?: (raw: string, ended: boolean) => void;
  readonly seal?: () => void;
  readonly cut?: (text: string) => void;
  readonly cutsAll?: boolean;
}

/** `{"input": …, "type": "…"}` inside a question. What is no such JSON is the answer's text. */
export function readAnswer(raw: string, blocks: BlockStack): void {
  const value = parseJson(raw);
  const answer = asRecord(value);
  const input = Object.hasOwn(answer, 'input') ? answer['input'] : (value ?? raw.trim());
  blocks.answer({input, type: asText(answer['type']) ?? 'text'});
}

export function readError(raw: string, writer: RunWriter, blocks: BlockStack): void {
  const text = raw.trim().replace(/^Error:\s*/, '');
  const id = writer.open('error', blocks.container, {code: 'agent', text}, 'failed');
  blocks.failed(id, text);
}

/** `{error, traceback, timestamp}` behind an error. The traceback goes no further. */
export function readErrorJson(raw: string, writer: RunWriter, blocks: BlockStack): void {
  const text = asText(asRecord(parseJson(raw))['error']);
  if (blocks.error === undefined && text !== undefined) readError(text, writer, blocks);
  else if (blocks.error?.text === '' && text !== undefined) {
    writer.assign(blocks.error.id, {text});
  }
}
