import {
  asArray,
  asRecord,
  asRecords,
  asText,
  defined,
  idOf,
  isRecord,
  type JsonRecord,
  numericOf,
} from '../../values.js';
import type {DiagnosticCode} from '../diagnostics.js';
import {bareErrorText, errorText, readError as readAnyError} from '../operations/read-error.js';
import type {ServerError} from '../types.js';
import {jsonText, parseReceived} from '../../json.js';
import type {Frame} from '../../sse/frame.js';

/** One frame of a stream, or the whole response of a server that does not stream. */
export type Chunk =
  | {readonly type: 'done'}
  | {readonly type: 'unreadable'; readonly code: DiagnosticCode; readonly why: string}
  | {
      readonly type: 'chunk';
      readonly id: string | undefined;
      readonly model: string | undefined;
      /** The change of the first choice; empty if there is none. */
      readonly delta: JsonRecord;
      /** Whether `delta` is the message of the choice. After other deltas it repeats them (MiniMax). */
      readonly isMessage: boolean;
      readonly reason: string | undefined;
      readonly usage: JsonRecord | undefined;
      /** Addresses or records of sources, next to the choices. */
      readonly sources: readonly unknown[];
      readonly error: ServerError | undefined;
    };

/** Reads a frame. Returns `undefined` for one without content. Never throws. */
export function readChunk(frame: Frame, json?: unknown): Chunk | undefined {
  const data = frame.data.trim();
  if (data === '') return undefined;
  if (data === '[DONE]') return {type: 'done'};
  const parsed = json ?? parseReceived(data);
  // Gemini puts errors into a list.
  const value = Array.isArray(parsed) ? asArray(parsed)[0] : parsed;
  if (isRecord(value)) return readRecord(value, frame.event);
  if (frame.event === 'error') return chunkOf({}, {}, errorOf(data));
  return unreadable('frame-unreadable', 'The frame is not a JSON object.');
}

function readRecord(value: JsonRecord, event: string | undefined): Chunk {
  const choice = asRecords(value['choices']).find(({index}) => (numericOf(index) ?? 0) === 0);
  const error = errorIn(value, choice, event);
  const isKnown = Array.isArray(value['choices']) || isRecord(value['usage']);
  if (!error && !isKnown && value['object'] !== 'chat.completion.chunk') {
    return unreadable('event-unknown', 'An object without `choices` is no chunk of an answer.');
  }
  return chunkOf(value, choice ?? {}, error);
}

function chunkOf(value: JsonRecord, choice: JsonRecord, error: ServerError | undefined): Chunk {
  const {usage, x_groq: groq, citations, search_results: found} = value;
  return {
    type: 'chunk',
    id: asText(value['id']),
    model: asText(value['model']),
    ...deltaOf(choice),
    reason: asText(choice['finish_reason']),
    usage: [usage, asRecord(groq)['usage'], choice['usage']].find(isRecord),
    sources: [...asArray(found), ...asArray(citations)],
    error,
  };
}

/** A response without a stream has the message itself, which some servers repeat beside the delta; older completions have a text. */
function deltaOf({
  delta,
  message,
  text,
}: JsonRecord): Pick<Extract<Chunk, {type: 'chunk'}>, 'delta' | 'isMessage'> {
  if (isRecord(delta)) return {delta, isMessage: false};
  if (isRecord(message)) return {delta: message, isMessage: true};
  return {delta: asText(text) === undefined ? {} : {content: text}, isMessage: false};
}

/** The error of a frame: at its top, in its choice, or the frame itself. */
function errorIn(
  value: JsonRecord,
  choice: JsonRecord | undefined,
  event: string | undefined,
): ServerError | undefined {
  const {error, object, type, code, message} = value;
  if (isError(error)) return errorOf(error);
  const inner = choice?.['error'] ?? asRecord(value['x_groq'])['error'];
  if (isError(inner)) return errorOf(inner);
  // MiniMax has the status in every chunk, and no choices in that of an error.
  const {status_code: status, status_msg: text} = asRecord(value['base_resp']);
  if (status) return errorOf({code: status, message: text});
  const isItself = object === 'error' || type === 'error' || event === 'error';
  const isBare = !choice && code !== undefined && asText(message) !== undefined;
  if (isItself || isBare) return errorOf(value);
  const bareError = choice ? undefined : bareErrorText(value);
  return bareError === undefined ? undefined : errorOf(bareError);
}

const isError = (value: unknown): boolean => isRecord(value) || asText(value) !== undefined;

/** Reads an error object or text. Codes may be numbers. */
export function errorOf(value: unknown): ServerError {
  const {code, type, message, detail} = asRecord(value);
  const text = errorText(asText(value) ?? asText(message) ?? textOf(detail) ?? textOf(message));
  const name = idOf(code) ?? asText(type);
  return {
    code: name === undefined || name === 'error' ? 'stream_error' : name,
    ...defined({text}),
  };
}

/** Text as it is, an object as JSON. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? jsonText(value) : asText(value);

/** Reads the body of a rejected request. An HTML page is not an error of the server. */
export function readError(body: unknown): ServerError | undefined {
  const value = Array.isArray(body) ? asArray(body)[0] : body;
  if (typeof value === 'string') return /^\s*(<|$)/.test(value) ? undefined : errorOf(value);
  const {error, message, detail} = asRecord(value);
  if (isError(error)) return errorOf(error);
  if (asText(message ?? detail) !== undefined) return errorOf(value);
  return readAnyError(value) ?? (isRecord(message ?? detail) ? errorOf(value) : undefined);
}

function unreadable(code: DiagnosticCode, why: string): Chunk {
  return {type: 'unreadable', code, why};
}
