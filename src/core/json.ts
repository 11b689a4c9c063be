/** Parses JSON. Returns `undefined` for invalid JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
