import {parseJson} from '../../../json.js';
import type {Restore} from '../../types.js';
import type {RunWriter} from '../run-writer.js';
import type {FixedTag, TextToken} from './tags.js';
import {Trimmed} from './trimmed.js';

/** Maximum number of end tags at which a payload is parsed, and length up to which it is searched. */
const MAX_ATTEMPTS = 8;
const MAX_DOUBT = 1024 * 1024;

/**
 * The JSON of a tool's input or result, between two tags, written while it streams.
 *
 * A payload may contain its own end tag in a string. If the text up to an end tag is not JSON, the following text is
 * held back until a later end tag completes valid JSON, or until the tool ends; then the first end tag was the actual
 * one.
 */
export class JsonPart {
  readonly endTag: FixedTag;
  /** The id of the call that has the part. */
  readonly tool: string;
  readonly #writer: RunWriter;
  readonly #field: string;
  readonly #trimmed = new Trimmed('all');
  #payload = '';
  #doubt: string[] | undefined;
  #doubtLength = 0;
  #attempts = 0;

  constructor(writer: RunWriter, tool: string, field: 'input' | 'output', endTag: FixedTag) {
    this.#writer = writer;
    this.tool = tool;
    this.#field = field;
    this.endTag = endTag;
  }

  save(): Restore {
    const trimmed = this.#trimmed.save();
    const doubt = this.#doubt && [...this.#doubt];
    const [payload, doubtLength, attempts] = [this.#payload, this.#doubtLength, this.#attempts];
    return () => {
      trimmed();
      this.#doubt = doubt && [...doubt];
      this.#payload = payload;
      this.#doubtLength = doubtLength;
      this.#attempts = attempts;
    };
  }

  get payload(): string {
    return this.#payload.trim();
  }

  get inDoubt(): boolean {
    return this.#doubt !== undefined;
  }

  push(text: string): void {
    this.#payload += text;
    this.#writer.append(this.tool, this.#field, this.#trimmed.push(text));
  }

  /** Removes the text from this tag on, if there is such a tag, and returns it. */
  cut(until: string | undefined): string | undefined {
    const at = until === undefined ? -1 : this.#payload.indexOf(until);
    if (at === -1) return undefined;
    const rest = this.#payload.slice(at);
    this.#payload = this.#payload.slice(0, at);
    this.#writer.assign(this.tool, {[this.#field]: this.payload});
    return rest;
  }

  /** Handles the end tag. Returns whether the part has ended; if not, the following text is held back. */
  end(): boolean {
    if (this.payload === '' || parseJson(this.#payload) !== undefined) return true;
    this.#doubt = [];
    return false;
  }

  /**
   * Handles a token while text is held back. Returns `undefined` to continue; otherwise the part has ended, and the
   * returned text must be read as usual.
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

  /** No later end tag completed the JSON. Returns the text that was held back. */
  settle(): string {
    const kept = this.#doubt?.join('') ?? '';
    this.#doubt = undefined;
    this.#writer.warn('json-invalid', `The ${this.#field} of a tool is not JSON.`, {
      item: this.tool,
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
