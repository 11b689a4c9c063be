/**
 * Helpers that write Markdown. They accept any input, not only well-formed Markdown or strings, because ops may omit a
 * field, and a protocol may assign any value.
 */

/** The value if it is a string, else an empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const lines = (text: string): string[] => text.split(/\r\n?|\n/);

/** Escapes plain text for a single line. */
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

/** Underscores inside words need no escape, and are frequent in names. */
const isLetter = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Escapes plain text, keeping its lines. */
export function prose(text: unknown): string {
  return lines(textOf(text).trim()).map(inline).join('\n');
}

/** A block quote with the lines of a text. */
export function quote(text: string): string {
  return lines(text)
    .map(line => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** A code block. Its fence is longer than any fence in the text. */
export function fence(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}

/**
 * A link for `http:` and `https:` URLs. For any other URL only the text, because it has no meaning outside its page.
 */
export function link(text: unknown, url: unknown): string {
  if (typeof url !== 'string' || !/^https?:/i.test(url)) return inline(text);
  const address = url.trim().replace(/[<>\\\s]/g, encodeURIComponent);
  if (text === url) return `<${address}>`;
  const escaped = address.replace(/&(?=#?\w+;)/g, '&amp;');
  return `[${inline(text)}](${/[()]/.test(escaped) ? `<${escaped}>` : escaped})`;
}

const FENCE = /^((?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/;

/** The start of HTML that blank lines do not end, and by its first characters what ends it. */
const HTML = /^ {0,3}<(!--|!\[CDATA\[|![a-z]|\?|(?:script|pre|style|textarea)(?=[\s>]|$))/i;
const htmlEnds: Readonly<Record<string, string>> = {
  '!--': '-->',
  '![cdata[': ']]>',
  '?': '?>',
  script: '</script>',
  pre: '</pre>',
  style: '</style>',
  textarea: '</textarea>',
};

/**
 * Closes a code block or HTML that is open at the end, so that it does not contain the following text. Removes
 * surrounding blank lines.
 */
export function closed(text: string): string {
  let open: {readonly indent: string; readonly marks: string; readonly inList: boolean} | undefined;
  let end: string | undefined;
  for (const line of lines(text)) {
    // A line that is indented less than the content of a list item ends the item and its code.
    if (open?.inList && line.search(/\S|$/) < open.indent.length && line.trim()) open = undefined;
    const html = open || end ? undefined : HTML.exec(line)?.[1]?.toLowerCase();
    if (html !== undefined) end = htmlEnds[html] ?? '>';
    if (end !== undefined) {
      if (line.toLowerCase().includes(end)) end = undefined;
      continue;
    }
    const [, prefix = '', marks = '', rest = ''] = FENCE.exec(line) ?? [];
    if (marks === '') continue;
    if (!open) {
      const isCodeSpan = marks.startsWith('`') && rest.includes('`');
      // The content of a list item is indented by the width of the marker.
      const indent = prefix.replace(/[^\t]/g, ' ');
      if (!isCodeSpan) open = {indent, marks, inList: prefix !== indent};
    } else if (marks.startsWith(open.marks) && /^[ \t]*$/.test(prefix + rest)) {
      open = undefined;
    }
  }
  const trimmed = text.replace(/^(?:[ \t]*[\r\n])+/, '').trimEnd();
  return open ? `${trimmed}\n${open.indent}${open.marks}` : trimmed + (end ?? '');
}
