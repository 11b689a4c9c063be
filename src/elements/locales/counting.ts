/** The wordings of a count by the plural categories of the language; `#` stands for the number. */
export type Wordings = Partial<Record<Intl.LDMLPluralRule, string>> & {readonly other: string};

/** Puts counts into words by the platform's own plural rules and digits. */
export function counting(locale: string): (wordings: Wordings) => (count: number) => string {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  return wordings => count =>
    (wordings[rules.select(count)] ?? wordings.other).replace('#', digits.format(count));
}

/** The same for a language with all six categories: none, one, two, some, many and the rest, between bars. */
export function countingAll(locale: string): (wordings: string) => (count: number) => string {
  const count = counting(locale);
  return wordings => {
    const [zero = '', one = '', two = '', few = '', many = '', other = ''] = wordings.split(' | ');
    return count({zero, one, two, few, many, other});
  };
}
