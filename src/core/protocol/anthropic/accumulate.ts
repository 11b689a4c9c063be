import {Accumulation} from './accumulator.js';
import {readEvent, type AnthropicError, type AnthropicMessage} from './events.js';
import type {Frame} from '../../sse/frame.js';

/** The result of a response body. */
export interface Accumulated {
  /**
   * The message as the API would have returned it without streaming, to be sent back unchanged; the last one, if there
   * are several.
   */
  readonly message: AnthropicMessage | null;
  /** The error of an `error` event. */
  readonly error: AnthropicError | null;
  /** Whether the message ended regularly. */
  readonly complete: boolean;
}

/** Accumulates the frames of one response body to a message of the API. Never throws. */
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
