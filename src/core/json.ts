/** The value of a JSON text, `undefined` where it is none. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * For `JSON.stringify`, where the text is for a server or for later: old scripts give texts and lists a `toJSON` of their
 * own (Prototype did), which would write them twice. That of an object (a date, say) counts.
 */
export function unlessExtended(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[key];
  return typeof raw !== 'object' || Array.isArray(raw) ? raw : value;
}

/** The JSON text of a value, `undefined` where it has none (a cycle, a big integer, too deep). Never throws. */
export function jsonText(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    return undefined;
  }
}
