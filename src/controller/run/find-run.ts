import {isBeginning, isSame, overlapOf} from '../../core/model/overlap.js';
import {peekMessage} from './peek-message.js';
import type {ResumePoint, RunsChat} from './runs-chat.js';
import type {StreamAddress} from '../http/protocol-client.js';
import type {Streamed} from '../http/read-stream.js';
import {isOver, isUnwritten, messagesOf} from '../../core/model/messages.js';
import type {Conversation, Item, MessageItem} from '../../core/model/item.js';
import type {Protocol} from '../../core/protocol/types.js';

interface FoundRun {
  readonly point: ResumePoint;
  readonly connection: Streamed;
  /** Whether the stream broke before anybody could know what of the last message it repeats. */
  readonly isUndecided?: boolean;
}

/**
 * Finds the run that is in progress in a session, where only `attach` can say whether there is one, or which message this run
 * writes, where the history does not say that. Its message is the last one if the stream names that, repeats what is stored of
 * it, or has only the rest of it; otherwise it is a new one. A stream without the name of a message that has exactly what the
 * last message has is no run in progress. A server that stores each step may do so under an id of its own.
 */
export async function findRun(
  chat: RunsChat,
  address: StreamAddress,
  signal: AbortSignal,
): Promise<FoundRun | undefined> {
  const found = await find(chat, address, signal);
  return found?.isUndecided ? find(chat, address, signal) : found;
}

async function find(
  {client, state}: RunsChat,
  address: StreamAddress,
  signal: AbortSignal,
): Promise<FoundRun | undefined> {
  const {protocol, operations} = client;
  const {run} = address;
  const opened = await client.join(address, signal);
  if ('opened' in opened) return undefined;
  const isOfRun = ({runId}: MessageItem): boolean => run === undefined || runId === run;
  // A stream may repeat other runs before this one.
  const {message, isEmpty, connection} = await peekMessage(
    protocol,
    opened,
    each =>
      isOfRun(each) && (each.messageId !== undefined || (run !== undefined && !isUnwritten(each))),
    run === undefined ? undefined : Infinity,
  );
  if (isEmpty || (message && !isOfRun(message))) return undefined;
  const shown = state.lastMessage;
  if (isEarlier(message, state.conversation, shown)) return undefined;
  if (shown?.role !== 'assistant') return {point: {}, connection};
  const point = {item: shown.id};
  const {continuesMessages = false} = protocol;
  // Without the position of a frame, a stream has the whole run.
  if (operations.attach?.streams === 'suffix' && run === undefined)
    return {point: {...point, message: continuesMessages ? shown : undefined}, connection};
  const named = message?.messageId;
  const isNamed = named !== undefined && named === shown.messageId;
  if (!continuesMessages) return {point: isNamed ? point : {}, connection};
  if (isUnwritten(shown)) return {point, connection};
  // The stream may write another message if the last one is complete, unless it names that, or names none of a run that the
  // page knows. An answer in progress may be stored under another id than its own.
  const isOther = shown.status === 'done' && !isNamed && (run === undefined || named !== undefined);
  if (isOther && !shown.children.some(isCall)) return findOther(protocol, shown, connection);
  const {message: replayed, connection: whole} = await peekMessage(
    protocol,
    connection,
    each => overlapOf(shown, each) !== undefined,
    Infinity,
  );
  const known = overlapOf(shown, replayed);
  const isUndecided = known === undefined;
  const overlap = known ?? overlapOf(shown, replayed, true) ?? 'none';
  // Two answers have no call in common.
  const repeated = overlap === 'none' ? [] : shown.children.slice(shown.children.indexOf(overlap));
  if (isOther && !repeated.some(isCall)) return findOther(protocol, shown, whole);
  if (overlap !== 'none')
    return {
      point: {...point, message: cut(protocol, shown, overlap)},
      connection: whole,
      isUndecided,
    };
  return {point: isNamed ? {...point, message: shown} : {}, connection: whole, isUndecided};
}

/** Whether a stream is that of an answer before the last message, which a server may repeat until the next run begins. */
const isEarlier = (
  message: MessageItem | undefined,
  conversation: Conversation,
  last: MessageItem | undefined,
): boolean =>
  message?.messageId !== undefined &&
  messagesOf(conversation).some(
    each => each !== last && each.role === 'assistant' && each.messageId === message.messageId,
  );

const isCall = ({kind}: Item): boolean => kind === 'tool';

/** The run of a stream that names another message than the last one, or none: `undefined` if it repeats the last one. */
async function findOther(
  protocol: Protocol,
  shown: MessageItem,
  connection: Streamed,
): Promise<FoundRun | undefined> {
  const isOther = (each: MessageItem): boolean => !isBeginning(shown, each);
  const {message, connection: whole} = await peekMessage(
    protocol,
    connection,
    each => isOver(each) || isOther(each),
    Infinity,
  );
  const isUndecided = !message || !(isOver(message) || isOther(message));
  const isRepeated = message !== undefined && isOver(message) && isSame(shown, message);
  return isRepeated ? undefined : {point: {}, connection: whole, isUndecided};
}

/** The part of a message before one of its items; `undefined` if that is nothing. */
function cut(protocol: Protocol, message: MessageItem, item: Item): MessageItem | undefined {
  const at = message.children.indexOf(item);
  if (at <= 0) return undefined;
  return protocol.cut?.(message, item) ?? {...message, children: message.children.slice(0, at)};
}
