import {historyOf, type SentHistory} from './history.js';
import {asText, defined, type JsonRecord} from '../../values.js';
import {withMessage} from '../operations/sent-conversation.js';
import type {
  ApplicationContext,
  Opened,
  Operations,
  RequestShape,
  AgentInput,
  WithTools,
} from '../types.js';
import {jsonText} from '../../json.js';
import {emptyConversation, type Conversation} from '../../model/item.js';

/** How the server of a page differs from one that only runs the agent. */
export interface AgUiOptions {
  /** Whether the endpoint is a route of TanStack AI with durable streams, whose runs can be joined. */
  readonly durable?: boolean;
  /** Whether named steps of the agent, such as the nodes of LangGraph, are displayed. The default is true. */
  readonly steps?: boolean;
  /** Whether the user can attach files, which go as data in the message. The default is true. */
  readonly files?: boolean;
  /** Whether the agent forwards requests of apps of tools, as `@ag-ui/mcp-apps-middleware` does. */
  readonly apps?: boolean;
  /**
   * Returns the state that a request sends. Receives the agent's last state. Without this option, the request sends that
   * state unchanged.
   */
  readonly state?: (received: unknown) => unknown;
  /** Data for the framework behind the agent, such as the name of a model. */
  readonly forwardedProps?: JsonRecord;
}

/** The path of a request that runs an agent, relative to the endpoint, and its headers. */
export type TargetOf = (input: AgentInput) => Pick<RequestShape, 'path' | 'headers'>;

interface Turn extends AgentInput, WithTools {
  readonly session?: string;
  readonly context?: ApplicationContext;
  readonly conversation?: Conversation;
  /** A request of the Model Context Protocol that the agent forwards to the server of an app. */
  readonly proxied?: JsonRecord;
}

/**
 * The operations of an AG-UI server. Each one that runs the agent is a POST of the whole conversation; `continue` sends
 * it with the results of page tools and the answers of the user.
 */
export function operationsOf(
  options: AgUiOptions,
  targetOf: TargetOf = () => ({path: ''}),
): Operations {
  const post = {
    request: (input: Turn) => requestOf(input, options, targetOf),
    read: (): Opened => ({}),
  };
  return {
    send: {
      ...post,
      request: input => post.request({...input, conversation: withMessage(input)}),
      carriesContext: true,
    },
    continue: post,
    regenerate: post,
    edit: {...post, keepsFiles: true},
  };
}

/** A request whose response is a stream. */
export function requestOf(
  {conversation = emptyConversation, ...input}: Turn,
  options: AgUiOptions,
  targetOf: TargetOf,
): RequestShape {
  return {
    ...targetOf(input),
    method: 'POST',
    body: {json: bodyOf(input, historyOf(conversation), options)},
    accept: 'stream',
  };
}

/** The `RunAgentInput`. Servers of 0.0.x require all fields except `resume` and `protocolVersion`. */
function bodyOf(
  {session, newRun, tools = [], context, proxied}: Turn,
  {messages, resume, command, lastRun, ...history}: SentHistory,
  {state, forwardedProps}: AgUiOptions,
): JsonRecord {
  return {
    threadId: history.session ?? session ?? '',
    runId: newRun ?? '',
    protocolVersion: '1.0',
    state: (state ? state(history.state) : history.state) ?? {},
    messages,
    tools: tools.map(({name, description = '', schema = {type: 'object', properties: {}}}) => ({
      name,
      description,
      parameters: schema,
    })),
    context: context
      ? [{description: context.title, value: asText(context.data) ?? jsonText(context.data) ?? ''}]
      : [],
    forwardedProps: {
      ...forwardedProps,
      ...(command && {command}),
      ...(proxied && {__proxiedMCPRequest: proxied}),
    },
    ...(resume.length > 0 && {resume, ...defined({parentRunId: lastRun})}),
  };
}
