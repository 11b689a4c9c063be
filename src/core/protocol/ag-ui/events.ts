import {asRecord, asText, type JsonRecord} from '../../values.js';
import {bareErrorText} from '../operations/read-error.js';
import {parseReceived} from '../../json.js';
import type {Frame} from '../../sse/frame.js';

/**
 * An event of the stream: one JSON object. Unknown fields are ignored, and `null` is as if the field were absent. Events
 * for reasoning of versions before 0.0.45 have the names of today here.
 */
export interface AgEvent {
  readonly type: string;
  readonly fields: JsonRecord;
}

/** Reads the event of a frame. `undefined` if it is not a JSON object with a type, and no error without one. */
export function readEvent({data}: Frame, json: unknown = parseReceived(data)): AgEvent | undefined {
  const fields = asRecord(json);
  const type = asText(fields['type'])?.replace(/^THINKING_TEXT/, 'REASONING');
  const message = bareErrorText(fields);
  if (message !== undefined) return {type: 'RUN_ERROR', fields: {message}};
  return type === undefined ? undefined : {type, fields};
}
