// How what has arrived is described to developers, without its content.
import {parseJson} from '../../json.js';
import {isRecord} from '../../values.js';
import type {Frame} from '../../sse/frame.js';
import {isHtmlPage} from '../operations/read-error.js';

/** What was received where a stream has no event, for example because it is not written as events. */
export const withoutEvents = 'no event';

/** Maximum numbers of characters and of field names of a response that an error contains. */
const maxCharacters = 80;
const maxNames = 8;

/** Characters of a text that are read for its description. */
const maxStart = 1000;

/** A short description of a body: the beginning of a text, or the names of the fields of an object, never their values. */
export function describeBody(body: unknown): string {
  if (body === undefined || body === '') return 'an empty body';
  if (typeof body === 'string') {
    const visible = body.slice(0, maxStart).replaceAll('\uFEFF', 'U+FEFF');
    return JSON.stringify(visible.trim().replaceAll(/\s+/g, ' ').slice(0, maxCharacters));
  }
  if (isRecord(body)) return `{${Object.keys(body).slice(0, maxNames).join(', ')}}`;
  if (Array.isArray(body)) return 'a JSON array';
  return body === null ? 'null' : `a ${typeof body}`;
}

/** Whether a response is a page: servers without a type of their own declare also a text as HTML. */
export const isPage = (type: string, start: string): boolean =>
  /\bhtml\b/i.test(type) && isHtmlPage(start);

/** The names of the fields of an event stream. A comment has none. */
const eventFields = ['data', 'event', 'id', 'retry'];

/** Whether a text may be the beginning of an event stream, also of its first word. */
export function beginsAsEvents(start: string): boolean {
  const [name = ''] = start.trimStart().split(/[:\r\n]/, 1);
  return eventFields.some(field => field.startsWith(name));
}

/** A short description of what a function of the page has returned. */
export const describeValue = (value: unknown): string =>
  value === undefined ? 'undefined' : describeBody(value);

/** Like `describeBody`, without any text except HTML, because the text could be a token. */
export function describeSecretBody(body: unknown): string {
  const isText = typeof body === 'string' && body !== '' && !/^\s*</.test(body);
  return isText ? 'a text' : describeBody(body);
}

/** The fields that say what an event is. Their values are names of a protocol, never personal data. */
const typeFields = /^(type|object|event)$/;
const typeName = /^[\w.:/-]{1,60}$/;

/** A short description of an event: its name, and the names of its fields with the values of those about its type. */
export function describeEvent({event, data}: Frame): string {
  const json = parseJson(data);
  const name = event === undefined ? '' : `event ${event} `;
  if (!isRecord(json)) return name + describeBody(data);
  const fields = Object.entries(json).map(([field, value]) => {
    const isType = typeFields.test(field) && typeof value === 'string' && typeName.test(value);
    return isType ? `${field}: ${JSON.stringify(value)}` : field;
  });
  return `${name}{${fields.slice(0, maxNames).join(', ')}}`;
}
