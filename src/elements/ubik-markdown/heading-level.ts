/** The level of the heading of a chat, under which its messages are. */
const CHAT_LEVEL = 2;

/**
 * The level of a heading of a text in the outline of the page: below the heading of the chat. The element keeps the
 * level of the text, which determines its size and what is copied.
 */
export function headingLevel(level: number): string {
  return String(Math.min(6, CHAT_LEVEL + level));
}
