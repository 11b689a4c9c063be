/** The power of a variable or of brackets, with the two characters before its asterisks: ` a**2`, `b)**2`. */
const POWER = /^(?:.?\)|(?:^|[^\p{L}\p{N}])[A-Za-zα-ωΑ-Ω])\*\*\d{1,2}(?![\p{L}\p{N}.,%])/u;

/** Whether asterisks multiply or raise to a power: behind a digit, before another one, or one of them before a variable. */
export function isProduct(text: string, from: number, to: number): boolean {
  if (to - from === 2 && POWER.test(text.slice(Math.max(0, from - 2), to + 3))) return true;
  const factor = to - from === 1 ? /[\dA-Za-z]/ : /\d/;
  return /\d/.test(text.charAt(from - 1)) && factor.test(text.charAt(to));
}
