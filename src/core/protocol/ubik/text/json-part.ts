import {parseJson} from '../../../json.js';
import type {RunWriter} from '../run-writer.js';
import type {FixedTag, TextToken} from './tags.js';
import {Trimmed} from './trimmed.js';

/** How often, and how far behind its end tag, a payload is sought that quotes its own end tag. */
const MAX_ATTEMPTS = 8;
const MAX_DOUBT = 1024 * 1024;

/**
 * The JSON between the two tags of a tool's input or result, written as it comes.
 *
 * A payload may quote its own end tag. When what came up to the end tag is no JSON, what follows is kept in doubt until
 * a later end tag makes it JSON, or until the tool ends; then the first end tag was the real one.
 */
export class JsonPart {
  readonly endTag: FixedTag;
  readonly #writer: RunWriter;
  readonly #id: string;
  readonly #field: string;
  readonly #trimmed = new Trimmed('all');
  #payload = '';
  #doubt: string[] | undefined;
  #doubtLength = 0;
  #attempts = 0;

  constructor(writer: RunWriter, id: string, field: 'input' | 'output', endTag: FixedTag) {
    this.#writer = writer;
    this.#id = id;
    this.#field = field;
    this.endTag = endTag;
  }

  get payload(): string {
    return this.#payload.trim();
  }

  get inDoubt(): boolean {
    return this.#doubt !== undefined;
  }

  push(text: string): void {
    this.#payload += text;
    this.#writer.append(this.#id, this.#field, this.#trimmed.push(text));
  }

  /** Takes back what came from this tag on, if it came, and gives it. */
  cut(until: string | undefined): string | undefined {
    const at = until === undefined ? -1 : this.#payload.indexOf(until);
    if (at === -1) return undefined;
    const rest = this.#payload.slice(at);
    this.#payload = this.#payload.slice(0, at);
    this.#writer.assign(this.#id, {[this.#field]: this.payload});
    return rest;
  }

  /** Handles the end tag. Returns whether the part is over; if not, it is in doubt. */
  end(): boolean {
    if (this.payload === '' || parseJson(this.#payload) !== undefined) return true;
    this.#doubt = [];
    return false;
  }

  /**
   * Handles a token while in doubt. Returns `undefined` to continue; else the part is over, and the returned text is to
   * be read as usual.
   */
  doubt(token: TextToken): string | undefined {
    const source = 'text' in token ? token.text : token.source;
    const ends = 'tag' in token && token.tag === this.endTag;
    if (ends && this.#extend()) return '';
    const toolEnds = 'tag' in token && token.tag === '<<TOOL_STEP_END/';
    this.#doubt?.push(source);
    this.#doubtLength += source.length;
    const enough = this.#attempts >= MAX_ATTEMPTS || this.#doubtLength > MAX_DOUBT;
    return toolEnds || enough ? this.settle() : undefined;
  }

  /** No later end tag made it JSON: gives back what was kept in doubt. */
  settle(): string {
    const kept = this.#doubt?.join('') ?? '';
    this.#doubt = undefined;
    this.#writer.warn('json-invalid', `The ${this.#field} of a tool is not JSON.`, {
      item: this.#id,
    });
    return kept;
  }

  #extend(): boolean {
    this.#attempts++;
    const more = `${this.endTag}${this.#doubt?.join('') ?? ''}`;
    if (parseJson(this.#payload + more) === undefined) return false;
    this.push(more);
    this.#doubt = undefined;
    return true;
  }
}
