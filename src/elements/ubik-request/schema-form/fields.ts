import {humanise} from '../../../core/humanise.js';
import {type Purpose, purposeOf} from './autocomplete.js';
import {type Format, formatOf} from './formats.js';
import {booleans, type Option, optionsOf} from './options.js';
import {type JsonSchema, resolveSchema, titleOf} from './resolve-schema.js';
import {addsProperties, nameOf, narrow, withRequiredConstants} from './variants.js';
import {isRecord, asArray, asText, textsOf, visibleText} from '../../../core/values.js';

/** What all fields have. */
interface FieldBase {
  /** The key in the object, or the position in the list; empty for the whole answer. */
  readonly key: string;
  readonly label: string;
  readonly description: string | undefined;
  /** Whether the object must have this key. */
  readonly required: boolean;
  /** Whether it may stay empty although it is required, because then the group around it, or the entry, is left out. */
  readonly isOptional: boolean;
  /** Whether `null` stands for an empty field. */
  readonly nullable: boolean;
  /** Whether the schema, or one around it, says that the server ignores a change. */
  readonly isReadOnly: boolean;
  readonly schema: JsonSchema;
  /** The default of the schema; `undefined` if it has none. */
  readonly initial: unknown;
}

export interface InputField extends FieldBase {
  readonly kind: 'input';
  readonly type: Format['type'] | 'text' | 'number';
  readonly multiline: boolean;
  readonly autocomplete: Purpose | undefined;
}

export interface CheckField extends FieldBase {
  readonly kind: 'check';
  /** Whether it is only valid when it is ticked, such as the consent to terms. */
  readonly mustBeTicked: boolean;
}

/** One of several constants. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly Option[];
}

/** Any number of several constants. */
export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly options: readonly Option[];
}

export interface GroupField extends FieldBase {
  readonly kind: 'group';
  readonly fields: readonly Field[];
}

export interface ListField extends FieldBase {
  readonly kind: 'list';
  /** The field of the entry with a number, created on request because a schema may contain itself. */
  readonly entry: (number: number) => Field;
}

/** One of several schemas, such as those of a discriminated union: the user chooses which, and fills in its field. */
export interface VariantField extends FieldBase {
  readonly kind: 'variant';
  /** The numbers of the variants, with their labels. */
  readonly options: readonly Option[];
  readonly variants: readonly Field[];
}

/** A single possible value, which is not displayed. */
export interface ConstantField extends FieldBase {
  readonly kind: 'constant';
  readonly value: unknown;
}

/** A value for which no input exists: text that is read as JSON where the schema requires it. */
export interface AnyField extends FieldBase {
  readonly kind: 'any';
  /** The types that the schema allows; empty if it names none. */
  readonly types: readonly string[];
}

export type Field =
  | InputField
  | CheckField
  | ChoiceField
  | ChoicesField
  | GroupField
  | ListField
  | VariantField
  | ConstantField
  | AnyField;

/** Longer texts get a field with several lines; characters. */
const maxLineLength = 200;

/** How deep groups are nested at most; deeper ones are written as text. */
const maxDepth = 6;

/** Fields after which a group or a choice is written as text: a schema that contains itself several times would have millions. */
const maxFields = 500;

const isTooLarge = ({depth, count}: Place): boolean =>
  depth >= maxDepth || count.fields > maxFields;

/** How a field is placed in the schema. */
interface Place {
  readonly key: string;
  readonly required: boolean;
  readonly depth: number;
  /** Whether it is an entry of a list, which is rarely about the user. */
  readonly listed: boolean;
  /** As `isOptional` of a field. */
  readonly isOptional?: boolean;
  readonly label?: string;
  /** The default that the schema around it has for it. */
  readonly initial?: unknown;
  readonly isReadOnly?: boolean;
  /** Counts the fields that are created at once. */
  readonly count: {fields: number};
}

/** Describes the form of a schema: the field of the whole answer. */
export function fieldOf(root: unknown): Field {
  return create(root, root, {
    key: '',
    required: true,
    depth: 0,
    listed: false,
    count: {fields: 0},
  });
}

