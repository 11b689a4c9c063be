import type {InlineList, ChainLink} from './inline-list.js';
import {normalizeLabel, readLabel} from './definitions.js';
import {
  beginsAddress,
  mayBeginAddress,
  readDestination,
  readTitle,
  skipSpace,
  unescape,
} from './destination.js';
import type {Delimiter, Delimiters} from './emphasis.js';
import {inlineText, type Inline, type InlineContext} from './inline.js';
import {extractMarks} from './marks.js';

interface Bracket {
  readonly link: ChainLink;
  readonly image: boolean;
  /** Offset of the text after the bracket. */
  readonly from: number;
  readonly delimiter: Delimiter | undefined;
  readonly previous: Bracket | undefined;
  /** Whether another bracket was opened after it; its content is then not a label. */
  followed: boolean;
}

interface LinkTarget {
  /** `undefined` while it is incomplete. */
  readonly href: string | undefined;
  readonly title: string | undefined;
  readonly end: number;
}

/** The state of the inline parser that brackets read and change. */
export interface BracketContext {
  readonly text: string;
  readonly context: InlineContext;
  readonly open: boolean;
  readonly chain: InlineList;
  readonly delimiters: Delimiters;
}

/** Characters of a label, or of a target that does not begin like an address, after which a bracket is displayed as such. */
const MAX_PENDING = 300;
const MAX_LABEL = 999;

/** An incomplete link title, or nothing, after a destination. */
const UNENDED_TITLE =
  /^(?:\s+(?:"(?:[^"\\]|\\[^]?){0,300}"?|'(?:[^'\\]|\\[^]?){0,300}'?|\((?:[^()\\]|\\[^]?){0,300}\)?)?\s*)?$/;
/** An incomplete reference, or nothing, after a label. */
const UNENDED_REFERENCE = /^(?:\[[^\]\n]*\]?)?$/;

/**
 * The beginning of text that is a list of values, an interval, an option or an ellipsis more often than a link, unless it is a
 * telephone number with the code of a country or a town.
 */
