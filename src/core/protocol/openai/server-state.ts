import {operationsOf, read, wholeInput, type InputOf, type OpenaiOptions} from './operations.js';
import {readItems} from './stored.js';
import {pathPart, withId} from '../operations/ids.js';
import {asRecord, asText, defined} from '../../values.js';
import {listIn} from '../operations/lists.js';
import type {Operations, RequestShape, StreamOperation} from '../types.js';

/** The number of items of a conversation that are loaded, the maximum of the API. */
const MAX_ITEMS = 100;

/** The operations on responses that run in the background. */
export const inBackground: Pick<Operations, 'attach' | 'stop'> = {
  attach: {
    request: ({run = '', lastEventId}) => ({
      method: 'GET',
      path: `responses/${pathPart(run)}`,
      query: {stream: true, ...defined({starting_after: lastEventId})},
      accept: 'stream',
    }),
    // The API streams a response again only for some minutes. After that, it is requested until it is complete.
    otherwise: ({run = ''}) => ({method: 'GET', path: `responses/${pathPart(run)}`}),
    read,
    streams: 'suffix',
    needsRun: true,
  },
  stop: {
    needsRun: true,
    request: ({run = ''}) => ({method: 'POST', path: `responses/${pathPart(run)}/cancel`}),
    read: () => undefined,
  },
};

/** The operations on conversations that the server keeps. */
export const ofConversations: Pick<Operations, 'create' | 'history' | 'remove'> = {
  create: {
    request: ({title}) => ({
      method: 'POST',
      path: 'conversations',
      body: {json: title === undefined ? {} : {metadata: {title}}},
    }),
    read: ({body}) => {
      const {id, metadata} = asRecord(body);
      const title = asText(asRecord(metadata)['title']);
      return withId({id: asText(id) ?? '', ...defined({title})});
    },
  },
  history: {
    request: ({session}) => ({
      method: 'GET',
      path: `conversations/${pathPart(session)}/items`,
      query: {limit: MAX_ITEMS, order: 'desc'},
    }),
    read: (response, report) => {
      const list = listIn(response, ['data'], '`data`, a list of items');
      return {messages: readItems(list, report)};
    },
  },
  remove: {
    request: ({session}) => ({method: 'DELETE', path: `conversations/${pathPart(session)}`}),
    read: () => undefined,
  },
};

/** The items that come after the last response that the server has. */
export const newInput =
  (state: NonNullable<OpenaiOptions['state']>): InputOf =>
  (segments, session) => {
    const isConversation = state === 'conversation';
    const at = segments.findLastIndex(({response}) =>
      isConversation ? response !== undefined : Boolean(response),
    );
    const input = segments.slice(at + 1).flatMap(({items}) => items);
    if (isConversation) return {...defined({conversation: asText(session)}), input};
    // A request needs input, so an answer that was cut is continued from the whole conversation.
    if (at < 0 || input.length === 0) return wholeInput(segments, session);
    return {previous_response_id: segments[at]?.response, input};
  };

/**
 * The operations with the id of the last response. The server may not have that response any more and refuse the request:
 * it then gets the whole conversation.
 */
export function withWholeInput(options: OpenaiOptions): Operations {
  const chained = operationsOf(options, newInput('previous_response_id'));
  const whole = operationsOf(options, wholeInput);
  return {
    send: eitherOf(chained.send, whole.send),
    continue: eitherOf(chained.continue, whole.continue),
    regenerate: eitherOf(chained.regenerate, whole.regenerate),
    edit: eitherOf(chained.edit, whole.edit),
  };
}

/** The first operation, with the request of the second one if a request with the id of a response is refused. */
const eitherOf = <In>(
  first: StreamOperation<In>,
  second: StreamOperation<In>,
): StreamOperation<In> => ({
  ...first,
  otherwise: input => (isChained(first.request(input)) ? second.request(input) : undefined),
});

const isChained = ({body}: RequestShape): boolean =>
  body !== undefined && 'json' in body && 'previous_response_id' in asRecord(body.json);
