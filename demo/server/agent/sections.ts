import {createHash} from 'node:crypto';

/** A section of a document: a heading with the text below it. */
export interface DocumentSection {
  /** UUID that depends on the document, the position and the text. */
  readonly id: string;
  /** UUID of the document. */
  readonly document: string;
  readonly name: string;
  /** The first heading of the document. */
  readonly page: string;
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
  const page = parts[1]?.heading ?? name;
  return parts
    .map(({heading, lines}) => ({heading, text: lines.join('\n').trim()}))
    .filter(({text}) => text !== '')
    .map(({heading, text}, n) => ({
      id: uuidOf(`${document}/${n}/${text}`),
      document,
      name,
      page,
      heading,
      text,
    }));
}

/**
 * The prose of Markdown, with a paragraph, an entry of a list or a row of a table with two columns per block: code, other
 * tables and the marks of Markdown are removed. The text may come from any user: every pattern matches in linear time.
 */
export function proseOf(markdown: string): string {
  const prose: string[] = [];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^`{3,}/.exec(line)?.[0] ?? '';
    if (fence !== '') {
      if (mark.length >= fence.length) fence = '';
    } else if (mark !== '') fence = mark;
    else if (/^\|[-: |]+$/.test(line)) prose.pop();
    else if (line.startsWith('|')) prose.push(`\n${sentenceOf(line)}\n`);
    else if (!/^\s*[|<:!]/.test(line)) prose.push(line.replace(/^\s*(?:[-*>]|\d+\.)\s+/, '\n'));
  }
  return prose
    .join('\n')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/`<([\w-]+)>`/g, '$1')
    .replace(/<[^<>]*>|[`*]/g, '');
}

/** A row of two cells as a sentence: `| a | b |` becomes `a: b`. Empty for other rows. */
function sentenceOf(row: string): string {
  const [first = '', second = '', ...others] = row
    .split('|')
    .map(cell => cell.trim())
    .filter(Boolean);
  return second === '' || others.length > 0 ? '' : `${first}: ${second}`;
}

/** The address of a section on the site; `undefined` for an attached file. */
export function addressOf({name, page, heading}: DocumentSection): string | undefined {
  const path = /^demo\/docs\/([\w-]+)\.md$/.exec(name)?.[1];
  if (path === undefined) return name === 'README.md' ? '/' : undefined;
  if (path === 'home') return '/';
  if (path === 'playground') return '/playground.html';
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return `/docs/${path}.html${page === heading ? '' : `#${slug}`}`;
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
