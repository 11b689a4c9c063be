import {asArray, asRecord, asText, type JsonRecord} from '../../values.js';
import type {ServerError} from '../types.js';
import type {ErrorItem} from '../../model/item.js';
import {parseJson} from '../../json.js';

/** The fields of an error, apart from `error`, that contain its text, or another error. */
const FIELDS = ['message', 'detail', 'errorText', 'errors', 'error_description'];
/** How deep errors are looked for in each other. Gateways wrap that of the service in one of their own. */
const MAX_DEPTH = 6;

/** The error in the body of a rejected request, which is text or JSON of the application's own shape. */
export function readError(body: unknown): ServerError | undefined {
  const found = innermost(body, MAX_DEPTH);
  return found && {code: 'server_error', ...found};
}

/**
 * The text of an error in a frame without a type: what a framework would have answered a request with, such as
 * `{"detail": "Quota exceeded"}`. A `message` alone may be any.
 */
export function bareErrorText(frame: unknown): string | undefined {
  const {type, error, detail} = asRecord(frame);
  return asText(type) === undefined ? errorText(readError({error, detail})?.text) : undefined;
}

/** Whether a retry cannot help, because the account has no credit. */
export const isFinal = (code: string | undefined): boolean => code === 'insufficient_quota';

/** The fields of an error item. */
export const errorFields = (
  code: string,
  text: string | undefined,
): Pick<ErrorItem, 'code' | 'text' | 'retryable'> => ({
  code,
  ...(text !== undefined && {text}),
  ...(isFinal(code) && {retryable: false}),
});

/** Maximum length of a displayed error message of a server. They are written for developers. */
const MAX_ERROR_TEXT = 200;

/** Whether a text is a page, such as that of a proxy. A Python error may begin with `<` as well. */
export const isHtmlPage = (text: string): boolean =>
  /^\s*<(?:!doctype|html|head|title|body)\b/i.test(text);

/** The text of an error, unless it is a page, which nobody can read as text. */
export const withoutPage = (text: string | undefined): string | undefined =>
  text !== undefined && isHtmlPage(text) ? undefined : text;

/** The text of an error in a stream, which may be the JSON of the service behind the server. */
export function errorText(value: unknown, maxCharacters = MAX_ERROR_TEXT): string | undefined {
  const text = withoutPage(asText(value));
  return (innermost(text, MAX_DEPTH)?.text ?? text)?.slice(0, maxCharacters);
}

type Found = Partial<ServerError> & {readonly text: string};

function innermost(value: unknown, depth: number): Found | undefined {
  if (depth === 0) return undefined;
  const text = asText(value);
  if (text !== undefined) {
    const json = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
    // An HTML page is not an error of the server.
    return innermost(json, depth - 1) ?? (/^\s*(?:<|$)/.test(text) ? undefined : {text});
  }
  if (Array.isArray(value)) {
    const all = value.flatMap(entry => innermost(entry, depth - 1) ?? []);
    return all[0] && {...all[0], text: all.map(one => one.text).join('; ')};
  }
  const record = asRecord(value);
  const complaint = complaintOf(record);
  if (complaint !== undefined) return {text: complaint};
  const code = asText(record['code']);
  // As a text, `error` is often the name of the status or a code, and another field has the sentence.
  const fields = typeof record['error'] === 'string' ? [...FIELDS, 'error'] : ['error', ...FIELDS];
  for (const field of fields) {
    const found = innermost(record[field], depth - 1);
    if (found) return code === undefined ? found : {code, ...found};
  }
  return undefined;
}

/** What is invalid in a request, and where, as FastAPI lists it. */
function complaintOf({loc, msg}: JsonRecord): string | undefined {
  const text = asText(msg);
  return text && [asArray(loc).join('.'), text].filter(Boolean).join(': ');
}

const trace =
  /^[ \t]*(Traceback \(most recent call last\)|File ".*", line \d+|at .+[:(]\d+:\d+\)?)/m;
/** Of an error text: how much is searched for a traceback, and how much is displayed. */
const maxSearchedCharacters = 4000;
const maxShownCharacters = 500;

/** The text for the user: without a traceback, and cut to the length that is displayed. */
export function shownErrorText(text: string): string {
  const head = text.trim().slice(0, maxSearchedCharacters);
  const start = head.search(trace);
  return (start < 0 ? head : head.slice(0, start)).trim().slice(0, maxShownCharacters);
}
