import type {Frame} from './frame.js';

/** Longer lines are left out: characters, as many as a frame of an event stream may have. */
const longest = 8 * 1024 * 1024;

/** Cuts newline-delimited text into frames, a line each; blank lines are none. */
export class LineParser {
  readonly #onDrop: () => void;
  #rest: string[] = [];
  #length = 0;

  constructor({onDrop = () => undefined}: {onDrop?: () => void} = {}) {
    this.#onDrop = onDrop;
  }

  /** The lines that this piece of text ends. */
  feed(text: string): readonly Frame[] {
    const lines = text.split(/\r?\n|\r/);
    const last = lines.pop() ?? '';
    const frames = lines.flatMap(line => this.#end(line));
    this.#rest.push(last);
    this.#length += last.length;
    if (this.#length > longest) this.#rest = [];
    return frames;
  }

  /** What stands after the last line end. */
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
