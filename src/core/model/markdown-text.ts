/**
 * The parts of a Markdown text. None of them trusts what it is given to be well-behaved Markdown, or to be a text: ops may
 * omit a field, and a protocol may write any value into it.
 */

/** The value if it is a text, else an empty one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const lines = (text: string): string[] => text.split(/\r\n?|\n/);

/** Plain words on one line, which Markdown shows as they are. */
export function inline(text: unknown): string {
  return textOf(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*[\]<~]|&(?=#?\w+;)/g, '\\$&')
    .replace(/_/g, (mark, at: number, whole: string) =>
      isLetter(whole[at - 1]) && isLetter(whole[at + 1]) ? mark : `\\${mark}`,
    )
    .replace(/^[-+=>#]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/ (#+)$/, ' \\$1');
}

/** An underscore inside a word is never emphasis, and names are full of them. */
const isLetter = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Plain words that keep their lines. */
export function prose(text: unknown): string {
  return lines(textOf(text).trim()).map(inline).join('\n');
}

/** Quoted, with every line kept as it is. */
export function quote(text: string): string {
  return lines(text)
    .map(line => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** A code block, in a fence that is longer than those in the text. */
export function fence(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}

/** A link to a place in the web; only the words for any other address, which means nothing outside its page. */
export function link(text: unknown, url: unknown): string {
  if (typeof url !== 'string' || !/^https?:/i.test(url)) return inline(text);
  const address = url.trim().replace(/[<>\\\s]/g, encodeURIComponent);
  if (text === url) return `<${address}>`;
  const escaped = address.replace(/&(?=#?\w+;)/g, '&amp;');
  return `[${inline(text)}](${/[()]/.test(escaped) ? `<${escaped}>` : escaped})`;
}

const FENCE = /^((?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/;

/**
 * Markdown with a code block that is still open at its end closed, so that it does not swallow what comes after it. Blank
 * lines around the text are taken away.
 */
export function closed(text: string): string {
  let open: {readonly indent: string; readonly marks: string; readonly inList: boolean} | undefined;
  for (const line of lines(text)) {
    // What is indented less than a list item has left it, and with it the code.
    if (open?.inList && line.search(/\S|$/) < open.indent.length && line.trim()) open = undefined;
    const [, prefix = '', marks = '', rest = ''] = FENCE.exec(line) ?? [];
    if (marks === '') continue;
    if (!open) {
      const isCodeSpan = marks.startsWith('`') && rest.includes('`');
      // Behind a list marker its content is indented by as much as the marker is wide.
      const indent = prefix.replace(/[^\t]/g, ' ');
      if (!isCodeSpan) open = {indent, marks, inList: prefix !== indent};
    } else if (marks.startsWith(open.marks) && /^[ \t]*$/.test(prefix + rest)) {
      open = undefined;
    }
  }
  const trimmed = text.replace(/^(?:[ \t]*[\r\n])+/, '').trimEnd();
  return open ? `${trimmed}\n${open.indent}${open.marks}` : trimmed;
}
