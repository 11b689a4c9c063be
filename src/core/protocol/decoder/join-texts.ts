import type {Items} from './items.js';
import {COLON_END, SENTENCE_END} from '../../sentence.js';

/** The start of a block of Markdown, which must begin a line. A longer number is more often a year in a sentence. */
const BLOCK_START =
  /^(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,3}[.)][ \t]|>|\||```|~~~|\$\$|(?:-{3,}|\*{3,}|_{3,})[ \t]*(?:\n|$))/;

/** A line of hyphens. Directly below a text it makes a heading of that, which is hardly meant between two texts. */
const HYPHENS = /^\n?-{3,}[ \t]*(?:\n|$)/;

/** A blank line at the end. */
const EMPTY_LINE_END = /\n[ \t]*\n$/;

/** The characters of a text after which it does not begin a block any more. */
const START_LENGTH = 12;

/** The last line of a block of code, a formula, a table or a rule. */
const BLOCK_END = /(?:^|\n)[ \t]*(?:`{3,}|~{3,}|\$\$|\\\]|\|[^\n]*\||-{3,}|\*{3,}|_{3,})$/;

/** A heading, an item of a list, or an address at the end, which a sentence may go on. */
const UNENDED = /(?:^|\n)[ \t]*(?:#{1,6}|[-*+]|\d{1,3}[.)])[ \t][^\n]*$|https?:\/\/\S+$/;

/** An abbreviation at the end, which does not end a sentence: single letters, or one of the frequent ones. */
const ABBREVIATION_END = /(?:^|[\s(])(?:(?:\p{L}\.)+\p{L}|Dr|Mrs?|Ms|Prof|St|vs|cf|bzw|Nr)\.$/u;

/** Characters of the end of a text that say how it ends: the patterns cost the square of what they read at worst. */
const END_LENGTH = 2000;

/** An emoji behind a sentence without a mark. */
const EMOJI_END = /(?:\p{Emoji_Presentation}|\uFE0F)$/u;

/** A fence, behind the markers of its containers. */
const FENCE = /^(?:[ \t>]|[-*+][ \t]|\d{1,3}[.)][ \t])*(`{3,}(?=[^`\n]*$)|~{3,})(.*)$/gm;

/** The beginning of a sentence; scripts without capitals have no other sign of it. */
const SENTENCE_START = /^[\p{Lu}\p{Lt}\p{Lo}]/u;

/** The fence that is open at the end of a text, if this one is open at its beginning; empty if none is. */
function fenceAfter(open: string, text: string): string {
  let fence = open;
  for (const [, run = '', info = ''] of text.matchAll(FENCE))
    if (fence === '') fence = run;
    else if (info.trim() === '' && run.startsWith(fence)) fence = '';
  return fence;
}

/**
 * What separates two texts of an answer that follow each other. Providers cut a sentence at its citations, and those parts
 * belong together; a text after a complete sentence, or one that begins a block, is a paragraph of its own.
 *
 * @param fence The fence that is open between them: nothing but its end begins a line of its own there.
 */
function textBreak(before: string, after: string, fence: string): string {
  if (before === '') return '';
  if (before.endsWith('\n') || after.startsWith('\n')) {
    const isBelow =
      before.endsWith('\n') !== after.startsWith('\n') && !EMPTY_LINE_END.test(before);
    return isBelow && fence === '' && HYPHENS.test(after) ? '\n' : '';
  }
  const [firstLine = ''] = after.split('\n', 1);
  if (fence !== '') return fenceAfter(fence, firstLine) === '' ? '\n' : '';
  const isRow = after.startsWith('|') && before.endsWith('|');
  if (BLOCK_START.test(after)) return isRow ? '\n' : '\n\n';
  // A text that begins with a comma or a closing bracket continues the sentence.
  const isGlued = !/\s$/.test(before) && !/^[\s,;)\]}]/.test(after);
  if (!isGlued || (/\d\.$/.test(before) && /^\d/.test(after))) return '';
  const end = before.slice(-END_LENGTH);
  if (ABBREVIATION_END.test(end)) return ' ';
  const isOver =
    SENTENCE_END.test(end) ||
    COLON_END.test(end) ||
    BLOCK_END.test(end) ||
    (UNENDED.test(end) && SENTENCE_START.test(after)) ||
    (EMOJI_END.test(end) && /^[\p{Lu}\p{Lt}]/u.test(after));
  return isOver ? '\n\n' : '';
}

/** Texts of an answer that follow each other, displayed as one text item. */
export interface JoinedTexts {
  readonly id: string;
  /** The places of the texts in the answer. */
  readonly indexes: number[];
  /** What separates a text from the one before it, by its index, if it has begun. */
  readonly breaks: Map<number, string>;
  /** The fence that is open before a text, by its index. */
  readonly fences: Map<number, string>;
}

/** The beginning of such an item, which may contain a text already. */
export const joinedTexts = (id: string, first: number, before = ''): JoinedTexts => ({
  id,
  indexes: [],
  breaks: new Map(),
  fences: new Map([[first, fenceAfter('', before)]]),
});

/** Reads the texts of an answer. */
interface TextReader {
  textAt(index: number): string;
  isCited(index: number): boolean;
  /** All texts of the item, with what separates them. */
  wholeText(): string;
}

/**
 * Appends what has arrived of the last text, and before its beginning what separates it from the one before. While a text is
 * short, more of it may change that.
 */
export function appendText(
  items: Items,
  {id, indexes, breaks, fences}: JoinedTexts,
  text: string,
  {textAt, isCited, wholeText}: TextReader,
): void {
  const [index = 0, previous] = [indexes.at(-1), indexes.at(-2)];
  if (previous !== undefined && !fences.has(index))
    fences.set(index, fenceAfter(fences.get(previous) ?? '', textAt(previous)));
  if (text === '') return;
  if (previous !== undefined) {
    const last = textAt(index);
    if (last.length - text.length < START_LENGTH) {
      const joins = isCited(previous) || isCited(index);
      const separator = joins ? '' : textBreak(textAt(previous), last, fences.get(index) ?? '');
      const known = breaks.get(index);
      breaks.set(index, separator);
      if (known === undefined) items.append(id, 'text', separator);
      else if (known !== separator) {
        items.assign(id, {text: wholeText()});
        return;
      }
    }
  }
  items.append(id, 'text', text);
}
