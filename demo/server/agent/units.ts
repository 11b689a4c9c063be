/** Units by what they measure: the names as a pattern, and how many of the first unit one of them is. */
const table: Readonly<Record<string, readonly (readonly [names: string, size: number])[]>> = {
  length: [
    ['m|met(?:er|re)s?', 1],
    ['mm|millimet(?:er|re)s?', 0.001],
    ['cm|centimet(?:er|re)s?', 0.01],
    ['km|kilomet(?:er|re)s?', 1000],
    ['inch(?:es)?', 0.0254],
    ['f(?:oo|ee)t|ft', 0.3048],
    ['yards?', 0.9144],
    ['miles?', 1609.344],
  ],
  mass: [
    ['g|grams?', 1],
    ['kg|kilos?|kilograms?', 1000],
    ['t(?:on|onne)s?', 1_000_000],
    ['oz|ounces?', 28.349523125],
    ['lbs?|pounds?', 453.59237],
  ],
  time: [
    ['s|secs?|seconds?', 1],
    ['milliseconds?|ms', 0.001],
    ['min|minutes?', 60],
    ['hours?', 3600],
    ['days?', 86_400],
    ['weeks?', 604_800],
    ['years?', 365 * 86_400],
  ],
  volume: [
    ['l|lit(?:er|re)s?', 1],
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
const unitOf = (name: string): (typeof units)[number] | undefined =>
  units.find(({pattern}) => pattern.test(name));

const name = String.raw`([a-z]+(?:\/[a-z])?)`;
const number = String.raw`(an?|-?\d+(?:\.\d+)?)`;
const degrees = String.raw`(-?\d+(?:\.\d+)?)`;
const temperature = String.raw`\s*(?:°|degrees?)?\s*(c|f|celsius|fahrenheit)`;
const temperatures = new RegExp(
  String.raw`${degrees}${temperature}\s+(?:in|to|into|as)\s*${temperature}\b`,
  'i',
);
const to = new RegExp(String.raw`\b${number}\s*${name}\s+(?:in|to|into|as)\s+${name}\b`, 'i');
const howMany = new RegExp(
  String.raw`\bhow many ${name} (?:are |is |does )?(?:there )?(?:in |per )?${number}\s*${name}\b`,
  'i',
);

/** The expression that converts a quantity of a message to another unit: `how many minutes are in 3 hours`. */
export function conversionIn(text: string): string | undefined {
  const [, given = '', scale = '', otherScale = ''] = temperatures.exec(text) ?? [];
  if (given !== '' && scale.charAt(0).toLowerCase() !== otherScale.charAt(0).toLowerCase()) {
    return /^f/i.test(scale) ? `(${given} - 32) * 5 / 9` : `${given} * 9 / 5 + 32`;
  }
  const [, count = '', from = '', target = ''] = to.exec(text) ?? [];
  const [, wanted = target, amount = count, own = from] = howMany.exec(text) ?? [];
  const [source, result] = [unitOf(own), unitOf(wanted)];
  if (!source || source.kind !== result?.kind) return undefined;
  return `${/\d/.test(amount) ? amount : 1} * ${source.size} / ${result.size}`;
}
