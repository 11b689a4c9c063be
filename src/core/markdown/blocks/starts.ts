import {base, type Block, type Fence} from '../block.js';
import {trimBlanks, trimBlanksEnd} from '../characters.js';
import {normalizeLabel} from '../definitions.js';
import {unescape, type Decode} from '../destination.js';
import {readHtmlStart} from '../html.js';
import type {Line} from './line.js';
import type {BlockSyntax} from '../syntax.js';

/** The position at which a block may start. */
export interface LinePosition {
  readonly line: Line;
  readonly number: number;
  /** The innermost open block that the line belongs to; `undefined` for the document. */
  readonly top: Block | undefined;
  /** Whether the last open block is a paragraph that this line may continue lazily. */
  readonly afterParagraph: boolean;
  /** Whether more of the line may arrive. */
  readonly incomplete: boolean;
  readonly decode: Decode;
  /** The block syntax of extensions. */
  readonly syntax: readonly BlockSyntax[];
}

/** Reads the markers of blocks that start here and returns the blocks, outermost first. */
type Start = (place: LinePosition) => readonly Block[] | undefined;

const startCustom: Start = ({line, number, syntax, afterParagraph}) => {
  if (line.indent > 3 || line.blank) return undefined;
  const found = syntax.find(candidate =>
    candidate.start
      ? candidate.start(line.content) === 0
      : !afterParagraph && candidate.tokenizer(line.content, true),
  );
  return found && [{...base('custom', number), lines: [], syntax: found}];
};

const startQuote: Start = ({line, number}) => {
  if (line.indent > 3 || !line.content.startsWith('>')) return undefined;
  line.skipIndent();
  line.skip(1);
  line.skipColumns(1);
  return [{...base('quote', number), children: []}];
};

const HEADING = /^(#{1,6})(?:[ \t]|$)/;
const CLOSING_HASHES = /(?:^|[ \t])#+$/;

/**
 * Models omit the space after several hashes, before a word, a bracket, a quote, code or a picture. After a single one, it may be a
 * hashtag, and in a paragraph the line may be code. Spaces of other widths are as good as one of ASCII.
 */
const TIGHT_HEADING =
  /^(?:(#{2,6})(?=\**[\p{L}\p{N}\p{Ps}\p{Pi}"'`\p{Extended_Pictographic}\p{Regional_Indicator}])|(#{1,6})[\u00A0\u3000]+(?=\S))/u;
/** A single hash belongs to a name, such as `C#`. */
const TIGHT_CLOSING_HASHES = /(?<![\\#])##+$/;

const startHeading: Start = ({line, number, afterParagraph, incomplete}) => {
  if (line.indent > 3) return undefined;
  const [marker = '', glued, spaced] = afterParagraph
    ? []
    : (TIGHT_HEADING.exec(line.content) ?? []);
  const tight = glued ?? spaced;
  const hashes = tight ?? HEADING.exec(line.content)?.[1];
  if (hashes === undefined) return undefined;
  const from = Math.max(marker.length, hashes.length);
  let text = trimBlanks(line.content.slice(from)).replace(CLOSING_HASHES, '');
  if (tight !== undefined) text = text.replace(incomplete ? /#+$/ : TIGHT_CLOSING_HASHES, '');
  text = trimBlanksEnd(text);
  line.skipAll();
  return [{...base('heading', number), open: false, level: hashes.length, text}];
};

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

const startFence: Start = ({line, number, decode}) => {
  const [, run, info = ''] = line.indent < 4 ? (FENCE.exec(line.content) ?? []) : [];
  if (run === undefined) return undefined;
  const fence: Fence = {
    character: run.charAt(0),
    length: run.length,
    indent: line.indent,
    info: unescape(trimBlanks(info), decode),
  };
  line.skipAll();
  return [{...base('code', number), lines: [], fence}];
};

const startHtml: Start = ({line, number, afterParagraph}) => {
  const html = line.indent < 4 ? readHtmlStart(line.content, afterParagraph) : undefined;
  return html && [{...base('html', number), lines: [], closer: html.closer}];
};

const FOOTNOTE = /^\[(\^[^\]\s[]{1,99})\]:/;

const startFootnote: Start = ({line, number}) => {
  const [marker, label] = line.indent < 4 ? (FOOTNOTE.exec(line.content) ?? []) : [];
  if (marker === undefined || label === undefined) return undefined;
  line.skipIndent();
  line.skip(marker.length);
  line.skipIndent();
  return [{...base('footnote', number), children: [], label: normalizeLabel(label)}];
};

const RULE = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;

const startRule: Start = ({line, number}) => {
  if (line.indent > 3 || !RULE.test(line.content)) return undefined;
  line.skipAll();
  return [{...base('rule', number), open: false}];
};

const MARKER = /^(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/;

/** The delimiter of the list that a line would begin an item of. */
export function delimiterOf(content: string): string | undefined {
  const [, bullet, , dot] = MARKER.exec(content) ?? [];
  return bullet ?? dot;
}

/** Whether items begin at this indentation: inside of an item at any, and beside one at most where its text begins. */
function mayIndentItem(indent: number, top: Block | undefined): boolean {
  if (indent < 4 || top?.kind === 'item') return true;
  const before = top?.kind === 'list' ? top.children.at(-1) : undefined;
  return before?.kind === 'item' && indent + 1 < before.indent;
}

const startItem: Start = ({line, number, top, afterParagraph}) => {
  const {indent, content} = line;
  const marker = mayIndentItem(indent, top) ? MARKER.exec(content) : null;
  if (!marker) return undefined;
  const [{length}, bullet, digits, dot] = marker;
  const interrupts = afterParagraph && top?.kind === 'paragraph';
  if (
    interrupts &&
    (trimBlanks(content.slice(length)) === '' || (digits && Number(digits) !== 1))
  ) {
    return undefined;
  }

  const delimiter = bullet ?? dot ?? '';
  const continues = top?.kind === 'list' && top.delimiter === delimiter;
  // A year begins a sentence.
  if (digits?.length === 4 && !continues) return undefined;

  line.skipIndent();
  line.skip(length);
  const gap = line.blank || line.indent < 1 || line.indent > 4 ? 1 : line.indent;
  line.skipColumns(gap);
  const item: Block = {
    ...base('item', number),
    children: [],
    indent: indent + length + gap,
    checked: undefined,
  };
  if (continues) return [item];
  const first = digits === undefined ? undefined : Number(digits);
  return [{...base('list', number), children: [], delimiter, first, loose: false}, item];
};

const startIndentedCode: Start = ({line, number, afterParagraph}) => {
  if (line.indent < 4 || line.blank || afterParagraph) return undefined;
  line.skipColumns(4);
  return [{...base('code', number), lines: [], fence: undefined}];
};

/** In order of precedence. */
export const STARTS: readonly Start[] = [
  startCustom,
  startQuote,
  startHeading,
  startFence,
  startHtml,
  startFootnote,
  startRule,
  startItem,
  startIndentedCode,
];
