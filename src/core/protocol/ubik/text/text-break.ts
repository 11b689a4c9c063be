import type {Restore} from '../../types.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The end of a sentence, possibly followed by quotes, brackets or emphasis. */
const SENTENCE_END = /[.:!?…。！？：]["'”’»)\]*_`]*$/;

/**
 * Finds positions where Markdown can be split into two texts: not within a sentence, a table or fenced code. Each line
 * is read once, however the text is chunked.
 */
export class TextBreak {
  #line = '';
  #before = '';
  #fence = '';

  save(): Restore {
    const [line, before, fence] = [this.#line, this.#before, this.#fence];
    return () => {
      this.#line = line;
      this.#before = before;
      this.#fence = fence;
    };
  }

  /** Reads text up to the first blank line outside of fenced code. Returns the offset after it, or -1. */
  find(text: string): number {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#line += text.slice(from, end);
      from = end + 1;
      if (this.#endLine()) return from;
    }
    this.#line += text.slice(from);
    return -1;
  }

  /** Reads a complete chunk. */
  read(text: string): void {
    let rest = text;
    for (let at = this.find(rest); at !== -1; at = this.find(rest)) rest = rest.slice(at);
  }

  /** Whether the text can be split at the current position. */
  get isReady(): boolean {
    if (this.#fence !== '') return false;
    const line = this.#line.trimEnd();
    if (line === '') return !this.#before.includes('|');
    return SENTENCE_END.test(line) || (line !== this.#line && !line.includes('|'));
  }

  /** Ends a line. Returns whether it was blank and outside of fenced code. */
  #endLine(): boolean {
    const line = this.#line.trimEnd();
    this.#line = '';
    this.#before = line;
    const [, fence] = FENCE.exec(line) ?? [];
    if (fence === undefined) return line === '' && this.#fence === '';
    if (this.#fence === '') this.#fence = fence;
    else if (fence.startsWith(this.#fence) && line.trimStart() === fence) this.#fence = '';
    return false;
  }
}
