/** Characters that are laid out together: more than a person writes without an empty line. */
const CHUNK_LENGTH = 16_384;

/** After so many a chunk goes on to the end of the word, or this much further. */
const REST = /\S{0,1024}\s*/uy;

/** A growing text in chunks. Only the last chunk changes, so that the browser lays out only that one again. */
export class ParagraphChunks {
  readonly #finished: string[] = [];

  /** The chunks of a text that ends in no space; one, unless it is very long. */
  split(text: string): readonly string[] {
    let from = 0;
    let known = 0;
    for (const chunk of this.#finished) {
      if (!text.startsWith(chunk, from)) break;
      from += chunk.length;
      known++;
    }
    this.#finished.splice(known);
    for (let end = endOfChunk(text, from); end < text.length; end = endOfChunk(text, from)) {
      // A slice keeps the whole string in memory that it was cut from: a copy is cut from itself.
      this.#finished.push(` ${text.slice(from, end)}`.slice(1));
      from = end;
    }
    return [...this.#finished, text.slice(from)];
  }
}

function endOfChunk(text: string, from: number): number {
  REST.lastIndex = from + CHUNK_LENGTH;
  return REST.test(text) ? REST.lastIndex : text.length;
}
