/** One line with a read position. A tab extends to the next multiple of four columns and can be read partially. */
export class Line {
  readonly source: string;
  #offset = 0;
  #column = 0;
  /** Columns of the current tab that are already read. */
  #tabRead = 0;
  #content = -1;
  #contentColumn = 0;
  #text = '';

  constructor(source: string) {
    this.source = source;
  }

  /** Columns of leading white space. */
  get indent(): number {
    this.#seek();
    return this.#contentColumn - this.#column;
  }

  get blank(): boolean {
    this.#seek();
    return this.#content === this.source.length;
  }

  /** The rest of the line without leading white space. */
  get content(): string {
    this.#seek();
    return this.#text;
  }

  /** The rest of the line with its white space. A partially read tab becomes spaces. */
  get rest(): string {
    if (this.#tabRead === 0) return this.source.slice(this.#offset);
    return ' '.repeat(4 - (this.#column % 4)) + this.source.slice(this.#offset + 1);
  }

  skipIndent(): void {
    this.#seek();
    this.#offset = this.#content;
    this.#column = this.#contentColumn;
    this.#tabRead = 0;
  }

  /** Skips characters, none of which is a tab. */
  skip(characters: number): void {
    this.#offset += characters;
    this.#column += characters;
    this.#content = -1;
  }

  /** Skips the rest of the line. */
  skipAll(): void {
    this.skip(this.source.length - this.#offset);
    this.#tabRead = 0;
  }

  /** Skips up to this number of columns of white space. */
  skipColumns(columns: number): void {
    for (let left = columns; left > 0;) {
      const character = this.source[this.#offset];
      if (character === '\t') {
        const width = 4 - (this.#column % 4);
        const read = Math.min(left, width);
        this.#column += read;
        this.#tabRead = read < width ? this.#tabRead + read : 0;
        if (read === width) this.#offset++;
        left -= read;
      } else if (character === ' ') {
        this.skip(1);
        left--;
      } else break;
    }
    this.#content = -1;
  }

  #seek(): void {
    if (this.#content >= 0) return;
    let offset = this.#offset;
    let column = this.#column;
    for (; offset < this.source.length; offset++) {
      const character = this.source[offset];
      if (character === ' ') column++;
      else if (character === '\t') column += 4 - (column % 4);
      else break;
    }
    this.#content = offset;
    this.#contentColumn = column;
    this.#text = this.source.slice(offset);
  }
}
