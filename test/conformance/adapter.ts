import {
  anthropic,
  FrameParser,
  parsePartialJson,
  type Accumulated,
  type Frame,
} from '../../src/core/index.js';

/** The interface that the runners of the conformance corpus expect, implemented with the functions of the product. */

export {parsePartialJson};

/** The policies for incomplete values that `parsePartialJson` follows. */
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

/** Accumulates the message of a body in the Messages format. */
export async function consumeAnthropic(body: ReadableStream<Uint8Array>): Promise<Accumulated> {
  const frames: Frame[] = [];
  const parser = createSseParser(frame => frames.push(frame));
  for await (const bytes of body) parser.push(bytes);
  return anthropic.accumulate(frames);
}
