import {
  endsTerm,
  hasBracketSign,
  isBetweenDollars,
  isBracketed,
  isParenthesized,
  isProse,
  judgeOpen,
  judgeOpenDollar,
  mayClose,
  type Verdict,
} from './content.js';
import {UNSPACED} from '../../core/markdown/characters.js';
import {RTL_LETTER} from '../../core/markdown/rtl-letter.js';
import type {BlockSyntax, InlineSyntax, MarkdownToken} from '../../core/markdown/syntax.js';

/** A formula found in a text. */
export interface Formula extends MarkdownToken {
  readonly tex: string;
  /** Whether it is displayed as a block. */
  readonly display: boolean;
  /** Whether more of it may arrive. */
  readonly pending: boolean;
}

type WithoutRenderer<S> = Omit<S, 'renderer'>;

export const inlineMath: WithoutRenderer<InlineSyntax> = {
  name: 'math',
  level: 'inline',
  start: text => text.search(/\$|\\[([]/),
  tokenizer(text, open, before = '') {
    if (text.startsWith('\\')) return readEscaped(text, open, before);
    return readDollars(text, open, before);
  },
};

/** An open formula, of which nothing is displayed until its content is known to be one. */
function unfinished(
  raw: string,
  tex: string,
  verdict: Verdict,
  display: boolean,
): Formula | undefined {
  if (verdict === 'text') return undefined;
  return {raw, tex: verdict === 'formula' ? tex : '', display, pending: true};
}

/** Whether a formula is glued to an ASCII word before it, as no formula is. Scripts without spaces have letters there. */
const isGlued = (before: string): boolean =>
  /[\p{L}\p{N}$]$/u.test(before) && !UNSPACED.test(before.slice(-1));

/** What is written without a space: an index or a command, such as a unit or an operator between numbers. */
const BEGINS_ATTACHED = /^(?:\$|\\\()(?:[_^]|\\[a-zA-Z%])/;

/** No formula contains its opening delimiter: text may have many of them that are never closed. */
const PARENTHESES = /^\\\(((?:\\[^()]|[^\\]){1,2000})\\\)/;
const BRACKETS = /^\\\[((?:\\[^[\]]|[^\\]){1,2000})\\\]/;
const OPEN_PARENTHESES = /^\\\(((?:\\[^(]|[^\\]){0,2000}\\?)$/;
const OPEN_BRACKETS = /^\\\[((?:\\[^[]|[^\\]){0,2000}\\?)$/;

function readEscaped(text: string, open: boolean, before: string): Formula | undefined {
  // Its content begins here.
  if (open && text === '\\(') return unfinished(text, '', 'undecided', false);
  // An escaped call or index, such as `f\(x\)`. Prepositions of Arabic and Hebrew are written without a space.
  const isCall = isGlued(before) && !RTL_LETTER.test(before.slice(-1));
  if (isCall && !BEGINS_ATTACHED.test(text)) return undefined;
  const display = text.startsWith('\\[');
  const [raw, tex = ''] = (display ? BRACKETS : PARENTHESES).exec(text) ?? [];
  if (raw === undefined) {
    const rest = open ? (display ? OPEN_BRACKETS : OPEN_PARENTHESES).exec(text)?.[1] : undefined;
    if (rest === undefined) return undefined;
    const verdict = judgeOpen(rest, display ? hasBracketSign : undefined);
    return unfinished(text, rest.replace(/\\$/, ''), verdict, display);
  }
  const formula = {raw, tex, display, pending: false};
  // Parentheses behind brackets are the address of an escaped link.
  if (!display) return isParenthesized(tex) && !before.endsWith(']') ? formula : undefined;
  const after = text.slice(raw.length);
  const isInProse = /\S[^\S\n]*$/.test(before) || /^[^\S\n]*\S/.test(after);
  if (hasBracketSign(tex)) return formula;
  if (isInProse || !isBracketed(tex)) return undefined;
  // More text may follow in the line.
  return open && !after.includes('\n') ? unfinished(raw, tex, 'undecided', display) : formula;
}

/** The delimiters of a formula have no space inside, and neither a digit nor a name follows the closing one. */
const DOLLARS = /^\$(?![\s$])((?:\\[^]|[^$\\`])*?)(?<!\s)\$(?![\d\p{Lu}])/u;
const DOUBLE_DOLLARS = /^\$\$((?:\\[^]|[^$\\]){1,2000})\$\$(?![\d\p{Lu}$])/u;
/** What a digit or a capital letter may follow, as in `H$_2$O`, `25$^\circ$C` and `3$\times$4`. */
const ATTACHED =
  /^\$([_^](?:\{[^{}$]{1,20}\}|[\p{L}\p{N}+*−-]{1,3})|[_^]?\\(?:%|[a-zA-Z]+(?:\{[^{}$]{0,20}\})?))\$/u;
const OPEN_DOLLARS = /^\$(?![\s$])((?:\\[^]|[^$\\]){0,300}\\?)$/;
const OPEN_DOUBLE_DOLLARS = /^\$\$((?:\\[^]|[^$\\]){0,2000}\\?)\$?$/;

function readDollars(text: string, open: boolean, before: string): Formula | undefined {
  // A formula may begin, or end, here.
  if (open && /^\${1,2}$/.test(text)) return unfinished(text, '', 'undecided', false);
  // An amount with the sign behind it, or a variable beside another one.
  if (isGlued(before) && !BEGINS_ATTACHED.test(text)) return undefined;
  const display = text.startsWith('$$');
  const [raw, tex = ''] =
    (display ? DOUBLE_DOLLARS : DOLLARS).exec(text) ?? ATTACHED.exec(text) ?? [];
  if (raw === undefined) {
    const rest = open ? (display ? OPEN_DOUBLE_DOLLARS : OPEN_DOLLARS).exec(text)?.[1] : undefined;
    return rest === undefined ? undefined : unfinished(text, rest, judgeOpenDollar(rest), display);
  }
  if (!isBetweenDollars(tex) || !mayClose(tex, text.slice(raw.length))) return undefined;
  // A digit or a name may follow, and then this is no formula. What has been displayed as text stays until that is known.
  if (open && raw === text && !ATTACHED.test(text)) {
    const verdict = judgeOpenDollar(tex);
    if (verdict === 'text') return undefined;
    // A closing delimiter in a line of its own ends what has been displayed already, whatever its last sign is.
    if (verdict === 'undecided' || !(endsTerm(tex) || /\n\s*$/.test(tex)))
      return unfinished(raw, tex, 'undecided', display);
  }
  return {raw, tex, display, pending: false};
}

/** Environments that are displayed without delimiters around them. */
const ENVIRONMENTS = '(?:align(?:at)?|equation|gather|multline)\\*?';

/** Punctuation behind a closing delimiter, which belongs to the formula. */
const PUNCTUATION = '([.,;:。，；：]?)\\s*';

/**
 * Formulas in lines of their own. They end with the closing delimiter and punctuation behind it; a blank line ends them too,
 * unless the opening delimiter has a line of its own.
 */
export const blockMath: readonly WithoutRenderer<BlockSyntax>[] = [
  {
    ...blockBetween(
      /^\$\$(?!\$)((?:(?!\$\$).)*)(\$\$\s*)?$/,
      new RegExp(`^((?:\\\\[^]|(?!\\$\\$)[^\\\\])*)\\$\\$${PUNCTUATION}`),
      isBetweenDollars,
      judgeOpenDollar,
    ),
    continues: isInFormula,
  },
  blockBetween(
    /^\\\[((?:\\[^\]]|[^\\])*\\?)(\\\]\s*)?$/,
    new RegExp(`^((?:\\\\[^\\]]|[^\\\\])*)\\\\\\]${PUNCTUATION}`),
    isBracketed,
    judgeOpenBracket,
  ),
  environment(),
];

/** Number of characters of a paragraph in which the beginning of a formula is looked for, as many as a formula may have. */
const MAX_BEFORE = 2000;

/** What may begin or end a displayed formula in a text, and code, in which nothing does. */
const DELIMITER = /`+[^`]*`+|\\[^]|\$+/g;

/**
 * Whether a line is a part of a displayed formula that the end of a line of the paragraph above has begun, as in `The area is $$`:
 * its closing delimiter, or an environment. Behind the delimiter stands nothing: a lone `$$` within a line is a range of prices or
 * a variable of a shell. Lines that begin with an operator are no part of it, because they are lists and quotes more often.
 */
function isInFormula(line: string, paragraph: readonly string[]): boolean {
  if (!/^(?:\$\$|\\b)/.test(line)) return false;
  let from = paragraph.length;
  for (let left = MAX_BEFORE; from > 0 && left > 0; left -= paragraph[from]?.length ?? 0) from--;
  const text = paragraph.slice(from).join('\n').slice(-MAX_BEFORE);
  let [opener, start] = ['', 0];
  for (const {0: token, index} of text.matchAll(DELIMITER)) {
    if (opener !== '') {
      if (opener === '$$' ? token.startsWith('$') : token === '\\]') opener = '';
    } else if (token === '$$' || token === '\\[') {
      if (!isGlued(text.slice(Math.max(0, index - 2), index))) [opener, start] = [token, index + 2];
    }
  }
  if (opener === '') return false;
  const content = text.slice(start);
  if (!/^[^\S\n]*(?:\n|$)/.test(content)) return false;
  return line.startsWith('\\') ? isEmpty(content) : opener === '$$' && isBetweenDollars(content);
}

/** A word begins no formula in a line that does not end it: it is the beginning of a sentence in brackets. */
function judgeOpenBracket(content: string): Verdict {
  const verdict = judgeOpen(content, hasBracketSign);
  return verdict === 'undecided' && /\p{L}{2}/u.test(content) ? 'text' : verdict;
}

const isEmpty = (line: string): boolean => line.trim() === '';

/** The number of characters up to the end of a formula in a line; `false` without one. */
const lengthUpTo = (ends: RegExp, line: string): number | false =>
  ends.exec(line)?.[0].length ?? false;

/** An open formula without its last line below a blank one, which may be text, until that is known. */
function withoutUndecided(content: string): string {
  const [before = '', last] = content.split(/\n\s*\n(?=[^\n]*$)/);
  return last === undefined || judgeOpen(last) === 'formula' ? content : before;
}

function environment(): WithoutRenderer<BlockSyntax> {
  const begins = new RegExp(`^\\\\begin\\{${ENVIRONMENTS}\\}`);
  /** The first line while it arrives. */
  const mayBegin = /^\\(?:b|be|beg|begi|begin(?:\{[a-z]*\*?)?)$/;
  const ends = new RegExp(`^(.*?)\\\\end\\{${ENVIRONMENTS}\\}${PUNCTUATION}`, 's');
  return {
    name: 'math-environment',
    level: 'block',
    start: line => (begins.test(line) || mayBegin.test(line) ? 0 : -1),
    end: line => isEmpty(line) || lengthUpTo(ends, line),
    tokenizer(raw, open): Formula | undefined {
      if (open && mayBegin.test(raw)) return unfinished(raw, '', 'undecided', true);
      const pending = !ends.test(raw);
      if (pending && !open) return undefined;
      return {raw, tex: raw.trim(), display: true, pending};
    },
  };
}

function blockBetween(
  begins: RegExp,
  ends: RegExp,
  isFormula: (content: string) => boolean,
  judge: (content: string) => Verdict,
): WithoutRenderer<BlockSyntax> {
  return {
    name: 'math-block',
    level: 'block',
    start(line) {
      const [, content, closer] = begins.exec(line) ?? [];
      if (content === undefined) return -1;
      const isOne = closer === undefined ? judge(content) !== 'text' : isFormula(content);
      return isOne ? 0 : -1;
    },
    end: (line, first) => (first ? begins.exec(line)?.[2] !== undefined : lengthUpTo(ends, line)),
    // Models write blank lines in a formula whose delimiters are in lines of their own.
    endsBefore(line, lines) {
      if (isEmpty(line)) return !isEmpty((lines[0] ?? '').slice(2));
      return isEmpty(lines.at(-1) ?? '') && isProse(line);
    },
    tokenizer(raw, open): Formula | undefined {
      const body = raw.trim().slice(2);
      const [whole, content = '', punctuation = ''] = ends.exec(body) ?? [];
      if (whole === undefined && !open) return undefined;
      const tex =
        whole === undefined ? withoutUndecided(body.replace(/[$\\]$/, '')) : content + punctuation;
      // Of a single line, more may follow, and then it is not a formula.
      if (open && !raw.includes('\n') && judge(tex) !== 'formula')
        return unfinished(raw, tex, 'undecided', true);
      return {raw, tex, display: true, pending: whole === undefined};
    },
  };
}
