/**
 * Passes text on without the white space at its two ends: what may be the end is held back until more comes. Of the
 * white space in front, `lines` keeps the indent of the first line that says something (it means something in Markdown),
 * `all` keeps none.
 */
export class Trimmed {
  readonly #keepsIndent: boolean;
  #begun = false;
  #held = '';

  constructor(what: 'lines' | 'all') {
    this.#keepsIndent = what === 'lines';
  }

  /** The part of the text that is certain. */
  push(text: string): string {
    const end = text.trimEnd().length;
    if (end === 0) {
      this.#held += text;
      return '';
    }
    let front = this.#held;
    let body = text.slice(0, end);
    this.#held = text.slice(end);
    if (!this.#begun) {
      this.#begun = true;
      const rest = body.trimStart();
      front += body.slice(0, body.length - rest.length);
      front = this.#keepsIndent
        ? front.slice(Math.max(front.lastIndexOf('\n'), front.lastIndexOf('\r')) + 1)
        : '';
      body = rest;
    }
    return front + body;
  }
}
