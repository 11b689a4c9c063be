import {isRecord} from '../../values.js';

/**
 * Validates a value by a subset of JSON Schema (`type`, `enum`, `properties`, `required`, `items`). Returns the problem, or
 * `undefined`. Other keywords are ignored.
 */
export function validateInput(schema: unknown, value: unknown, path = 'input'): string | undefined {
  if (!isRecord(schema)) return undefined;
  const {type, enum: choices, required, properties, items} = schema;
  const types = [type].flat().filter(name => typeof name === 'string');
  if (types.length > 0 && !types.some(name => isOf(name, value))) {
    return `${path} must be ${types.join(' or ')}`;
  }
  if (Array.isArray(choices) && !choices.some(choice => same(choice, value))) {
    return `${path} must be one of ${JSON.stringify(choices)}`;
  }
  if (Array.isArray(value)) {
    return firstOf(value.map((entry, n) => validateInput(items, entry, `${path}[${n}]`)));
  }
  if (!isRecord(value)) return undefined;
  const names = Array.isArray(required) ? required.map(String) : [];
  const missing = names.find(name => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${path}.${missing} is missing`;
  return firstOf(
    Object.entries(isRecord(properties) ? properties : {})
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, part]) => validateInput(part, value[name], `${path}.${name}`)),
  );
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const firstOf = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find(problem => problem !== undefined);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
