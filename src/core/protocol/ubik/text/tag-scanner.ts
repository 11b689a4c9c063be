import {halfEndTag, isHalfTag, tagAt, type FixedTag, type TextToken} from './tags.js';

/**
 * Takes the tags out of text as it comes. Holds back what may still become a tag, so that half a tag never shows, and
 * loses no character: the texts and the tags' sources, joined, are what was pushed.
 */
export class TagScanner {
  #buffer = '';
  #rawUntil: FixedTag | undefined;

  push(text: string): void {
    this.#buffer += text;
  }

  /** Puts text back in front, to be read again. */
  unread(text: string): void {
    this.#buffer = text + this.#buffer;
  }

  /** Reads no tag but this one until it comes: the contents of JSON, thinking and errors are raw. */
  raw(until: FixedTag): void {
    this.#rawUntil = until;
  }

  /** The contents are over without their end tag. */
  endRaw(): void {
    this.#rawUntil = undefined;
  }

  get isRaw(): boolean {
    return this.#rawUntil !== undefined;
  }

  /** The next token; `undefined` when more text is needed. One at a time: a tag decides how the text behind it is read. */
  next(): TextToken | undefined {
    if (this.#buffer === '') return undefined;
    return this.#rawUntil
      ? this.#nextRaw(this.#buffer, this.#rawUntil)
      : this.#nextPlain(this.#buffer);
  }

  /** The text ends here: what was held back is text. */
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
