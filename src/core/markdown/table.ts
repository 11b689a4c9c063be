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
  let cell = '';
  for (let at = row.startsWith('|') ? 1 : 0; at < row.length; at++) {
    const character = row.charAt(at);
    if (character === '\\' && row[at + 1] === '|') {
      cell += '|';
      at++;
    } else if (character === '\\') {
      cell += row.slice(at, at + 2);
      at++;
    } else if (character === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  if (!row.endsWith('|') || cell !== '' || cells.length === 0) cells.push(cell.trim());
  return cells;
}
