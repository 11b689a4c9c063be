/** A token of a pattern: an escape with all its characters, or one character. */
const token = /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|.)|./gisu;

/** What may follow a backslash in a pattern with the flag `u`. */
const escapable = /^\\(?:[dDsSwWbBnrtfv\d^$\\.*+?()[\]{}|/]|[uxcpPk].)/su;

const quantifier = /^\{\d+(?:,\d*)?\}/;

/**
 * The pattern as the validator compiles it, with the flag `u`. Many schemas have patterns that are valid without it only:
 * with needless escapes (`\-`), ranges that are none (`[\w-.]`) and lone braces. `undefined` if the pattern is invalid.
 */
export function unicodePattern(pattern: string): string | undefined {
  if (compiles(pattern, 'u')) return pattern;
  if (!compiles(pattern, '')) return undefined;
  const rewritten = rewrite(pattern);
  return compiles(rewritten, 'u') ? rewritten : undefined;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

function rewrite(pattern: string): string {
  let [written, isClass, quantified] = ['', false, 0];
  const tokens = [...pattern.matchAll(token)];
  for (const [position, {0: text, index}] of tokens.entries()) {
    if (index < quantified) {
      written += text;
    } else if (text.startsWith('\\')) {
      written += escapable.test(text) || (isClass && text === '\\-') ? text : text.slice(1);
    } else if (isClass) {
      const neighbours = [tokens[position - 1]?.[0], tokens[position + 1]?.[0]];
      const isDash = text === '-' && neighbours.some(other => /^\\[dsw]$/i.test(other ?? ''));
      written += isDash || text === '[' ? `\\${text}` : text;
      if (text === ']') isClass = false;
    } else if (text === '[') {
      isClass = true;
      written += text;
    } else if (text === '{') {
      const [range] = quantifier.exec(pattern.slice(index)) ?? [];
      if (range !== undefined) quantified = index + range.length;
      written += range === undefined ? '\\{' : text;
    } else {
      written += /[\]}]/.test(text) ? `\\${text}` : text;
    }
  }
  return written;
}
