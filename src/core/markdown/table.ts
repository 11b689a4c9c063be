import type {Alignment, TableBlock} from './block.js';
import {trimBlanks, trimBlanksEnd} from './characters.js';

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/;

/** The alignments that a delimiter row gives, or undefined if the line is none (GFM 4.10). */
export function readDelimiterRow(line: string): readonly Alignment[] | undefined {
  if (!/[|:]/.test(line) || !DELIMITER_ROW.test(trimBlanksEnd(line))) return undefined;
  return splitRow(line).map(cell => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
    return cell.startsWith(':') ? 'left' : undefined;
  });
}

/** How many cells the rows of a table may lack, and how many more for each cell that is written. */
const FREE = 512;
const PER_CELL = 4;

/**
 * How many cells the rows may lack, with so many cells in the header and none in rows. As in cmark-gfm, a table ends
 * where its rows lack more: else a few characters, in many columns, would draw any number of empty cells.
 */
export function spareCells(columns: number): number {
  return FREE + PER_CELL * columns;
}

/** How many cells the rows may still lack after a row with so many. */
export function spareAfter({header, spare}: TableBlock, cells: number): number {
  const written = Math.min(cells, header.length);
  return spare + PER_CELL * written - (header.length - written);
}

/** The cells of a row. A pipe is part of a cell only behind a backslash, even inside code. */
export function splitRow(line: string): string[] {
  const row = trimBlanks(line);
  const cells: string[] = [];
  let from = row.startsWith('|') ? 1 : 0;
  const add = (to: number): void => {
    cells.push(trimBlanks(row.slice(from, to).replaceAll('\\|', '|')));
    from = to + 1;
  };
  for (let at = from; at < row.length; at++) {
    if (row[at] === '\\') at++;
    else if (row[at] === '|') add(at);
  }
  if (from < row.length || cells.length === 0) add(row.length);
  return cells;
}
