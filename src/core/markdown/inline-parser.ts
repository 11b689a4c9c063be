import {findBareLink, readAutolink} from './autolink.js';
import {InlineList} from './inline-list.js';
import {trimEndOf} from './characters.js';
import {readReference} from './destination.js';
import {DELIMITERS, DelimiterRuns, Delimiters} from './emphasis.js';
import {readMarkup, TAG, guessMarkup} from './html.js';
import type {Inline, InlineContext} from './inline.js';
import {Brackets} from './links.js';
import {extractMarks, readMark} from './marks.js';
import {isProduct} from './product.js';
import {SyntaxStarts} from './syntax-starts.js';

/** Characters that may begin syntax, between the square brackets of a pattern. */
const STARTS = String.raw`\\\x60${DELIMITERS}[\]!<&\n\uFDD0-\uFDEF`;
const PLAIN = new RegExp(`[^${STARTS}]+`, 'y');
/** What a plain text does not contain. Most table cells are plain text. */
const SYNTAX = new RegExp(String.raw`[${STARTS}@]|://|www\.`, 'i');
const ESCAPABLE = /[!-/:-@[-`{-~]/;
// The start of a link, also of one to a telephone number, of a footnote reference, of an image, or of an address of IPv6
const INCOMPLETE_START =
  /(?:\[\^[^\]\s[]{0,99}|!?\[|(?<!\w)\[(?:\+\d{0,3}|0\d{0,4})[ (-]{0,2}|(?<![^\s([])!|(?<=https?:\/\/)\[[\da-f]{0,4})$/i;
/** What a path of Windows begins with, without its first backslash: a drive, a variable, the home or current folder, or a server. */
const PATH_ROOT = /(?<!\w)(?:(?:[A-Za-z]:|%\w{1,30}%)[^\\]|(?:~|(?<![.\\])\.{1,2})[\w.])$/;
const SHARE = /(?<=^|[\s"'(*])\\\\[\w.-]+\\(?=[\w$])/y;
const UNENDED_SHARE = /(?<=^|[\s"'(*])\\\\[\w.-]*$/y;
/** A path may have a few words in a name: `C:\Program Files\.x`. */
const PATH = /\S*(?:(?: [\w()&-]+(?:\.\w+)*){1,4}\\(?=[\w.])\S*)*/y;
/** Escaped brackets or asterisks behind a letter and a colon, which are no path: `Option a:\*text\*`. */
const ESCAPED_PAIR = /\\(?:\[[^\]\n]{0,40}\\\]|([*_])(?=[^\s.])[^\\\n]{0,40}(?<!:)\\\1(?!\w))/y;
const UNENDED_PAIR = /\\(?:\[[^\]\n]{0,41}|[*_](?=[^\s.])[^\\\n]{0,40})$/y;
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|[A-Za-z]\w{0,30});/y;

/**
 * Parses a text in one pass from start to end (CommonMark 6, GFM strikethrough and autolinks).
 *
 * Inlines are appended to a list. Delimiter runs and brackets are appended as text first, and become emphasis and links
 * when their closing part is found.
 */
class InlineParser {
  readonly #text: string;
  readonly #context: InlineContext;
  /** Whether the text may continue. Markup that is open at its end is then displayed as if it were closed. */
  readonly #open: boolean;
  readonly #chain = new InlineList();
  readonly #delimiters = new Delimiters();
  readonly #runs: DelimiterRuns;
  readonly #brackets: Brackets;
  /** Lengths of backtick runs that have no closing run from here on, and kinds of markup without an end. */
  readonly #unended = new Set<number | string>();
  #at = 0;
  /** The end of the path that was read last. */
  #pathEnd = 0;
  /** The end of the current plain text. It is searched once, regardless of the number of addresses in the text. */
  #plainEnd = 0;
  #bareLink: ReturnType<typeof findBareLink>;
  readonly #custom: SyntaxStarts | undefined;

  constructor(text: string, context: InlineContext, open = false) {
    this.#text = text;
    this.#context = context;
    this.#open = open;
    this.#runs = new DelimiterRuns(text);
    const [chain, delimiters] = [this.#chain, this.#delimiters];
    this.#brackets = new Brackets({text, context, open, chain, delimiters});
    this.#custom = context.syntax && new SyntaxStarts(text, context.syntax);
    this.#bareLink = /@|:\/\/|www\./i.test(text) ? this.#findBareLink(0) : undefined;
  }

  parse(): Inline[] {
    while (this.#at < this.#text.length) this.#readNext();
    this.#brackets.end();
    this.#delimiters.match(this.#chain, undefined);
    if (this.#open) this.#delimiters.closeAll(this.#chain, undefined);
    return this.#chain.toArray();
  }

  #findBareLink(from: number): ReturnType<typeof findBareLink> {
    return findBareLink(this.#text, from, this.#context.decode, this.#open);
  }

  #add(inline: Inline, end: number): void {
    this.#chain.append(inline, end);
    this.#at = end;
  }

  #addText(text: string, end = this.#at + text.length): void {
    this.#add({kind: 'text', text}, end);
  }

  #readNext(): void {
    const custom = this.#custom?.read(this.#at, this.#open);
    if (custom) {
      for (const inline of custom.inlines) this.#add(inline, custom.end);
      return;
    }
    while (this.#bareLink && this.#bareLink.start < this.#at) {
      this.#bareLink = this.#findBareLink(this.#at);
    }
    if (this.#bareLink?.start === this.#at) {
      this.#add(this.#bareLink.link, this.#bareLink.end);
      return;
    }
    if (this.#plainEnd <= this.#at) {
      PLAIN.lastIndex = this.#at;
      this.#plainEnd = PLAIN.test(this.#text) ? PLAIN.lastIndex : 0;
    }
    if (this.#plainEnd === 0) this.#readSyntax(this.#text.charAt(this.#at));
    else {
      const next = Math.min(this.#bareLink?.start ?? Infinity, this.#custom?.next ?? Infinity);
      this.#addText(this.#text.slice(this.#at, Math.min(this.#plainEnd, next)));
    }
  }

  #readSyntax(character: string): void {
    switch (character) {
      case '\\':
        this.#readEscape();
        return;
      case '`':
        this.#readCode();
        return;
      case '!':
      case '[':
      case ']':
        this.#at = this.#brackets.read(this.#at);
        return;
      case '<':
        this.#readAngle();
        return;
      case '&':
        this.#readReference();
        return;
      case '\n':
        this.#readLineEnd();
        return;
      default: {
        if (DELIMITERS.includes(character)) {
          this.#readDelimiters(character);
          return;
        }
        const mark = readMark(this.#text, this.#at);
        if (mark) this.#add({kind: 'mark', index: mark.index}, mark.end);
        else this.#addText(character);
      }
    }
  }

  #readEscape(): void {
    const next = this.#text.charAt(this.#at + 1);
    if (this.#readPath(next)) return;
    if (next === '\n') this.#readBreak(this.#at + 2);
    else if (ESCAPABLE.test(next)) this.#addText(next, this.#at + 2);
    else this.#addText('\\');
  }

  /** In a path of Windows, such as `C:\Users\me\.ssh`, a backslash is a character, unless it escapes another one. */
  #readPath(next: string): boolean {
    const [text, at] = [this.#text, this.#at];
    SHARE.lastIndex = PATH.lastIndex = ESCAPED_PAIR.lastIndex = UNENDED_PAIR.lastIndex = at;
    const isShare = next === '\\' && SHARE.test(text);
    const begins =
      PATH_ROOT.test(text.slice(Math.max(0, at - 33), at) + next) && !ESCAPED_PAIR.test(text);
    if ((isShare || begins) && at >= this.#pathEnd && PATH.test(text))
      this.#pathEnd = PATH.lastIndex;
    UNENDED_SHARE.lastIndex = at;
    if (isShare) this.#addText('\\\\');
    else if (this.#open && (UNENDED_SHARE.test(text) || (begins && UNENDED_PAIR.test(text))))
      this.#at = text.length;
    // Models escape underscores inside of names.
    else if (at >= this.#pathEnd || next === '\\' || (next === '_' && !begins)) return false;
    // Asterisks at its end are those of emphasis around it.
    else if (/^(?:_|\*(?!\**$))/.test(text.slice(at + 1, this.#pathEnd)))
      this.#addText(`\\${next}`);
    else this.#addText('\\');
    return true;
  }

  #readBreak(end: number): void {
    this.#add({kind: 'break'}, end);
    this.#skipSpaces();
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++;
  }

  /** Two or more spaces at the end of a line are a hard break. */
  #readLineEnd(): void {
    const {last} = this.#chain;
    let from = this.#at;
    while (this.#text[from - 1] === ' ' || this.#text[from - 1] === '\t') from--;
    if (from < this.#at && last?.inline.kind === 'text') {
      const {text} = last.inline;
      last.inline = {kind: 'text', text: text.slice(0, Math.max(0, text.length - this.#at + from))};
      if (this.#text.endsWith('  ', this.#at)) {
        this.#readBreak(this.#at + 1);
        return;
      }
    }
    this.#addText('\n');
    this.#skipSpaces();
  }

  #readCode(): void {
    const [run] = /^`+/.exec(this.#text.slice(this.#at)) ?? [''];
    const from = this.#at + run.length;
    const to = this.#unended.has(run.length) ? -1 : this.#findRun(run.length, from);
    if (to >= 0) {
      this.#addCode(this.#text.slice(from, to), to + run.length);
      return;
    }
    this.#unended.add(run.length);
    const rest = this.#text.slice(from);
    if (!this.#open || rest.includes('\n')) {
      this.#addText(run);
      return;
    }
    const code = trimEndOf(rest, '`');
    if (code.trim() === '') this.#at = this.#text.length;
    else this.#addCode(code, this.#text.length);
  }

  #findRun(length: number, from: number): number {
    const runs = /`+/g;
    runs.lastIndex = from;
    for (let match = runs.exec(this.#text); match; match = runs.exec(this.#text)) {
      if (match[0].length === length) return match.index;
    }
    return -1;
  }

  /** Adds inline code. Citation marks in it are rendered after it. */
  #addCode(source: string, end: number): void {
    const [text, marks] = extractMarks(source.replaceAll('\n', ' '));
    const padded = /^ [^]* $/.test(text) && /[^ ]/.test(text);
    this.#add({kind: 'code', text: padded ? text.slice(1, -1) : text}, end);
    for (const index of marks) this.#add({kind: 'mark', index}, end);
  }

  #readDelimiters(character: string): void {
    let end = this.#at;
    while (this.#text[end] === character) end++;
    const length = end - this.#at;
    const can = this.#runs.read(this.#at, end);
    this.#addText(this.#text.slice(this.#at, end));
    const {last} = this.#chain;
    if (
      character === '*' &&
      isProduct(this.#text, end - length, end) &&
      !this.#delimiters.expects(character, length)
    )
      return;
    // A single tilde is a range, "about" or the home folder far more often than a strike.
    if (last && (character !== '~' || length === 2))
      this.#delimiters.add(last, character, length, can);
  }

  #readAngle(): void {
    const autolink = readAutolink(this.#text, this.#at);
    if (autolink) {
      this.#add(autolink.link, autolink.end);
      return;
    }
    TAG.lastIndex = this.#at;
    const end = TAG.test(this.#text) ? TAG.lastIndex : this.#endOfMarkup();
    if (end > 0) {
      this.#add({kind: 'tag', source: this.#text.slice(this.#at, end)}, end);
      return;
    }
    const begun = this.#open && guessMarkup(this.#text.slice(this.#at));
    if (begun === 'tag') this.#at = this.#text.length;
    else if (begun === 'address') this.#at++;
    else this.#addText('<');
  }

  #endOfMarkup(): number {
    const opener = this.#text.slice(this.#at, this.#at + 3);
    if (this.#unended.has(opener)) return 0;
    const end = readMarkup(this.#text, this.#at) ?? 0;
    if (end === 0) this.#unended.add(opener);
    return end;
  }

  #readReference(): void {
    REFERENCE.lastIndex = this.#at;
    const match = REFERENCE.exec(this.#text);
    if (match) {
      const [source, decimal, hexadecimal] = match;
      const value = readReference(source, decimal, hexadecimal, this.#context.decode);
      this.#addText(value ?? source, this.#at + source.length);
    } else if (this.#open && /^&#?\w{0,8}$/.test(this.#text.slice(this.#at))) {
      this.#at = this.#text.length;
    } else this.#addText('&');
  }
}

/**
 * Parses a text to inlines. While it may continue (`open`), markup that is open at its end is displayed as if it were
 * closed, and characters that may still become syntax are held back.
 */
export function parseInline(text: string, context: InlineContext, open = false): Inline[] {
  const shown = open
    ? trimEndOf(text.trimEnd().replace(INCOMPLETE_START, ''), `${DELIMITERS}\\`).trimEnd()
    : text;
  if (!context.syntax && !SYNTAX.test(shown))
    return shown === '' ? [] : [{kind: 'text', text: shown}];
  return new InlineParser(shown, context, open).parse();
}
