import {isSchema, type JsonSchema, resolveSchema} from './resolve-schema.js';

/** How deep an example is nested at most. */
const maxDepth = 3;

/** A value that a schema describes, as JSON: the form of an answer for which no input exists. */
export const exampleOf = (schema: JsonSchema): string => JSON.stringify(valueOf(schema, schema, 0));

function valueOf(given: unknown, root: unknown, depth: number): unknown {
  const {schema} = resolveSchema(given, root);
  const {type, examples, properties, items, prefixItems} = schema;
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined;
  if (first !== undefined) return first;
  if (schema['default'] !== undefined) return schema['default'];
  if (depth > maxDepth) return '…';
  switch (type) {
    case 'object': {
      const entries = Object.entries(isSchema(properties) ? properties : {'…': {}});
      return Object.fromEntries(
        entries.map(([key, part]) => [key, valueOf(part, root, depth + 1)] as const),
      );
    }
    case 'array': {
      const parts: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [items];
      return parts.map(part => valueOf(part, root, depth + 1));
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
