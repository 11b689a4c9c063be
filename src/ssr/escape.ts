const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text for element content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, character => ENTITIES[character] ?? '');
}

/** An attribute with a leading space, or an empty string without a value. */
export function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;
}

/** Attributes by name, each with a leading space. */
export function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => attribute(name, value))
    .join('');
}

/** Serializes a value as JSON that is safe inside a script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
