import type {Op} from './op.js';
import {isStatus} from './status.js';
import {isRecord} from '../values.js';

const isAbsentOr = (right: (value: unknown) => boolean, value: unknown): boolean =>
  value === undefined || right(value);

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Whether a value has the shape of its op type. The compiler checks this for built-in protocols only, and malformed ops
 * must not break a conversation.
 */
export function isWellFormed(op: unknown): op is Op {
  if (!isRecord(op) || !isText(op['id'])) return false;
  switch (op['op']) {
    case 'append':
      return isText(op['field']) && isText(op['text']);
    case 'open':
      return isText(op['kind']) && isAbsentOr(isText, op['parent']) && hasChanges(op);
    case 'assign':
      return hasChanges(op);
    case 'close':
      return isAbsentOr(isStatus, op['status']);
    default:
      return op['op'] === 'clear';
  }
}

const hasChanges = (op: Readonly<Record<string, unknown>>): boolean =>
  isAbsentOr(isRecord, op['fields']) && isAbsentOr(isStatus, op['status']);
