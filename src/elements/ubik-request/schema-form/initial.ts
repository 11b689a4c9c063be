import {deepCompareStrict} from '@cfworker/json-schema';
import {sentJson} from '../../../core/json.js';
import {isRecord} from '../../../core/values.js';
import type {AnyField, Field, GroupField, InputField} from './fields.js';
import type {Option} from './options.js';
import {fromDateTime, fromTime} from './local-time.js';
import {validate} from './validate.js';

/* What a field contains at first, by the default of its schema. */

/** Whether the schema has a default that is not empty. */
export function hasDefault({initial}: Field): boolean {
  if (Array.isArray(initial)) return initial.length > 0;
  return initial !== undefined && initial !== null && initial !== '';
}

/** Whether an option is one of the defaults; constants may be objects and lists. */
export const isInitial = ({value}: Option, initial: unknown): boolean =>
  deepCompareStrict(value, initial);

/** The text of a default where no input exists for its type. */
export const initialJson = ({initial}: AnyField): string =>
  typeof initial === 'string' ? initial : initial === undefined ? '' : sentJson(initial);

/** The text of an input. */
export function initialText({initial, type}: InputField): string {
  if (typeof initial === 'number' || typeof initial === 'bigint') return String(initial);
  if (typeof initial !== 'string') return '';
  if (type === 'time') return fromTime(initial);
  return type === 'datetime-local' ? fromDateTime(initial) : initial;
}

/**
 * Whether the user only reads the default, because the server would ignore another value. A default that is no value of
 * the field does not count: the user could not correct it.
 */
export const isFixed = (field: Field): boolean => field.isReadOnly && isValue(field);

/** Whether a field displays a default that is one of its values. Boxes, and the fields of lists and groups, are read one by one. */
export function displaysDefault(field: Field): boolean {
  const {kind, initial} = field;
  if (kind === 'any') return initial !== '' && isValue(field);
  return /^(?:input|choices?)$/.test(kind) && hasDefault(field) && isValue(field);
}

/** The part of the default of a group that has no field, as far as the schema allows it. */
export function undisplayed({fields, initial, schema}: GroupField): [string, unknown][] {
  const {properties, patternProperties, additionalProperties, unevaluatedProperties} = schema;
  const allowed = {properties, patternProperties, additionalProperties, unevaluatedProperties};
  // A constant that is not required is left out otherwise.
  const read = fields.filter(({kind, required}) => kind !== 'constant' || required);
  const keys = new Set(read.map(({key}) => key));
  return Object.entries(isRecord(initial) ? initial : {}).filter(
    ([key, value]) => !keys.has(key) && validate(allowed, {[key]: value}).length === 0,
  );
}

/** Whether the default is a value of the field. The text of a date, for example, may be one that its input cannot display. */
export function isValue(field: Field): boolean {
  const {initial} = field;
  switch (field.kind) {
    case 'input': {
      if (initial === null) return field.nullable;
      const type = typeof initial === 'bigint' ? 'number' : typeof initial;
      return type === (field.type === 'number' ? 'number' : 'string') && isValid(field);
    }
    case 'check':
      return typeof initial === 'boolean';
    case 'choice':
      if (initial === null) return field.nullable;
      return field.options.some(option => isInitial(option, initial));
    case 'choices':
      return (
        Array.isArray(initial) &&
        initial.every(value => field.options.some(option => isInitial(option, value))) &&
        isValid(field)
      );
    case 'list':
      return Array.isArray(initial) && initial.every((_, number) => isWhole(field.entry(number)));
    case 'any':
      return initial !== undefined;
    case 'group':
    case 'variant':
    case 'constant':
      return false;
  }
}

/** Fields, and whether their defaults are valid: a form with a deadline is rendered every second. */
const validated = new WeakMap<Field, boolean>();

function isValid(field: Field): boolean {
  const known = validated.get(field);
  if (known !== undefined) return known;
  const isAllowed = validate(field.schema, field.initial).length === 0;
  validated.set(field, isAllowed);
  return isAllowed;
}

/** Whether the user reads a field and all fields in it. */
const isWhole = (field: Field): boolean =>
  field.kind === 'group'
    ? field.fields.every(isWhole)
    : field.kind === 'constant' || isFixed(field);

/** A bound of a number for the browser. */
export function limitOf({type, schema}: InputField, keyword: string): number | undefined {
  const limit = schema[keyword];
  return type === 'number' && typeof limit === 'number' ? limit : undefined;
}
