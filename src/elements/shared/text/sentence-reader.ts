import type {TextItem} from '../../../core/model/item.js';
import {deltaSince, lastDelta} from '../../../core/model/growth.js';
import {isProduct} from '../../../core/markdown/product.js';
import type {Labels} from '../../locales/en.js';
import {INLINE_TAGS} from '../html/html-tags.js';
import {decodeReference} from '../html/sanitize.js';

/** A sentence ends with punctuation or with its line. */
const sentenceEnd = /[.!?…؟۔।॥]["'”’)\]]{0,8}\s|[。！？][”’」』）]{0,8}(?![”’」』）]|$)|\n/g;

/** Characters at the end that may become the end of a sentence when more text arrives. */
const possibleEnd = /[.!?…؟۔।॥。！？]["'”’)\]」』）]{0,8}$/;

/** A code fence and its language. Other backticks are code in a line. */
const fence = /^(`{3,}(?=[^`]*$)|~{3,})\s*(\S*)/;

interface Fence {
  readonly run: string;
  /** Whether the code is a document, in which fences with a language have an end of their own. */
  readonly isDocument: boolean;
}

const fenceOf = (run: string, language: string): Fence => ({
  run,
  isDocument: /^(?:markdown|mdx?)$/i.test(language),
});

/** What begins a line and is not spoken: the marks of quotes, headings and items. A year begins a sentence. */
const lineStart = /^(?:[ \t]*(?:>|(?:#{1,6}|[-*+]|(?!\d{4}\D)\d+[.)])(?=[ \t])))*[ \t]*/gm;

/** A line that defines an address, which is not displayed. */
const definition =
  /^\[(?!\^)[^\][]+\]:[ \t]*(?:[</#]|[a-z][a-z\d+.-]+:|www\.|\.{1,2}\/)\S*[ \t]*(?:["'(].*)?\n$/i;

/** A link or an image whose text contains no other; its address may contain one pair of parentheses. */
const link = /!?\[([^\][]*)\]\((?:[^()]|\([^()]*\))*\)/g;

/** The address of a page, with its host. Punctuation at the end belongs to the sentence. */
const address =
  /https?:\/\/(?:www\.)?([^\s/<>()?#]*[^\s/<>()?#.,;:!])(?:[/?#](?:[^\s<>()]*[^\s<>().,;:!?])?)?/g;

/** Other tags are displayed as text. */
const displayedTags = INLINE_TAGS.split(' ');

/** Code, a comment, a tag, the mark of a footnote, an escaped character, a reference to one, or marks of emphasis. */
const mark =
  /`([^`]*)`|<!--[^]*?(?:-->|$)|<(\/?[a-z][a-z\d-]*)(?:\s[^<>]*)?\/?>|\[\^[^\][\s]+\]:?|\\[!-/:-@[-`{-~]|&#?\w{1,31};|\*+|~+|`+|_+/gi;

/**
 * Markdown as it is spoken. Each expression is linear.
 *
 * @param beginsLine Whether the text begins at the start of a line.
 */
export function spoken(markdown: string, beginsLine = true): string {
  const open = new Set<string>();
  return markdown
    .replace(lineStart, (run, at: number) => (beginsLine || at > 0 ? '' : run))
    .replace(link, '$1')
    .replace(link, '$1') // A second time for links around an image.
    .replace(address, '$1')
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(
      mark,
      (run, code: string | undefined, tag: string | undefined, at: number, text: string) => {
        if (code !== undefined) return code;
        const name = tag?.replace('/', '').toLowerCase();
        if (name !== undefined && !displayedTags.includes(name)) return run;
        if (/^[<[]/.test(run)) return name === 'br' ? ' ' : '';
        if (run.startsWith('\\')) return run.slice(1);
        if (run.startsWith('&')) return decodeReference(run) ?? run;
        const end = at + run.length;
        const around = run.startsWith('_') ? /\w/ : / /;
        // The end of emphasis is no sign between numbers, as in `*5*th`.
        const closes = open.delete(run);
        const isText =
          run === '~' ||
          (!closes && run.startsWith('*') && isProduct(text, at, end)) ||
          (around.test(text.charAt(at - 1)) && around.test(text.charAt(end)));
        if (isText) return run;
        if (!closes && /\S/.test(text.charAt(end))) open.add(run);
        return '';
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
  /** Whether the rest continues a line. */
  isInLine: boolean;
  /** Whether the line before may go on, and so no definition follows. */
  isInParagraph: boolean;
  isInComment: boolean;
  /** The open fences of code, the outermost first. */
  readonly fences: Fence[];
  /** The marks that have begun the line so far. */
  marks: string;
  /** Whether the line, or the code or comment, is in a quote. */
  isQuoted: boolean;
  /** The indentation of the content of the item that a line, code or a comment is in, in columns, and the mark of the item. */
  indent: number;
  itemMark: string;
  /** Whether the code is not indented as its item is. */
  isUnindented: boolean;
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
      isInLine: false,
      isInParagraph: false,
      isInComment: false,
      fences: [],
      marks: '',
      isQuoted: false,
      indent: 0,
      itemMark: '',
      isUnindented: false,
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
    let rest = place.rest + tail;
    if (finished && rest && !rest.endsWith('\n')) rest += '\n';
    const ends = [...rest.matchAll(sentenceEnd)].map(match => match.index + match[0].length);
    const spokenParts: string[] = [];
    let start = 0;
    for (const end of ends) {
      spokenParts.push(...readPart(place, rest.slice(start, end), labels));
      start = end;
    }
    if (finished) spokenParts.push(...describeCode(place, labels));
    place.rest = '';
    place.tail = rest.slice(start);
    return spokenParts.filter(Boolean);
  }
}

/** The description of the code so far. */
function describeCode(place: ReadPosition, labels: Labels['markdown']): readonly string[] {
  const {name, lines} = place;
  place.lines = 0;
  return lines > 0 ? [`${name}, ${labels.lines(lines)}`] : [];
}

/** The columns of the indentation of a line. */
function columnsOf(line: string, isQuoted: boolean): number {
  const [marks = ''] = (isQuoted ? /^[ \t>]*/ : /^[ \t]*/).exec(line) ?? [];
  return marks.replaceAll('\t', '    ').length;
}

/**
 * Whether the quote or the item of the code or comment ends before a line. As displayed, code in an item may have less
 * indentation than the item, from its first line or in its closing fence.
 */
function endsContainer(place: ReadPosition, line: string): boolean {
  const {isQuoted, itemMark} = place;
  if (isQuoted && !/^[ \t]*>/.test(line)) return true;
  const content = line.replace(isQuoted ? /^[\s>]+/ : /^\s+/, '');
  if (content === '' || columnsOf(line, isQuoted) >= place.indent) return false;
  if (place.isInComment || /^\d*([-*+.)])[ \t]/.exec(content)?.[1] === itemMark) return true;
  if (fence.test(content.trimEnd())) return false;
  return !(place.isUnindented ||= place.lines === 0);
}

/** What is spoken of a sentence, or of a part of one that continues a line. */
function readPart(
  place: ReadPosition,
  part: string,
  labels: Labels['markdown'],
): readonly string[] {
  const {isInLine, fences} = place;
  if ((fences.length > 0 || place.isInComment) && !isInLine && endsContainer(place, part)) {
    fences.length = 0;
    place.isInComment = false;
    return [...describeCode(place, labels), ...readPart(place, part, labels)];
  }
  place.isInLine = !part.endsWith('\n');
  if (fences.length > 0) {
    if (!isInLine) readCode(place, part);
    return fences.length > 0 ? [] : describeCode(place, labels);
  }
  if (place.isInComment) {
    const end = part.indexOf('-->') + 3;
    place.isInComment = end < 3;
    return end < 3 ? [] : [spoken(part.slice(end), false)];
  }
  if (isInLine) return [spoken(part, false)];
  lineStart.lastIndex = 0;
  const [prefix = ''] = lineStart.exec(part) ?? [];
  const content = part.slice(prefix.length);
  const marks = place.marks + prefix;
  place.isInLine &&= content !== '';
  place.marks = content === '' ? marks : '';
  place.isQuoted = marks.includes('>');
  const itemMark = /([-*+.)])[ \t]+$/.exec(marks)?.[1];
  place.itemMark = itemMark ?? place.itemMark;
  if (itemMark) place.indent = marks.length;
  else if (content.trim()) place.indent = Math.min(place.indent, columnsOf(marks, true));
  if (!place.isInParagraph && definition.test(content)) return [];
  const [, run, language = ''] = fence.exec(content) ?? [];
  place.isInComment = content.startsWith('<!--') && !content.includes('-->');
  place.isInParagraph =
    !place.isInComment && run === undefined && content.trim() !== '' && !marks.includes('#');
  if (run === undefined) return [spoken(part)];
  fences.push(fenceOf(run, language));
  place.isUnindented = false;
  place.name = language ? labels.codeIn(language) : labels.code;
  return [];
}

/** Reads a line of code, which may be a fence. */
function readCode(place: ReadPosition, line: string): void {
  const {fences, isQuoted} = place;
  const content = line.replace(isQuoted ? /^[\s>]+/ : /^\s+/, '').trimEnd();
  const [, run = '', language] = fence.exec(content) ?? [];
  const last = fences.at(-1);
  if (last && language === '' && run.startsWith(last.run)) fences.pop();
  else if (last?.isDocument && language && run.startsWith(last.run.charAt(0)))
    fences.push(fenceOf(run, language));
  if (fences.length > 0) place.lines += 1;
}
