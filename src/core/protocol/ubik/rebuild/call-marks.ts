/** Where events reported a tool call before any text named it. It adds nothing to the text. */
export interface CallMark {
  readonly execution: string;
}

/** Text, with the calls that were reported between its parts. */
export type MarkedText = string | CallMark;

const CHECK_MARK = '✓'.charCodeAt(0);

/** White space by a plain rule; the mark of a completed step is not counted either. */
function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 32 || code === CHECK_MARK;
}

/**
 * Puts the calls of one text into another one, which the server wrote for the same events: behind as many characters as
 * before. White space is not counted, because the server may use more or less of it.
 */
export function moveMarks(pieces: readonly MarkedText[], content: string): readonly MarkedText[] {
  const moved: MarkedText[] = [];
  let from = 0;
  let to = 0;
  let behindSpace = false;
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      while (behindSpace && isSpace(content, to)) to++;
      if (to > from) moved.push(content.slice(from, to));
      moved.push(piece);
      from = to;
      continue;
    }
    for (let at = 0; at < piece.length; at++) {
      behindSpace = isSpace(piece, at);
      if (behindSpace) continue;
      while (isSpace(content, to)) to++;
      if (to < content.length) to++;
    }
  }
  if (from < content.length) moved.push(content.slice(from));
  return moved;
}

/** The part of a text from one place to another; marks at its two ends are in it. */
export function slicePieces(
  pieces: readonly MarkedText[],
  from: number,
  to: number,
): readonly MarkedText[] {
  const part: MarkedText[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const text = piece.slice(Math.max(0, from - at), Math.max(0, to - at));
      if (text !== '') part.push(text);
      at += piece.length;
    } else if (at >= from && at <= to) {
      part.push(piece);
    }
  }
  return part;
}
