/** The position at which events first reported a tool call. It does not change the text. */
export interface CallMark {
  readonly execution: string;
}

/** Text, and the calls reported between its parts. */
export type MarkedText = string | CallMark;

const CHECK_MARK = '✓'.charCodeAt(0);

/** Whether a character is white space, or the mark of a completed step, which does not count either. */
function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 32 || code === CHECK_MARK;
}

/**
 * Transfers the positions of calls to another text that the server wrote for the same events: each call stays after the
 * same number of characters. White space does not count, because its amount may differ.
 */
export function moveMarks(entries: readonly MarkedText[], content: string): readonly MarkedText[] {
  const moved: MarkedText[] = [];
  let from = 0;
  let to = 0;
  let behindSpace = false;
  for (const entry of entries) {
    if (typeof entry !== 'string') {
      while (behindSpace && isSpace(content, to)) to++;
      if (to > from) moved.push(content.slice(from, to));
      moved.push(entry);
      from = to;
      continue;
    }
    for (let at = 0; at < entry.length; at++) {
      behindSpace = isSpace(entry, at);
      if (behindSpace) continue;
      while (isSpace(content, to)) to++;
      if (to < content.length) to++;
    }
  }
  if (from < content.length) moved.push(content.slice(from));
  return moved;
}

/** The part of a text between two offsets, including calls at both ends. */
export function sliceMarked(
  entries: readonly MarkedText[],
  from: number,
  to: number,
): readonly MarkedText[] {
  const part: MarkedText[] = [];
  let at = 0;
  for (const entry of entries) {
    if (typeof entry === 'string') {
      const text = entry.slice(Math.max(0, from - at), Math.max(0, to - at));
      if (text !== '') part.push(text);
      at += entry.length;
    } else if (at >= from && at <= to) {
      part.push(entry);
    }
  }
  return part;
}
