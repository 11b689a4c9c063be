/** Parses JSON. Returns `undefined` for invalid JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A string, which may contain what looks like a number, or a number. A string without its end is one up to the end of the text:
 * otherwise each quote in it would be tried as a beginning.
 */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi;
/** A number with 16 digits or more before its point, or with a large exponent. Other numbers keep the digits that matter. */
const LONG_NUMBER = String.raw`-?(?:\d{16,}(?:\.\d+)?|\d+(?:\.\d+)?e\+?\d{3,})`;
/** A string, a long number, or a number that JSON does not have. */
const STRING_OR_RECEIVED_NUMBER = new RegExp(
  String.raw`"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|(?<![\d.e+-])${LONG_NUMBER}(?![\d.e])|-?(?:NaN|Infinity)`,
  'gi',
);

/**
 * Parses JSON for display. A number that `JSON.parse` would change is its source text instead: an id with 19 digits, or
 * `1e400`. Returns `undefined` for invalid JSON. Never throws.
 */
export function parseJsonExactly(text: string): unknown {
  // Numbers with at most 15 digits and a small exponent are kept.
  return parseKept(text, /[\d.]{16}|\de[-+]?\d{3}/i, STRING_OR_NUMBER, isExact);
}

/**
 * Parses JSON as a person reads it. A number that JavaScript writes otherwise, such as `1.10` or `1e21`, is its source text, too.
 * Returns `undefined` for invalid JSON. Never throws.
 */
export const parseAsWritten = (text: string): unknown =>
  parseKept(text, /[\d.]{16}|\de|\.\d*0(?!\d)|-0/i, STRING_OR_NUMBER, isWritten);

/**
 * Parses JSON of a server. A long number that `JSON.parse` would change, such as an id with 19 digits, and the `NaN` and
 * `Infinity` that Python writes are their source text. Returns `undefined` for invalid JSON. Never throws.
 */
export const parseReceived = (text: string): unknown =>
  parseKept(
    text,
    // Ids have digits and an "e", too.
    /\d{16}|[:[,\s]-?\d[\d.]*[eE]\+?\d{3}|NaN|Infinity/,
    STRING_OR_RECEIVED_NUMBER,
    source => /\d/.test(source) && (/[.e]/i.test(source) ? isExact : isWritten)(source),
    rememberNumber,
  );

/**
 * Parses JSON that a user has entered. Keeps all digits of whole numbers, as `parseReceived` does, but knows no `NaN`. Returns
 * `undefined` for invalid JSON. Never throws.
 */
export const parseEntered = (text: string): unknown =>
  parseJson(text) === undefined ? undefined : parseReceived(text);

/** A number that is text, while JSON is parsed or written. */
const MARKED_NUMBER = new RegExp(String.raw`^\0${LONG_NUMBER}$`, 'i');
const MARKED_TEXT = new RegExp(String.raw`"\\u0000(${LONG_NUMBER})"`, 'gi');
/** The keys of received numbers that are text now, by the object or list that has them. */
const longNumbers = new WeakMap<object, Set<string>>();

/** A reviver for `JSON.parse`. */
function rememberNumber(this: object, key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !MARKED_NUMBER.test(value)) return value;
  const keys = longNumbers.get(this) ?? new Set();
  longNumbers.set(this, keys.add(key));
  return value.slice(1);
}

/**
 * A copy in which the numbers that `parseReceived` has read as text are big integers, for code that copies parts of a value and
 * must tell numbers from texts; the value itself if there are none.
 */
export const withBigIntegers = (value: unknown): unknown =>
  copied(value, (_, part) => {
    if (typeof part !== 'string' || !MARKED_NUMBER.test(part)) return part;
    const source = part.slice(1);
    return /[.e]/i.test(source) ? Number(source) : BigInt(source);
  });

/** A copy in which big integers are text again, which `sentJson` writes as numbers; the value itself if there are none. */
export const withoutBigIntegers = (value: unknown): unknown => copied(value, rememberNumber);

function copied(
  value: unknown,
  reviver: (this: object, key: string, value: unknown) => unknown,
): unknown {
  try {
    const text = JSON.stringify(value, withNumberMarks);
    return text.includes('"\\u0000') ? JSON.parse(text, reviver) : value;
  } catch {
    return value; // It has a cycle, or too many levels.
  }
}

