import {createHash} from 'node:crypto';

/** A section of a document: a heading with the text below it. */
export interface DocumentSection {
  /** UUID that depends on the document, the position and the text. */
  readonly id: string;
  /** UUID of the document. */
  readonly document: string;
  readonly name: string;
  readonly heading: string;
  readonly text: string;
}

/** Splits Markdown at its headings (`# …`). The text may come from any user, so it is scanned line by line in linear time. */
export function sectionsOf(
  name: string,
  markdown: string,
  document = uuidOf(name),
): DocumentSection[] {
  let part: {heading: string; lines: string[]} = {heading: name, lines: []};
  const parts = [part];
  let fence = '';
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const heading = fence === '' ? /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1] : undefined;
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    if (heading === undefined) part.lines.push(line);
    else parts.push((part = {heading: heading.trim(), lines: []}));
  }
  return parts
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

/** A UUID derived from a text (version 8 of RFC 9562, with bits of SHA-256). */
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
