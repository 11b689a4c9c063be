import {isDeeper} from './proxy/body.js';

/** A JSON object whose fields are not validated. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is a string, else an empty string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Maximum nesting of arrays and objects in requests. */
const maxDepth = 200;

/** Parses JSON; returns `undefined` if it is invalid, or nested so deeply that recursion could overflow. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** JSON on one line with a space after every comma and colon, as in the samples of the guide. */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}: ${spacedJson(field)}`).join(', ')}}`;
}
