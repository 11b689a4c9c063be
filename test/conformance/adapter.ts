import {anthropic, FrameParser, parsePartialJson} from '../../src/core/index.js';
import type {Accumulated, Frame} from '../../src/core/index.js';

/** What the runners of the conformance corpus ask of a candidate, answered by the ways that the product itself goes. */

export {parsePartialJson};

/** Of the ways to show a value that is not whole, those that `parsePartialJson` goes. */
export const partialJsonPolicies = [
  'keep-incomplete-string',
  'drop-incomplete-number',
  'drop-incomplete-literal',
];

interface ByteReader {
  push(bytes: Uint8Array): void;
  end(): void;
}

/** Reads bytes as the controller does: a streaming text decoder in front of the frame parser. */
export function createSseParser(take: (frame: Frame) => void): ByteReader {
  const decoder = new TextDecoder();
  const parser = new FrameParser();
  return {
    push(bytes) {
      parser.feed(decoder.decode(bytes, {stream: true})).forEach(frame => take(frame));
    },
    end() {
      // The standard drops a frame that the end of the stream cuts off.
    },
  };
}

/** The message that a body in the Messages format amounts to. */
export async function consumeAnthropic(body: ReadableStream<Uint8Array>): Promise<Accumulated> {
  const frames: Frame[] = [];
  const parser = createSseParser(frame => frames.push(frame));
  for await (const bytes of body) parser.push(bytes);
  return anthropic.accumulate(frames);
}
