/** The value of a JSON text, `undefined` where it is none. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON text of a value, `undefined` where it has none (a cycle, a big integer, too deep). Never throws. */
export function jsonText(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    return undefined;
  }
}
