/**
 * A text that may continue, without the first half of a character at its end, such as one of an emoji: the second half
 * has not arrived yet, and a half is displayed as a replacement character.
 */
export function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text.slice(-1)) ? text.slice(0, -1) : text;
}

/** The first characters of a longer text, followed by an ellipsis. */
export const shorten = (text: string, maxCharacters: number): string =>
  text.length > maxCharacters ? `${withoutHalf(text.slice(0, maxCharacters))}…` : text;
