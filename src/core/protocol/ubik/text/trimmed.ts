import type {Restore} from '../../types.js';

/**
 * Trims streaming text: holds back white space at its end until more text arrives. At the start, `lines` removes blank
 * lines only, because the indentation of the first line is significant in Markdown; `all` removes all white space.
 */
export class Trimmed {
  readonly #keepsIndent: boolean;
  #begun = false;
  #held = '';

  constructor(what: 'lines' | 'all') {
    this.#keepsIndent = what === 'lines';
  }

  save(): Restore {
    const [begun, held] = [this.#begun, this.#held];
    return () => {
      this.#begun = begun;
      this.#held = held;
    };
  }

  /** The length of the white space that follows the certain part, if more text follows it. */
  get heldLength(): number {
    return this.#begun ? this.#held.length : 0;
  }

  /** Appends text and returns the part that is certain. */
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
