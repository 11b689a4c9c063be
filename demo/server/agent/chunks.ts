import {createHash} from 'node:crypto';

/** A piece of a document: one heading with what stands below it. */
export interface Chunk {
  /** UUID, the same for the same words. */
  readonly id: string;
  /** UUID of the document. */
  readonly document: string;
  readonly name: string;
  readonly heading: string;
  readonly text: string;
}

/** Cuts a Markdown text at its headings (`# …`). It may be anybody's, so it is read line by line, and not parsed. */
export function chunksOf(name: string, markdown: string, document = uuidOf(name)): Chunk[] {
  let piece: {heading: string; lines: string[]} = {heading: name, lines: []};
  const pieces = [piece];
  let fence = '';
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const heading = fence === '' ? /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1] : undefined;
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    if (heading === undefined) piece.lines.push(line);
    else pieces.push((piece = {heading: heading.trim(), lines: []}));
  }
  return pieces
    .map(({heading, lines}) => ({heading, text: lines.join('\n').trim()}))
    .filter(({text}) => text !== '')
    .map(({heading, text}, n) => ({
      id: uuidOf(`${document}/${n}/${text}`),
      document,
      name,
      heading,
      text,
    }));
}

/** A UUID that names a text (version 8 of RFC 9562: the bits are our own, here of SHA-256). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
