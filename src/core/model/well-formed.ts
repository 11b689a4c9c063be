import type {Op} from './op.js';
import {isStatus} from './status.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbsentOr = (right: (value: unknown) => boolean, value: unknown): boolean =>
  value === undefined || right(value);

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Whether a value has the shape of its op type. The compiler checks this for built-in protocols only, and malformed ops
 * must not break a conversation.
 */
export function isWellFormed(op: unknown): op is Op {
  if (!isObject(op) || !isText(op['id'])) return false;
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
  isAbsentOr(isObject, op['fields']) && isAbsentOr(isStatus, op['status']);
