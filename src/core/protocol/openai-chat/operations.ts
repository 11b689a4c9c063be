import {historyOf} from './history.js';
import {asText, defined, isRecord} from '../../values.js';
import {withMessage} from '../operations/sent-conversation.js';
import type {
  Opened,
  Operations,
  RequestShape,
  ResponseData,
  AgentInput,
  WithTools,
} from '../types.js';
import {emptyConversation, type Conversation} from '../../model/item.js';
import {jsonText} from '../../json.js';

/** How the server of a page differs from the usual one. */
export interface OpenaiChatOptions {
  /** Further fields of each request, such as `stream_options`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Whether the user can attach files, which go as data URLs in the message. The default is true. */
  readonly files?: boolean;
  /**
   * Whether `<think>…</think>` at the beginning of a text is reasoning, as servers without a reasoning parser send it. The
   * default is true.
   */
  readonly thinkTags?: boolean;
}

/**
 * The operations of Chat Completions: each request sends the whole conversation and receives an answer. The endpoint
 * accepts the requests of `/chat/completions` and adds the key, the model, the instructions and the limits. There is no
 * `attach`: a second request creates another answer.
 */
export function operationsOf({body}: OpenaiChatOptions): Operations {
  const post = (
    conversation: Conversation,
    {agent, tools = []}: AgentInput & WithTools,
  ): RequestShape => {
    const offered = tools.map(({name, description, schema = {type: 'object', properties: {}}}) => ({
      type: 'function',
      function: {name, ...defined({description}), parameters: schema},
    }));
    return {
      method: 'POST',
      path: '/chat/completions',
      body: {
        json: {
          ...body,
          ...defined({model: asText(agent)}),
          messages: historyOf(conversation, tools),
          ...(offered.length > 0 && {tools: offered}),
          stream: true,
        },
      },
      accept: 'stream',
    };
  };
  const again = {
    request: ({
      conversation = emptyConversation,
      ...input
    }: AgentInput & WithTools & {readonly conversation?: Conversation}) =>
      post(conversation, input),
    read: readWhole,
  };
  return {
    send: {
      request: input => post(withMessage(input), input),
      read: readWhole,
    },
    continue: again,
    regenerate: again,
    edit: {...again, keepsFiles: true},
  };
}

/** A response without a stream is read as a stream with one frame. */
function readWhole({body}: ResponseData): Opened {
  const data = isRecord(body) || Array.isArray(body) ? jsonText(body) : undefined;
  return data === undefined ? {} : {frames: [{data}, {data: '[DONE]'}]};
}
