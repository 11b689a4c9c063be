import type {Frame} from './frame.js';

/** Maximum length of a line in characters; longer lines are dropped. */
const longest = 8 * 1024 * 1024;

/** Splits newline-delimited text into frames, one per line; blank lines are skipped. */
export class LineParser {
  readonly #onDrop: () => void;
  #rest: string[] = [];
  #length = 0;

  constructor({onDrop = () => undefined}: {onDrop?: () => void} = {}) {
    this.#onDrop = onDrop;
  }

  /** Parses the next chunk and returns the lines that it completes. */
  feed(text: string): readonly Frame[] {
    const lines = text.split(/\r?\n|\r/);
    const last = lines.pop() ?? '';
    const frames = lines.flatMap(line => this.#end(line));
    this.#rest.push(last);
    this.#length += last.length;
    if (this.#length > longest) this.#rest = [];
    return frames;
  }

  /** The text after the last line end. */
  flush(): readonly Frame[] {
    return this.#end('');
  }

  #end(line: string): readonly Frame[] {
    const dropped = this.#length + line.length > longest;
    const data = [...this.#rest, line].join('');
    this.#rest = [];
    this.#length = 0;
    if (dropped) this.#onDrop();
    return dropped || data.trim() === '' ? [] : [{data}];
  }
}