const VALUES = /^\[?(?!(?:\+\d{1,3}|0\d{2,4})[ (-]{1,2}\d|0[1-9] \d)(?:[\d^{+.…\s-]|!(?!\[))/;

const WEB_ADDRESS = /^https?:/i;

/** The beginning of a link target, without what may stand before an address. */
const startOf = (target: string): string => target.trimStart().replace(/^</, '');

/** An address with spaces in the name of a file, a mail, a telephone number or a query, as models write it, up to the closing bracket. */
const SPACED = `[a-z][a-z\\d+.-]+:(?=\\S)(?:[^\\s()<>"]| (?=[^\\s"])|\\([^()\\n]*\\))+`;
const SPACED_FILE = new RegExp(
  `(${SPACED}\\.\\w{2,5}|(?=(?:mailto|tel|sms|whatsapp):|https?:[^\\s()]*(?:\\?|\\d(?: \\d+)+\\)))${SPACED})\\)`,
  'iy',
);
/** An address that ends with a telephone number. */
const NUMBER = /^(?:tel|sms):|^[^?]*\d(?: \d+)+$/i;
const UNENDED_SPACED = new RegExp(`^${SPACED} ?(?:\\([^()\\n]*)?$`, 'i');

/** Whether the text from an offset, behind the round bracket, is a link target without an end. */
function isUnendedTarget(text: string, at: number): boolean {
  const from = skipSpace(text, at);
  const destination = readDestination(text, from, true);
  if (destination === undefined) return false;
  return UNENDED_TITLE.test(text.slice(destination.end)) || UNENDED_SPACED.test(text.slice(from));
}

/** Matches the brackets of a text to links and images (CommonMark 6.3 and 6.4). */
export class Brackets {
  readonly #reading: BracketContext;
  #last: Bracket | undefined;
  /** Offset of the text of the last link. Brackets opened before it are inactive, because links cannot be nested. */
  #lastLinkStart = 0;

  constructor(reading: BracketContext) {
    this.#reading = reading;
  }

  /** Reads the `[`, `![` or `]` at this offset. Returns the offset to continue at. */
  read(at: number): number {
    const {text, chain} = this.#reading;
    const source = text.startsWith('![', at) ? '![' : text.charAt(at);
    if (source === ']') return this.#close(at);
    const link = chain.append({kind: 'text', text: source}, at + source.length);
    if (source !== '!') this.#push(link, source === '![', at + source.length);
    return at + source.length;
  }

  /** Ends the text. If it may continue, open brackets that may become links are displayed as links. */
  end(): void {
    if (!this.#reading.open) return;
    const unknown = {href: undefined, title: undefined, end: 0};
    let pending: Bracket | undefined;
    for (let bracket = this.#last; bracket; bracket = bracket.previous) {
      if (!this.#mayBecomeLink(bracket, this.#reading.text.length)) continue;
      pending = bracket;
      if (!bracket.image) continue;
      this.#finish(bracket, unknown); // an image consumes the content of its brackets
      pending = undefined;
    }
    if (pending) this.#finish(pending, unknown);
  }

  #push(link: ChainLink, image: boolean, from: number): void {
    const previous = this.#last;
    if (previous) previous.followed = true;
    this.#last = {
      link,
      image,
      from,
      delimiter: this.#reading.delimiters.last,
      previous,
      followed: false,
    };
  }

  #close(at: number): number {
    const bracket = this.#last;
    const label = bracket && this.#readFootnoteLabel(bracket, at);
    const known = label !== undefined && this.#reading.context.definitions.get(label)?.footnote;
    if (bracket && label !== undefined && (known || this.#expectsFootnote(at))) {
      return this.#finishFootnote(bracket, label, at + 1);
    }
    const target = bracket && this.#isActive(bracket) ? this.#readTarget(bracket, at) : undefined;
    if (bracket && target) {
      this.#finish(bracket, target);
      const [, marks] = extractMarks(this.#reading.text.slice(at, target.end));
      for (const index of marks) this.#reading.chain.append({kind: 'mark', index}, target.end);
      return target.end;
    }
    this.#last = bracket?.previous;
    const {text, open, chain} = this.#reading;
    const isUndecided =
      open &&
      bracket &&
      text[at + 1] === '(' &&
      mayBeginAddress(startOf(text.slice(at + 2, at + 32)));
    const shown = isUndecided ? '](' : ']';
    chain.append({kind: 'text', text: shown}, at + shown.length);
    return isUndecided ? text.length : at + 1;
  }

  /** The normalized label if the brackets can be a footnote reference. */
  #readFootnoteLabel({from}: Bracket, at: number): string | undefined {
    const {text} = this.#reading;
    if (text[from] !== '^' || at - from > 100) return undefined;
    const label = text.slice(from, at);
    return /^\^[^\]\s[]+$/.test(label) ? normalizeLabel(label) : undefined;
  }

  /** Whether the footnote may still arrive. If an address follows in round brackets, it is a link instead. */
  #expectsFootnote(at: number): boolean {
    const {text, context} = this.#reading;
    return context.streaming === true && text[at + 1] !== '(';
  }

  /** Adds a footnote reference, also after `!` and before `(`. */
  #finishFootnote({link, image, delimiter, previous}: Bracket, label: string, end: number): number {
    const {chain, delimiters} = this.#reading;
    delimiters.forgetAfter(delimiter);
    chain.takeBetween(link, undefined);
    if (image) link.inline = {kind: 'text', text: '!'};
    else chain.remove(link);
    chain.append({kind: 'footnote', label}, end);
    this.#last = previous;
    return end;
  }

  #readTarget(bracket: Bracket, at: number): LinkTarget | undefined {
    const {text, open} = this.#reading;
    const target =
      (text[at + 1] === '(' ? this.#readInlineTarget(at + 2) : undefined) ??
      this.#readReference(bracket, at);
    if (target || !open) return target;
    const pending = this.#isPending(bracket, at);
    return pending ? {href: undefined, title: undefined, end: text.length} : undefined;
  }

  /** Whether the brackets will probably be a link, of which the rest of the text is the incomplete target. */
  #isPending(bracket: Bracket, at: number): boolean {
    const {text} = this.#reading;
    const isShort = text.length - at <= MAX_PENDING;
    if (text[at + 1] !== '(')
      return (
        isShort && UNENDED_REFERENCE.test(text.slice(at + 1)) && this.#mayBecomeLink(bracket, at)
      );
    const mayBecomeLink = this.#mayBecomeLink(bracket, at, true);
    const target = startOf(text.slice(at + 2, at + 32));
    // After a word it is a footnote, not a number, unless a web address follows.
    const mayBeAddress = text[bracket.from] !== '^' || WEB_ADDRESS.test(target);
    const isAddress =
      (mayBecomeLink || (this.#isActive(bracket) && mayBeAddress)) && beginsAddress(target);
    if (!isAddress && !(isShort && mayBecomeLink)) return false;
    return isUnendedTarget(text, at + 2);
  }

  #readInlineTarget(at: number): LinkTarget | undefined {
    const {text, context} = this.#reading;
    const destination = readDestination(text, skipSpace(text, at));
    if (!destination) return undefined;
    const gap = skipSpace(text, destination.end);
    const title = gap > destination.end ? readTitle(text, gap) : undefined;
    const end = title ? skipSpace(text, title.end) : gap;
    if (text[end] !== ')') return this.#readSpacedFile(at);
    return {
      href: unescape(extractMarks(destination.value)[0], context.decode),
      title: title && unescape(extractMarks(title.value)[0], context.decode),
      end: end + 1,
    };
  }

  #readSpacedFile(at: number): LinkTarget | undefined {
    const {text, context} = this.#reading;
    SPACED_FILE.lastIndex = at;
    const source = SPACED_FILE.exec(text)?.[1];
    if (source === undefined) return undefined;
    const address = unescape(extractMarks(source)[0], context.decode);
    const href = address.replaceAll(' ', NUMBER.test(address) ? '' : '%20');
    return {href, title: undefined, end: SPACED_FILE.lastIndex};
  }

  #readReference(bracket: Bracket, at: number): LinkTarget | undefined {
    const {text, context} = this.#reading;
    if (context.definitions.size === 0) return undefined;
    const named = readLabel(text, at + 1);
    const own =
      bracket.followed || at - bracket.from > MAX_LABEL ? '' : text.slice(bracket.from, at);
    const label = named?.label === '' ? own : (named?.label ?? own);
    const found = context.definitions.get(normalizeLabel(extractMarks(label)[0]));
    return found && !found.footnote ? {...found, end: named?.end ?? at + 1} : undefined;
  }

  /** Converts the content of the bracket to a link or an image. */
  #finish(bracket: Bracket, {href, title}: LinkTarget): void {
    const {chain, delimiters} = this.#reading;
    delimiters.match(chain, bracket.delimiter);
    if (href === undefined) delimiters.closeAll(chain, bracket.delimiter);
    delimiters.forgetAfter(bracket.delimiter);
    const marks: Inline[] = [];
    const {inlines, depth} = chain.takeBetween(bracket.link, undefined);
    const children = withoutLinks(inlines, marks);
    bracket.link.depth = depth;
    if (!bracket.image) bracket.link.inline = {kind: 'link', href, title, children, bare: false};
    else if (href === undefined) bracket.link.inline = {kind: 'text', text: ''};
    else bracket.link.inline = {kind: 'image', src: href, title, alt: inlineText(children)};
    for (const mark of marks) chain.append(mark, bracket.link.end);
    this.#last = bracket.previous;
    if (!bracket.image) this.#lastLinkStart = bracket.from;
  }

  #isActive({image, from}: Bracket): boolean {
    return image || from > this.#lastLinkStart;
  }

  /**
   * Brackets after a word are probably not a link, and neither are those around values or the label of a footnote.
   *
   * @param hasTarget Whether a round bracket follows, which makes them one.
   */
  #mayBecomeLink(bracket: Bracket, to: number, hasTarget = false): boolean {
    const {text} = this.#reading;
    const {image, from} = bracket;
    if (!this.#isActive(bracket) || to - from > MAX_PENDING) return false;
    if (image) return true;
    const before = text.charAt(from - 2);
    if (/\w/.test(before) || (hasTarget && before === ']')) return false;
    return hasTarget || !VALUES.test(text.slice(from, to));
  }
}

/** Removes nested links. Marks and footnote references inside the link are rendered after it. */
function withoutLinks(inlines: readonly Inline[], marks: Inline[]): Inline[] {
  return inlines.flatMap((inline): Inline[] => {
    switch (inline.kind) {
      case 'mark':
      case 'footnote':
        marks.push(inline);
        return [];
      case 'link':
        return inline.bare ? [...inline.children] : [inline];
      default:
        if (!('children' in inline)) return [inline];
        return [{...inline, children: withoutLinks(inline.children, marks)}];
    }
  });
}
