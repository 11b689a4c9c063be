/** Characters that are laid out together; most paragraphs are shorter. */
const CHUNK_LENGTH = 16_384;

/** Elements that are laid out together: an element costs as much as very many characters. */
const CHUNK_ELEMENTS = 512;

/** As how many elements a word with an address or a reference to a note counts: these are links. */
const LINK_COST = 4;

/** What becomes a link of its own: addresses and references to notes. */
const LINK = /@|:\/\/|www\.|\[\^/;

/** Each element begins with one of these. */
const ELEMENT = new RegExp(`${LINK.source}|[*\`~]+`, 'g');

/**
 * A word with the spaces after it, or with the punctuation that stands for them in Chinese and Japanese, or between two
 * addresses.
 */
const WORD =
  /(?:(?![,;|](?:https?:\/\/|www\.))[^\s、。，；])+(?:[\s、。，；]+|[,;|](?=https?:\/\/|www\.))?/gi;

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
  if ((text.match(ELEMENT)?.length ?? 0) < CHUNK_ELEMENTS / LINK_COST) return undefined;
  let links = 0;
  let brackets = 0;
  let marks = 0;
  let isInAddress = false;
  for (const {0: word, index} of text.matchAll(WORD)) {
    if (LINK.test(word)) links++;
    for (const [run] of word.matchAll(/\]\(|[[\])]|\*+|`+|~+/g)) {
      if (run === '[') brackets++;
      else if (run.startsWith(']')) brackets--;
      else if (run !== ')') marks++;
      isInAddress = run === '](' || (isInAddress && run !== ')');
    }
    const end = index + word.length;
    const isClosed = brackets === 0 && marks % 2 === 0 && !isInAddress;
    const elements = links * LINK_COST + marks / 2;
    if (elements >= CHUNK_ELEMENTS && isClosed && end < CHUNK_LENGTH) return end;
  }
  return undefined;
}
