/**
 * What the text between delimiters is: a formula, other text, or undecided while more may arrive. Brackets and dollar signs
 * are more often escaped brackets, prices and variables of a shell than delimiters, so the content decides.
 */
export type Verdict = 'formula' | 'text' | 'undecided';

/** A command, an index, an operator or a group. The bar and the tilde are not among the symbols, since options use them. */
const SIGN = /\\[a-zA-Z]|[\^_*/{}]|[^\P{Sm}|~]/u;

/**
 * Signs that are none of mathematics: in addresses, options, paths, identifiers, keys and ranges of letters, escaped ones, steps
 * of a counter, and an index without its content.
 */
const NAME =
  /_$|(?<=\p{L}{2})_\d{3,}|\\[<>*_.~^=/+-]|https?:\/\/\S*|(?<!\S)--?\p{L}[\p{L}\p{N}-]+(?:=\S*)?|(?<=\p{L})(?:\+\+|--)(?![\p{L}\p{N}(\\])|(?<!\p{L})(?:\p{L}{3,}(?:[/_]\p{L}{2,})+|\p{L}{2}[/_]\p{L}{3,})|N\/A|C\+\+|\p{Lu}\p{Ll}{2,}\+\p{L}|a-[fz]|A-[FZ]|0-9/gu;

/** An operator between two terms, which are no words. A hyphen between numbers is a range. */
const OPERATION =
  /(?<=[\p{L}\p{N})\]]\s?)(?<!\p{L}{2}\s?)(?<!\p{N}(?=-\p{N}))[-+*](?=\s?[\p{L}\p{N}([\\])(?!\s?\p{L}{2})/u;

/** A placeholder in brackets, or the parameter of a type, whose name is a word. Beside a term, its signs compare. */
const PLACEHOLDER =
  /(?<![\p{N})\]}]|(?<!\p{L})\p{L})\\?<\p{L}[\p{L}\p{N} _-]*\\?>(?![\p{L}\p{N}(\\])/gu;

/** A sign in brackets without a blank inside. Operators and slashes are also in keys, units, dates, numbers and emphasis. */
const TIGHT_SIGN = /\\[a-zA-Z]|[\^_{}]|[^\P{Sm}|~+]/u;

/** An operator between products, and a slash beside brackets, factorials or bars: signs in brackets without words. */
const PRODUCT_SIGN =
  /(?<=[\p{L}\p{N})\]}!|'])(?:\s?\+\s?|\s\*\s|\*)(?=[\p{L}\p{N}([{\\|])|(?<=[)\]}!|])\/|\/(?=[([|])/u;

/** A word that is not the name of a command. Scripts without spaces have words of one letter. */
const IDEOGRAPH =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff5e]/u;
const WORD = new RegExp(`(?<![\\\\\\p{L}])\\p{L}{2,}|${IDEOGRAPH.source}`, 'u');

const FUNCTION =
  '(?:(?:arc)?(?:sin|cos|tan)h?|cot|sec|csc|ln|log|exp|lim|max|min|det|gcd|mod)(?!\\p{L})';

/** A word that is neither a product of variables nor a function. */
const LONG_WORD = new RegExp(`(?<![\\\\\\p{L}])(?!${FUNCTION})\\p{L}{3,}|${IDEOGRAPH.source}`, 'u');

const TWO_WORDS = /(?<![\\\p{L}])\p{L}{2,}[\s,.;:!?]+\p{L}{2,}/u;

/** An abbreviation, behind whose full stop no formula goes on: `e.g. this`, `p. 5`. */
const ABBREVIATION = /(?<!\\)\b\p{L}{1,3}\.(?:\s|\p{L}\.)/u;

/** What stands for a formula where its delimiters are explained: `\(...\)`. */
const DOTS = /^[\s.…]*$/;

/** Number of characters without a sign of mathematics after which text in open delimiters is displayed. */
const MAX_UNDECIDED = 40;

const withoutNames = (content: string): string => content.replace(NAME, 'name');

/** Whether a text has a sign of mathematics. */
function hasSign(content: string): boolean {
  const text = withoutNames(content);
  return SIGN.test(text) || OPERATION.test(text);
}

/** Whether the content of `\[…\]` begins without a blank, as that of escaped brackets does. */
const isTight = (content: string): boolean => /^\S/.test(content);

/**
 * Whether the content of `\[…\]` has a sign of mathematics. In a line of prose, only such brackets are a formula. A caret at its
 * beginning is that of a footnote, or of a pattern for other characters.
 */
export function hasBracketSign(content: string): boolean {
  if (!isTight(content)) return hasSign(content);
  const text = withoutNames(content.replace(/^\^/, '').replace(PLACEHOLDER, 'name'));
  if (TIGHT_SIGN.test(text) || OPERATION.test(text)) return true;
  return PRODUCT_SIGN.test(text) && !LONG_WORD.test(text);
}

/** Whether `\[…\]` in a line of its own is a formula: not a number, a time, a unit or a word, such as an escaped `[TODO]`. */
export function isBracketed(content: string): boolean {
  if (hasBracketSign(content)) return true;
  const text = withoutNames(content);
  return /\p{L}/u.test(text) && !WORD.test(text) && !(isTight(content) && text.includes('/'));
}

/** Whether `\(…\)` is a formula: not words in escaped parentheses. */
export function isParenthesized(content: string): boolean {
  const text = withoutNames(content);
  const isText = [TWO_WORDS, ABBREVIATION, /\p{L}{4}/u, IDEOGRAPH, DOTS].some(one =>
    one.test(text),
  );
  return hasSign(text) || !isText;
}

