/** The values of the lists of numbers: 0 to 20, and the tens up to 90. */
const values = [...Array(21).keys(), 30, 40, 50, 60, 70, 80, 90];

/** The factors of numbers. */
const factors: readonly (readonly [RegExp, string])[] = [
  [/^(?:hundert|cents?|cien|cientos?)$/, 'hundred'],
  [/^(?:tausend|mil|mille)$/, 'thousand'],
  [/^(?:million(?:en|s)?|mill[oó]n(?:es)?)$/, 'million'],
];

/** The English name of a factor such as `tausend`. */
export const factorOf = (word: string): string | undefined =>
  factors.find(([pattern]) => pattern.test(word))?.[1];

const one = '(?:une?|uno|eins?)';
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * The words of a text with each number below 100 as one word, and each factor as another: `trente et un` is
 * `trente-et-un`, `zweihundertfünf` is `zwei hundert fünf`. `numbers` has the words for `values`.
 */
export function separated(words: readonly string[], numbers: readonly string[]): readonly string[] {
  const ones = [...numbers.slice(1, 20), one].join('|');
  const tens = ['dreissig', 'quatre-vingt', ...numbers.slice(20, 28)].join('|');
  const before = String.raw`(?<![\p{L}-])`;
  const after = String.raw`(?![\p{L}-])`;
  return words
    .join(' ')
    .replaceAll(/(?<![\p{L}-])quin(?=ientos)/gu, 'cinco c')
    .replaceAll(/(?<![\p{L}-])sete(?=cientos)/gu, 'siete')
    .replaceAll(/(?<![\p{L}-])nove(?=cientos)/gu, 'nueve')
    .replaceAll(new RegExp(`${before}(${ones})(cientos|hundert|tausend)`, 'gu'), '$1 $2')
    .replaceAll(new RegExp(`(hundert|tausend)(?=${ones}|${tens})`, 'gu'), '$1 ')
    .replaceAll(new RegExp(`${before}(${ones})(hundert|tausend)`, 'gu'), '$1 $2')
    .replaceAll(new RegExp(`${before}(${ones})und(${tens})${after}`, 'gu'), '$2-$1')
    .replaceAll(/(?<![\p{L}-])veinti/gu, 'veinte-')
    .replaceAll(
      new RegExp(`${before}(${tens})(?: (et|y))? (${ones})${after}`, 'gu'),
      (_, ten: string, _and: string | undefined, rest: string) => `${ten}-${rest}`,
    )
    .split(' ');
}

/** The value of a number below 100, such as `trente-et-un` or `veinte-dos`; `undefined` for another word. */
export function numberOf(word: string, numbers: readonly string[]): number | undefined {
  const plain = numbers.map(withoutAccents);
  const valueOf = (text: string): number | undefined => values[plain.indexOf(text)];
  const whole = withoutAccents(word.replace('ss', 'ß'));
  if (valueOf(whole) !== undefined) return valueOf(whole);
  const parts = whole
    .replace(/^quatre-vingts?/, '80')
    .split('-')
    .filter(part => !/^(?:et|y)$/.test(part));
  const sum = parts.map(part =>
    part === '80' ? 80 : new RegExp(`^${one}$`).test(part) ? 1 : valueOf(part),
  );
  const isNumber = sum.every(
    (value, at) =>
      value !== undefined && (at === 0 ? value >= 10 : value < Math.min(20, sum[at - 1] ?? 0)),
  );
  return isNumber ? sum.reduce<number>((total, value) => total + (value ?? 0), 0) : undefined;
}