/**
 * The JSON of a request. Big integers are written as numbers. Numbers that `parseReceived` has read as text are numbers
 * again, in objects and lists that it has returned: a user who has approved an input approves what the server has sent.
 * Half of a surrogate pair is replaced, because services refuse it, and would refuse all later requests of the
 * conversation.
 */
export function sentJson(value: unknown): string {
  const text = JSON.stringify(value, withNumberMarks);
  return withoutHalfPairs(text.replace(MARKED_TEXT, '$1'));
}

function withNumberMarks(this: object, key: string, value: unknown): unknown {
  const written = unlessExtended.call(this, key, value);
  if (typeof written === 'bigint') return `\0${written}`;
  if (typeof written !== 'string' || !longNumbers.get(this)?.has(key)) return written;
  const marked = `\0${written}`;
  return MARKED_NUMBER.test(marked) ? marked : written;
}

/** Parses JSON. If `suspicion` matches, numbers that `JSON.parse` would change or refuse are their source text. */
function parseKept(
  text: string,
  suspicion: RegExp,
  tokens: RegExp,
  isKept: (source: string) => boolean,
  reviver?: (this: object, key: string, value: unknown) => unknown,
): unknown {
  const value = parseJson(text);
  if (!suspicion.test(text)) return value;
  const mark = reviver ? '\\u0000' : '';
  try {
    return JSON.parse(
      text.replace(tokens, token =>
        token.startsWith('"') || isKept(token)
          ? token
          : `"${/\d/.test(token) ? mark : ''}${token}"`,
      ),
      reviver,
    );
  } catch {
    // A string with millions of escapes is too much for the expression, and some ten thousand levels for the reviver.
    return reviver ? parseKept(text, suspicion, tokens, isKept) : value;
  }
}

/** The first number of a JSON text that `JSON.parse` changes to a whole number or to an infinite one. */
export function changedInteger(text: string): string | undefined {
  try {
    for (const [token] of text.matchAll(STRING_OR_NUMBER)) {
      if (token.startsWith('"') || isExact(token)) continue;
      const value = Number(token);
      if (Number.isInteger(value) || !Number.isFinite(value)) return token;
    }
  } catch {
    // A string with millions of escapes is too much for the expression.
  }
  return undefined;
}

/** Whether JavaScript writes a number as it is written here. */
const isWritten = (source: string): boolean => String(Number(source)) === source;

/** A number of JSON, or its source text if JavaScript writes it otherwise. */
export const writtenNumber = (source: string): number | string =>
  isWritten(source) ? Number(source) : source;

/** A number of JSON, or its source text if `JSON.parse` would change it. */
export const exactNumber = (source: string): number | string =>
  isExact(source) ? Number(source) : source;

function isExact(source: string): boolean {
  const read = String(Number(source));
  return read === source || digitsOf(source) === digitsOf(read);
}

/** The digits of a number without zeros at either end, and the power of ten of the last one. */
function digitsOf(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const significant = digits.slice(0, end);
  if (significant === '') return whole === '' ? source : '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** An escaped pair of surrogates, an escaped half of one, or any other escape. */
const ESCAPE = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(ud[89a-f][\da-f]{2})|[^])/gi;

/**
 * JSON text in which escaped halves of surrogate pairs are replaced: the receiver that parses it may not be able to encode
 * them again.
 */
export function withoutHalfPairs(text: string): string {
  if (!text.includes('\\u')) return text;
  return text.replace(ESCAPE, (escape, half?: string) => (half === undefined ? escape : '\\ufffd'));
}

/**
 * A replacer for `JSON.stringify`: ignores `toJSON` of strings and arrays, which some old libraries (Prototype) add and
 * which would encode them twice. `toJSON` of other objects, such as dates, is used.
 */
export function unlessExtended(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[key];
  return typeof raw !== 'object' || Array.isArray(raw) ? raw : value;
}

/**
 * Serializes a value. Returns `undefined` if that is not possible (a cycle, a big integer, nested too deep). Never
 * throws.
 */
export function jsonText(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    return undefined;
  }
}

/** A key in a JSON Pointer (RFC 6901), decoded. */
export const pointerKey = (segment: string): string =>
  segment.replaceAll('~1', '/').replaceAll('~0', '~');
