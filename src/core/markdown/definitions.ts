import {readDestination, readTitle, skipSpace, unescape, type Decode} from './destination.js';

/** Where a link reference points (CommonMark 4.7). */
export interface Definition {
  readonly href: string;
  readonly title: string | undefined;
  /** Set where a footnote has this label, not a link. */
  readonly footnote?: true;
}

/** Labels are compared without case, and any white space in them is one space. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}

/** At most 999 characters; a bracket only behind a backslash. */
const LABEL = /\[((?:[^\\[\]]|\\[^])*)\]/y;

/** The label in the brackets at this place, if there is one; may be empty. */
export function readLabel(text: string, at: number): {label: string; end: number} | undefined {
  LABEL.lastIndex = at;
  const label = LABEL.exec(text.length > at + 1001 ? text.slice(0, at + 1001) : text)?.[1];
  return label === undefined ? undefined : {label, end: at + label.length + 2};
}

/** The definition at this position, and where the next line begins; `firm` if no later line can change it. */
export function readDefinition(
  text: string,
  at: number,
  decode: Decode,
): {label: string; definition: Definition; end: number; firm: boolean} | undefined {
  const name = readLabel(text, at);
  if (!name?.label.trim() || text[name.end] !== ':') return undefined;
  const destination = readDestination(text, skipSpace(text, name.end + 1));
  if (!destination || destination.end === name.end + 1) return undefined;
  if (destination.value === '' && text[destination.end - 1] !== '>') return undefined;

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
  // A title may begin in the next line, and end in a later one.
  const firm = title !== undefined || /[^"'(]/.test(text.charAt(gap));
  return {label, definition: {href, title: undefined}, end: plain, firm};
}

/** Where the next line begins, if nothing but spaces is left of this one. */
function lineEnd(text: string, at: number): number | undefined {
  const rest = /[ \t]*(\n|$)/y;
  rest.lastIndex = at;
  return rest.test(text) ? rest.lastIndex : undefined;
}
