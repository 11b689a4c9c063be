/** Characters that are laid out together; most paragraphs are shorter. */
const CHUNK_LENGTH = 16_384;

/** A chunk extends to the end of its last word, or at most this much further. */
const REST = /\S{0,1024}\s*/uy;

/** A growing text in chunks. Only the last chunk changes, so that the browser lays out only that one again. */
export class ParagraphChunks {
  readonly #finished: string[] = [];

  /** Splits a text without trailing spaces into chunks; usually there is one. */
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
      // Copied, because a slice keeps the string that it was cut from in memory.
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
