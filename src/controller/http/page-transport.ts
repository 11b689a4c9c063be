import {reasonOf} from './abort-reason.js';
import {ChatError, toErrorInfo} from './errors.js';
import {describeValue} from '../../core/protocol/diagnosis/describe.js';
import type {Transport} from '../types.js';
import {isRecord} from '../../core/values.js';
import type {RequestShape} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

const expected = 'frames from `transport`, each with a text in `data`';

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Symbol.asyncIterator in value || Symbol.iterator in value);

const isFrame = (value: unknown): value is Frame =>
  isRecord(value) && typeof value['data'] === 'string';

function invalid(value: unknown): ChatError {
  const received = describeValue(value);
  return new ChatError({code: 'invalid_response', expected, received, retryable: false});
}

/** Wraps the page's own transport: its exceptions become `ChatError`s. */
export async function* transportFrames(
  transport: Transport,
  request: RequestShape,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  try {
    const frames: unknown = transport(request, {signal});
    if (!isIterable(frames)) throw invalid(frames);
    for await (const frame of frames) {
      if (!isFrame(frame)) throw invalid(frame);
      yield frame;
    }
  } catch (cause) {
    if (signal.aborted) throw reasonOf(signal);
    if (cause instanceof ChatError) throw cause;
    const {detail = ''} = toErrorInfo(cause);
    const received = `an exception: ${detail}`;
    throw new ChatError({code: 'unreachable', expected, received, retryable: true}, {cause});
  }
}
