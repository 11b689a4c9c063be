import type {Labels} from '../../locales/en.js';
import type {Field} from './fields.js';
import {formatOf} from './formats.js';
import {asArray, asText} from '../../../core/values.js';
import type {Problem} from './validate.js';

/** How to correct a value, in the language of the user. */
export function problemText(
  {keyword, limit}: Pick<Problem, 'keyword' | 'limit'>,
  field: Field,
  {form, locale}: Labels,
): string {
  const number = typeof limit === 'number' ? limit : 0;
  const shown = new Intl.NumberFormat(locale, {maximumFractionDigits: 20}).format(
    typeof limit === 'bigint' ? limit : number,
  );
  switch (keyword) {
    case 'minimum':
      return form.minimum(shown);
    case 'maximum':
      return form.maximum(shown);
    case 'exclusiveMinimum':
      return form.above(shown);
    case 'exclusiveMaximum':
      return form.below(shown);
    case 'multipleOf':
      return form.multipleOf(shown);
    case 'minLength':
      return form.minLength(number);
    case 'maxLength':
      return form.maxLength(number);
    case 'minItems':
      return field.kind === 'choices' && number === 1 ? form.chooseOne : form.minItems(number);
    case 'maxItems':
      return form.maxItems(number);
    case 'uniqueItems':
      return form.unique;
    case 'required':
      return requiredText(field, form);
    case 'format':
      return formatText(field, form);
    case 'pattern':
      return expectedFormat(field, form);
    default:
      return valueText(field, form);
  }
}

function requiredText({kind}: Field, form: Labels['form']): string {
  return /^(choices?|variant)$/.test(kind) ? form.chooseOne : form.required;
}

function formatText(field: Field, form: Labels['form']): string {
  const problem = formatOf(field.schema)?.problem;
  return problem ? form[problem] : expectedFormat(field, form);
}

/** Values of formats that few users know. */
const formatExamples: ReadonlyMap<unknown, string> = new Map([
  ['duration', 'P1DT2H30M'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['hostname', 'www.example.com'],
]);

function expectedFormat({schema}: Field, form: Labels['form']): string {
  const example = asText(asArray(schema['examples'])[0]) ?? formatExamples.get(schema['format']);
  return example === undefined ? form.format : `${form.format} ${form.example(example)}`;
}

/** A value that cannot be read, is of the wrong type, or another one than the constants. */
function valueText(field: Field, form: Labels['form']): string {
  const {kind, schema} = field;
  if (kind === 'check') return form.tick;
  if (kind === 'choice' || kind === 'choices') return form.chooseOne;
  if (kind !== 'input') return form.invalid;
  if (field.type !== 'number') return formatText(field, form);
  return schema['type'] === 'integer' ? form.integer : form.number;
}
