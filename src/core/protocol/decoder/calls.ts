import {humanise} from '../../humanise.js';
import {parseAsWritten} from '../../json.js';
import {isRecord, type JsonRecord} from '../../values.js';

/** The arguments of a call, as a question displays them. An input that is no object is one argument. */
export function argumentsOf(input: unknown): JsonRecord {
  if (isRecord(input)) return input;
  return input === undefined || input === '' ? {} : {input};
}

/**
 * The same for arguments that are received as JSON text, which may be invalid. The user approves the numbers as they were sent, and
 * the whole text if a key is used twice: one value would hide the other.
 */
export function argumentsIn(text: string): JsonRecord {
  const input = parseAsWritten(text);
  return argumentsOf(input === undefined || countKeys(input) < countColons(text) ? text : input);
}

/** The title of a call of another server's tool, such as one over MCP; `undefined` without such a server. */
export const titleOnServer = (server: string | undefined, tool: string): string | undefined =>
  server === undefined ? undefined : `${humanise(server)}: ${humanise(tool)}`;

/** The number of keys in a value of any depth. */
function countKeys(value: unknown): number {
  let count = 0;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const parts = Object.values(next) as readonly unknown[];
    if (!Array.isArray(next)) count += parts.length;
    for (const part of parts) left.push(part);
  }
  return count;
}

/** The number of colons outside of strings in JSON text: one for each key. */
const countColons = (text: string): number =>
  text
    .replace(/\\[^]/g, '')
    .replace(/"[^"]*"/g, '')
    .split(':').length - 1;
