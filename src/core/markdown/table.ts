import type {Alignment, TableBlock} from './block.js';
import {DASHES, trimBlanks, trimBlanksEnd} from './characters.js';
import type {InlineSyntax} from './syntax.js';
import {SyntaxStarts} from './syntax-starts.js';

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/;

/** A delimiter row after a pipe, as models write it: cells may be empty, and dashes those of a word processor. */
const LOOSE_DELIMITER_ROW = new RegExp(
  `^\\|(?:(?:[ \\t]*:?[${DASHES}]+:?)?[ \\t]*\\|)+(?:[ \\t]*:?[${DASHES}]+:?)?$`,
);

/** Reads the alignments of a delimiter row; `undefined` if the line is not one (GFM 4.10). */
function readDelimiterRow(line: string): readonly Alignment[] | undefined {
  if (!/[|:]/.test(line) || !DELIMITER_ROW.test(trimBlanksEnd(line))) return undefined;
  return splitRow(line, PLAIN).map(alignmentOf);
}

function alignmentOf(cell: string): Alignment {
  if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
  return cell.startsWith(':') ? 'left' : undefined;
}

/** The header of a table and its alignments. */
export interface TableHead {
  readonly header: readonly string[];
  readonly alignments: readonly Alignment[];
}

/**
 * Reads the head of a table; `undefined` if the lines are not one. Departs from GFM where both lines begin with a pipe and have
 * at least two cells: the header then gives the number of columns, because nobody wants to read the pipes.
 *
 * @param syntax The inline syntax of extensions: pipes in its tokens do not end a cell.
 */
export function readTableHead(
  line: string,
  delimiterRow: string,
  syntax: readonly InlineSyntax[],
): TableHead | undefined {
  const alignments = readDelimiterRow(delimiterRow);
  const context = {syntax, open: false};
  const header = splitRow(line, context);
  if (alignments?.length === header.length) return {header, alignments};
  const whole = splitRow(line, context, tokensIn(line, context));
  if (alignments?.length === whole.length) return {header: whole, alignments};
  const row = trimBlanks(delimiterRow);
  if (whole.length < 2 || !trimBlanks(line).startsWith('|') || !LOOSE_DELIMITER_ROW.test(row))
    return undefined;
  const loose = splitRow(row, PLAIN);
  if (loose.filter(cell => cell !== '').length < 2) return undefined;
  return {header: whole, alignments: whole.map((_, at) => alignmentOf(loose[at] ?? ''))};
}

/** Whether a line begins and ends with a pipe. */
function isBetweenPipes(line: string): boolean {
  const row = trimBlanks(line);
  return row.length > 1 && row.startsWith('|') && row.endsWith('|') && !row.endsWith('\\|');
}

/** The number of missing cells that a table may have, and the additional number for each cell. */
const FREE_CELLS = 512;
const SPARE_PER_CELL = 4;

/**
 * The number of missing cells that a table may have after its header. As in cmark-gfm, a table ends when more are
 * missing; otherwise a short text could create any number of empty cells.
 */
export function spareCells(columns: number): number {
  return FREE_CELLS + SPARE_PER_CELL * columns;
}

/** The number of missing cells that a table may still have after a row. */
export function spareAfter({header, spare}: TableBlock, cells: number): number {
  const written = Math.min(cells, header.length);
  return spare + SPARE_PER_CELL * written - (header.length - written);
}

/** What the cells of a row may contain besides text. */
export interface RowContext {
  /** The inline syntax of extensions: pipes in its tokens do not end a cell. */
  readonly syntax: readonly InlineSyntax[];
  /** Whether the row may continue, so that code may still be closed. */
  readonly open: boolean;
}

const PLAIN: RowContext = {syntax: [], open: false};

/**
 * Splits a row into at most this number of cells, without the pipes in code, which GFM does not respect: models write operators
 * and commands of a shell in tables. If it has another number of cells, it is split again without those in links and in tokens of
 * extensions, because two cells may have what begins and ends such a token, as prices do. An open row is split like this, too,
 * because most rows have all cells. If there are still more, the last cell is the rest of the row, with its pipes.
 */
export function splitBodyRow(line: string, columns: number, context: RowContext): string[] {
  if (!context.open) {
    const cells = splitRow(line, context, tokensIn(line, context, false));
    if (cells.length === columns) return cells;
  }
  return splitRow(line, context, tokensIn(line, context), columns);
}

