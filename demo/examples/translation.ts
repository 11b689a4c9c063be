import {locales, type Labels} from 'ubik-chat';

const english = locales.get('en') as Labels;
const rules = new Intl.PluralRules('pl');

/** A label with a count, by the plural rules of the language; `#` is replaced by the number. */
const count =
  (forms: Partial<Record<Intl.LDMLPluralRule, string>> & {readonly other: string}) =>
  (value: number): string =>
    (forms[rules.select(value)] ?? forms.other).replace('#', value.toLocaleString('pl'));

/** Labels that are not translated yet are English. A table without `...english` must be complete to compile. */
const pl: Labels = {
  ...english,
  locale: 'pl',
  chat: {
    ...english.chat,
    empty: 'W czym mogę pomóc?',
    newMessages: count({
      one: '# nowa wiadomość',
      few: '# nowe wiadomości',
      many: '# nowych wiadomości',
      other: '# nowej wiadomości',
    }),
    retryIn: duration => `Możesz spróbować ponownie. Czas oczekiwania: ${duration}.`,
  },
  composer: {...english.composer, placeholder: 'Napisz wiadomość', send: 'Wyślij'},
};

locales.register('pl', pl);
