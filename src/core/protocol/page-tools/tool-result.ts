// What the model gets of a call of a tool of the page.
import {jsonText, withoutHalfPairs} from '../../json.js';
import {shorten} from '../../model/shorten.js';
import {asArray, asRecord} from '../../values.js';

/** The result of a tool as text. */
export function resultText(output: unknown): string {
  const text = jsonText(output ?? null);
  if (text === undefined) throw new Error('The result of the tool cannot be written as JSON.');
  return withoutHalfPairs(text);
}

/** The error of a call that failed without one: services refuse an empty error. */
export const NO_ERROR_TEXT = 'The tool failed without a message.';

/** Characters of an error: the page of a server, or a value with all its fields, would fill the context of the model. */
const maxErrorCharacters = 4000;

/** What the model learns of a failure. */
export function failureText(error: unknown): string {
  const whole = typeof error === 'string' ? error : (errorText(error) ?? '');
  const text = shorten(whole, maxErrorCharacters);
  return /[\p{L}\p{N}]/u.test(text) ? text : NO_ERROR_TEXT;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

const messageIn = (error: unknown): unknown => asRecord(error)['message'];

/**
 * The message of whatever a tool has thrown, that of its cause or of its first inner error, or else its fields. Tools may
 * throw anything, also an error without a readable message.
 */
function errorText(error: unknown): string | undefined {
  if (typeof error === 'number') return String(error);
  if (typeof error !== 'object' || error === null) return undefined;
  try {
    const {message, cause, errors = []} = error as Readonly<Record<string, unknown>>;
    const reasons = [message, ...[cause, ...asArray(errors)].map(messageIn)].filter(isText);
    if (reasons.length > 0 || typeof message === 'string') return reasons[0] ?? '';
  } catch {
    // The message is a getter that throws.
  }
  return jsonText(error);
}
