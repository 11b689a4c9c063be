import {parseJson} from '../../json.js';
import {recordOf, textOf} from '../values.js';
import type {BlockStack} from './block-stack.js';
import type {RunWriter} from './run-writer.js';
import {Trimmed} from './trimmed.js';

/** A block whose content is read as it is up to its end tag: shown while it comes, or kept and read at the end. */
export class RawBlock {
  readonly #push: (text: string) => void;
  readonly #end: (ended: boolean) => void;
  readonly #seal: () => void;

  private constructor(
    push: (text: string) => void,
    end: (ended: boolean) => void,
    seal: () => void = () => undefined,
  ) {
    this.#push = push;
    this.#end = end;
    this.#seal = seal;
  }

  /** Appends to a field of an item that is open. */
  static shown(writer: RunWriter, id: string, field: string): RawBlock {
    const trimmed = new Trimmed('lines');
    return new RawBlock(
      text => writer.append(id, field, trimmed.push(text)),
      ended => writer.assign(id, {}, ended ? 'done' : 'interrupted'),
      () => writer.close(id, 'interrupted'),
    );
  }

  /** Hands over the whole content at the end, also where the end tag never came. */
  static kept(end: (raw: string) => void): RawBlock {
    const parts: string[] = [];
    return new RawBlock(
      text => parts.push(text),
      () => end(parts.join('')),
    );
  }

  push(text: string): void {
    this.#push(text);
  }

  end(): void {
    this.#end(true);
  }

  /** What is open counts as interrupted for now. */
  seal(): void {
    this.#seal();
  }

  /** The text ended without the end tag. */
  abandon(): void {
    this.#end(false);
  }
}

/** `{"input": …, "type": "…"}` inside a question. What is no such JSON is the answer's text. */
export function readAnswer(raw: string, blocks: BlockStack): void {
  const value = parseJson(raw);
  const answer = recordOf(value);
  const input = Object.hasOwn(answer, 'input') ? answer['input'] : (value ?? raw.trim());
  blocks.answer({input, type: textOf(answer['type']) ?? 'text'});
}

export function readError(raw: string, writer: RunWriter, blocks: BlockStack): void {
  const text = raw.trim().replace(/^Error:\s*/, '');
  const id = writer.open('error', blocks.container, {code: 'agent', text}, 'failed');
  blocks.failed(id, text);
}

/** `{error, traceback, timestamp}` behind an error. The traceback goes no further. */
export function readErrorJson(raw: string, writer: RunWriter, blocks: BlockStack): void {
  const text = textOf(recordOf(parseJson(raw))['error']);
  if (blocks.error === undefined && text !== undefined) readError(text, writer, blocks);
  else if (blocks.error?.text === '' && text !== undefined) {
    writer.assign(blocks.error.id, {text});
  }
}
