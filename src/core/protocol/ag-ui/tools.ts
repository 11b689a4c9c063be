import {textOf, type AgMessage} from './record.js';
import {asRecord, asText, isRecord} from '../decode.js';
import {jsonText} from '../../json.js';
import type {FinalStatus} from '../../model/op.js';

/** What a result says about its call. The protocol has no event for a failure, only habits. */
export function outcomeOf(result: AgMessage): {
  readonly fields: {readonly output: string; readonly error: string | undefined};
  readonly status: FinalStatus;
} {
  const {content, error, metadata} = result;
  const output = isRecord(content) ? (jsonText(content) ?? '') : textOf(result);
  const errorText = asText(error) ?? (asRecord(metadata)['isError'] === true ? output : undefined);
  return errorText === undefined
    ? {fields: {output, error: undefined}, status: 'done'}
    : {fields: {output: errorText === output ? '' : output, error: errorText}, status: 'failed'};
}
