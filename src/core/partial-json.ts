import {exactNumber, parseAsWritten, parseJson, parseJsonExactly, writtenNumber} from './json.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const LITERALS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
/** The unescaped characters of a string: no quote, no escape, no control character. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
/**
 * The first half of a surrogate pair at the end. Without the second half, it would be displayed as a wrong character.
 */
const HALF_PAIR = /[\ud800-\udbff]$/;

/** Maximum nesting depth, because hostile text must not exhaust the stack. */
const MAX_DEPTH = 500;

/** Thrown at the end of the text or at invalid JSON: the value read so far is the result. */
class Stop extends Error {}

/**
 * Parses incomplete JSON, for display only. Every returned value is part of the complete value or its beginning: a
 * string up to its current end; a number only if a character follows it, because more digits could change it, and as its text
 * if it would be rounded; a literal only if it is complete; a key only with a value. Returns `undefined` if nothing can be displayed. Invalid JSON is
 * parsed up to the first error. Never throws.
 */
export function parsePartialJson(text: string): unknown {
  return parseWith(text, parseJsonExactly, exactNumber);
}

/** The same with each number that JavaScript writes otherwise as its text, such as `1.10`. */
export const parsePartialAsWritten = (text: string): unknown =>
  parseWith(text, parseAsWritten, writtenNumber);

function parseWith(
  text: string,
  parseWhole: (text: string) => unknown,
  toNumber: (source: string) => number | string,
): unknown {
  if (typeof text !== 'string') return undefined;
  // The text of a frame is rarely complete, and the search for long numbers would be in vain.
  if (parseJson(text) !== undefined) return parseWhole(text);
  const reader = new PartialJsonReader(text, toNumber);
  let root: unknown;
  try {
    reader.value(value => (root = value), 0);
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
  }
  return root;
}

class PartialJsonReader {
  readonly #text: string;
  readonly #toNumber: (source: string) => number | string;
  #at = 0;

  constructor(text: string, toNumber: (source: string) => number | string) {
    this.#text = text;
    this.#toNumber = toNumber;
  }

  /** Parses a value, and calls `show` as soon as a part of it can be displayed. */
  value(show: (value: unknown) => void, depth: number): void {
    if (depth > MAX_DEPTH) throw new Stop();
    this.#space();
    const next = this.#text[this.#at];
    if (next === '{') this.#object(show, depth);
    else if (next === '[') this.#array(show, depth);
    else if (next === '"') this.#string(show);
    else if (next !== undefined && /[-\d]/.test(next)) this.#number(show);
    else this.#literal(show);
  }

  #object(show: (value: unknown) => void, depth: number): void {
    const object: Record<string, unknown> = {};
    show(object);
    this.#at++;
    if (this.#take('}')) return;
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') throw new Stop();
      let key = '';
      this.#string(value => (key = value));
      this.#need(':');
      this.value(value => {
        Object.defineProperty(object, key, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      }, depth + 1);
    } while (this.#take(','));
    this.#need('}');
  }

  #array(show: (value: unknown) => void, depth: number): void {
    const array: unknown[] = [];
    show(array);
    this.#at++;
    if (this.#take(']')) return;
    do {
      const place = array.length;
      this.value(value => (array[place] = value), depth + 1);
    } while (this.#take(','));
    this.#need(']');
  }

  #string(show: (value: string) => void): void {
    const parts: string[] = [];
    this.#at++;
    for (;;) {
      parts.push(this.#match(PLAIN));
      const next = this.#text[this.#at];
      const character = next === '\\' ? this.#escape() : undefined;
      if (character !== undefined) {
        parts.push(character);
        continue;
      }
      const text = parts.join('');
      if (next === '"') {
        this.#at++;
        show(text);
        return;
      }
      show(HALF_PAIR.test(text) ? text.slice(0, -1) : text);
      throw new Stop();
    }
  }

  /** The character of an escape; `undefined` if it is incomplete or invalid. */
  #escape(): string | undefined {
    const letter = this.#text[this.#at + 1] ?? '';
    if (letter === 'u') {
      const hex = /^[\da-f]{4}/i.exec(this.#text.slice(this.#at + 2, this.#at + 6));
      if (!hex) return undefined;
      this.#at += 6;
      return String.fromCharCode(parseInt(hex[0], 16));
    }
    const character = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (character !== undefined) this.#at += 2;
    return character;
  }

  #number(show: (value: number | string) => void): void {
    const digits = this.#match(NUMBER);
    // At the end of the text more digits may follow, or a character that makes the number invalid.
    if (digits === '' || !this.#isEnded()) throw new Stop();
    show(this.#toNumber(digits));
  }

  #literal(show: (value: unknown) => void): void {
    const found = LITERALS.find(([word]) => this.#text.startsWith(word, this.#at));
    if (!found) throw new Stop();
    this.#at += found[0].length;
    show(found[1]);
  }

  #space(): void {
    this.#match(SPACE);
  }

  #isEnded(): boolean {
    return /[ \t\r\n,\]}]/.test(this.#text[this.#at] ?? '');
  }

  /** Matches a sticky pattern at the current position and advances. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #take(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #need(character: string): void {
    if (!this.#take(character)) throw new Stop();
  }
}
