import {extractMarks, hasMarks, placeMarks, spellMark} from '../../core/markdown/marks.js';

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Moves the citation marks of lines that are only syntax to the end of the last line with words before them. */
export function moveMarks(source: string): string {
  if (!hasMarks(source)) return source;
  const lines = source.split('\n');
  for (const [at, line] of lines.entries()) {
    const [text, marks] = extractMarks(line);
    if (WORD_CHARACTER.test(text)) lines[at] = placeMarks(line);
    if (marks.length === 0 || WORD_CHARACTER.test(text)) continue;
    const target = lines.findLastIndex((other, index) => index < at && WORD_CHARACTER.test(other));
    if (target < 0) continue;
    const moved = marks.map(spellMark).join('');
    lines[target] = (lines[target] ?? '').replace(/[ \t]*$/, space => moved + space);
    lines[at] = text;
  }
  return lines.join('\n');
}
