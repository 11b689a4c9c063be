import {createHash} from 'node:crypto';
import {marked} from 'marked';

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

/** Cuts a Markdown text at its headings. */
export function chunksOf(name: string, markdown: string, document = uuidOf(name)): Chunk[] {
  const pieces: {heading: string; text: string}[] = [{heading: name, text: ''}];
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') pieces.push({heading: String(token.text), text: ''});
    else (pieces.at(-1) ?? {text: ''}).text += token.raw;
  }
  return pieces
    .map(({heading, text}) => ({heading, text: text.trim()}))
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