/** The end of each code and token in a row, by its start. */
type Tokens = ReadonlyMap<number, number>;

/**
 * Splits a row into cells. A pipe in a cell must be escaped, even in code, except inside of `tokens`. At the limit, the last
 * cell is the rest of the row, except empty cells at its end.
 */
function splitRow(line: string, context: RowContext, tokens?: Tokens, limit = Infinity): string[] {
  const row = trimBlanks(line);
  const cells: string[] = [];
  let from = row.startsWith('|') ? 1 : 0;
  const add = (to: number): void => {
    cells.push(unescapePipes(trimBlanks(row.slice(from, to)), context));
    from = to + 1;
  };
  /** The end of what is neither a pipe nor a blank. */
  let textEnd = from;
  for (let at = from; at < row.length; at++) {
    const end = tokens?.get(at);
    if (end === undefined && row[at] === '|') {
      if (cells.length < limit - 1) add(at);
      continue;
    }
    if (end !== undefined) at = end - 1;
    else if (row[at] === '\\') at++;
    if (row[at] !== ' ' && row[at] !== '\t') textEnd = at + 1;
  }
  if (from < row.length || cells.length === 0) add(Math.max(from, textEnd));
  return cells;
}

/** An escaped pipe, or two with a text between them in which no bracket ends that begins before. */
const ESCAPED_PIPES = /\\\|(?:(?:[^()\\|]|\\[^|]|\([^()]*\))+\\\|)?/g;

/** Resolves the escaped pipes of a cell. In a formula, two of them are the bars of a norm, which TeX writes alike. */
function unescapePipes(cell: string, context: RowContext): string {
  const unescape = (text: string): string => text.replaceAll('\\|', '|');
  if (context.syntax.length === 0 || !cell.includes('\\|')) return unescape(cell);
  let [text, from] = ['', 0];
  for (const [at, end] of tokensIn(cell, context)) {
    if (/[`<]/.test(cell.charAt(at))) continue; // code
    const token = cell.slice(at, end).replace(ESCAPED_PIPES, one => (one === '\\|' ? '|' : one));
    text += unescape(cell.slice(from, at)) + token;
    from = end;
  }
  return text + unescape(cell.slice(from));
}

/** The pipes of a formula, which may be escaped, and its other commands and escaped signs. */
const BARS = /(\\?)\|(?=(\p{L}?))|\\[^]/gu;

/**
 * Escapes the pipes of a cell. In a formula they are commands of TeX, because two escaped ones there are the bars of a norm, and
 * other readers know none.
 */
export function escapePipes(cell: string, syntax: readonly InlineSyntax[] = []): string {
  const escape = (text: string): string => text.replaceAll('|', '\\|');
  if (syntax.length === 0 || !cell.includes('|')) return escape(cell);
  let [text, from] = ['', 0];
  for (const [at, end] of tokensIn(cell, {syntax, open: false})) {
    const token = cell.slice(at, end);
    // The columns of a table are no bars.
    if (/[`<[]/.test(token.charAt(0)) || token.includes('\\begin')) continue;
    text += escape(cell.slice(from, at));
    text += token.replace(BARS, (bar, slash: string | undefined, letter = '') =>
      slash === undefined ? bar : `${slash ? '\\Vert' : '\\vert'}${letter && ' '}`,
    );
    from = end;
  }
  return text + escape(cell.slice(from));
}

/**
 * Whether the pipes of a token of an extension end no cell: a part of an open row, or, unless `all` tokens count, one without
 * blanks around its pipes in a row that has blanks around its cells. Delimiters alone are the content of cells that explain them.
 */
function isToken(row: string, at: number, end: number, open: boolean, all: boolean): boolean {
  if (open && end === row.length) return true;
  const token = row.slice(at, end);
  if (!/[\p{L}\p{N}]/u.test(token)) return false;
  return all || (/^\|?\s/.test(row) && !/\s\|\s/.test(token));
}

/** The code in a row, tokens of extensions, and, with `all`, links whose text has pipes. */
function tokensIn(line: string, {syntax, open}: RowContext, all = true): Tokens {
  const row = trimBlanks(line);
  const tokens = new Map<number, number>();
  const starts = new SyntaxStarts(row, syntax);
  const unended = new Set<string>();
  for (let at = 0; at < row.length; at++) {
    const code = readCode(row, at, unended);
    const token = code ?? starts.read(at, open);
    let end = token?.end;
    if (end !== undefined && !code && !isToken(row, at, end, open, all)) end = undefined;
    if (all && !token) end = endOfLink(row, at, open);
    if (end !== undefined) {
      tokens.set(at, end);
      at = end - 1;
    } else if (code) {
      if (open) tokens.set(at, row.length);
      at += code.opener.length - 1;
    } else if (row[at] === '\\') at++;
  }
  return tokens;
}

const CODE = /`+|<(code|kbd|samp|var)(?:\s[^<>]*)?>/iy;

/**
 * The code that begins at an offset, in backticks or HTML.
 *
 * @param unended What would end code, but does not follow.
 */
function readCode(
  row: string,
  at: number,
  unended: Set<string>,
): {readonly opener: string; readonly end: number | undefined} | undefined {
  if (row[at] !== '`' && row[at] !== '<') return undefined;
  CODE.lastIndex = at;
  const [opener, tag] = CODE.exec(row) ?? [];
  if (opener === undefined) return undefined;
  const closer = tag === undefined ? `(?<!\`)\`{${opener.length}}(?!\`)` : `</${tag}>`;
  const pattern = new RegExp(closer, 'gi');
  pattern.lastIndex = at + opener.length;
  if (!unended.has(closer) && pattern.test(row)) return {opener, end: pattern.lastIndex};
  unended.add(closer);
  return {opener, end: undefined};
}

