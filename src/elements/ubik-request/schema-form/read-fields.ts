import {exactNumber, parseEntered} from '../../../core/json.js';
import {asArray} from '../../../core/values.js';
import {
  type AnyField,
  type Field,
  type GroupField,
  type InputField,
  type ListField,
  type VariantField,
} from './fields.js';
import {displaysDefault, hasDefault, isFixed, isValue, undisplayed} from './initial.js';
import {toDateTime, toTime} from './local-time.js';
import {nameIn, numberOf, rootName} from './names.js';
import type {JsonSchema} from './resolve-schema.js';
import type {Problem} from './validate.js';

/** The texts of the inputs by name. A box has a text only while it is ticked. */
export interface FormTexts {
  readonly get: (name: string) => string | undefined;
  /** Whether an input contains something that the browser cannot read, such as letters in a number. */
  readonly isUnreadable: (name: string) => boolean;
  /** Whether an input, or one inside the field, has another value than at first. */
  readonly isChanged: (name: string) => boolean;
  /** The names of the entries of a list. */
  readonly entries: (list: string) => readonly string[];
}

/** What the user entered. */
export interface ReadForm {
  readonly value: unknown;
  /** The names of the fields by JSON Pointer of their value; also of fields that are empty. */
  readonly names: ReadonlyMap<string, string>;
  /** What cannot be read, by the name of the field. */
  readonly unreadable: ReadonlyMap<string, Omit<Problem, 'pointer'>>;
  /** The name of the first empty entry of a list, by the name of the list. */
  readonly empty: ReadonlyMap<string, string>;
  /** The chosen variants, outer ones first. */
  readonly chosen: readonly ChosenVariant[];
}

/** A variant that the user has chosen, and the JSON Pointer of its value. */
export interface ChosenVariant {
  readonly pointer: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

/** What a field contains. */
interface Reading {
  /** `undefined` if the value is absent. */
  readonly value: unknown;
  /** Whether the user entered or left something in it: a box that is not ticked and an empty list are nothing. */
  readonly isFilled: boolean;
  /** Whether all fields inside it that are required have a value. */
  readonly isComplete: boolean;
}

/** Reads the answer that a form describes. An empty optional field is absent from it. */
export function readForm(root: Field, texts: FormTexts): ReadForm {
  const reader = new Reader(texts);
  const value = reader.read(root, rootName, '');
  const {names, unreadable, empty, chosen} = reader;
  return {value, names, unreadable, empty, chosen};
}

/** A number with as many digits is sent as it was entered. */
const maxDigits = 15;

class Reader {
  readonly names = new Map<string, string>();
  readonly unreadable = new Map<string, Omit<Problem, 'pointer'>>();
  readonly empty = new Map<string, string>();
  readonly chosen: ChosenVariant[] = [];
  readonly #texts: FormTexts;

  constructor(texts: FormTexts) {
    this.#texts = texts;
  }

  read(field: Field, name: string, pointer: string): unknown {
    return this.#read(field, name, pointer).value;
  }

  /**
   * An empty field that may be `null` is `null` if the key is required, or if its default was removed, by the user or by the
   * default around it.
   */
  #read(field: Field, name: string, pointer: string): Reading {
    const reading = this.#readKind(field, name, pointer);
    if (reading.value !== undefined || !field.nullable) return reading;
    const isRemoved =
      field.initial === null
        ? (field.schema['default'] ?? null) !== null
        : hasDefault(field) && this.#texts.isChanged(name);
    return field.required || isRemoved
      ? {value: null, isFilled: isRemoved, isComplete: true}
      : reading;
  }

