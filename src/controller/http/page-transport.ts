import {reasonOf} from './abort-reason.js';
import {ChatError, toErrorInfo} from './errors.js';
import type {Transport} from '../types.js';
import type {RequestShape} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

/** Wraps the page's own transport: its exceptions become `ChatError`s. */
export async function* transportFrames(
  transport: Transport,
  request: RequestShape,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  try {
    yield* transport(request, {signal});
  } catch (cause) {
    if (signal.aborted) throw reasonOf(signal);
    if (cause instanceof ChatError) throw cause;
    const {detail = ''} = toErrorInfo(cause);
    const expected = 'frames from `transport`';
    const received = `an exception: ${detail}`;
    throw new ChatError({code: 'unreachable', expected, received, retryable: true}, {cause});
  }
}
