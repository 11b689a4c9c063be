import {type JsonSchema, resolveSchema} from './resolve-schema.js';
import {humanise} from '../../../core/humanise.js';
import {asArray, asText, isRecord, visibleText} from '../../../core/values.js';

/** Whether the alternatives of an object have properties that it has not. */
export function addsProperties({properties, oneOf, anyOf}: JsonSchema, root: unknown): boolean {
  const own = isRecord(properties) ? properties : {};
  return asArray(oneOf ?? anyOf)
    .map(part => resolveSchema(part, root).schema['properties'])
    .some(added => isRecord(added) && Object.keys(added).some(key => !Object.hasOwn(own, key)));
}

/** Returns an alternative in which each property narrows the common one with the same key. */
export function narrow(part: JsonSchema, common: JsonSchema): JsonSchema {
  const {properties} = part;
  if (!isRecord(properties)) return part;
  const narrowed = Object.entries(properties).map(([key, schema]) =>
    Object.hasOwn(common, key) ? [key, {allOf: [common[key], schema]}] : [key, schema],
  );
  return {...part, properties: Object.fromEntries(narrowed)};
}

/** The constants of an object distinguish it from the others, also if they are optional because they have a default. */
export function withRequiredConstants(schema: JsonSchema): JsonSchema {
  const {properties, required} = schema;
  if (!isRecord(properties)) return schema;
  const constants = Object.keys(properties).filter(
    key => constantOf(properties[key]) !== undefined,
  );
  return {...schema, required: [...asArray(required), ...constants]};
}

/** What a user calls one of several schemas: its title, or its constants. */
export function nameOf({title, properties}: JsonSchema): string | undefined {
  const constants = Object.values(isRecord(properties) ? properties : {}).map(constantOf);
  const name = constants.filter(value => value !== undefined).join(', ');
  return visibleText(title) ?? visibleText(humanise(name));
}

const constantOf = (schema: unknown): string | undefined =>
  isRecord(schema) ? asText(schema['const'] ?? onlyOf(schema['enum'])) : undefined;

function onlyOf(list: unknown): unknown {
  const [only, ...others] = asArray(list);
  return others.length === 0 ? only : undefined;
}
