const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The end of a sentence, perhaps with quotes, brackets or emphasis that end with it. */
const SENTENCE_END = /[.:!?…。！？：]["'”’»)\]*_`]*$/;

/**
 * Finds where Markdown text can be cut into two texts: not in a sentence, in a table or in fenced code. Reads each line
 * once, however the text is divided into pieces.
 */
export class TextBreak {
  #line = '';
  #before = '';
  #fence = '';

  /** Reads on; gives the place behind the first blank line outside of fenced code, -1 where there is none. */
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

  /** Reads the whole of a text. */
  read(text: string): void {
    let rest = text;
    for (let at = this.find(rest); at !== -1; at = this.find(rest)) rest = rest.slice(at);
  }

  /** Whether the text can be cut behind what was read. */
  get isReady(): boolean {
    if (this.#fence !== '') return false;
    const line = this.#line.trimEnd();
    if (line === '') return !this.#before.includes('|');
    return SENTENCE_END.test(line) || (line !== this.#line && !line.includes('|'));
  }

  /** Whether the line that ends is a blank one outside of fenced code. */
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
