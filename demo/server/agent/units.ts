/**
 * Units by what they measure: the names as a pattern, also those in German, French and Spanish without accents, and how
 * many of the first unit one of them is.
 */
const table: Readonly<Record<string, readonly (readonly [names: string, size: number])[]>> = {
  length: [
    ['m|met(?:er|re|ro)[ns]?', 1],
    ['mm|mill?imet(?:er|re|ro)[ns]?', 0.001],
    ['cm|[cz]entimet(?:er|re|ro)[ns]?', 0.01],
    ['km|kilomet(?:er|re|ro)[ns]?', 1000],
    ['inch(?:es)?|zoll|pouces?|pulgadas?', 0.0254],
    ['f(?:oo|ee)t|ft|fuss|fuß|pieds?|pies?', 0.3048],
    ['yards?', 0.9144],
    ['miles?|meilen?|milles?|millas?', 1609.344],
  ],
  mass: [
    ['g|gram(?:m|me|o)?s?', 1],
    ['kg|kilos?|kilogram(?:m|me|o)?s?', 1000],
    ['t(?:on|onne)s?', 1_000_000],
    ['oz|ounces?', 28.349523125],
    ['lbs?|pounds?|pfund|livres?|libras?', 453.59237],
  ],
  time: [
    ['s|secs?|seconds?|sekunden?|secondes?|segundos?', 1],
    ['milliseconds?|ms', 0.001],
    ['min|minute[ns]?|minutos?', 60],
    ['hours?|stunden?|heures?|horas?', 3600],
    ['days?|tage?n?|jours?|dias?', 86_400],
    ['weeks?|wochen?|semaines?|semanas?', 604_800],
    ['years?|jahre?n?|annees?', 365 * 86_400],
  ],
  volume: [
    ['l|lit(?:er|re|ro)[ns]?', 1],
    ['ml|millilit(?:er|re)s?', 0.001],
    ['gal|gallons?', 3.785411784],
    ['pints?', 0.473176473],
    ['cups?', 0.2365882365],
  ],
  speed: [
    ['km/h|kmh|kph', 1],
    ['m/s', 3.6],
    ['mph', 1.609344],
  ],
  data: [
    ['bytes?', 1],
    ['kb|kilobytes?', 1000],
    ['mb|megabytes?', 1e6],
    ['gb|gigabytes?', 1e9],
    ['tb|terabytes?', 1e12],
  ],
};

const units = Object.entries(table).flatMap(([kind, list]) =>
  list.map(([names, size]) => ({kind, size, pattern: new RegExp(`^(?:${names})$`, 'i')})),
);

/** The unit that a word names. */
export const unitOf = (word: string): (typeof units)[number] | undefined => {
  const name = withoutAccents(word);
  return units.find(({pattern}) => pattern.test(name));
};

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const name = String.raw`([a-zß]+(?:\/[a-z])?)`;
/** No part of another number, of a range or of a calculation: `1/2`, `3-5`, `3 miles minus 1 mile`. */
const number = String.raw`(?<![\w./]|(?:[-+*/\d]|\b(?:of|plus|minus|times))\s*)(an?\b|-?(?:\d+ )?\d+\/\d+|-?\d+(?:\.\d+)?)`;
const degrees = String.raw`(?<![\w./]|[-+*/\d]\s*)(-?\d+(?:\.\d+)?)`;
const temperature = String.raw`\s*(?:°|degrees?)?\s*(c|f|celsius|fahrenheit)`;
const temperatures = new RegExp(
  String.raw`${degrees}${temperature}\s+(?:in|to|into|as)\s*${temperature}\b`,
  'i',
);
const to = new RegExp(String.raw`${number}\s*${name}\s+(?:in|to|into|as)\s+${name}\b`, 'i');
const howMany = new RegExp(
  String.raw`\bhow many ${name} (?:are |is |does )?(?:there )?(?:in |per )?${number}\s*${name}\b`,
  'i',
);

const part = new RegExp(String.raw`${number}\s*${name}`, 'i').source;
const before = new RegExp(String.raw`${part}\s*(?:,|and)?\s*$`, 'i');
const after = new RegExp(String.raw`^\s*(?:,|and)?\s*${part}`, 'i');

/** The expression for a number: `1 1/2` is `(1 + 1/2)`, and `a` is 1. */
const valueOf = (number: string): string => {
  if (!number.includes('/')) return /\d/.test(number) ? number : '1';
  const sum = `(${number.replace('-', '').replace(' ', ' + ')})`;
  return number.startsWith('-') ? `-${sum}` : sum;
};

/** The expression that converts a quantity of a message to another unit: `how many minutes are in 3 hours`. */
export function conversionIn(message: string): string | undefined {
  const text = withoutAccents(message);
  const [, given = '', scale = '', otherScale = ''] = temperatures.exec(text) ?? [];
  if (given !== '' && scale.charAt(0).toLowerCase() !== otherScale.charAt(0).toLowerCase()) {
    return /^f/i.test(scale) ? `(${given} - 32) * 5 / 9` : `${given} * 9 / 5 + 32`;
  }
  const converted = to.exec(text);
  const [, count = '', from = '', target = ''] = converted ?? [];
  const asked = howMany.exec(text);
  const [, wanted = target, amount = count, own = from] = asked ?? [];
  const [source, result] = [unitOf(own), unitOf(wanted)];
  if (!source || source.kind !== result?.kind) return undefined;
  const sum = `${valueOf(amount)} * ${source.size}`;
  // A second part of the quantity: `5 feet 11 inches in cm`.
  const [, more = '', unit = ''] =
    (asked
      ? after.exec(text.slice(asked.index + asked[0].length))
      : before.exec(text.slice(0, converted?.index))) ?? [];
  const other = unitOf(unit);
  return other?.kind === source.kind && /\d/.test(more)
    ? `(${valueOf(more)} * ${other.size} + ${sum}) / ${result.size}`
    : `${sum} / ${result.size}`;
}
