/** One text per plural category of the language; `#` is replaced by the number. */
type Wordings = Partial<Record<Intl.LDMLPluralRule, string>> & {readonly other: string};

/** Creates labels with a count, by the plural rules and digits of `Intl`. */
export function counting(locale: string): (wordings: Wordings) => (count: number) => string {
  // Created with the first count, because both take milliseconds and most chats start without one.
  let formats: {readonly rules: Intl.PluralRules; readonly digits: Intl.NumberFormat} | undefined;
  return wordings => count => {
    formats ??= {rules: new Intl.PluralRules(locale), digits: new Intl.NumberFormat(locale)};
    const {rules, digits} = formats;
    return (wordings[rules.select(count)] ?? wordings.other).replace('#', digits.format(count));
  };
}

/** The same for a language with all six categories, separated by ` | `: zero, one, two, few, many, other. */
export function countingAll(locale: string): (wordings: string) => (count: number) => string {
  const count = counting(locale);
  return wordings => {
    const [zero = '', one = '', two = '', few = '', many = '', other = ''] = wordings.split(' | ');
    return count({zero, one, two, few, many, other});
  };
}
