import {
  isRecord,
  asNumber,
  type JsonRecord,
  defined,
  asRecord,
  asText,
  textOrType,
} from '../../values.js';
import {bareErrorText, withoutPage} from '../operations/read-error.js';
import {parseReceived} from '../../json.js';
import type {Frame} from '../../sse/frame.js';
import type {DiagnosticCode} from '../diagnostics.js';
import type {ServerError} from '../types.js';

export type PatchKey = readonly (string | number)[];

/** One change of the document ("Event Message" in the AISHU ChatKitDataAgent note). */
export interface Patch {
  readonly type: 'patch';
  readonly action: 'upsert' | 'append' | 'remove';
  readonly key: PatchKey;
  readonly content: unknown;
  /** The sequence number, starting at 0. Used for a diagnostic only; it never rejects a patch. */
  readonly seq: number | undefined;
}

export type AishuEvent =
  | Patch
  | {readonly type: 'end'}
  /** The complete document so far, for a request without incremental output. */
  | {readonly type: 'snapshot'; readonly root: JsonRecord}
  /** An error outside of the document: the frame's JSON. */
  | {readonly type: 'failure'; readonly error: unknown}
  | {readonly type: 'unreadable'; readonly code: DiagnosticCode; readonly why: string};

/** Maximum number of parts of a key. The deepest field of the document has about ten. */
const MAX_PARTS = 100;

const UNSAFE = new Set<unknown>(['__proto__', 'prototype', 'constructor']);

/** Reads the event of a frame. Patches, snapshots and bare errors are distinguished by their fields. */
export function readEvent({event, data}: Frame): AishuEvent {
  if (data.trim() === '[DONE]') return {type: 'end'};
  const value = parseReceived(data);
  if (event === 'error') return {type: 'failure', error: value ?? data};
  if (!isRecord(value)) return unreadable('frame-unreadable', 'The frame is not a JSON object.');
  if ('action' in value) return readPatch(value);
  if ('message' in value || 'conversation_id' in value) return {type: 'snapshot', root: value};
  if ('BaseError' in value || 'error_code' in value) return {type: 'failure', error: value};
  const bareError = bareErrorText(value);
  if (bareError !== undefined) return {type: 'failure', error: bareError};
  return unreadable('frame-unreadable', 'The frame is not a patch, a snapshot or an error.');
}

function readPatch({action, key, content = null, seq_id, seq}: JsonRecord): AishuEvent {
  if (action === 'end') return {type: 'end'};
  const known = action === 'update' ? 'upsert' : action;
  if (known !== 'upsert' && known !== 'append' && known !== 'remove') {
    return unreadable('action-unknown', `The action ${textOrType(action)} is unknown.`);
  }
  if (!isKey(key)) return unreadable('key-unreadable', `The key of an ${known} patch is invalid.`);
  if (key.some(part => UNSAFE.has(part)))
    return unreadable('key-unsafe', `The key ${key.join('.')} is not allowed.`);
  return {type: 'patch', action: known, key, content, seq: asNumber(seq_id ?? seq)};
}

function isKey(key: unknown): key is PatchKey {
  return (
    Array.isArray(key) &&
    key.length <= MAX_PARTS &&
    key.every(part => typeof part === 'string' || (Number.isInteger(part) && part >= 0))
  );
}

function unreadable(code: DiagnosticCode, why: string): AishuEvent {
  return {type: 'unreadable', code, why};
}

/**
 * Reads a failure in any of its forms: the platform's error object, bare or in its envelope, the data of a
 * frame named `error`, a plain string; nothing for `null`, which says that there is none.
 */
export function readServerError(error: unknown): ServerError | undefined {
  if (error === undefined || error === null || error === '') return undefined;
  if (typeof error === 'string') return {code: 'unknown', ...defined({text: withoutPage(error)})};
  const outer = asRecord(error);
  // A stored message nests its error one level deeper, next to its origin.
  if (outer['error'] !== undefined && outer['error'] !== null)
    return readServerError(outer['error']);
  const base = isRecord(outer['BaseError']) ? outer['BaseError'] : outer;
  const text = withoutPage(asText(base['description']) ?? asText(base['message']));
  return {
    code: asText(base['error_code']) ?? asText(base['code']) ?? 'unknown',
    ...defined({text, advice: asText(base['solution'])}),
  };
}
