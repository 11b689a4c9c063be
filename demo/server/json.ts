import {isDeeper} from './proxy/body.js';

/** A JSON object that nobody has looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The text in a field, or none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Arrays and objects inside each other, in what a client sends. */
const deepest = 200;

/** The value that a text holds, or nothing where it is not JSON, or nests so deep that reading it could overflow. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, deepest) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** JSON on one line with a space after every comma and colon, as the guide's samples write it. */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}: ${spacedJson(field)}`).join(', ')}}`;
}
