import type {Alignment, TableBlock} from './block.js';
import {trimBlanks, trimBlanksEnd} from './characters.js';

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/;

/** Reads the alignments of a delimiter row; `undefined` if the line is not one (GFM 4.10). */
export function readDelimiterRow(line: string): readonly Alignment[] | undefined {
  if (!/[|:]/.test(line) || !DELIMITER_ROW.test(trimBlanksEnd(line))) return undefined;
  return splitRow(line).map(cell => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
    return cell.startsWith(':') ? 'left' : undefined;
  });
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

/** Splits a row into cells. A pipe in a cell must be escaped, even in code. */
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
