import type {Item} from './item.js';
import {jsonText} from '../json.js';

/** Whether the form of a schema has a password: its answer is sent, but neither displayed, stored nor saved. */
export const hasPassword = (schema: unknown): boolean =>
  jsonText(schema)?.includes('"format":"password"') ?? false;

/** An item without the answers to forms with a password, which are anywhere in a message. */
export function withoutPasswords<T extends Item>(item: T): T {
  if (item.kind === 'request' && item.answer && hasPassword(item.schema)) {
    return {...item, answer: {...item.answer, input: ''}};
  }
  const children = item.children.map(child => withoutPasswords(child));
  return children.some((child, index) => child !== item.children[index])
    ? {...item, children}
    : item;
}
