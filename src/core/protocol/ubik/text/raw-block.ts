import {parseJson, parseReceived} from '../../../json.js';
import {asRecord, asText} from '../../../values.js';
import type {Restore} from '../../types.js';
import type {BlockStack} from './block-stack.js';
import type {RunWriter} from '../run-writer.js';
import {Trimmed} from './trimmed.js';

/**
 * A block whose content is literal up to its end tag: either displayed while it streams, or collected and read at its
 * end.
 */
export class RawBlock {
  readonly #parts: string[] = [];
  readonly #use: Use;

  private constructor(use: Use) {
    this.#use = use;
  }

  /** Appends the content to a field of an open item. */
  static shown(writer: RunWriter, id: string, field: string): RawBlock {
    const trimmed = new Trimmed('lines');
    return new RawBlock({
      push: text => writer.append(id, field, trimmed.push(text)),
      end: (_, ended) => writer.assign(id, {}, ended ? 'done' : writer.ending),
      seal: () => writer.close(id, 'interrupted'),
      cut: text => writer.assign(id, {[field]: new Trimmed('lines').push(text)}),
      save: () => trimmed.save(),
    });
  }

  /** Passes the complete content to a function at the end, also without an end tag. */
  static kept(end: (raw: string) => void): RawBlock {
    return new RawBlock({end});
  }

  /** Drops the content. Without an end tag, it is text. */
  static dropped(): RawBlock {
    return new RawBlock({cutsAll: true});
  }

  save(): Restore {
    const {length} = this.#parts;
    const restore = this.#use.save?.();
    return () => {
      this.#parts.length = length;
      restore?.();
    };
  }

  push(text: string): void {
    this.#parts.push(text);
    this.#use.push?.(text);
  }

  end(): void {
    this.#use.end?.(this.#parts.join(''), true);
  }

  /** Marks an open item as interrupted for now. */
  seal(): void {
    this.#use.seal?.();
  }

  /** Removes the text from this tag on, if there is such a tag, and returns it. */
  cut(until: string | undefined): string | undefined {
    const raw = this.#parts.join('');
    if (this.#use.cutsAll) return raw;
    const at = until === undefined || !this.#use.cut ? -1 : raw.indexOf(until);
    if (at === -1) return undefined;
    this.#use.cut?.(raw.slice(0, at));
    return raw.slice(at);
  }

  /** Ends the block without its end tag. */
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
  readonly save?: () => Restore;
}

/** Reads `{"input": …, "type": "…"}` in a question. Any other content is the text of the answer. */
export function readAnswer(raw: string, blocks: BlockStack): void {
  const value = parseReceived(raw);
  const answer = asRecord(value);
  const input = Object.hasOwn(answer, 'input') ? answer['input'] : (value ?? raw.trim());
  blocks.answer({input, type: asText(answer['type']) ?? 'text'});
}

export function readError(raw: string, writer: RunWriter, blocks: BlockStack): void {
  const text = raw.trim().replace(/^Error:\s*/, '');
  const id = writer.open('error', blocks.container, {code: 'agent', text}, 'failed');
  blocks.failed(id, text);
}

/** Reads `{error, traceback, timestamp}` after an error. The traceback is dropped. */
export function readErrorJson(raw: string, writer: RunWriter, blocks: BlockStack): void {
  const text = asText(asRecord(parseJson(raw))['error']);
  if (blocks.error === undefined && text !== undefined) readError(text, writer, blocks);
  else if (blocks.error?.text === '' && text !== undefined) {
    writer.assign(blocks.error.id, {text});
  }
}
