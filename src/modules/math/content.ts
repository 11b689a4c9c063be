/**
 * What the text between delimiters is: a formula, other text, or undecided while more may arrive. Brackets and dollar signs
 * are more often escaped brackets, prices and variables of a shell than delimiters, so the content decides.
 */
export type Verdict = 'formula' | 'text' | 'undecided';

/** A command, an index, an operator or a group. The bar and the tilde are not among the symbols, since options use them. */
const SIGN = /\\[a-zA-Z]|[\^_*/{}]|[^\P{Sm}|~]/u;

/** A minus between two terms, which is neither a hyphen between words nor a range of numbers. */
const MINUS =
  /(?<=[\p{L}\p{N})\]]\s?)(?<!\p{L}{2}\s?)(?<!\p{N}(?=-\p{N}))-(?=\s?[\p{L}\p{N}([\\])(?!\s?\p{L}{2})/u;

/** A word that is not the name of a command. Scripts without spaces have words of one letter. */
const WORD =
  /(?<![\\\p{L}])\p{L}{2,}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff5e]/u;

const TWO_WORDS = /(?<![\\\p{L}])\p{L}{2,}[\s,.;:!?]+\p{L}{2,}/u;

/** Number of characters without a sign of mathematics after which text in open delimiters is displayed. */
const MAX_UNDECIDED = 40;

/** Whether a text has a sign of mathematics. In a line of prose, only such brackets `\[…\]` are a formula. */
export const hasSign = (content: string): boolean => SIGN.test(content) || MINUS.test(content);

/** Whether `\[…\]` in a line of its own is a formula: not a number or a word, such as an escaped `[TODO]`. */
export function isBracketed(content: string): boolean {
  return hasSign(content) || !(WORD.test(content) || /^\s*[\p{N}\s,.;-]+$/u.test(content));
}

/** Whether `\(…\)` is a formula: not words in escaped parentheses. */
export function isParenthesized(content: string): boolean {
  return hasSign(content) || !(TWO_WORDS.test(content) || /\p{L}{4}/u.test(content));
}

/** What an open `\(…` or `\[…` is. */
export function judgeOpen(content: string): Verdict {
  if (hasSign(content)) return 'formula';
  return content.length > MAX_UNDECIDED ? 'text' : 'undecided';
}

/** A command with its first argument, which may be text. */
const COMMAND = /\\[a-zA-Z]+\s*(?:\{[^{}]*\})?/g;

/** Whether the text between dollar signs is a formula: not a price with words after it, nor plain words. */
export function isBetweenDollars(content: string): boolean {
  const hasWord = WORD.test(content.replace(COMMAND, ' '));
  if (/^\d/.test(content) && hasWord && /\s|[^\p{ASCII}]/u.test(content)) return false;
  if (!isBalanced(content)) return false;
  return !/^\s*\p{L}{2,}(?:[\s,.;:!?]+\p{L}{2,})+\s*$/u.test(content);
}

/** What the text after an open dollar sign is. Variables of a shell begin with a word, prices with a digit. */
export function judgeOpenDollar(content: string): Verdict {
  if (/^(?:\d|\p{L}{2})/u.test(content) || TWO_WORDS.test(content)) return 'text';
  if (hasSign(content)) return 'formula';
  return WORD.test(content) || content.length > MAX_UNDECIDED ? 'text' : 'undecided';
}

/** Whether as many brackets open as close. Their kinds may differ, as in half-open intervals. */
function isBalanced(content: string): boolean {
  if (content.includes('\\left')) return true;
  const count = (pattern: RegExp): number => content.match(pattern)?.length ?? 0;
  return count(/(?<!\\)[([{]/g) === count(/(?<!\\)[)\]}]/g);
}
