/** Characters that are laid out together; most paragraphs are shorter. */
const CHUNK_LENGTH = 16_384;

/** Words with elements that are laid out together: an element costs as much as very many characters. */
const CHUNK_ELEMENTS = 128;

/** What becomes an element of its own: addresses and references to notes. */
const ELEMENT = /@|:\/\/|www\.|\[\^/g;

/** A word with the spaces after it, or with the punctuation that stands for them in Chinese and Japanese. */
const WORD = /[^\s、。，；]+[\s、。，；]*/g;

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
  const dense = endOfElements(text.slice(from, from + CHUNK_LENGTH));
  if (dense !== undefined) return from + dense;
  REST.lastIndex = from + CHUNK_LENGTH;
  return REST.test(text) ? REST.lastIndex : text.length;
}

/** Where a text has enough elements for a chunk, after a word that leaves no link, code or emphasis open. */
function endOfElements(text: string): number | undefined {
  if ((text.match(ELEMENT)?.length ?? 0) < CHUNK_ELEMENTS) return undefined;
  let elements = 0;
  let brackets = 0;
  let marks = 0;
  let isInAddress = false;
  for (const {0: word, index} of text.matchAll(WORD)) {
    if (word.search(ELEMENT) >= 0) elements++;
    for (const [run] of word.matchAll(/\]\(|[[\])]|\*+|`+|~+/g)) {
      if (run === '[') brackets++;
      else if (run.startsWith(']')) brackets--;
      else if (run !== ')') marks++;
      isInAddress = run === '](' || (isInAddress && run !== ')');
    }
    const end = index + word.length;
    const isClosed = brackets === 0 && marks % 2 === 0 && !isInAddress;
    if (elements >= CHUNK_ELEMENTS && isClosed && end < CHUNK_LENGTH) return end;
  }
  return undefined;
}
