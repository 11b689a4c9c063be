import {Accumulation} from './accumulator.js';
import {readEvent, type AnthropicError, type AnthropicMessage} from './events.js';
import type {Frame} from '../../sse/frame.js';

/** What a response body amounts to. */
export interface Accumulated {
  /** The message as the API would have sent it at once, to be sent back whole; the last, if there are several. */
  readonly message: AnthropicMessage | null;
  /** What an `error` event said. */
  readonly error: AnthropicError | null;
  /** Whether the message ended as it should. */
  readonly complete: boolean;
}

/** Joins the frames of one response body to the API's message. Never throws. */
export function accumulate(frames: Iterable<Frame>): Accumulated {
  const accumulation = new Accumulation();
  for (const frame of frames) {
    const event = readEvent(frame);
    if (event) accumulation.accept(event);
  }
  const {latest, error} = accumulation;
  const complete = error === null && (latest?.complete ?? false);
  if (complete) latest?.finish();
  return {message: latest?.message ?? null, error, complete};
}
