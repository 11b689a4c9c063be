import type {Connection} from '../http/protocol-client.js';
import {emptyConversation} from '../../core/model/item.js';
import {reduce} from '../../core/model/reduce.js';
import type {Frame} from '../../core/sse/frame.js';
import type {Protocol} from '../../core/protocol/types.js';

/** A stream has the id of its run in its first frames, or not at all. */
const within = 4;

/** Reads a stream until the id of its run is known. The returned connection has all frames. */
export async function peekRunId(
  protocol: Protocol,
  connection: Connection,
): Promise<{readonly run: string | undefined; readonly connection: Connection}> {
  if ('opened' in connection) return {run: connection.opened.run, connection};
  const frames = connection.frames[Symbol.asyncIterator]();
  const decoder = protocol.createDecoder();
  const seen: Frame[] = [];
  let conversation = emptyConversation;
  let run: string | undefined;
  while (run === undefined && seen.length < within) {
    const next = await frames.next();
    if (next.done) break;
    seen.push(next.value);
    conversation = reduce(conversation, decoder.decode(next.value));
    const [message] = conversation.children;
    run = message?.kind === 'message' ? message.runId : undefined;
  }
  return {run, connection: {frames: chain(seen, frames)}};
}

async function* chain(seen: readonly Frame[], rest: AsyncIterator<Frame>): AsyncGenerator<Frame> {
  yield* seen;
  yield* {[Symbol.asyncIterator]: () => rest};
}
