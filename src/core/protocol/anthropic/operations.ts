import {jsonText} from '../../json.js';
import {containerOf, historyOf, type HistoryMessage} from './history.js';
import {IN_TURN} from './notices.js';
import {defined, asRecord, asText} from '../../values.js';
import {withMessage} from '../operations/sent-conversation.js';
import type {
  ResponseData,
  Opened,
  Operations,
  RequestShape,
  AgentInput,
  WithTools,
} from '../types.js';
import {emptyConversation, type Conversation} from '../../model/item.js';

/**
 * The operations of the Messages format: each request sends the whole history and receives an answer. The endpoint
 * accepts the same requests as `/v1/messages` of the API and adds the key, the model, the system prompt and the limits.
 * There is no `attach`: a second request creates another answer, which is billed.
 */
export const operations: Operations = {
  send: {
    request: input => post(historyOf(withMessage(input), input.tools), input),
    read: readMessage,
  },
  regenerate: {
    request: ({message, conversation = emptyConversation, ...rest}) =>
      post(historyOf(upTo(conversation, message), rest.tools), rest),
    read: readMessage,
  },
  continue: {
    request: ({conversation, ...rest}) =>
      post(historyOf(conversation, rest.tools), rest, {
        ...defined({container: containerOf(conversation)}),
        ...(isCut(conversation) && {continue: true}),
      }),
    read: readMessage,
  },
};

/** The conversation before the answer that is regenerated, or up to the message of the user that had none. */
function upTo({children, ...conversation}: Conversation, message: string): Conversation {
  const at = children.findIndex(item => item.kind === 'message' && item.messageId === message);
  const found = children[at];
  const isUser = found?.kind === 'message' && found.role === 'user';
  return {...conversation, children: at < 0 ? children : children.slice(0, isUser ? at + 1 : at)};
}

/** A request with the history. `agent` is sent as the model: an alias that the endpoint may know. */
function post(
  messages: readonly HistoryMessage[],
  {agent, tools = []}: AgentInput & WithTools,
  more: object = {},
): RequestShape {
  const offered = tools.map(({schema = {type: 'object'}, ...tool}) => ({
    ...tool,
    input_schema: schema,
  }));
  return {
    method: 'POST',
    path: '/v1/messages',
    body: {
      json: {
        ...defined({model: asText(agent)}),
        messages,
        ...(offered.length > 0 && {tools: offered}),
        stream: true,
        ...more,
      },
    },
    accept: 'stream',
  };
}

/**
 * Whether the last answer was cut inside its text. Continuing such a text depends on the model, so the request states
 * the intent. A paused turn or a tool result needs no such field.
 */
function isCut(conversation: Conversation): boolean {
  const last = conversation.children.findLast(item => item.kind === 'message');
  return !IN_TURN.has(last?.kind === 'message' ? last.stopReason : undefined);
}

/** A response without a stream is read as a stream that begins with the whole message. */
function readMessage({body}: ResponseData): Opened {
  const {type, id} = asRecord(body);
  if (type !== 'message' || asText(id) === undefined) return {};
  const data = jsonText({type: 'message_start', message: body}) ?? '';
  return {frames: [{data}, {data: '{"type":"message_stop"}'}]};
}
