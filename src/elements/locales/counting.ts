/** The wordings of a count by the plural categories of the language; `#` stands for the number. */
export type Wordings = Partial<Record<Intl.LDMLPluralRule, string>> & {readonly other: string};

/** Puts counts into words by the platform's own plural rules and digits. */
export function counting(locale: string): (wordings: Wordings) => (count: number) => string {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  return wordings => count =>
    (wordings[rules.select(count)] ?? wordings.other).replace('#', digits.format(count));
}
