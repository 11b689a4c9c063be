import type {Alignment} from './block.js';

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/;

/** The alignments that a delimiter row gives, or undefined if the line is none (GFM 4.10). */
export function readDelimiterRow(line: string): readonly Alignment[] | undefined {
  if (!/[|:]/.test(line) || !DELIMITER_ROW.test(line.trimEnd())) return undefined;
  return splitRow(line).map(cell => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
    return cell.startsWith(':') ? 'left' : undefined;
  });
}

/** The cells of a row. A pipe is part of a cell only behind a backslash, even inside code. */
export function splitRow(line: string): string[] {
  const row = line.trim();
  const cells: string[] = [];
  let from = row.startsWith('|') ? 1 : 0;
  const add = (to: number): void => {
    cells.push(row.slice(from, to).replaceAll('\\|', '|').trim());
    from = to + 1;
  };
  for (let at = from; at < row.length; at++) {
    if (row[at] === '\\') at++;
    else if (row[at] === '|') add(at);
  }
  if (from < row.length || cells.length === 0) add(row.length);
  return cells;
}
