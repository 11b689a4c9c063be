/** Parses JSON. Returns `undefined` for invalid JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A string, which may contain what looks like a number, or a number: its digits before and after the point, and its exponent. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\[^])*"|-?(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?/gi;

/**
 * Parses JSON for display. A number that `JSON.parse` would change is its source text instead: an id with 19 digits, or
 * `1e400`. Returns `undefined` for invalid JSON. Never throws.
 */
export function parseJsonExactly(text: string): unknown {
  const value = parseJson(text);
  // Numbers with at most 15 digits and a small exponent are kept.
  if (value === undefined || !/[\d.]{16}|\de[-+]?\d{3}/i.test(text)) return value;
  return parseJson(
    text.replace(STRING_OR_NUMBER, token =>
      token.startsWith('"') || isExact(token) ? token : `"${token}"`,
    ),
  );
}

/** The first number of a JSON text of which `JSON.parse` makes another whole number, or an infinite one. */
export function changedInteger(text: string): string | undefined {
  for (const [token, whole, fraction] of text.matchAll(STRING_OR_NUMBER)) {
    const isWhole =
      whole !== undefined && (fraction === undefined || !Number.isFinite(Number(token)));
    if (isWhole && !isExact(token)) return token;
  }
  return undefined;
}

const isExact = (source: string): boolean => digitsOf(source) === digitsOf(String(Number(source)));

/** The digits of a number without zeros at either end, and the power of ten of the last one. */
function digitsOf(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
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
