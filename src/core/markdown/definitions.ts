import {
  isAddress,
  readDestination,
  readTitle,
  skipSpace,
  unescape,
  type Decode,
} from './destination.js';

/** The target of a link reference (CommonMark 4.7). */
export interface Definition {
  readonly href: string;
  readonly title: string | undefined;
  /** Set if the label is that of a footnote. */
  readonly footnote?: true;
}

/** Normalizes a label: case-insensitive, with white space collapsed. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}

/** A label of at most 999 characters, with brackets escaped. */
const LABEL = /\[((?:[^\\[\]]|\\[^])*)\]/y;

/** Reads the label in brackets at this offset, which may be empty. */
export function readLabel(text: string, at: number): {label: string; end: number} | undefined {
  LABEL.lastIndex = at;
  const label = LABEL.exec(text.length > at + 1001 ? text.slice(0, at + 1001) : text)?.[1];
  return label === undefined ? undefined : {label, end: at + label.length + 2};
}

/**
 * Reads the definition at this offset. A word or number after the label is none, because nothing of a definition is displayed:
 * `[Anna]: Hello` is what somebody says. `end` is the start of the next line; `firm` means that no later line can change
 * it.
 */
export function readDefinition(
  text: string,
  at: number,
  decode: Decode,
): {label: string; definition: Definition; end: number; firm: boolean} | undefined {
  const name = readLabel(text, at);
  if (!name?.label.trim() || text[name.end] !== ':') return undefined;
  const from = skipSpace(text, name.end + 1);
  const destination = readDestination(text, from);
  if (!destination || destination.end === name.end + 1) return undefined;
  if (text[from] !== '<' && !isAddress(destination.value)) return undefined;

  const label = normalizeLabel(name.label);
  const href = unescape(destination.value, decode);
  const plain = lineEnd(text, destination.end);
  const gap = skipSpace(text, destination.end);
  const title = gap > destination.end ? readTitle(text, gap) : undefined;
  const end = title && lineEnd(text, title.end);
  if (title && end !== undefined) {
    return {label, definition: {href, title: unescape(title.value, decode)}, end, firm: true};
  }
  if (plain === undefined) return undefined;
  // A title may begin in the next line, and may end in a later one.
  const firm = title !== undefined || /[^"'(]/.test(text.charAt(gap));
  return {label, definition: {href, title: undefined}, end: plain, firm};
}

/** The start of the next line if the rest of this line is blank. */
function lineEnd(text: string, at: number): number | undefined {
  const rest = /[ \t]*(\n|$)/y;
  rest.lastIndex = at;
  return rest.test(text) ? rest.lastIndex : undefined;
}
