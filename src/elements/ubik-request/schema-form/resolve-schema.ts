/** A JSON Schema that is an object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema without references and without `null`, which `nullable` reports. */
export interface ResolvedSchema {
  readonly schema: JsonSchema;
  readonly nullable: boolean;
}

/** How many references are followed in a row; more form a cycle. */
const maxReferences = 20;

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Decodes one segment of a JSON Pointer in a URI fragment. */
export function decodeSegment(segment: string): string {
  const decoded = segment.includes('%') ? decodeUri(segment) : segment;
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a local reference (`#/$defs/address`) points to. */
export function lookUpReference(reference: unknown, root: unknown): unknown {
  const text = textOf(reference);
  if (!text?.startsWith('#')) return undefined;
  let found: unknown = root;
  for (const segment of text.split('/').slice(1).map(decodeSegment)) {
    if (Array.isArray(found)) found = found[Number(segment)];
    else if (isSchema(found) && Object.hasOwn(found, segment)) found = found[segment];
    else return undefined;
  }
  return found;
}

/**
 * Follows references, merges `allOf`, and reduces the ways to allow `null` (`["string", "null"]`, `anyOf: [X, {type:
 * "null"}]`) to a flag. Anything else remains.
 */
export function resolveSchema(given: unknown, root: unknown, depth = 0): ResolvedSchema {
  if (!isSchema(given) || depth > maxReferences) return {schema: {}, nullable: false};
  const {$ref: reference, ...own} = given;
  if (reference !== undefined) {
    const target = resolveSchema(lookUpReference(reference, root), root, depth + 1);
    const rest = resolveSchema(own, root, depth + 1);
    return {schema: {...target.schema, ...rest.schema}, nullable: target.nullable || rest.nullable};
  }
  return withoutNull(mergeAll(own, root, depth), root, depth);
}

function mergeAll({allOf, ...schema}: JsonSchema, root: unknown, depth: number): JsonSchema {
  const parts = listOf(allOf).map(part => resolveSchema(part, root, depth + 1).schema);
  return [...parts, schema].reduce<JsonSchema>((merged, part) => {
    const properties = {...asSchema(merged['properties']), ...asSchema(part['properties'])};
    const required = [...listOf(merged['required']), ...listOf(part['required'])];
    return {
      ...merged,
      ...part,
      ...(Object.keys(properties).length > 0 && {properties}),
      ...(required.length > 0 && {required}),
    };
  }, {});
}

const asSchema = (value: unknown): JsonSchema => (isSchema(value) ? value : {});

function withoutNull(schema: JsonSchema, root: unknown, depth: number): ResolvedSchema {
  const alternatives = listOf(schema['anyOf'] ?? schema['oneOf']);
  const others = alternatives.filter(part => !isNull(part));
  if (others.length === 1 && others.length < alternatives.length) {
    const only = resolveSchema(others[0], root, depth + 1);
    const {anyOf, oneOf} = only.schema;
    return {schema: {...only.schema, ...schema, anyOf, oneOf}, nullable: true};
  }
  if (others.length < alternatives.length) {
    return {schema: {...schema, anyOf: others, oneOf: undefined}, nullable: true};
  }
  const types = listOf(schema['type']);
  if (!types.includes('null')) return {schema, nullable: false};
  const named = types.filter(name => name !== 'null');
  return {schema: {...schema, type: named.length === 1 ? named[0] : named}, nullable: true};
}

const isNull = (part: unknown): boolean =>
  isSchema(part) && (part['type'] === 'null' || ('const' in part && part['const'] === null));
