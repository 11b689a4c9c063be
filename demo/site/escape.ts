/** Escapes a text for HTML content and quoted attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}
