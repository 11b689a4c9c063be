import {
  beginsAddress,
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

/** A file, or a domain without a scheme. */
const FILE = /[./]\p{L}{2}/u;

/** A definition in a text. */
interface FoundDefinition {
  readonly label: string;
  readonly definition: Definition;
  /** What the target is. A word is what somebody says, and a file may be what a note lists: `[Anna]: Hello`, `[Input]: data.csv`. */
  readonly target: 'address' | 'file' | 'word';
  /** The start of the next line. */
  readonly end: number;
  /** Whether no later line can change it. */
  readonly firm: boolean;
}

/** Reads the definition at this offset. */
export function readDefinition(
  text: string,
  at: number,
  decode: Decode,
): FoundDefinition | undefined {
  const name = readLabel(text, at);
  if (!name?.label.trim() || text[name.end] !== ':') return undefined;
  const from = skipSpace(text, name.end + 1);
  const destination = readDestination(text, from);
  if (!destination || destination.end === name.end + 1) return undefined;
  const {value} = destination;
  const isAddress = text[from] === '<' || beginsAddress(value);
  const target = isAddress ? 'address' : FILE.test(value) ? 'file' : 'word';

  const label = normalizeLabel(name.label);
  const href = unescape(value, decode);
  const plain = lineEnd(text, destination.end);
  const gap = skipSpace(text, destination.end);
  const title = gap > destination.end ? readTitle(text, gap) : undefined;
  const end = title && lineEnd(text, title.end);
  if (title && end !== undefined) {
    const definition = {href, title: unescape(title.value, decode)};
    return {label, definition, target, end, firm: true};
  }
  if (plain === undefined) return undefined;
  // A title may begin in the next line, and may end in a later one.
  const firm = title !== undefined || /[^"'(]/.test(text.charAt(gap));
  return {label, definition: {href, title: undefined}, target, end: plain, firm};
}

/** The start of the next line if the rest of this line is blank. */
function lineEnd(text: string, at: number): number | undefined {
  const rest = /[ \t]*(\n|$)/y;
  rest.lastIndex = at;
  return rest.test(text) ? rest.lastIndex : undefined;
}
