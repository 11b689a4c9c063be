import {continuedHistoryOf, settledAnswer, settledHistoryOf} from './history.js';
import {readMessages} from './stored.js';
import {appOperations} from '../operations/apps.js';
import {pathPart} from '../operations/ids.js';
import {asText, defined} from '../../values.js';
import {listIn} from '../operations/lists.js';
import {withMessage} from '../operations/sent-conversation.js';
import {type Conversation, emptyConversation} from '../../model/item.js';
import {resumptionOf, takesText} from './suspensions.js';
import type {UiMessage} from './record.js';
import type {
  AgentInput,
  InSession,
  Opened,
  Operations,
  RequestShape,
  Rewrite,
  WithTools,
} from '../types.js';

/** How the server of a page differs from the one in the documentation of the AI SDK. */
export interface AiSdkOptions {
  /**
   * What a request contains of the conversation: all messages (the default), or, as `message`, only the last one,
   * because the server has the rest. If the answer before it has calls that were open and that the page has ended, for
   * example by a stop, `settled` is that answer.
   */
  readonly send?: 'all' | 'last';
  /**
   * Whether `GET <endpoint>/<session>/stream` resumes the stream of a run. `replay`: from its first chunk, the default of
   * the AI SDK; `suffix`: only what was not received yet.
   */
  readonly resume?: 'replay' | 'suffix';
  /** Whether `POST <endpoint>/<session>/stop` ends a run. Without it, a stop closes the connection. */
  readonly stop?: boolean;
  /** Whether `GET <endpoint>/<session>` returns the messages of a session: a list, or an object with `messages`. */
  readonly history?: boolean;
  /** Whether the user can attach files, which go as data URLs in the message. The default is true. */
  readonly files?: boolean;
  /**
   * Whether `POST <endpoint>/apps/resource` and `POST <endpoint>/apps/call` serve the apps of tools. The body has the
   * session (`id`), the `toolCallId`, and `uri`, or the `name` and `arguments` of a tool.
   */
  readonly apps?: boolean;
  /** Further fields of each request. */
  readonly body?: Readonly<Record<string, unknown>>;
}

type Turn = AgentInput & WithTools & {readonly session?: string};

/**
 * The operations of a server for the AI SDK. `send` is a POST to the endpoint itself. `continue` sends the answer with the
 * results of page tools and the answers of the user; the server continues it.
 */
export function operationsOf(options: AiSdkOptions): Operations {
  const {resume, stop, history, apps} = options;
  const post = (
    input: Turn,
    messages: readonly UiMessage[],
    more: {readonly trigger: string; readonly messageId?: string},
    before?: Conversation,
  ): RequestShape => ({
    method: 'POST',
    path: '',
    body: {json: {...bodyOf(input, options), ...chosen(messages, options, before), ...more}},
    accept: 'stream',
  });
  const rewrite = ({conversation, message, ...input}: Rewrite, trigger: string): RequestShape => {
    const messages = conversation ? settledHistoryOf(conversation) : [];
    return post(input, messages, {trigger, messageId: message}, conversation);
  };
  return {
    send: {
      request: input =>
        post(
          input,
          settledHistoryOf(withMessage(input)),
          {trigger: 'submit-message'},
          input.conversation,
        ),
      read: nothing,
    },
    continue: {
      takesText,
      request: ({conversation, ...input}) => {
        const messages = continuedHistoryOf(conversation);
        const last = messages.at(-1);
        const messageId = last?.role === 'assistant' ? last.id : undefined;
        const more = {...defined({messageId}), ...resumptionOf(last?.parts ?? [])};
        return post(input, messages, {trigger: 'submit-message', ...more});
      },
      read: nothing,
    },
    regenerate: {
      request: input => rewrite(input, 'regenerate-message'),
      read: nothing,
    },
    edit: {
      request: input => rewrite(input, 'submit-message'),
      read: nothing,
      keepsId: true,
      keepsFiles: true,
    },
    ...(resume && {
      attach: {
        request: input => ({method: 'GET', path: pathOf(input, '/stream'), accept: 'stream'}),
        read: nothing,
        streams: resume,
        probes: true,
      },
    }),
    ...(stop && {
      stop: {
        request: ({message, ...input}) => ({
          method: 'POST',
          path: pathOf(input, '/stop'),
          body: {json: defined({messageId: message})},
        }),
        read: () => undefined,
      },
    }),
    ...(history && {
      history: {
        request: input => ({method: 'GET', path: pathOf(input, '')}),
        read: (response, report) => {
          const list = listIn(response, ['messages'], 'a list of messages, or `messages`');
          return {messages: readMessages(list, report)};
        },
      },
    }),
    ...(apps &&
      appOperations(({session, tool}, action) => ({
        path: `apps/${action}`,
        json: {id: session, toolCallId: tool.executionId ?? ''},
      }))),
  };
}

const nothing = (): Opened => ({});

const pathOf = ({session}: InSession, below: string): string => `${pathPart(session)}${below}`;

/** The fields of every request. `tools` has the shape that assistant-ui uses; the SDK defines none. */
function bodyOf(
  {session, agent, tools = []}: Turn,
  {body}: AiSdkOptions,
): Readonly<Record<string, unknown>> {
  const offered = tools.map(({name, description, schema = {type: 'object'}}) => [
    name,
    {...defined({description}), parameters: schema},
  ]);
  return {
    ...body,
    ...defined({id: asText(session), model: asText(agent)}),
    ...(offered.length > 0 && {tools: Object.fromEntries(offered) as unknown}),
  };
}

/** The messages of a request. `before` is the conversation whose calls the request settles. */
function chosen(
  messages: readonly UiMessage[],
  {send = 'all'}: AiSdkOptions,
  before: Conversation = emptyConversation,
): Readonly<Record<string, unknown>> {
  if (send === 'all') return {messages};
  return {message: messages.at(-1), ...defined({settled: settledAnswer(before)})};
}
