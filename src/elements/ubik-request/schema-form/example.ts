import {type JsonSchema, resolveSchema} from './resolve-schema.js';
import {sentJson} from '../../../core/json.js';
import {isRecord, asArray} from '../../../core/values.js';

/** How deep an example is nested at most. */
const maxDepth = 3;

/** Values in an example at most; a schema that contains itself several times would have thousands. */
const maxValues = 30;

/** A value that a schema describes, as JSON: the form of an answer for which no input exists. */
export const exampleOf = (schema: JsonSchema): string =>
  sentJson(valueOf(schema, schema, {depth: 0, count: {values: 0}}));

interface ExamplePlace {
  readonly depth: number;
  readonly count: {values: number};
}

function valueOf(given: unknown, root: unknown, {depth, count}: ExamplePlace): unknown {
  const inside = {depth: depth + 1, count};
  if (++count.values > maxValues) return '…';
  const {schema} = resolveSchema(given, root);
  const {type, examples, properties, items, prefixItems, enum: values, anyOf, oneOf} = schema;
  const first = asArray(examples)[0] ?? schema['default'] ?? schema['const'] ?? asArray(values)[0];
  if (first !== undefined) return first;
  if (depth > maxDepth) return '…';
  const [alternative] = asArray(anyOf ?? oneOf);
  if (alternative !== undefined) {
    const common = isRecord(properties) ? {type: 'object', properties} : {};
    return valueOf({allOf: [common, alternative]}, root, {depth, count});
  }
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object': {
      const entries = Object.entries(isRecord(properties) ? properties : {'…': {}});
      return Object.fromEntries(
        entries.map(([key, part]) => [key, valueOf(part, root, inside)] as const),
      );
    }
    case 'array': {
      const parts: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [items];
      return parts.map(part => valueOf(part, root, inside));
    }
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    default:
      return '…';
  }
}
