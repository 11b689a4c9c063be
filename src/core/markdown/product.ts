/** The power of a variable or of brackets, with the two characters before its asterisks: ` a**2`, `b)**2`. */
const POWER = /^(?:.?\)|(?:^|[^\p{L}\p{N}])[A-Za-zα-ωΑ-Ω])\*\*\d{1,2}(?![\p{L}\p{N}.,%])/u;

/** What stands before and behind an asterisk in a product: a variable of one letter, also behind others, or brackets. */
const FACTOR = /(?:(?:^|[^\p{L}\p{N}_*\\])(?:[A-Za-zα-ωΑ-Ω]\*)*[A-Za-zα-ωΑ-Ω]|[\d)])$/u;
const NEXT_FACTOR = /^(?:[A-Za-zα-ωΑ-Ω](?![\p{L}\p{N}_])|\()/u;

/** Number of characters before an asterisk that are searched for variables. */
const MAX_BEFORE = 20;

/** Whether asterisks multiply or raise to a power: behind a digit, before another one, or one of them before a variable. */
export function isProduct(text: string, from: number, to: number): boolean {
  if (to - from === 2 && POWER.test(text.slice(Math.max(0, from - 2), to + 3))) return true;
  const isSingle = to - from === 1;
  if (isSingle && NEXT_FACTOR.test(text.slice(to, to + 2))) {
    if (FACTOR.test(text.slice(Math.max(0, from - MAX_BEFORE), from))) return true;
  }
  const factor = isSingle ? /[\dA-Za-z]/ : /\d/;
  return /\d/.test(text.charAt(from - 1)) && factor.test(text.charAt(to));
}
