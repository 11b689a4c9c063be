import {continued, type Streamed} from '../http/read-stream.js';
import {emptyConversation, type MessageItem} from '../../core/model/item.js';
import {reduce} from '../../core/model/reduce.js';
import {parseReceived} from '../../core/json.js';
import type {Frame} from '../../core/sse/frame.js';
import type {Protocol} from '../../core/protocol/types.js';

/** A stream has the ids of its run and its message in its first frames, or not at all. */
const maxFrames = 4;

/** The first frames of a stream, decoded. */
interface Peeked {
  /** The message so far. */
  readonly message: MessageItem | undefined;
  /** Whether the stream has ended without a frame. */
  readonly isEmpty: boolean;
  /** The connection with all frames. If it broke, it does so again. */
  readonly connection: Streamed;
}

/** Reads a stream until its last message is sufficiently known, or for a number of frames. */
export async function peekMessage(
  protocol: Protocol,
  connection: Streamed,
  isKnown: (message: MessageItem) => boolean,
  limit = maxFrames,
): Promise<Peeked> {
  const frames = connection.frames[Symbol.asyncIterator]();
  let decoder = protocol.createDecoder();
  const read: Promise<IteratorResult<Frame>>[] = [];
  let isEmpty = true;
  let conversation = emptyConversation;
  let message: MessageItem | undefined;
  while (read.length < limit && !(message && isKnown(message))) {
    const next = frames.next();
    read.push(next);
    const result = await next.catch(() => undefined);
    if (!result || result.done) break;
    isEmpty = false;
    const frame = result.value;
    if (protocol.begins?.(frame, parseReceived(frame.data))) {
      decoder = protocol.createDecoder();
      conversation = emptyConversation;
    }
    conversation = reduce(conversation, decoder.decode(frame));
    const [item] = conversation.children;
    message = item?.kind === 'message' ? item : undefined;
  }
  return {message, isEmpty, connection: {...connection, frames: continued(read, frames)}};
}
