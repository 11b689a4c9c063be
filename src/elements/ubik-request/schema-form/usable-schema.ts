import {type JsonSchema, lookUpReference, valueKeywords} from './resolve-schema.js';
import {isRecord} from '../../../core/values.js';
import {unicodePattern} from './unicode-pattern.js';

/** Keywords that contain schemas by a name of their own. */
const maps = new Set(
  'properties patternProperties $defs definitions dependentSchemas dependencies'.split(' '),
);

/** Keywords that the validator can only apply to a list. */
const lists = new Set('enum required allOf anyOf oneOf prefixItems'.split(' '));

/**
 * A copy of a schema with the keywords that the validator can apply. It would otherwise reject or accept everything because
 * of one pattern, reference or list that it cannot read. `hasBooleanBounds` is the meaning of `exclusiveMinimum` in draft 4.
 */
export const usableSchema = (schema: JsonSchema, hasBooleanBounds: boolean): JsonSchema =>
  new Cleaner(schema, hasBooleanBounds).clean(schema);

class Cleaner {
  readonly #root: JsonSchema;
  readonly #hasBooleanBounds: boolean;

  constructor(root: JsonSchema, hasBooleanBounds: boolean) {
    this.#root = root;
    this.#hasBooleanBounds = hasBooleanBounds;
  }

  clean(schema: JsonSchema): JsonSchema {
    const entries = Object.entries(schema).flatMap(([key, value]) => {
      // The format demands an offset that the pattern may exclude.
      const isSpelled = key === 'format' && String(value).endsWith('time') && 'pattern' in schema;
      const usable = isSpelled ? undefined : this.#keyword(key, value);
      return usable === undefined ? [] : [[key, usable] as const];
    });
    const cleaned = withNullType(Object.fromEntries(entries));
    return this.#hasBooleanBounds ? cleaned : withNumericBounds(cleaned);
  }

  #keyword(key: string, value: unknown): unknown {
    if (lists.has(key) && !Array.isArray(value)) return undefined;
    if (valueKeywords.has(key)) return value;
    if (key === 'pattern' && typeof value === 'string') return unicodePattern(value);
    if (key === '$ref') {
      return lookUpReference(value, this.#root) === undefined ? undefined : value;
    }
    return maps.has(key) && isRecord(value) ? this.#map(key, value) : this.#part(value);
  }

  #map(keyword: string, map: JsonSchema): JsonSchema {
    const entries = Object.entries(map).flatMap(([key, value]) => {
      const name = keyword === 'patternProperties' ? unicodePattern(key) : key;
      return name === undefined ? [] : [[name, this.#part(value)] as const];
    });
    return Object.fromEntries(entries);
  }

  #part(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(part => this.#part(part));
    return isRecord(value) ? this.clean(value) : value;
  }
}

/** OpenAPI 3.0 writes `nullable: true` beside a type, or beside `allOf` with a reference. */
function withNullType(schema: JsonSchema): JsonSchema {
  const {type, nullable, ...rest} = schema;
  if (nullable !== true) return schema;
  if (typeof type === 'string') return {...rest, type: [type, 'null']};
  return type === undefined ? {anyOf: [rest, {type: 'null'}]} : schema;
}

/** OpenAPI 3.0 writes `minimum: 0, exclusiveMinimum: true`, as draft 4 does, without naming the draft. */
const withNumericBounds = (schema: JsonSchema): JsonSchema =>
  withNumericBound(
    withNumericBound(schema, 'minimum', 'exclusiveMinimum'),
    'maximum',
    'exclusiveMaximum',
  );

function withNumericBound(schema: JsonSchema, bound: string, exclusive: string): JsonSchema {
  const {[bound]: limit, [exclusive]: isExclusive, ...rest} = schema;
  if (typeof isExclusive !== 'boolean') return schema;
  if (limit === undefined) return rest;
  return {...rest, [isExclusive ? exclusive : bound]: limit};
}