function create(given: unknown, root: unknown, place: Place): Field {
  const {schema, nullable} = resolveSchema(given, root);
  const {key, required} = place;
  place.count.fields++;
  const base: FieldBase = {
    key,
    label: labelOf(schema, root, place),
    description: asText(schema['description']),
    required,
    isOptional: place.isOptional === true,
    nullable,
    isReadOnly: place.isReadOnly === true || schema['readOnly'] === true,
    schema,
    initial: place.initial === undefined ? schema['default'] : place.initial,
  };
  const options = optionsOf(schema);
  if (options) return createChoice(base, options);
  switch (schema['type'] ?? impliedType(schema)) {
    case 'string':
      return createInput(base, place);
    case 'number':
    case 'integer':
      return {...base, kind: 'input', type: 'number', multiline: false, autocomplete: undefined};
    case 'boolean':
      // A box that nobody has touched would answer "no" to a question that requires an answer.
      return nullable || (required && typeof base.initial !== 'boolean')
        ? {...base, kind: 'choice', options: booleans}
        : {...base, kind: 'check', mustBeTicked: false};
    case 'array':
      return createList(base, root, place);
    case 'object':
      return addsProperties(schema, root)
        ? (createVariant(base, root, place) ?? createAny(base, root))
        : createGroup(base, root, place);
    case 'null':
      return {...base, kind: 'constant', value: null};
    default:
      return createVariant(base, root, place) ?? createAny(base, root);
  }
}

/**
 * A choice between schemas that have names, except for one with a default, which is written as text. Each contains the
 * properties that all have in common.
 */
function createVariant(base: FieldBase, root: unknown, place: Place): Field | undefined {
  const {oneOf, anyOf, properties, required} = base.schema;
  const parts = asArray(oneOf ?? anyOf).map(part =>
    withRequiredConstants(resolveSchema(part, root).schema),
  );
  const names = parts.map(nameOf);
  const isNamed = names.length > 1 && names.every(name => name !== undefined);
  if (!isNamed || (base.initial ?? null) !== null || isTooLarge(place)) return undefined;
  const common = {properties: isRecord(properties) ? properties : {}, required};
  const variants = parts.map((part, number) =>
    create({allOf: [common, narrow(part, common.properties)]}, root, {
      ...place,
      key: String(number),
      required: true,
      isOptional: false,
      depth: place.depth + 1,
      label: names[number] ?? '',
      isReadOnly: base.isReadOnly,
    }),
  );
  const options = names.map((label, value) => ({value, label}));
  return {...base, kind: 'variant', options, variants};
}

function labelOf(schema: JsonSchema, root: unknown, {key, label, depth}: Place): string {
  if (depth > 0 && label === undefined) return titleOf(schema, root) ?? labelOfKey(key);
  return visibleText(schema['title']) ?? label ?? '';
}

/** A key in words; as JSON if these have nothing to see. */
const labelOfKey = (key: string): string => visibleText(humanise(key)) ?? JSON.stringify(key);

const createAny = (base: FieldBase, root: unknown): AnyField => ({
  ...base,
  kind: 'any',
  types: typesOf(base.schema, root),
});

/** The types that a schema allows, or its alternatives. */
function typesOf({type, anyOf, oneOf}: JsonSchema, root: unknown): readonly string[] {
  const named = [type].flat().filter(name => typeof name === 'string');
  if (named.length > 0) return named;
  const parts = asArray(anyOf ?? oneOf).map(part => resolveSchema(part, root).schema);
  return parts.flatMap(part => {
    const constants = optionsOf(part)?.map(({value}) => typeof value);
    return constants ?? [part['type']].flat().filter(name => typeof name === 'string');
  });
}