/** A link whose text has pipes, as titles of pages have: `[Hooks | React](https://react.dev)`. */
const LINK = /\[[^[\]|`]*\|[^[\]`]{0,200}\]\((?:[^\s()|]|\([^\s()|]*\))*\)/y;
const UNENDED_LINK = /\[\p{L}[^[\]|`]*\|[^[\]`]{0,200}(?:\](?:\([^\s|]*)?)?$/uy;

/** The end of such a link at an offset; `undefined` if there is none. */
function endOfLink(row: string, at: number, open: boolean): number | undefined {
  if (row[at] !== '[') return undefined;
  LINK.lastIndex = UNENDED_LINK.lastIndex = at;
  if (LINK.test(row)) return LINK.lastIndex;
  return open && UNENDED_LINK.test(row) ? row.length : undefined;
}

const DASH = new RegExp(`[${DASHES}:]`);

/** Characters of a header up to which it is displayed before its delimiter row: thousands of columns are slow to lay out. */
const LONG_HEADER = 2048;

/** A row without spaces inside of its pipes, the last of which may be missing. A cell is short; the first may be empty. */
const TIGHT_ROW = /^\|{1,2}(?:[^|\s](?:[^|]{0,40}[^|\s])?\|)*(?:[^|\s][^|]{0,41})?$/;

/**
 * Whether a line may become such a row. `|x| = 5` is none, but `|ψ⟩ = α|0⟩ + β|1⟩` may become one up to its end, so that nothing
 * of it is displayed before.
 */
export const isTightRow = (line: string): boolean =>
  line.length <= LONG_HEADER && TIGHT_ROW.test(line);

/** Whether the last line of a paragraph is such a row, and the next one has no dash of a delimiter row yet. */
export function mayEndInTightHeader(lines: readonly string[], next: string): boolean {
  const line = trimBlanks(lines.at(-1) ?? '');
  if (lines.at(-2)?.includes('|') || DASH.test(next)) return false;
  return isBetweenPipes(line) && isTightRow(line);
}

/**
 * The header that the last line of a paragraph probably is, before its delimiter row arrives. A line below another one with
 * pipes is none, because that one would have been the header, and neither is a delimiter row without one, nor a row of a grid that
 * is drawn with plus signs.
 */
export function guessHeader(
  lines: readonly string[],
  isComplete: boolean,
  syntax: readonly InlineSyntax[],
): readonly string[] | undefined {
  const line = trimBlanks(lines.at(-1) ?? '');
  if (!line.startsWith('|') || line.length < 2 || line.length > LONG_HEADER) return undefined;
  if (/\||^\+[-=]/.test(lines.at(-2) ?? '')) return undefined;
  if (LOOSE_DELIMITER_ROW.test(line) && /[^|\s]/.test(line)) return undefined;
  const isRow = isComplete && isBetweenPipes(line) && isTightRow(line);
  if (!isRow && !/^\|\s/.test(line)) return undefined;
  const context = {syntax, open: true};
  return splitRow(line, context, tokensIn(line, context));
}
