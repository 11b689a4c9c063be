import {asRecord, asText} from './decode.js';
import type {ServerError} from './types.js';

/** The error in the body of a rejected request, which is text or JSON of the application's own shape. */
export function readError(body: unknown): ServerError | undefined {
  const {error, message, detail, errorText} = asRecord(body);
  const text =
    asText(body) ??
    asText(error) ??
    asText(asRecord(error)['message']) ??
    asText(message) ??
    asText(detail) ??
    asText(errorText);
  if (text === undefined || /^\s*</.test(text)) return undefined;
  return {code: asText(asRecord(error)['code']) ?? 'server_error', text};
}
