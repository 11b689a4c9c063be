import {readUIMessageStream, type UIMessage, type UIMessageChunk} from 'ai';
import {convertArrayToReadableStream} from 'ai/test';
import type {ChunkData} from './chunks.js';

/**
 * The message that the official client accumulates from chunks; it continues `message`. It sends ids of reasoning back
 * since version 7, which no server reads and older ones refuse, so they are left out.
 */
export async function official(
  chunks: readonly ChunkData[],
  message?: UIMessage,
): Promise<UIMessage | undefined> {
  let last: UIMessage | undefined;
  // Steps alone give no state, but a second start does.
  const again = chunks.find(({type}) => type === 'start');
  const all = [...chunks, ...(again ? [{...again, messageMetadata: undefined}] : [])];
  const states = readUIMessageStream({
    stream: convertArrayToReadableStream(all as UIMessageChunk[]),
    ...(message && {message: structuredClone(message)}),
  });
  for await (const state of states) last = state;
  return last && (JSON.parse(JSON.stringify(last)) as UIMessage);
}

export const withoutReasoningIds = (message: UIMessage | undefined): unknown =>
  message && {
    ...message,
    parts: message.parts.map(part => {
      if (part.type !== 'reasoning') return part;
      return Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'id'));
    }),
  };