  #readKind(field: Field, name: string, pointer: string): Reading {
    const {get} = this.#texts;
    // A constant is not displayed, so what is wrong with it is displayed at the field around it.
    if (field.kind !== 'constant') this.names.set(pointer, name);
    // What the user did not change is sent as it was received: no input displays every line break, digit, or time zone.
    if (isFixed(field) || (!this.#texts.isChanged(name) && displaysDefault(field)))
      return simple(field, field.initial);
    switch (field.kind) {
      case 'input':
        return simple(field, this.#readInput(field, name));
      case 'check': {
        const isTicked = get(name) !== undefined;
        const isFilled = isTicked || field.initial === true;
        const value = isTicked || (field.required || isFilled ? false : undefined);
        return {value, isFilled, isComplete: true};
      }
      case 'choice':
        return simple(field, field.options[Number.parseInt(get(name) ?? '', 10)]?.value);
      case 'choices': {
        const chosen = field.options.filter((_, n) => get(`${name}/${n}`) !== undefined);
        return list(
          field,
          chosen.map(({value}) => value),
          true,
        );
      }
      case 'group':
        return this.#readGroup(field, name, pointer);
      case 'list':
        return this.#readList(field, name, pointer);
      case 'variant':
        return this.#readVariant(field, name, pointer);
      case 'constant':
        return {value: field.value, isFilled: false, isComplete: true};
      case 'any':
        return simple(field, this.#readAny(field, name));
    }
  }

  #readInput(field: InputField, name: string): unknown {
    const {type, schema, required, nullable} = field;
    if (this.#texts.isUnreadable(name)) this.unreadable.set(name, {keyword: 'type', limit: ''});
    const text = this.#texts.get(name) ?? '';
    if (text.trim() === '') {
      // Without a value, the server would use the default that the user has removed.
      const isRemoved = hasDefault(field) && type === 'text' && mayBeEmpty(field);
      return isRemoved && !required && !nullable ? '' : undefined;
    }
    if (type === 'number') return this.#readNumber(text, name);
    if (type === 'url' && schema['format'] !== 'iri') return toUri(text.trim());
    if (type === 'email' || type === 'url' || type === 'tel') return text.trim();
    if (schema['format'] === 'time') return toTime(text, schema['pattern']);
    return schema['format'] === 'date-time' ? toDateTime(text, schema['pattern']) : text;
  }

  /** A number with more digits than numbers have would be sent as another one. */
  #readNumber(text: string, name: string): number {
    const value = Number(text);
    const {MIN_SAFE_INTEGER: min, MAX_SAFE_INTEGER: max} = Number;
    // `.5` is `0.5` in JSON.
    const isExact = typeof exactNumber(text.trim().replace(/(?<!\d)\./, '0.')) === 'number';
    if (!isExact && this.#texts.isChanged(name)) {
      const limit = value < 0 ? {keyword: 'minimum', limit: min} : {keyword: 'maximum', limit: max};
      const isWhole = Number.isInteger(value) && !Number.isSafeInteger(value);
      this.unreadable.set(name, isWhole ? limit : {keyword: 'maxLength', limit: maxDigits});
    }
    return value;
  }

  /** A text if the schema allows it, except for an object or list that it allows, too. */
  #readAny({types}: AnyField, name: string): unknown {
    const text = this.#texts.get(name) ?? '';
    if (text.trim() === '') return undefined;
    const written = parseEntered(text);
    const value = written === undefined ? text : written;
    const type = Array.isArray(value) ? 'array' : typeof value;
    const isStructure = type === 'array' || (type === 'object' && value !== null);
    if (types.includes('string') && !(isStructure && types.includes(type))) return text;
    if (type === 'number') return this.#readNumber(text, name);
    // A number with many digits is read as text.
    return typeof written === 'string' && /^\s*-?\d/.test(text) ? BigInt(text) : value;
  }

  /**
   * An optional group is absent if nothing is filled in. It is also absent if only its defaults are, and it is not complete:
   * the user has no reason to complete it.
   */
  #readGroup(group: GroupField, name: string, pointer: string): Reading {
    const {fields, required, nullable} = group;
    const entries = undisplayed(group);
    let [isFilled, isComplete] = [entries.length > 0, true];
    for (const field of fields) {
      const {key, kind} = field;
      const reading = this.#read(field, nameIn(name, key), nameIn(pointer, key));
      const {value} = reading;
      if (field.required) isComplete &&= value !== undefined && reading.isComplete;
      if (value === undefined || (kind === 'constant' && !field.required)) continue;
      isFilled ||= reading.isFilled;
      entries.push([key, value]);
    }
    const isUntouched = !isComplete && !this.#texts.isChanged(name);
    const isAbsent = (!required || nullable) && (!isFilled || isUntouched);
    const value = isAbsent ? undefined : Object.fromEntries(entries);
    return {value, isFilled: isFilled && !isAbsent, isComplete};
  }

  #readVariant(field: VariantField, name: string, pointer: string): Reading {
    const number = this.#texts.get(name) ?? '';
    const variant = number === '' ? undefined : field.variants[Number(number)];
    if (!variant) return simple(field, undefined);
    const at = this.chosen.length;
    const {value, isComplete} = this.#read(variant, nameIn(name, number), pointer);
    this.chosen.splice(at, 0, {pointer, schema: variant.schema, value});
    // What is wrong with a whole group is displayed at the choice.
    if (variant.kind === 'group') this.names.set(pointer, name);
    return {value, isFilled: true, isComplete};
  }

  /** Empty entries are left out, except groups, and those of the default. */
  #readList(field: ListField, name: string, pointer: string): Reading {
    const values: unknown[] = [];
    let isComplete = true;
    for (const entry of this.#texts.entries(name)) {
      const at = nameIn(pointer, String(values.length));
      const reading = this.#readEntry(field, entry, at);
      isComplete &&= reading.isComplete;
      if (reading.value !== undefined) values.push(reading.value);
      else if (!this.empty.has(name)) this.empty.set(name, entry);
    }
    return list(field, values, isComplete);
  }

  #readEntry(list: ListField, name: string, pointer: string): Reading {
    const number = numberOf(name);
    const field = list.entry(number);
    const reading = this.#readKind(field, name, pointer);
    if (reading.value !== undefined || this.#texts.isChanged(name)) return reading;
    const received = asArray(list.initial)[number];
    const isKept = received === null ? field.nullable : received !== undefined && isValue(field);
    return isKept ? simple(field, received) : reading;
  }
}

const simple = ({required}: Field, value: unknown): Reading => ({
  value,
  isFilled: value !== undefined,
  isComplete: value !== undefined || !required,
});

/** An empty list is absent, unless it is required or the user has removed the entries of its default. */
function list(field: Field, values: readonly unknown[], isComplete: boolean): Reading {
  const {minItems} = field.schema;
  const mustHaveEntries = typeof minItems === 'number' && minItems > 0;
  const isRemoved = hasDefault(field) && !mustHaveEntries;
  const isFilled = values.length > 0 || isRemoved;
  const isPresent = isFilled || (field.required && !field.nullable);
  const isEnough = values.length > 0 || !(field.required && mustHaveEntries);
  return {
    value: isPresent && !(field.nullable && values.length === 0) ? values : undefined,
    isFilled,
    isComplete: isComplete && isEnough,
  };
}

/** An address with the characters that `uri` demands: browsers display others than they send. */
function toUri(text: string): string {
  const url = /[^!-~]|[[\]]/.test(text) ? URL.parse(text) : null;
  return url?.href.replace(/(?<=[?#].*)[[\]]/g, encodeURIComponent) ?? text;
}

function mayBeEmpty({schema}: Field): boolean {
  const {minLength, pattern, format} = schema;
  return !(typeof minLength === 'number' && minLength > 0) && pattern === undefined && !format;
}
