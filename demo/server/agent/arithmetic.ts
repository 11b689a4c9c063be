import {functionNames} from './tools/expression.js';
import {conversionIn, unitOf} from './units.js';

/** Numbers in words. */
const numberWords: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value] as const)
    .concat(
      'twenty thirty forty fifty sixty seventy eighty ninety'
        .split(' ')
        .map((word, n) => [word, (n + 2) * 10] as const),
    ),
);
const multipliers: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);

/** A whole number below 100 in words. */
export function inWords(number: number): string {
  const word = [...numberWords].find(([, value]) => value === number)?.[0];
  return word ?? `${inWords(number - (number % 10))} ${inWords(number % 10)}`;
}

/** Characters of a message that are searched for arithmetic. */
const maxCharacters = 400;

const n = String.raw`(\(?-?\d+(?:\.\d+)?\)?)`;
const percent = String.raw`\s*(?:%|percent\b|per cent\b|prozent\b|pour ?cent\b|por ciento\b)`;

/** Fractions in words, and what they divide by. */
const fractions: Readonly<Record<string, number>> = {third: 3, quarter: 4, fifth: 5, tenth: 10};

/** Phrases of arithmetic, and the expression for each. `$1` and `$2` are numbers. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [`remainder (?:of|when) ${n} (?:is )?(?:divided by|and|by) ${n}`, '$1 % $2'],
  // A percentage of a percentage first: the inner one alone would be a number.
  [`${n}${percent}\\s*of\\s*${n}${percent}\\s*of\\s*${n}`, '$1 / 100 * $2 / 100 * $3'],
  [`${n}${percent}\\s*(?:more|higher|greater) than\\s*${n}`, '$2 * (1 + $1 / 100)'],
  [`${n}${percent}\\s*(?:less|lower|smaller) than\\s*${n}`, '$2 * (1 - $1 / 100)'],
  [
    `(?:tip|tax|vat|interest|fee|commission|discount) of\\s*${n}${percent}\\s*(?:on|for|of)\\s*${n}`,
    '$1 / 100 * $2',
  ],
  ...Object.entries(fractions).flatMap(([word, divisor]) => [
    [`${n} ${word}s? of ${n}`, `$1 / ${divisor} * $2`],
    [`\\ba ${word} of ${n}`, `$1 / ${divisor}`],
  ]),
  [`${n}${percent}\\s*(?:of|von|de)\\s*${n}`, '$1 / 100 * $2'],
  [
    `${n}${percent}\\s*(?:tip|tax|vat|interest|fee|commission) (?:on|for|of)\\s*${n}`,
    '$1 / 100 * $2',
  ],
  [`${n}\\s*/\\s*${n} of ${n}`, '$1 / $2 * $3'],
  [`${n}${percent}\\s*(?:off|discount on)\\s*${n}`, '$2 * (1 - $1 / 100)'],
  [`(?:increase|raise)\\s*${n}\\s*by\\s*${n}${percent}`, '$1 * (1 + $2 / 100)'],
  [`(?:decrease|reduce|lower)\\s*${n}\\s*by\\s*${n}${percent}`, '$1 * (1 - $2 / 100)'],
  [`add\\s*${n}${percent}\\s*to\\s*${n}`, '$2 * (1 + $1 / 100)'],
  [`${n}\\s*(?:\\+|plus)\\s*${n}${percent}`, '$1 * (1 + $2 / 100)'],
  [`${n}\\s*(?:-|minus)\\s*${n}${percent}`, '$1 * (1 - $2 / 100)'],
  [`what percent(?:age)? of ${n} is ${n}`, '$2 / $1 * 100'],
  [`${n} is what percent(?:age)? of ${n}`, '$1 / $2 * 100'],
  [`add ${n} (?:and|to) ${n}`, '$1 + $2'],
  [`${n} less than ${n}`, '$2 - $1'],
  [`${n} more than ${n}`, '$2 + $1'],
  [`difference (?:between|of) ${n} and ${n}`, '$1 - $2'],
  [`product of ${n} and ${n}`, '$1 * $2'],
  [`subtract ${n} from ${n}`, '$2 - $1'],
  [`multiply ${n} (?:by|with|and) ${n}`, '$1 * $2'],
  [`divide ${n} by ${n}`, '$1 / $2'],
  [`${n}(?: [a-z]+)? (?:split|shared|divided) ${n} ways`, '$1 / $2'],
  [`(?:split|share|divide) ${n}\\b.{0,20}? (?:between|among|by) ${n}`, '$1 / $2'],
  [
    `\\bhave ${n} [a-z]+,? (?:and|then) (?:i )?(?:buy|get|find|receive|bake|pick) ${n}(?: more)?\\b`,
    '$1 + $2',
  ],
  [
    `\\bhave ${n} [a-z]+,? (?:and|then) (?:i )?(?:eat|lose|sell|spend|give away|use) ${n}\\b`,
    '$1 - $2',
  ],
  [`${n} [a-z]+ (?:at|for|with|of) ${n}(?: [a-z]+)? each`, '$1 * $2'],
  [`${n}(?: [a-z]+)? (?:a|per|every|each) month\\b.{0,40}?\\b(?:a|per|each|in a) year`, '$1 * 12'],
  [`${n}(?: [a-z]+)? (?:a|per|every|each) day\\b.{0,40}?\\b(?:a|per|each|in a) week`, '$1 * 7'],
  [`${n}(?: [a-z]+)? (?:a|per|every|each) week\\b.{0,40}?\\b(?:a|per|each|in a) year`, '$1 * 52'],
  [
    'hours.{0,20}? (?:between|from) (\\d+):(\\d\\d) (?:and|to|until) (\\d+):(\\d\\d)',
    '($3 + $4 / 60) - ($1 + $2 / 60)',
  ],
  [`half of ${n}`, '$1 / 2'],
  [`(?:twice|double) ${n}`, '2 * $1'],
  [`triple ${n}`, '3 * $1'],
  [`square root of ${n}`, 'sqrt($1)'],
  [`cube root of ${n}`, '$1 ^ (1 / 3)'],
  [`\\b(${functionNames}) of ${n}`, '$1($2)'],
  [`${n} squared|\\bsquare of ${n}`, '$1$2 ^ 2'],
  [`${n} cubed|\\bcube of ${n}`, '$1$2 ^ 3'],
  [`${n} factorial|\\bfactorial of ${n}`, 'factorial($1$2)'],
].map(([pattern = '', expression = '']) => [new RegExp(pattern, 'gi'), expression]);

/** Numbers that are listed: `18, 24 and 30`. */
const list = String.raw`((?:-?\d+(?:\.\d+)?(?:,? and |, ?| ))+-?\d+(?:\.\d+)?)`;
const numbersIn = (text: string): readonly string[] => text.match(/-?\d+(?:\.\d+)?/g) ?? [];

/** Phrases about a list of numbers, and the expression for it. */
const listPhrases: readonly (readonly [RegExp, (numbers: readonly string[]) => string])[] = [
  [new RegExp(`(?:sum|total) of ${list}`, 'gi'), numbers => numbers.join(' + ')],
  [
    new RegExp(`(?:average|mean) of ${list}`, 'gi'),
    numbers => `(${numbers.join(' + ')}) / ${numbers.length}`,
  ],
];

/** Operators in words, between numbers. */
const operators: readonly (readonly [RegExp, string])[] = [
  [/\s+(?:plus|und|más)\s+(?=[\d(-])/gi, ' + '],
  [/\s+(?:minus|moins|menos)\s+(?=[\d(-])/gi, ' - '],
  [/\s*(?:\btimes\b|\bmultiplied by\b|\bmal\b|\bfois\b|\bpor\b)\s*(?=[\d(-])/gi, ' * '],
  [/(?<=\d)\s*x\s*(?=\d)/gi, ' * '],
  [/\s+(?:divided by|over|geteilt durch|divisé par|dividido por)\s+(?=[\d(-])/gi, ' / '],
  ...['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].map(
    (word, index) => [new RegExp(`\\s+to the ${word} power\\b`, 'gi'), ` ^ ${index + 2}`] as const,
  ),
  [/\s+to the (?=\d+(?:st|nd|rd|th) power\b)/gi, ' ^ '],
  [/(?<=\d)(?:st|nd|rd|th) power\b/gi, ''],
  [/\s+(?:to the power of|hoch)\s+(?=[\d(-])/gi, ' ^ '],
  [/\s+(?:split|shared|divided) (?:between|among)\s+(?=\d)/gi, ' / '],
  [/\s+mod(?:ulo)?\s+(?=[\d(-])/gi, ' % '],
];

const furtherOperators = new Map([
  ['add', '+'],
  ['subtract', '-'],
  ['multiply', '*'],
  ['divide', '/'],
]);
const further = new RegExp(
  String.raw`([-+*/^%().\d\s]*[\d)]),?\s+(?:and )?then (add|subtract|multiply|divide)(?: it| that| the result)?(?: by| with)? ${n}`,
  'i',
);

/** Writes further operations on a result: `2 + 3 then multiply by 4` is `(2 + 3) * 4`. */
function withFurtherOperations(text: string): string {
  const next = text.replace(
    further,
    (_, before: string, verb: string, number: string) =>
      ` (${before.trim()}) ${furtherOperators.get(verb.toLowerCase()) ?? ''} ${number}`,
  );
  return next === text ? text : withFurtherOperations(next);
}

/** Fractions before a factor or a unit: `half a million`, `three quarters of an hour`, `1/2 mile`, `1 1/2 cups`. */
const fraction = new RegExp(
  String.raw`(?<![\p{L}\d/.,]|\band (?:an? )?)(?:(?:an? )?(half)(?: of)?(?: an?)?|(?:(${[...numberWords.keys(), 'an?', String.raw`\d+`].join('|')}) )?(${Object.keys(fractions).join('|')})s?(?: of)?(?: an?)?|(\d+)/(\d+)(?: of)?(?: an?)?) (?=(\p{L}+))`,
  'giu',
);

/** The text with fractions of factors as decimals, and of units as quotients. */
const withFractions = (text: string): string =>
  text
    .replaceAll(
      /\b([a-z]+|\d+) and a half (?=(?:hundred|[a-z]+illion|thousand)\b)/gi,
      (_, word: string) => {
        const whole = numberWords.get(word.toLowerCase()) ?? Number(word);
        return Number.isNaN(whole) ? `${word} half ` : `${whole + 0.5} `;
      },
    )
    .replaceAll(/\b(hundred|[a-z]+illion|thousand) and a half\b/gi, '$1 half')
    .replaceAll(
      fraction,
      (all, half, count: string | undefined, name: string | undefined, ...more) => {
        const [above, below, word] = more as (string | undefined)[];
        const isFactor = multipliers.has(word?.toLowerCase() ?? '');
        if (!isFactor && !unitOf(word ?? '')) return all;
        const divisor =
          half === undefined ? (fractions[name?.toLowerCase() ?? ''] ?? Number(below)) : 2;
        const counted = /^\d/.test(count ?? '')
          ? Number(count)
          : numberWords.get(count?.toLowerCase() ?? '');
        const dividend = above === undefined ? (counted ?? 1) : Number(above);
        return isFactor ? `${dividend / divisor} ` : `${dividend}/${divisor} `;
      },
    );

/** Replaces numbers in words by digits: `twenty-one` by `21`, and `two thousand three hundred` by `2300`. */
export function withDigits(text: string): string {
  const words = withFractions(text).split(/([^\p{L}\p{N}.,%/]+)/u);
  const result: string[] = [];
  /** The thousands and above, and what follows them, which is `undefined` directly after a factor. */
  let total = 0;
  let group: number | undefined;
  let isOpen = false;
  let last = 0;
  /** What was between the thousands and the group. */
  let between = '';
  let gap = '';
  const flush = (): void => {
    if (isOpen) result.push(String(Number((total + (group ?? 0)).toPrecision(15))));
    result.push(gap);
    total = last = 0;
    group = undefined;
    isOpen = false;
    gap = '';
  };
  const isHundred = (index: number): boolean => /^hundred\b/i.test(words[index] ?? '');
  const begins = (value: number, index: number): boolean => {
    if (!isOpen || gap.includes(',')) return true;
    if (group === undefined) return false;
    const continues =
      group % 100 === 0
        ? group > 0 && value > 0 && !isHundred(index + 2)
        : group % 100 >= 20 && group % 10 === 0 && value > 0 && value < 10;
    return !continues;
  };
  for (const [index, word] of words.entries()) {
    const plain = word.toLowerCase().replace(/[.,]$/, '');
    // Digits are part of a number in words only before a factor: `1.5 million`.
    const isFactorNext = multipliers.has(
      words[index + 2]?.toLowerCase().replace(/[.,]$/, '') ?? '',
    );
    const digits = isFactorNext && /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined;
    const value = numberWords.get(plain) ?? digits;
    const factor = multipliers.get(plain);
    if (index % 2 === 1) {
      if (isOpen) gap += word;
      else result.push(word);
    } else if (value !== undefined) {
      if (begins(value, index)) flush();
      if (group === undefined) between = gap;
      group = (group ?? 0) + value;
      isOpen = true;
      gap = word.slice(plain.length);
    } else if (factor !== undefined) {
      if (gap.includes(',')) flush();
      if (factor === 100) {
        group = (group ?? 1) * factor;
      } else {
        // `one thousand two thousand` are two numbers, `two thousand million` is one.
        if (group !== undefined && total > 0 && factor >= last) {
          result.push(String(total), between);
          total = 0;
        }
        total = group === undefined && total > 0 ? total * factor : total + (group ?? 1) * factor;
        group = undefined;
        last = factor;
      }
      isOpen = true;
      gap = word.slice(plain.length);
    } else if (
      plain === 'and' &&
      isOpen &&
      (group ?? 0) % 100 === 0 &&
      numberWords.has(words[index + 2]?.toLowerCase() ?? '') &&
      !isHundred(index + 4)
    ) {
      gap += word;
    } else {
      flush();
      result.push(word);
    }
  }
  flush();
  return result.join('');
}

const expressions = new RegExp(
  `(?:\\b(?:${functionNames}|pi|e)\\b|\\d+(?:\\.\\d+)?e[-+]?\\d+|[-+*/%^()×÷−.\\d\\s])+`,
  'gi',
);
const operation = new RegExp(
  `(?:[\\d)]|\\b(?:pi|e))\\s*(?:\\*\\*|[-+*/%^×÷−])\\s*[\\d(a-z-]|\\b(?:${functionNames})\\s*\\(`,
  'i',
);

/** Words of German, French and Spanish in a calculation, where a comma begins the decimals and points divide groups. */
const foreign =
  /\b(?:mal|geteilt|hoch|von|prozent|wie ?viel|was (?:ist|sind|macht)|fois|moins|divis[ée]|combien|pour ?cent|por|menos|dividido|más|cuánt[oa]s?)(?!\p{L})/iu;

/** The text with numbers as the parser reads them: `1.000 mal 2,5` has 1000 and 2.5, and `1.5k` is 1500. */
export function withPlainNumbers(text: string): string {
  const isForeign = foreign.test(text);
  const groups = isForeign
    ? /(?<![\d.])\d{1,3}(?:\.\d{3})+(?![\d.])/g
    : /(?<![\d.])\d{1,3}(?:(?:\.\d{3}){2,}(?![\d.])|(?:\.\d{3})+(?= ?(?:€|euros?\b)|,\d{1,2}\b))|(?<=(?:€|\beur) ?)\d{1,3}(?:\.\d{3})+(?![\d.])/gi;
  const ungrouped = text.replaceAll(groups, number => number.replaceAll('.', ''));
  const plain = isForeign ? ungrouped.replaceAll(/(?<=\d),(?=\d)/g, '.') : ungrouped;
  return plain.replaceAll(/(?<![\w.])(\d+(?:\.\d+)?)k\b/gi, (_, number: string) =>
    String(Number((Number(number) * 1000).toPrecision(15))),
  );
}

/** What the expression lacks would make its result a wrong answer: numbers and signs. */
const unread = /\d|\)!|\b(?:minus|negative|half|(?:third|quarter|fifth|tenth)s?)\b/i;

/** Where a word for a sign is no subtraction: at the beginning, and after an operator or a word that asks. */
const sign =
  /(^\W*|[-+*/×÷^(=,:]\s*|\b(?:plus|minus|times|by|over|mal|fois|por|of|is|are|to|and|from|power|add|subtract|multiply|divide|calculate|compute|evaluate|convert|much)\s+)(?:minus|negative|moins|menos)\s+(?=[\d(])/gi;

/** What a question such as `is 7 less than 12?` compares, and whether it is so. */
export function comparisonIn(
  message: string,
): {readonly statement: string; readonly isTrue: boolean} | undefined {
  const text = withDigits(withPlainNumbers(message.slice(0, maxCharacters))).replaceAll(
    /(?<=\d),(?=\d{3}\b)/g,
    '',
  );
  const [, one, than = '', other] =
    /^is (-?\d+(?:\.\d+)?) (less|smaller|lower|more|greater|larger|bigger|higher) than (-?\d+(?:\.\d+)?)\s*\?*$/i.exec(
      text,
    ) ?? [];
  if (one === undefined) return undefined;
  const isLess = /^(?:less|smaller|lower)/i.test(than);
  const [less, more] = (isLess ? [one, other] : [other, one]).map(Number);
  return {statement: `${one} is ${than} than ${other}`, isTrue: (less ?? 0) < (more ?? 0)};
}

/** The end of a request for a result with a number of decimals. */
const rounding = /,? round(?:ed)? to (\d) (?:decimals?|digits?|(?:decimal )?places?)\b/i;

/** The text with signs, factorials and numbers of other bases as the parser reads them. */
const withSigns = (text: string): string =>
  text
    .replaceAll(/\b0(?:x[\da-f]+|b[01]+|o[0-7]+)\b/gi, number => String(Number(number)))
    .replaceAll(/\b(\d+)!+(?=\s*$)/g, (all, number: string) => (all.endsWith('!!') ? number : all))
    .replaceAll(/(\b\d+|\([^()]*\))!(?!!)/g, 'factorial($1)')
    .replaceAll(/(\d+) and a half\b/g, '$1.5')
    .replaceAll(/(\d+) point (\d+)/g, '$1.$2')
    .replaceAll(sign, '$1-');

/** The arithmetic expression that a message asks for, in the notation of `evaluate`; `undefined` if there is none. */
export const expressionIn = (message: string): string | undefined =>
  calculationIn(message)?.expression;

/**
 * The arithmetic expression of a message, and the words beside it: `tabs` in `share 3 chats between 2 tabs`. A conversion
 * of units has no other words.
 */
export function calculationIn(message: string): {expression: string; beside: string} | undefined {
  // Who asks for yes or no wants no subtraction: `is 1/2 less than 3/4?`
  if (/^(?:is|are)\b[^]*\b(?:less|more) than\b/i.test(message)) return undefined;
  let text = withSigns(
    withDigits(
      withPlainNumbers(message.slice(0, maxCharacters)).replaceAll(
        /(?<=\d),(?=\d{3}\b)|[$€£¥] ?(?=\d)|\b(?:eur|usd) (?=\d)|(?<=\d) ?(?:€|(?:euros?|dollars?|eur|usd)\b)/gi,
        '',
      ),
    ),
  );
  for (const [pattern, expression] of listPhrases) {
    text = text.replaceAll(pattern, (_, numbers: string) => expression(numbersIn(numbers)));
  }
  text = text.replaceAll(/(?<=\d),(?=\d{1,2}\b)/g, '.');
  const conversion = conversionIn(text);
  if (conversion !== undefined) return {expression: conversion, beside: ''};
  for (const [pattern, expression] of [...phrases, ...operators]) {
    text = text.replaceAll(pattern, expression);
  }
  const [, decimals] = rounding.exec(text) ?? [];
  text = withFurtherOperations(text.replace(rounding, ''));
  const runs = text.match(expressions) ?? [];
  const expression = runs
    .map(run => run.trim().replace(/[.\s]+$/, ''))
    .filter(run => operation.test(run))
    .reduce<string | undefined>(
      (best, run) => (run.length > (best?.length ?? 0) ? run : best),
      undefined,
    );
  if (expression === undefined) return undefined;
  const beside = text.replace(expression, ' ');
  if (unread.test(beside)) return undefined;
  const factor = 10 ** Number(decimals ?? 0);
  const rounded = `round((${expression}) * ${factor}) / ${factor}`;
  return {expression: decimals === undefined ? expression : rounded, beside};
}
