import {isObject, type JsonObject} from '../json.js';
import type {RequestedTool} from './request.js';

/** The page tools that a text names: `page_title` for "page title". */
export function findNamedTools(text: string, tools: readonly RequestedTool[]): RequestedTool[] {
  const lowerCase = text.toLowerCase();
  return tools.filter(({name}) => lowerCase.includes(name.toLowerCase().replaceAll(/[_-]/g, ' ')));
}

/** Properties of a schema, and choices of a property, that are read: each costs a search of the text. */
const maxItems = 50;

/** An input that matches a tool's schema, with values from the text. */
export function inputFor({input_schema}: RequestedTool, text: string): JsonObject {
  const {properties} = input_schema;
  if (!isObject(properties)) return {};
  const start = text.slice(0, 10_000);
  return Object.fromEntries(
    Object.entries(properties)
      .slice(0, maxItems)
      .map(([name, schema]) => [name, valueFor(schema, start)]),
  );
}

function valueFor(schema: unknown, text: string): unknown {
  const {type, enum: choices} = isObject(schema) ? schema : {};
  if (Array.isArray(choices)) {
    const lowerCase = text.toLowerCase();
    return (
      choices.slice(0, maxItems).find(choice => lowerCase.includes(String(choice))) ?? choices[0]
    );
  }
  if (type === 'number' || type === 'integer') return Number(/\d+/.exec(text)?.[0] ?? 1);
  if (type === 'boolean') return true;
  return /["“]([^"“”\n]+)["”]/.exec(text)?.[1] ?? text;
}
