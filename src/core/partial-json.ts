import {parseJson} from './json.js';

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
/** The first half of a surrogate pair at the end: the second is to come, and alone it would show as a wrong sign. */
const HALF_PAIR = /[\ud800-\udbff]$/;

/** Nested deeper than this nothing is read: hostile text must not exhaust the stack. */
const MAX_DEPTH = 500;

/** Thrown at the end of the text or at invalid JSON: the value read so far is the result. */
class Stop extends Error {}

/**
 * The value that an unfinished JSON text shows so far, for display only. Whatever it shows is so in the whole text too,
 * or is the beginning of it: a string as far as it has come; a number only when something follows it, because
 * without its last digits it is another number; a literal only when it is whole; no key before its value. `undefined` where nothing can be
 * shown. Invalid JSON is read up to the first error. Never throws.
 */
export function parsePartialJson(text: string): unknown {
  if (typeof text !== 'string') return undefined;
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const reader = new PartialJsonReader(text);
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
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a value and hands it over as soon as there is something to see. */
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

  /** The character of an escape; `undefined` when it is cut off or none. */
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

  #number(show: (value: number) => void): void {
    const digits = this.#match(NUMBER);
    // At the end of the text more digits may follow, or what follows says that this is no number.
    if (digits === '' || !this.#isEnded()) throw new Stop();
    show(Number(digits));
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

  /** The match of a sticky pattern at the current position, which moves behind it. */
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
