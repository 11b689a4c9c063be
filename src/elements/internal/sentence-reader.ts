/** A sentence ends at its full stop or with its line. */
const sentenceEnd = /[.!?…]["'”’)\]]*\s|[。！？]|\n/g;

const fence = /^\s*(```|~~~)/;

/** Markdown as it would be said. */
export function spoken(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(#{1,6}|[-*+>]|\d+[.)])\s+/gm, '')
    .replace(/^[\s|:-]+$/gm, '')
    .replace(/[*~`]+|(?<!\w)_+|_+(?!\w)/g, '')
    .replace(/\|+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Reads growing Markdown out sentence by sentence; code is passed over. */
export class SentenceReader {
  readonly #places = new Map<string, {at: number; code: boolean}>();

  /** What has been finished in a text since it was last read. */
  read(id: string, text: string, finished: boolean): readonly string[] {
    const place = this.#places.get(id) ?? {at: 0, code: false};
    this.#places.set(id, place);
    if (text.length <= place.at) return [];
    const rest = text.slice(place.at);
    const ends = [...rest.matchAll(sentenceEnd)].map(match => match.index + match[0].length);
    if (finished && ends.at(-1) !== rest.length) ends.push(rest.length);
    const said: string[] = [];
    let start = 0;
    for (const end of ends) {
      const piece = rest.slice(start, end);
      start = end;
      if (fence.test(piece)) place.code = !place.code;
      else if (!place.code) said.push(spoken(piece));
    }
    place.at += start;
    return said.filter(Boolean);
  }
}
