import type {TextItem} from '../../core/model/item.js';
import {deltaSince, lastDelta} from '../../core/model/growth.js';
import type {Labels} from '../locales/en.js';
import {INLINE_TAGS} from './html-tags.js';

/** A sentence ends with punctuation or with its line. */
const sentenceEnd = /[.!?…؟۔।॥]["'”’)\]]{0,8}\s|[。！？][”’」』）]{0,8}(?![”’」』）]|$)|\n/g;

/** Characters at the end that may become the end of a sentence when more text arrives. */
const possibleEnd = /[.!?…؟۔।॥。！？]["'”’)\]」』）]{0,8}$/;

/** A code fence and its language. */
const fence = /^\s*(`{3,}|~{3,})\s*([^\s`]*)/;

/** A link or an image whose text contains no other; its address may contain one pair of parentheses. */
const link = /!?\[([^\][]*)\]\((?:[^()]|\([^()]*\))*\)/g;

/** The address of a page, with its host. Punctuation at the end belongs to the sentence. */
const address =
  /https?:\/\/(?:www\.)?([^\s/<>()?#]*[^\s/<>()?#.,;:!])(?:[/?#](?:[^\s<>()]*[^\s<>().,;:!?])?)?/g;

/** Other tags are displayed as text. */
const displayedTags = INLINE_TAGS.split(' ');

/** Code, a comment, a tag or the mark of a footnote, and marks of emphasis. */
const mark =
  /`([^`]*)`|<!--[^]*?(?:-->|$)|<(\/?[a-z][a-z\d-]*)(?:\s[^<>]*)?\/?>|\[\^[^\][\s]+\]:?|[*~`]+|_+/gi;

/** Markdown as it is spoken. Each expression is linear. */
export function spoken(markdown: string): string {
  return markdown
    .replace(link, '$1')
    .replace(link, '$1') // A second time for links around an image.
    .replace(address, '$1')
    .replace(/^(?:[ \t]*(?:>|(?:#{1,6}|[-*+]|\d+[.)])(?=[ \t])))+[ \t]*/gm, '')
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(
      mark,
      (run, code: string | undefined, tag: string | undefined, at: number, text: string) => {
        if (code !== undefined) return code;
        const name = tag?.replace('/', '').toLowerCase();
        if (name !== undefined && !displayedTags.includes(name)) return run;
        if (/^[<[]/.test(run)) return name === 'br' ? ' ' : '';
        const around = run.startsWith('_') ? /\w/ : / /;
        const isText =
          around.test(text.charAt(at - 1)) && around.test(text.charAt(at + run.length));
        return isText ? run : '';
      },
    )
    .replace(/[|\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The read state of a text. */
interface ReadPosition {
  text: string;
  /** The beginning of a sentence that is already searched. */
  rest: string;
  /** The rest, which is searched again when text is added. */
  tail: string;
  /** The closing fence of the current code. */
  fence: string;
  /** The spoken description of that code. */
  name: string;
  lines: number;
}

/** Splits growing Markdown into spoken sentences. Code is replaced by its language and number of lines. */
export class SentenceReader {
  readonly #states = new Map<string, ReadPosition>();

  /** The sentences completed since the last call. */
  read(
    item: Pick<TextItem, 'id' | 'text'>,
    finished: boolean,
    labels: Labels['markdown'],
  ): readonly string[] {
    const {id, text} = item;
    const place = this.#states.get(id) ?? {
      text: '',
      rest: '',
      tail: '',
      fence: '',
      name: '',
      lines: 0,
    };
    this.#states.set(id, place);
    const added = deltaSince(lastDelta(item), place.text, text) ?? text.slice(place.text.length);
    place.text = text;
    const tail = place.tail + added;
    if (!finished && tail.search(sentenceEnd) < 0) {
      const end = possibleEnd.exec(tail)?.index ?? tail.length;
      place.rest += tail.slice(0, end);
      place.tail = tail.slice(end);
      return [];
    }
    const rest = place.rest + tail;
    const ends = [...rest.matchAll(sentenceEnd)].map(match => match.index + match[0].length);
    if (finished && rest && ends.at(-1) !== rest.length) ends.push(rest.length);
    const spokenParts: string[] = [];
    const leave = () => {
      if (place.lines > 0) spokenParts.push(`${place.name}, ${labels.lines(place.lines)}`);
      place.lines = 0;
    };
    let start = 0;
    for (const end of ends) {
      const part = rest.slice(start, end);
      start = end;
      const [, mark = '', language] = fence.exec(part) ?? [];
      if (place.fence === '') {
        place.fence = mark;
        place.name = language ? labels.codeIn(language) : labels.code;
        if (mark === '') spokenParts.push(spoken(part));
      } else if (mark.startsWith(place.fence) && !language) {
        leave();
        place.fence = '';
      } else if (part.endsWith('\n') || (finished && end === rest.length)) place.lines += 1;
    }
    if (finished) leave();
    place.rest = '';
    place.tail = rest.slice(start);
    return spokenParts.filter(Boolean);
  }
}
