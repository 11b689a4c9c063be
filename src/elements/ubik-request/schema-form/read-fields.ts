import type {Field, GroupField, InputField, ListField} from './fields.js';
import {toDateTime, toTime} from './local-time.js';

/** The texts of the inputs by name. A box has a text only while it is ticked. */
export interface FormTexts {
  readonly get: (name: string) => string | undefined;
  /** Whether an input contains something that the browser cannot read, such as letters in a number. */
  readonly isUnreadable: (name: string) => boolean;
  /** The names of the entries of a list. */
  readonly entries: (list: string) => readonly string[];
}

/** What the user entered. */
export interface ReadForm {
  readonly value: unknown;
  /** The names of the fields by JSON Pointer of their value; also of fields that are empty. */
  readonly names: ReadonlyMap<string, string>;
  /** The names of fields with something that cannot be read. */
  readonly unreadable: readonly string[];
}

/** The name of the field of a key; a prefix keeps a key such as `submit` from shadowing a method of the form. */
export const nameIn = (parent: string, key: string): string => `${parent}/${encodeKey(key)}`;

const encodeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The name of the root field. */
export const rootName = 'field';

/** Reads the answer that a form describes. An empty optional field is absent from it. */
export function readForm(root: Field, texts: FormTexts): ReadForm {
  const reader = new Reader(texts);
  const value = reader.read(root, rootName, '');
  return {value, names: reader.names, unreadable: reader.unreadable};
}

/** An absent value is `undefined`. */
class Reader {
  readonly names = new Map<string, string>();
  readonly unreadable: string[] = [];
  readonly #texts: FormTexts;

  constructor(texts: FormTexts) {
    this.#texts = texts;
  }

  read(field: Field, name: string, pointer: string): unknown {
    this.names.set(pointer, name);
    const value = this.#readKind(field, name, pointer);
    const isEmptyNull = value === undefined && field.nullable && field.required;
    return isEmptyNull ? null : value;
  }

  #readKind(field: Field, name: string, pointer: string): unknown {
    const {get} = this.#texts;
    switch (field.kind) {
      case 'input':
        return this.#readInput(field, name);
      case 'check':
        if (get(name) !== undefined) return true;
        return field.required || field.initial === true ? false : undefined;
      case 'choice':
        return field.options[Number.parseInt(get(name) ?? '', 10)]?.value;
      case 'choices': {
        const chosen = field.options.filter((_, n) => get(`${name}/${n}`) !== undefined);
        const isAbsent = chosen.length === 0 && !field.required;
        return isAbsent ? undefined : chosen.map(({value}) => value);
      }
      case 'group':
        return this.#readGroup(field, name, pointer);
      case 'list':
        return this.#readList(field, name, pointer);
      case 'constant':
        return field.value;
      case 'any':
        return readAny(field, get(name) ?? '');
    }
  }

  #readInput({type, schema}: InputField, name: string): unknown {
    if (this.#texts.isUnreadable(name)) this.unreadable.push(name);
    const text = this.#texts.get(name) ?? '';
    if (text.trim() === '') return undefined;
    if (type === 'number') return Number(text);
    if (type === 'email' || type === 'url' || type === 'tel') return text.trim();
    if (schema['format'] === 'time') return toTime(text);
    return schema['format'] === 'date-time' ? toDateTime(text) : text;
  }

  /** An optional group without any value is absent; constants and unticked boxes are no value. */
  #readGroup({fields, required}: GroupField, name: string, pointer: string): unknown {
    let isEmpty = true;
    const entries: [string, unknown][] = [];
    for (const field of fields) {
      const {key, kind} = field;
      const value = this.read(field, nameIn(name, key), nameIn(pointer, key));
      if (value === undefined || (kind === 'constant' && !field.required)) continue;
      entries.push([key, value]);
      const isValue = kind !== 'constant' && value !== false && value !== null;
      if (isValue && !(Array.isArray(value) && value.length === 0)) isEmpty = false;
    }
    return isEmpty && !required ? undefined : Object.fromEntries(entries);
  }

  /** Empty entries are left out, except groups. */
  #readList(list: ListField, name: string, pointer: string): unknown {
    const values: unknown[] = [];
    for (const entry of this.#texts.entries(name)) {
      const position = values.length;
      const value = this.read(list.entry(position), entry, nameIn(pointer, String(position)));
      if (value !== undefined) values.push(value);
    }
    return values.length === 0 && !list.required ? undefined : values;
  }
}

/** Text, unless the schema has no text: then a JSON value if it is one. */
function readAny({schema}: Field, text: string): unknown {
  if (text.trim() === '') return undefined;
  const types = [schema['type']].flat();
  if (types.includes('string')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
