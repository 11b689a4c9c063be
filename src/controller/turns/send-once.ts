import {ChatError, toErrorInfo} from '../http/errors.js';
import {withRetries} from '../http/retry.js';
import {lastUserMessage} from '../../core/model/messages.js';
import {plainText} from '../../core/model/select.js';
import {offeredTools} from './pending-work.js';
import type {TurnsChat} from './turns-chat.js';
import type {Connection} from '../http/protocol-client.js';
import type {ResumePoint, RunRequest} from '../run/runs-chat.js';
import type {ErrorInfo} from '../types.js';
import type {Conversation, MessageItem} from '../../core/model/item.js';
import type {ApplicationContext, StreamOperation, WithTools} from '../../core/protocol/types.js';

/** What the request of each turn has. */
interface TurnInput extends WithTools {
  readonly session: string;
  readonly context?: ApplicationContext;
  readonly conversation: Conversation;
}

/** Sends the request of an operation. */
type Send = <In>(operation: StreamOperation<In> | undefined, input: In) => Promise<Connection>;

/** A turn that the user requests: how it is displayed at once, and the request. */
export interface TurnRequest extends RunRequest {
  readonly open: (input: TurnInput, send: Send) => Promise<Connection>;
  /** The new message of the user, if there is one. */
  readonly user?: MessageItem;
  /** The conversation to display during the request. */
  readonly prepare: (conversation: Conversation) => Conversation;
  /** The answer to continue. Without it there is a new one. */
  readonly point?: ResumePoint | undefined;
  /** Why it failed before. */
  error?: ErrorInfo | undefined;
  isSent?: boolean;
  /** Whether nobody knows if it has arrived. */
  isUnconfirmed?: boolean;
}

/**
 * Sends the request of a turn, once, and opens the stream of the answer. If it is uncertain whether the request has arrived,
 * asks the history, and never sends it again by itself.
 *
 * @param known The server's ids of the earlier messages.
 */
export async function sendOnce(
  chat: TurnsChat,
  request: TurnRequest,
  known: ReadonlySet<string | undefined>,
  signal: AbortSignal,
): Promise<Connection> {
  const {client, sessions, settings, state} = chat;
  const {user} = request;
  const session = await sessions.ensure(user && plainText(user));
  await sessions.reserve();
  const there = request.isUnconfirmed ? await arrived(chat, user, known, signal) : undefined;
  if (there) {
    request.isSent = true;
    return there;
  }
  try {
    const {conversation} = state;
    const context = state.contexts.get(lastUserMessage(conversation)?.id ?? '');
    const tools = offeredTools(settings.options.tools);
    const input = {session, conversation, ...tools, ...(context && {context})};
    signal.throwIfAborted();
    const onSend = (): void => void (request.isSent = true);
    return await request.open(input, (operation, parts) =>
      client.open(operation, parts, signal, onSend),
    );
  } catch (error) {
    // A browser may repeat a POST on a kept-alive connection: then the conflict is with the same request.
    const conflict = error instanceof ChatError && error.info.code === 'conflict' && user;
    if (!(conflict || isUncertain(error)) || signal.aborted) throw error;
    const connection = await arrived(chat, user, known, signal);
    if (connection) return connection;
    if (conflict) throw error;
    request.isUnconfirmed = true;
    const info = {...toErrorInfo(error), code: 'unconfirmed', retryable: true} as const;
    throw new ChatError(info, {cause: error});
  }
}

/** If the turn is in the history, as soon as the server responds, its run can be joined; if not, the user decides. */
async function arrived(
  {sessions, settings, client}: TurnsChat,
  user: MessageItem | undefined,
  known: ReadonlySet<string | undefined>,
  signal: AbortSignal,
): Promise<Connection | undefined> {
  if (!client.operations.history) return undefined;
  const isTemporary = (): boolean => true;
  const load = withRetries(() => sessions.history(), {settings, signal, isTemporary});
  const history = await load.catch(() => undefined);
  if (!history) return undefined;
  const fresh = history.messages.filter(({id}) => !known.has(id));
  const text = user && plainText(user).trim();
  const isThere = user
    ? fresh.some(message => message.role === 'user' && plainText(message).trim() === text)
    : history.running !== undefined || fresh.length > 0;
  return isThere ? {opened: history.running ?? {}} : undefined;
}

/** Whether a request may have reached the server although there was no response. */
function isUncertain(error: unknown): boolean {
  if (!(error instanceof ChatError) || !error.sent) return false;
  const {code, status} = error.info;
  const silent: readonly string[] = ['unreachable', 'cross_origin', 'timeout', 'offline'];
  return silent.includes(code) || status === 502 || status === 504;
}