/** The type of a schema that names none, by keywords that are only about one type. */
function impliedType(schema: JsonSchema): string | undefined {
  const has = (...keywords: readonly string[]): boolean => keywords.some(key => key in schema);
  if (isRecord(schema['properties'])) return 'object';
  if (isRecord(schema['items'])) return 'array';
  if ((schema['anyOf'] ?? schema['oneOf']) !== undefined) return undefined;
  const {format} = schema;
  const isNumber = /^(?:u?int\d*|float|double|decimal)$/.test(asText(format) ?? '');
  if (isNumber || has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'))
    return 'number';
  return has('pattern', 'minLength', 'maxLength', 'format') ? 'string' : undefined;
}

/**
 * A single constant needs no input, except a box that must be ticked, such as the consent to terms, and the only value
 * of an optional enumeration, which the user may choose or not.
 */
function createChoice(base: FieldBase, options: readonly Option[]): Field {
  const values = options.filter(({value}) => value !== null);
  const nullable = base.nullable || values.length < options.length;
  const [only] = values;
  if (!only) return {...base, kind: 'constant', value: null};
  const isConstant = base.required || 'const' in base.schema;
  if (values.length === 1 && !nullable && (isConstant || only.value === true)) {
    const {value} = only;
    return value === true
      ? {...base, kind: 'check', mustBeTicked: true}
      : {...base, kind: 'constant', value};
  }
  return {...base, nullable, kind: 'choice', options: values};
}

function createInput(base: FieldBase, {key, listed}: Place): Field {
  const {format, maxLength, contentMediaType} = base.schema;
  const {type = 'text', purpose = purposeOf(key)} = formatOf(base.schema) ?? {};
  const isLong = typeof maxLength === 'number' && maxLength > maxLineLength;
  // An input of one line removes the line feeds of its value.
  const hasLines = typeof base.initial === 'string' && /[\n\r]/.test(base.initial);
  const isMultiline =
    /^(textarea|multi-?line|markdown)$/.test(asText(format) ?? '') || isLong || hasLines;
  return {
    ...base,
    kind: 'input',
    type,
    multiline: type === 'text' && (isMultiline || contentMediaType !== undefined),
    autocomplete: listed ? undefined : purpose,
  };
}

function createList(base: FieldBase, root: unknown, place: Place): Field {
  const {items, prefixItems} = base.schema;
  if (!isRecord(items) || prefixItems !== undefined || place.depth >= maxDepth) {
    return createAny(base, root);
  }
  const options = optionsOf(resolveSchema(items, root).schema);
  if (options) return {...base, kind: 'choices', options};
  const entries = new Map<number, Field>();
  const list: ListField = {
    ...base,
    kind: 'list',
    entry: number => {
      const known = entries.get(number);
      if (known) return known;
      const field = create(items, root, {
        key: String(number),
        required: true,
        depth: place.depth + 1,
        listed: true,
        label: base.label,
        initial: Array.isArray(base.initial) ? (base.initial[number] as unknown) : undefined,
        isReadOnly: base.isReadOnly,
        count: {fields: 0},
      });
      // An empty entry is left out, unless it is a group, whose fields have been created as required.
      const entry = {...field, isOptional: !isMarked(list)};
      entries.set(number, entry);
      return entry;
    },
  };
  return list;
}

/**
 * A key that is required but not described is written as text, and so is the whole object if it may have any keys. One without
 * keys needs no field.
 */
function createGroup(base: FieldBase, root: unknown, place: Place): Field {
  const {depth, listed, count} = place;
  const {properties: given, required, additionalProperties, patternProperties} = base.schema;
  const properties = isRecord(given) ? given : {};
  const names = textsOf(required);
  const isOpen = !given || Boolean(additionalProperties ?? patternProperties);
  if (isOpen && Object.keys(properties).length + names.length === 0) return createAny(base, root);
  if (isTooLarge(place)) return createAny(base, root);
  const others = names.filter(name => !Object.hasOwn(properties, name));
  const initial = isRecord(base.initial) ? base.initial : {};
  const described = [
    ...Object.entries(properties),
    ...[...new Set(others)].map(name => [name, additionalProperties] as const),
  ];
  const fields = described.map(([key, property]) =>
    create(property, root, {
      key,
      required: names.includes(key),
      isOptional: base.isOptional || !base.required || base.nullable,
      depth: depth + 1,
      listed,
      initial: Object.hasOwn(initial, key) ? initial[key] : undefined,
      isReadOnly: base.isReadOnly,
      count,
    }),
  );
  return {...base, kind: 'group', fields: withDistinctLabels(fields)};
}

/** Fields with the same title, such as that of a definition to which both refer, are labelled by their keys. */
function withDistinctLabels(fields: readonly Field[]): readonly Field[] {
  const labels = fields.filter(({kind}) => kind !== 'constant').map(({label}) => label);
  const isRepeated = (label: string): boolean => labels.indexOf(label) < labels.lastIndexOf(label);
  return fields.map(field =>
    isRepeated(field.label) ? {...field, label: labelOfKey(field.key)} : field,
  );
}

/**
 * Whether a field is marked as required: if it must have a value, a box must be ticked, or a list must have entries. `null`
 * is an empty field. In a group that may be left empty nothing is: a mark, or a choice that cannot be undone, would demand
 * the group.
 */
export function isMarked(field: Field): boolean {
  if (!field.required || field.nullable || field.isOptional) return false;
  const {minItems} = field.schema;
  switch (field.kind) {
    case 'check':
      return field.mustBeTicked;
    case 'choices':
    case 'list':
      return typeof minItems === 'number' && minItems > 0;
    case 'group':
    case 'constant':
      return false;
    default:
      return true;
  }
}