/** What may become a name, a word after a hyphen, or code, at the end of a text. */
const UNDECIDED_END =
  /(?<=[\p{L}\p{N}])[-/_+]+\p{L}*$|(?<!\\\p{L}*)\p{L}+$|[-=+*/<>]+\s*$|^\{$|(?<![\p{N})\]}]|(?<!\p{L})\p{L})<\p{L}[\p{L}\p{N} _-]*\\?>?$|(?<=\p{L}{2})_\d*$/u;

/** Whether text that may go on has a sign of mathematics. */
function hasSignSoFar(content: string, has = hasSign): boolean {
  const from = Math.max(0, content.length - MAX_UNDECIDED);
  return has(content.slice(0, from) + content.slice(from).replace(UNDECIDED_END, ''));
}

/** What an open `\(…` is, or, with the signs of brackets, `\[…`. */
export function judgeOpen(content: string, has = hasSign): Verdict {
  if (hasSignSoFar(content, has)) return 'formula';
  return content.length > MAX_UNDECIDED ? 'text' : 'undecided';
}

/** A command with its first argument, which may be text and have no end yet. */
const COMMAND = /\\[a-zA-Z]+\s*(?:\{[^{}]*(?:\}|$))?/g;

/** Plain words: two of two or more letters, or three of which one has as many. Or a word between blanks. */
const PLAIN_WORDS =
  /^\s*(?:\p{L}{2,}(?:[\s,.;:!?]+\p{L}{2,})+|(?=.*\p{L}{2})\p{L}+(?:[\s,.;:!?]+\p{L}+){2,}|[,.;:!?]*\s+\p{L}{2,}\s)\s*$/u;

/** A price with the sign of another currency, as in `$1 = €0.9`, but not a calculation in TeX. */
const PRICES = /^\s*\d[^\\^_{}]*(?!\$)\p{Sc}[^\\^_{}]*$/u;

/** A quotation mark that opens, before the next name: `'$eq' and '$gt'`. */
const QUOTE = /(?<![\p{L}\p{N})}\]'])['"]$|[‘“]$/u;

/** Whether the text between dollar signs is a formula: not a price with words after it, nor plain words. */
export function isBetweenDollars(content: string): boolean {
  const text = content.replace(COMMAND, ' ');
  if (/^\s*\d/.test(content) && WORD.test(text) && /\s|[^\p{ASCII}]/u.test(content.trim()))
    return false;
  if (IDEOGRAPH.test(text) && !hasSign(content)) return false;
  return isBalanced(content) && ![PRICES, PLAIN_WORDS, DOTS, QUOTE].some(one => one.test(content));
}

/** What a formula ends with before a letter, as in `$n$th`. Variables beside each other have an operator between them. */
const TERM_END = /[\p{L}\p{N})}\]'!]$|\|[^|]*\|$/u;

/** A variable or a call of a program, before another one: `$first$last`, `$f()$g()`. */
const PROGRAM = /^\p{L}{2}[^\\^+]*$|\(\)$/u;

/** What follows a product of variables in prose, as in `$ij$th`, or in a script without spaces. */
const AFTER_PRODUCT = /^(?:th\P{L}|\P{ASCII})/u;

/** Whether a dollar sign after this content closes a formula, and does not begin another variable. */
export function mayClose(content: string, after: string): boolean {
  if (after.startsWith('{')) return false;
  if (!/^[\p{L}_(]/u.test(after) || IDEOGRAPH.test(after.charAt(0))) return true;
  return endsTerm(content) && (!PROGRAM.test(content) || AFTER_PRODUCT.test(after));
}

/** Whether a letter may follow the dollar sign after this content. */
export function endsTerm(content: string): boolean {
  return TERM_END.test(content) && !IDEOGRAPH.test(content.slice(-1));
}

/** Statements and variables of programs. */
const CODE = /^\{[\p{L}_]|^_[.\s]|==|->|&&|(?<!\\);\s/u;

/** A word behind a term that is neither a function nor a differential: `= 5 and`. */
const WORD_BEHIND_TERM = new RegExp(
  `[\\p{L}\\p{N})\\]]\\s+(?!${FUNCTION}|d\\p{L}(?!\\p{L}))\\p{L}{2}`,
  'u',
);

/** Whether a statement or words follow an operator. In TeX, letters behind a term are variables, as in `\\frac{1}{2} mv^2`. */
function isStatement(content: string): boolean {
  if (/[\\^_{]/.test(content)) return false;
  const [operation = ''] = /[\p{Sm}*/-].*$/su.exec(content) ?? [];
  return operation.endsWith(';') || WORD_BEHIND_TERM.test(operation);
}

/** What the text after an open dollar sign is. Variables of a shell begin with a word, prices with a digit. */
export function judgeOpenDollar(content: string): Verdict {
  const text = content.replace(COMMAND, ' ');
  if (/^(?:\d|\p{L}{2})/u.test(content) || TWO_WORDS.test(text) || CODE.test(content))
    return 'text';
  if (hasSignSoFar(content)) return isStatement(content) ? 'undecided' : 'formula';
  return WORD.test(content) || content.length > MAX_UNDECIDED ? 'text' : 'undecided';
}

/** Whether a line below a blank one in a formula of several lines is not a part of it: a sentence, or a heading. */
export function isProse(line: string): boolean {
  const text = line.replace(COMMAND, ' ');
  if (TWO_WORDS.test(text) || /^\s*#{1,6}\s/.test(text)) return true;
  return IDEOGRAPH.test(text) && !hasSign(line);
}

/** Whether as many brackets open as close. Their kinds may differ, as in half-open intervals. */
function isBalanced(content: string): boolean {
  if (content.includes('\\left')) return true;
  const count = (pattern: RegExp): number => content.match(pattern)?.length ?? 0;
  return count(/(?<!\\)[([{]/g) === count(/(?<!\\)[)\]}]/g);
}
