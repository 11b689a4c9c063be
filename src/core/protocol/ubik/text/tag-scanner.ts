import type {Restore} from '../../types.js';
import {halfEndTag, isHalfTag, tagAt, type FixedTag, type TextToken} from './tags.js';

/**
 * Splits streaming text into texts and tags. Holds back the beginning of a potential tag, so that incomplete tags are
 * never displayed. Loses no character: the texts and the sources of tags concatenate to the input.
 */
export class TagScanner {
  #buffer = '';
  #rawUntil: FixedTag | undefined;

  save(): Restore {
    const [buffer, rawUntil] = [this.#buffer, this.#rawUntil];
    return () => {
      this.#buffer = buffer;
      this.#rawUntil = rawUntil;
    };
  }

  push(text: string): void {
    this.#buffer += text;
  }

  /** Puts text back to be read again. */
  unread(text: string): void {
    this.#buffer = text + this.#buffer;
  }

  /** Recognizes only this tag until it arrives: the contents of JSON, reasoning and errors are literal. */
  raw(until: FixedTag): void {
    this.#rawUntil = until;
  }

  /** Ends literal content without its end tag. */
  endRaw(): void {
    this.#rawUntil = undefined;
  }

  get isRaw(): boolean {
    return this.#rawUntil !== undefined;
  }

  /**
   * The next token; `undefined` if more text is needed. Returns one token at a time, because a tag determines how the
   * following text is read.
   */
  next(): TextToken | undefined {
    if (this.#buffer === '') return undefined;
    return this.#rawUntil
      ? this.#nextRaw(this.#buffer, this.#rawUntil)
      : this.#nextPlain(this.#buffer);
  }

  /** Ends the text and returns the text that was held back. */
  flush(): string {
    const held = this.#buffer;
    this.#buffer = '';
    return held;
  }

  #nextRaw(buffer: string, until: FixedTag): TextToken | undefined {
    const at = buffer.indexOf(until);
    if (at === 0) {
      this.#rawUntil = undefined;
      this.#buffer = buffer.slice(until.length);
      return {tag: until, source: until};
    }
    return this.#text(at === -1 ? buffer.length - halfEndTag(buffer, until) : at);
  }

  #nextPlain(buffer: string): TextToken | undefined {
    for (let at = buffer.indexOf('<'); at !== -1; at = buffer.indexOf('<', at + 1)) {
      const tag = tagAt(buffer, at);
      if (tag && at === 0) {
        this.#buffer = buffer.slice(tag.source.length);
        return tag;
      }
      if (tag ?? isHalfTag(buffer, at)) return this.#text(at);
    }
    return this.#text(buffer.length);
  }

  #text(end: number): TextToken | undefined {
    const text = this.#buffer.slice(0, end);
    this.#buffer = this.#buffer.slice(end);
    return end === 0 ? undefined : {text};
  }
}
