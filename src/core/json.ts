/** The value of a JSON text, `undefined` for invalid JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * For `JSON.stringify`, where the text is sent or stored: old scripts give strings and arrays a `toJSON` of their
 * own (Prototype did), which would encode them twice. That of an object, such as a date, is used.
 */
export function unlessExtended(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[key];
  return typeof raw !== 'object' || Array.isArray(raw) ? raw : value;
}

/** The JSON text of a value, `undefined` if there is none (a cycle, a big integer, nested too deep). Never throws. */
export function jsonText(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    return undefined;
  }
}
