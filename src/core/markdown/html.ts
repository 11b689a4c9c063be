const BLOCK_TAGS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul';

const ATTRIBUTE = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?';

const OPEN_TAG = `<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*\\s*/?>`;
const CLOSE_TAG = '</[A-Za-z][A-Za-z0-9-]*\\s*>';

/** A complete inline tag (CommonMark 6.6). */
export const TAG = new RegExp(`${OPEN_TAG}|${CLOSE_TAG}`, 'y');

/**
 * The start of an HTML block, what matches its end, and a text that ends it; without an end, a blank line ends it (CommonMark
 * 4.6).
 */
const STARTS: readonly (readonly [start: RegExp, closer: RegExp | undefined, end?: string])[] = [
  [/^<(script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i, '</$1>'],
  [/^<!--/, /-->/, '-->'],
  [/^<\?/, /\?>/, '?>'],
  [/^<![A-Za-z]/, />/, '>'],
  [/^<!\[CDATA\[/, /\]\]>/, ']]>'],
  [new RegExp(`^</?(?:${BLOCK_TAGS})(?:\\s|/?>|$)`, 'i'), undefined],
];

/** The length up to which an incomplete line is searched for a tag, because each chunk searches it again. */
const LONG_TAG = 1000;
const LONE_TAG = new RegExp(`^(?:${OPEN_TAG}|${CLOSE_TAG})\\s*$`);

/** Whether an incomplete line is a single tag: if text follows, it begins a paragraph, else an HTML block. */
export const isLoneTag = (content: string): boolean =>
  content.length <= LONG_TAG &&
  content.startsWith('<') &&
  !readHtmlStart(content, true) &&
  LONE_TAG.test(content);

/** Returns whether a line starts an HTML block, and how that block ends. A single tag cannot interrupt a paragraph. */
export function readHtmlStart(
  content: string,
  inParagraph: boolean,
): {closer: RegExp | undefined} | undefined {
  if (!content.startsWith('<')) return undefined;
  for (const [start, closer] of STARTS) if (start.test(content)) return {closer};
  return !inParagraph && LONE_TAG.test(content) ? {closer: undefined} : undefined;
}

/** The text that ends an HTML block with this first line; empty if a blank line ends it. */
export function htmlEnd(line: string): string {
  const content = line.trimStart();
  for (const [start, , end = ''] of STARTS) {
    const [found] = start.exec(content) ?? [];
    if (found !== undefined) return found.replace(start, end).toLowerCase();
  }
  return '';
}

const OTHER_MARKUP = [
  ['<!-->', '>'],
  ['<!--->', '>'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
] as const;

/** The end of a comment, processing instruction, declaration or CDATA section at this offset; 0 if it does not end. */
export function readMarkup(text: string, at: number): number | undefined {
  for (const [opener, closer] of OTHER_MARKUP) {
    if (!text.startsWith(opener, at)) continue;
    const from = at + opener.length - (closer === '>' ? 1 : 0);
    const end = text.indexOf(closer, from);
    return end < 0 ? 0 : end + closer.length;
  }
  if (!/^<![A-Za-z]/.test(text.slice(at, at + 3))) return undefined;
  return text.indexOf('>', at) + 1;
}

/** An incomplete tag. Only its last attribute may lack a value, because words would look like such attributes. */
const NAME = '[ \\t]+[A-Za-z_:][\\w.:-]*';
const BEGUN_TAG = new RegExp(
  `^</?(?:[A-Za-z][\\w-]*(?:${NAME}[ \\t]*=[ \\t]*(?:[^\\s"'=<>\`]+|'[^'\\n]*'|"[^"\\n]*"))*` +
    `(?:${NAME})?(?:[ \\t]*=[ \\t]*(?:[^\\s"'=<>\`]*|'[^'\\n]*|"[^"\\n]*))?[ \\t]*/?)?$|^<[!?].*$`,
);
const BEGUN_ADDRESS = /^<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:|[\w.+-]+@)[^\s<>]*$/;

/** Guesses what an incomplete text from an angle bracket to its end will be. */
export function guessMarkup(text: string): 'tag' | 'address' | undefined {
  if (BEGUN_ADDRESS.test(text)) return 'address';
  return text.length <= 200 && BEGUN_TAG.test(text) ? 'tag' : undefined;
}
