import {
  after,
  before,
  characterAfter,
  characterBefore,
  isPunctuation,
  UNSPACED,
} from './characters.js';
import type {InlineList, ChainLink} from './inline-list.js';

/** The characters of runs that enclose emphasis and struck text. Patterns have them between square brackets. */
export const DELIMITERS = '*_~';

/** What no emphasis ends behind: an opening bracket or quotation mark, or punctuation of a script without spaces. */
const BEFORE_OPENER = /(?:[\p{Ps}\p{Pi}、。，．：；！？]|(?:^|[\s(])["'])$/u;
/** What emphasis begins with. Other signs follow asterisks that are characters, as in `(*.ts)` and `(**` followed by a slash. */
const FIRST = /[\p{L}\p{N}\p{Ps}\p{Pi}\p{Sc}\p{So}"'`@#*_~]/u;
const FIRST_BEHIND_DOUBLE = /[^/\p{Pe}\p{Pf}]/u;
/** What follows an asterisk in a pattern for files or in a schedule, such as `*.js`. */
const PATTERN = /[./]/;
/** What is around a sign that is the subject of a sentence: `the sign "*"`. */
const QUOTED = /^(?:""|''|„[“”]|“”|‘’|‚‘|«»|»«|「」|\(\)|\[\])$/;
const WORD = /[\p{L}\p{N}]/u;

/** What a delimiter run can do. */
export interface Flanking {
  readonly opens: boolean;
  readonly closes: boolean;
  /** Whether it probably opens emphasis, so that emphasis is displayed before its end has arrived. */
  readonly likelyOpens: boolean;
  /** Whether a run behind a digit can be its end. Behind a bracket, it is as probably a product: `(a+b)*3`. */
  readonly expectsEnd: boolean;
  /** Whether it opens or closes a pair that has a character of a script without spaces, although it is inside a word. */
  readonly opensUnspaced: boolean;
  readonly closesUnspaced: boolean;
  /** Whether there is no space before it. */
  readonly glued: boolean;
  readonly start: number;
  /** The offset of the word that it is inside of; -1 if it is not between two characters of a word with spaces around it. */
  readonly word: number;
  /** The offset of the last character of a script without spaces, up to the one after the run; `-Infinity` if there is none. */
  readonly lastUnspaced: number;
}

/** A run of one of `DELIMITERS` that can open or close emphasis. */
export interface Delimiter extends Flanking {
  readonly character: string;
  readonly length: number;
  readonly link: ChainLink;
  /** The kinds of the runs up to this one that expect their end. */
  readonly expected: ReadonlySet<string>;
  /** The number of unused characters. */
  left: number;
  previous: Delimiter | undefined;
  next: Delimiter | undefined;
}

/**
 * Computes whether the delimiter runs of a text can open and close emphasis (CommonMark 6.2, GFM 6.5). Departs from it for
 * scripts without spaces: between punctuation and a letter, a double run opens or closes a pair that has a character of
 * such a script, as in `Android**(안드로이드)**는`.
 */
export class DelimiterRuns {
  readonly #text: string;
  readonly #hasUnspaced: boolean;
  #searched = 0;
  #lastUnspaced = -Infinity;
  /** The offset of the current word. */
  #word = 0;
  #wordSearched = 0;
  /** The end of the last run that probably opens. */
  #openerEnd = -1;

  constructor(text: string) {
    this.#text = text;
    this.#hasUnspaced = UNSPACED.test(text);
  }

  /** The properties of the run between two offsets. Runs are read from start to end. */
  read(from: number, to: number): Flanking {
    const text = this.#text;
    const left = before(text, from);
    const right = after(text, to);
    const [previous, next] = [characterBefore(text, from), characterAfter(text, to)];
    const isDouble = to - from > 1;
    const isStar = !isDouble && text[from] === '*';
    // No emphasis begins before a closing bracket, or ends behind an opening one.
    const mayStart = !/\p{Pe}/u.test(next);
    const mayEnd = !/\p{Ps}/u.test(previous);
    // Nor do signs in quotation marks or brackets, or asterisks of patterns, such as `src/**/*.ts`, begin or end any.
    const isLiteral =
      QUOTED.test(previous + next) ||
      (previous === '/' && PATTERN.test(next)) ||
      (next === '/' && left.space && text[to + 1] === '*');
    const leftFlanking =
      !isLiteral &&
      !right.space &&
      (!right.punctuation ||
        (isStar
          ? mayStart && !/[,;]/.test(next) && (left.space || left.punctuation || left.unspaced)
          : left.space || left.punctuation || (left.unspaced && mayStart)));
    const rightFlanking =
      !isLiteral &&
      !left.space &&
      (!left.punctuation ||
        (isStar
          ? mayEnd && (right.space || right.punctuation || right.unspaced)
          : right.space || right.punctuation || (right.unspaced && mayEnd)));
    const word = text[from] === '_';
    // Only letters make a word: `__注意__：` ends one.
    const startsWord = left.space || isPunctuation(previous);
    const endsWord = right.space || isPunctuation(next);
    const opens = leftFlanking && (!word || !rightFlanking || startsWord);
    const closes = rightFlanking && (!word || !leftFlanking || endsWord);
    const mayPair = isDouble && this.#hasUnspaced;
    // In scripts without spaces, a double delimiter is probably emphasis; a single star may be a multiplication.
    const likelyOpens =
      opens &&
      ((!closes && (isDouble || !PATTERN.test(next))) ||
        (isDouble && (left.unspaced || right.unspaced)) ||
        this.#begins(from, next, isDouble));
    if (likelyOpens) this.#openerEnd = to;
    const isInWord = WORD.test(previous) && WORD.test(next) && !left.unspaced && !right.unspaced;
    return {
      opens,
      closes,
      likelyOpens,
      expectsEnd: likelyOpens && text[from - 1] !== ')',
      opensUnspaced: mayPair && (opens || (mayStart && isPunctuation(next))),
      closesUnspaced: mayPair && (closes || (mayEnd && isPunctuation(previous))),
      glued: !left.space,
      start: from,
      word: isInWord ? this.#wordAt(from) : -1,
      lastUnspaced: this.#hasUnspaced ? this.#findUnspaced(to) : -Infinity,
    };
  }

  /** Whether a run that could close as well probably opens, because of what is before it. */
  #begins(from: number, next: string, isDouble: boolean): boolean {
    const isBehindOpener =
      from === this.#openerEnd || BEFORE_OPENER.test(this.#text.slice(Math.max(0, from - 2), from));
    return isBehindOpener && (isDouble ? FIRST_BEHIND_DOUBLE : FIRST).test(next);
  }

  #wordAt(from: number): number {
    for (; this.#wordSearched < from; this.#wordSearched++)
      if (/\s/.test(this.#text.charAt(this.#wordSearched))) this.#word = this.#wordSearched;
    return this.#word;
  }

  #findUnspaced(to: number): number {
    const end = to + characterAfter(this.#text, to).length;
    for (let at = this.#searched; at < end; at++) {
      const code = this.#text.codePointAt(at) ?? 0;
      if (code > 0xe00 && UNSPACED.test(String.fromCodePoint(code))) this.#lastUnspaced = at;
    }
    this.#searched = Math.max(this.#searched, end);
    return this.#lastUnspaced;
  }
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The delimiter runs of a text. `match` converts pairs of them to emphasis with the algorithm of the CommonMark
 * specification.
 */
export class Delimiters {
  last: Delimiter | undefined;
  /** The kinds of runs that could only close, and closed nothing. */
  readonly #stray = new Set<string>();

  add(link: ChainLink, character: string, length: number, can: Flanking): void {
    const kind = `${character}${length}`;
    const before = this.last?.expected ?? NONE;
    const ends = can.closes && before.has(kind);
    let expected = before;
    if (ends) expected = new Set([...before].filter(one => one !== kind));
    else if (can.expectsEnd && !before.has(kind)) expected = new Set([...before, kind]);
    // Not `...can`: an object with that many fields is twenty times as slow to create so.
    const delimiter: Delimiter = {
      opens: can.opens,
      closes: can.closes,
      likelyOpens: can.likelyOpens,
      expectsEnd: can.expectsEnd,
      opensUnspaced: can.opensUnspaced,
      closesUnspaced: can.closesUnspaced,
      glued: can.glued,
      start: can.start,
      word: can.word,
      lastUnspaced: can.lastUnspaced,
      character,
      length,
      link,
      expected,
      left: length,
      previous: this.last,
      next: undefined,
    };
    if (this.last) this.last.next = delimiter;
    this.last = delimiter;
  }

  /** Whether a run of this kind would close an earlier one. */
  expects(character: string, length: number): boolean {
    return this.last?.expected.has(`${character}${length}`) ?? false;
  }

  /** Matches all runs after `bottom` and removes them. */
  match(chain: InlineList, bottom: Delimiter | undefined): void {
    /** For each kind of closer, the offset down to which no opener was found. */
    const searched = new Map<string, number>();
    let closer = bottom ? bottom.next : this.#first();
    while (closer) {
      if (!closer.closes && !closer.closesUnspaced) {
        closer = closer.next;
        continue;
      }
      const key = `${closer.character}${closer.closes}${closer.opens}${closer.length % 3}${closer.word < 0}`;
      const opener = findOpener(closer, searched.get(key) ?? bottom?.link.end ?? -1);
      if (opener) closer = this.#join(chain, opener, closer);
      else {
        searched.set(key, closer.previous?.link.end ?? -1);
        const {next}: Delimiter = closer;
        if (!closer.opens && !closer.opensUnspaced) {
          this.#stray.add(kindOf(closer));
          this.#forget(closer);
        }
        closer = next;
      }
    }
  }

  forgetAfter(bottom: Delimiter | undefined): void {
    this.last = bottom;
    if (bottom) bottom.next = undefined;
  }

  /**
   * Closes all emphasis that is open at the end of the text, innermost first. A run that follows an open one of its kind and
   * could not close it opens nothing; if it is at the end of a word, it was meant to close, and the open run is text too. Nor
   * does such a run open anything after one that was meant to open, but could only close, as in `a**(b)**c`, or before two
   * underscores inside a word, as in `__init__方法`.
   */
  closeAll(chain: InlineList, bottom: Delimiter | undefined): void {
    /** The number of runs that probably open, by kind. */
    const open = new Map<string, number>();
    const each = (visit: (delimiter: Delimiter) => void): void => {
      for (let one = this.last; one && one !== bottom; one = one.previous) visit(one);
    };
    each(one => {
      if (one.likelyOpens) open.set(kindOf(one), (open.get(kindOf(one)) ?? 0) + 1);
    });
    const refused = new Set<string>();
    each(one => {
      const kind = kindOf(one);
      if (!one.likelyOpens) {
        if (kind === '_2' && one.glued && !one.opens && !one.closes) refused.add(kind);
        return;
      }
      const earlier = (open.get(kind) ?? 0) - 1;
      open.set(kind, earlier);
      if (earlier > 0 && !one.closes) {
        if (one.glued) refused.add(kind);
        return;
      }
      if (one.glued && this.#stray.has(kind)) return;
      if (refused.delete(kind) || one.left > 3) return;
      while (one.left > 0) wrap(chain, one, undefined, one.left > 1 ? 2 : 1);
      chain.remove(one.link);
    });
  }

  #first(): Delimiter | undefined {
    let first = this.last;
    while (first?.previous) first = first.previous;
    return first;
  }

  /** Matches two runs. Returns the run to continue with. */
  #join(chain: InlineList, opener: Delimiter, closer: Delimiter): Delimiter | undefined {
    const strike = closer.character === '~';
    const width = strike ? closer.left : opener.left > 1 && closer.left > 1 ? 2 : 1;
    wrap(chain, opener, closer, width);
    while (closer.previous && closer.previous !== opener) this.#forget(closer.previous);
    if (opener.left === 0) {
      chain.remove(opener.link);
      this.#forget(opener);
    }
    if (closer.left > 0) return closer;
    chain.remove(closer.link);
    const {next} = closer;
    this.#forget(closer);
    return next;
  }

  #forget(delimiter: Delimiter): void {
    if (delimiter.previous) delimiter.previous.next = delimiter.next;
    if (delimiter.next) delimiter.next.previous = delimiter.previous;
    else this.last = delimiter.previous;
  }
}

const kindOf = ({character, left}: Delimiter): string => `${character}${left}`;

function findOpener(closer: Delimiter, floor: number): Delimiter | undefined {
  for (let opener = closer.previous; opener && opener.link.end > floor; opener = opener.previous) {
    if (opener.character === closer.character && fits(opener, closer)) return opener;
  }
  return undefined;
}

function fits(opener: Delimiter, closer: Delimiter): boolean {
  if (!opener.opens || !closer.closes) return fitsUnspaced(opener, closer);
  // Two words with an asterisk inside, such as `Nutzer*innen und Leser*innen`.
  if (closer.character === '*' && opener.word >= 0 && closer.word > opener.start) return false;
  if (closer.character === '~') return true;
  if (!opener.closes && !closer.opens) return true;
  return (
    (opener.length + closer.length) % 3 !== 0 ||
    (opener.length % 3 === 0 && closer.length % 3 === 0)
  );
}

/** Whether two runs of which one is inside a word are a pair: one of its characters belongs to a script without spaces. */
function fitsUnspaced(opener: Delimiter, closer: Delimiter): boolean {
  const {opensUnspaced, left, start} = opener;
  return (
    opensUnspaced &&
    closer.closesUnspaced &&
    left === closer.left &&
    closer.lastUnspaced >= start - 1
  );
}

/** Wraps the nodes between two runs in emphasis and uses up characters of the runs. */
function wrap(
  chain: InlineList,
  opener: Delimiter,
  closer: Delimiter | undefined,
  width: number,
): void {
  const {inlines: children, depth} = chain.takeBetween(opener.link, closer?.link);
  const kind = opener.character === '~' ? 'strike' : width === 2 ? 'strong' : 'emphasis';
  chain.insertAfter(opener.link, {kind, children}, depth);
  for (const delimiter of closer ? [opener, closer] : [opener]) {
    delimiter.left -= width;
    delimiter.link.inline = {kind: 'text', text: delimiter.character.repeat(delimiter.left)};
  }
}
