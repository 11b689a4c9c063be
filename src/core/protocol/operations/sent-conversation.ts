import {isRecord} from '../../values.js';
import {freeId} from '../../free-id.js';
import {walk} from '../../model/select.js';
import {parseJson, withoutHalfPairs} from '../../json.js';
import type {Protocol, WithTools} from '../types.js';
import {
  emptyConversation,
  type Conversation,
  type Item,
  type MessageItem,
} from '../../model/item.js';

// What the requests of protocols have in common that send the whole conversation each time.

/** Each request repeats the files of the conversation, and common platforms accept bodies of 4.5 MB. */
const MAX_FILE_BYTES = 3 * 2 ** 20;

/** What a protocol declares about files of the user, which its requests contain unless the option `files` is off. */
export const sentFiles = ({files}: {readonly files?: boolean}): Pick<Protocol, 'inlineFiles'> =>
  files === false ? {} : {inlineFiles: {maxBytes: MAX_FILE_BYTES}};

/** The conversation with the message that is being sent. The page displays it before, as the last message. */
export function withMessage({
  conversation = emptyConversation,
  text,
}: {
  readonly conversation?: Conversation;
  readonly text: string;
}): Conversation {
  const {children} = conversation;
  const last = children.findLast(item => item.kind === 'message');
  if (last?.role === 'user' && last.status !== 'done') return conversation;
  const id = `user-${children.length + 1}`;
  const said: Item = {id: `${id}.text`, kind: 'text', status: 'done', children: [], text};
  const sent: Item = {id, kind: 'message', role: 'user', status: 'streaming', children: [said]};
  return {...conversation, children: [...children, sent]};
}

/**
 * The arguments of a call as a request contains them. Servers, and the models behind them, refuse a text that is no JSON
 * object, and would refuse every later request of the conversation.
 */
export function sentArguments(text: string): string {
  return isRecord(parseJson(text)) ? withoutHalfPairs(text) : '{}';
}

/** The characters that services allow in the name of a call, and its length. */
const FORBIDDEN = /[^\w-]/g;
const MAX_NAME_LENGTH = 64;

/**
 * The name of a call as a request contains it. Models invent tools such as `multi_tool_use.parallel`, and services refuse
 * every later request that contains such a name. Names of `tools` that the same request offers are unchanged.
 */
export function sentName(name: string, tools: WithTools['tools'] = []): string {
  if (tools.some(tool => tool.name === name)) return name;
  return name.replace(FORBIDDEN, '_').slice(0, MAX_NAME_LENGTH) || 'unknown';
}

/** The result of a call that was not run: services refuse a call without one. */
export const NOT_RUN = 'The call was not run.';

/** The text of a message or step, without its other items. */
export function textOfItems({children}: {readonly children: readonly Item[]}): string {
  return children.flatMap(child => (child.kind === 'text' ? child.text : [])).join('\n\n');
}

/** The fields of a record that contain text. */
const TEXT_FIELDS = new Set(['text', 'content', 'refusal', 'transcript']);
/** Texts are never nested deeper in a record; the input of a call may be. */
const MAX_DEPTH = 8;

/**
 * The text of an answer that its record lacks. Records are written at the end of a stream, so of an answer that a reload has
 * interrupted only its earlier streams have one. A text may continue a recorded one.
 */
export function unrecordedText(message: MessageItem, record: unknown): string {
  const items = [...walk(message)];
  if (![message, ...items].some(({status}) => status === 'interrupted')) return '';
  const recorded = textsIn(record);
  const all = withoutSpace(recorded.join(''));
  return items
    .flatMap(item => {
      if (item.kind !== 'text' || all.includes(withoutSpace(item.text))) return [];
      return recorded.reduce((rest, one) => withoutStart(rest, one.trim()), item.text);
    })
    .filter(text => text.trim() !== '')
    .join('\n\n');
}

const withoutStart = (text: string, start: string): string =>
  text.trimStart().startsWith(start) ? text.trimStart().slice(start.length) : text;

const withoutSpace = (text: string): string => text.replace(/\s/g, '');

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([field, inner]): readonly string[] => {
    if (typeof inner !== 'string') return textsIn(inner, depth + 1);
    return TEXT_FIELDS.has(field) && inner.trim() !== '' ? [inner] : [];
  });
}

/**
 * The ids of calls and results as one request contains them. Services refuse a conversation in which an id is used again, as
 * servers do that count the calls of each answer from 0. Later uses get another id, and so do their results.
 */
export class SentCallIds {
  readonly #used = new Set<string>();
  /** The ids of calls without a result, by whose tools they are of, and the id that they were received with. */
  readonly #open = new Map<string, string[]>();

  /** The id of the next call of the request. `tools` tells apart calls whose results cannot be taken for each other. */
  ofCall(id: string, tools = ''): string {
    // Services refuse an empty id.
    const sent = freeId(id || 'call', one => this.#used.has(one));
    this.#used.add(sent);
    const key = `${tools} ${id}`;
    this.#open.set(key, [...(this.#open.get(key) ?? []), sent]);
    return sent;
  }

  /** The id of the next result of the request, which is that of its call. A call that the server stores keeps its id. */
  ofResult(id: string, tools = ''): string {
    return this.#open.get(`${tools} ${id}`)?.shift() ?? id;
  }
}
