import {decodeUri} from '../../../core/decode-uri.js';
import {pointerKey, sentJson} from '../../../core/json.js';
import {asArray, asText, isRecord, visibleText, type JsonRecord} from '../../../core/values.js';

/** A JSON Schema that is an object. */
export type JsonSchema = JsonRecord;

/** A schema without references and without `null`, which `nullable` reports. */
interface ResolvedSchema {
  readonly schema: JsonSchema;
  readonly nullable: boolean;
}

/** How many references are followed in a row; more form a cycle. */
const maxReferences = 20;

/** Decodes one segment of a JSON Pointer in a URI fragment. */
export const decodeSegment = (segment: string): string => pointerKey(decodeUri(segment));

/** Keywords that contain values, which may look like schemas. */
export const valueKeywords = new Set('const enum default examples'.split(' '));

/** What a local reference (`#/$defs/address`, `#address`) points to. */
export function lookUpReference(reference: unknown, root: unknown): unknown {
  const text = asText(reference);
  if (!text?.startsWith('#')) return undefined;
  if (!/^#(?:\/|$)/.test(text)) return findAnchor(decodeSegment(text.slice(1)), root);
  let found: unknown = root;
  for (const segment of text.split('/').slice(1).map(decodeSegment)) {
    if (Array.isArray(found)) found = found[Number(segment)];
    else if (isRecord(found) && Object.hasOwn(found, segment)) found = found[segment];
    else return undefined;
  }
  return found;
}

/** The schema with an anchor, not in a part with an address of its own. Older drafts write it as an id. */
function findAnchor(name: string, root: unknown): unknown {
  const left = [root];
  while (left.length > 0) {
    const part = left.pop();
    if (!isRecord(part)) {
      left.push(...asArray(part).toReversed());
      continue;
    }
    const {$anchor: anchor, $id: id = part['id']} = part;
    if (anchor === name || id === `#${name}`) return part;
    if (part !== root && asText(id)?.startsWith('#') === false) continue;
    const inner = Object.entries(part).filter(([key]) => !valueKeywords.has(key));
    left.push(...inner.map(([, value]) => value).reverse());
  }
  return undefined;
}

/** The title, unless it only repeats the name of a definition: Pydantic writes the name of a class as its title. */
export function titleOf({title}: JsonSchema, root: unknown): string | undefined {
  const text = visibleText(title);
  const {$defs, definitions} = isRecord(root) ? root : {};
  const types = $defs ?? definitions;
  return text !== undefined && isRecord(types) && Object.hasOwn(types, text) ? undefined : text;
}

/**
 * Follows references, merges `allOf` and the properties that conditions add, and reduces the ways to allow `null`
 * (`["string", "null"]`, `anyOf: [X, {type: "null"}]`) to a flag. Anything else remains.
 */
export const resolveSchema = (given: unknown, root: unknown): ResolvedSchema =>
  new Resolver(root).resolve(given, []);

/** Knows the targets of the references that it follows: one that is reached again adds nothing. */
class Resolver {
  readonly #root: unknown;

  constructor(root: unknown) {
    this.#root = root;
  }

  resolve(given: unknown, path: readonly unknown[]): ResolvedSchema {
    if (!isRecord(given) || path.length > maxReferences) return {schema: {}, nullable: false};
    const {$ref: reference, ...own} = given;
    if (reference === undefined) return this.#withoutNull(this.#merge(own, path), path);
    const found = lookUpReference(reference, this.#root);
    const target = path.includes(found) ? undefined : found;
    const followed = this.resolve(target, [...path, found]);
    const rest = this.resolve(own, path);
    return {
      schema: {...followed.schema, ...rest.schema},
      nullable: followed.nullable || rest.nullable,
    };
  }

  #merge({allOf, ...schema}: JsonSchema, path: readonly unknown[]): JsonSchema {
    const all = asArray(allOf).map(asSchema);
    const conditional = this.#joinProperties(
      [...all, schema]
        .flatMap(({then, else: otherwise, dependentSchemas}) => [
          then,
          otherwise,
          ...Object.values(asSchema(dependentSchemas)),
        ])
        .map(part => asSchema(this.resolve(part, path).schema['properties'])),
      path,
    );
    const parts = all.map(part => this.resolve(withoutConditions(part), path).schema);
    // What a condition adds comes below what it depends on, and does not replace it.
    const hasConditional = Object.keys(conditional).length > 0;
    const first = hasConditional ? [...parts, schema, {properties: conditional}] : [];
    return [...first, ...parts, schema].reduce<JsonSchema>((merged, part) => {
      const properties = {...asSchema(merged['properties']), ...asSchema(part['properties'])};
      const required = [...asArray(merged['required']), ...asArray(part['required'])];
      return {
        ...merged,
        ...part,
        ...(Object.keys(properties).length > 0 && {properties}),
        ...(required.length > 0 && {required}),
      };
    }, {});
  }

  /** The properties of several conditions. One that they describe differently may have the values of all. */
  #joinProperties(parts: readonly JsonSchema[], path: readonly unknown[]): JsonSchema {
    const joined = new Map<string, unknown>();
    for (const [key, schema] of parts.flatMap(part => Object.entries(part)))
      joined.set(key, joined.has(key) ? this.#either(joined.get(key), schema, path) : schema);
    return Object.fromEntries(joined);
  }

  /** A schema for the values of both. Of the same type, it has what they have in common; the validator knows the rest. */
  #either(one: unknown, other: unknown, path: readonly unknown[]): unknown {
    // `true` and `false` describe no field.
    if (!isRecord(one) || !isRecord(other)) return isRecord(one) ? one : other;
    const [first, second] = [one, other].map(part =>
      '$ref' in part ? this.resolve(part, path).schema : part,
    ) as [JsonSchema, JsonSchema];
    const [values, others] = [constantsOf(first), constantsOf(second)];
    const isSame = (key: string): boolean =>
      sentJson({value: first[key]}) === sentJson({value: second[key]});
    const common = Object.fromEntries(
      Object.entries(first).filter(
        ([key]) => key === 'title' || key === 'description' || isSame(key),
      ),
    );
    if (values && others) return {...common, enum: [...new Set([...values, ...others])]};
    if (!isSame('type'))
      return {title: first['title'], anyOf: [...asArray(first['anyOf'] ?? [first]), second]};
    const properties = [first, second].map(part => asSchema(part['properties']));
    const joined = 'properties' in first && {properties: this.#joinProperties(properties, path)};
    return {...common, ...joined};
  }

  #withoutNull(schema: JsonSchema, path: readonly unknown[]): ResolvedSchema {
    const alternatives = asArray(schema['anyOf'] ?? schema['oneOf']);
    const others = alternatives.filter(part => !isNull(part));
    if (others.length === 1 && others.length < alternatives.length) {
      const only = this.resolve(others[0], path);
      const {anyOf, oneOf} = only.schema;
      // The title of a constant is that of an option.
      if (!('const' in only.schema))
        return {schema: {...only.schema, ...schema, anyOf, oneOf}, nullable: true};
    }
    if (others.length < alternatives.length) {
      return {schema: {...schema, anyOf: others, oneOf: undefined}, nullable: true};
    }
    const types = asArray(schema['type']);
    const named = types.filter(name => name !== 'null');
    const allowsNull = named.length < types.length || schema['nullable'] === true;
    const {enum: constants} = schema;
    return {
      schema:
        types.length === 0 ? schema : {...schema, type: named.length === 1 ? named[0] : named},
      nullable: allowsNull && (constants === undefined || asArray(constants).includes(null)),
    };
  }
}

const asSchema = (value: unknown): JsonSchema => (isRecord(value) ? value : {});

const withoutConditions = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).filter(([key]) => !/^(?:then|else|dependentSchemas)$/.test(key)),
  );

/** The values of a schema that lists them. */
function constantsOf(schema: JsonSchema): readonly unknown[] | undefined {
  const {enum: values} = schema;
  if ('const' in schema) return [schema['const']];
  return Array.isArray(values) ? asArray(values) : undefined;
}

const isNull = (part: unknown): boolean =>
  isRecord(part) && (part['type'] === 'null' || ('const' in part && part['const'] === null));
