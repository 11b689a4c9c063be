import type {TextItem} from '../../core/model/item.js';
import {deltaSince, lastDelta} from '../../core/model/growth.js';
import type {Labels} from '../locales/en.js';

/** A sentence ends at its full stop or with its line. */
const sentenceEnd = /[.!?…]["'”’)\]]{0,8}\s|[。！？]|\n/g;

/** What may become the end of a sentence when more text is added. */
const begunEnd = /[.!?…]["'”’)\]]{0,8}$/;

/** What begins or ends code, and the language of it. */
const fence = /^\s*(`{3,}|~{3,})\s*([^\s`]*)/;

/** A link or an image without another in its text; the address may have one pair of parentheses. */
const link = /!?\[([^\][]*)\]\((?:[^()]|\([^()]*\))*\)/g;

const inWord = (text: string, at: number): boolean => /\w/.test(text.charAt(at));

/** Markdown as it would be said. Each expression reads a text once, whatever is in it. */
export function spoken(markdown: string): string {
  return markdown
    .replace(link, '$1')
    .replace(link, '$1') // What stood around an image.
    .replace(/^[ \t]*(#{1,6}|[-*+>]|\d+[.)])[ \t]+/gm, '')
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(/[*~`]+|_+/g, (run, at: number, text: string) =>
      run.startsWith('_') && inWord(text, at - 1) && inWord(text, at + run.length) ? run : '',
    )
    .replace(/\|+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** How far a text has been read. */
interface ReadPosition {
  text: string;
  /** The beginning of a sentence, which is not searched again for its end. */
  rest: string;
  /** What follows it, and is searched again with what is added. */
  tail: string;
  /** What ends the code that it stands in. */
  fence: string;
  /** What is said of that code. */
  name: string;
  lines: number;
}

/** Reads growing Markdown out sentence by sentence; of code, only what it is and how long. */
export class SentenceReader {
  readonly #places = new Map<string, ReadPosition>();

  /** What has been finished in a text since it was last read. */
  read(
    item: Pick<TextItem, 'id' | 'text'>,
    finished: boolean,
    labels: Labels['markdown'],
  ): readonly string[] {
    const {id, text} = item;
    const place = this.#places.get(id) ?? {
      text: '',
      rest: '',
      tail: '',
      fence: '',
      name: '',
      lines: 0,
    };
    this.#places.set(id, place);
    const added = deltaSince(lastDelta(item), place.text, text) ?? text.slice(place.text.length);
    place.text = text;
    const tail = place.tail + added;
    if (!finished && tail.search(sentenceEnd) < 0) {
      const end = begunEnd.exec(tail)?.index ?? tail.length;
      place.rest += tail.slice(0, end);
      place.tail = tail.slice(end);
      return [];
    }
    const rest = place.rest + tail;
    const ends = [...rest.matchAll(sentenceEnd)].map(match => match.index + match[0].length);
    if (finished && rest && ends.at(-1) !== rest.length) ends.push(rest.length);
    const said: string[] = [];
    const leave = () => {
      if (place.lines > 0) said.push(`${place.name}, ${labels.lines(place.lines)}`);
      place.lines = 0;
    };
    let start = 0;
    for (const end of ends) {
      const piece = rest.slice(start, end);
      start = end;
      const [, mark = '', language] = fence.exec(piece) ?? [];
      if (place.fence === '') {
        place.fence = mark;
        place.name = language ? labels.codeIn(language) : labels.code;
        if (mark === '') said.push(spoken(piece));
      } else if (mark.startsWith(place.fence) && !language) {
        leave();
        place.fence = '';
      } else if (piece.endsWith('\n') || (finished && end === rest.length)) place.lines += 1;
    }
    if (finished) leave();
    place.rest = '';
    place.tail = rest.slice(start);
    return said.filter(Boolean);
  }
}
