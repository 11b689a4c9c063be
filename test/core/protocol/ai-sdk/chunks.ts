import {aiSdk, type DecoderContext, type Frame, type Item} from '../../../../src/core/index.js';
import {foldLog, type Ending, type FoldedMessage} from '../folded-message.js';

/** Chunks of the UI message stream, short enough to write a stream with. */

export type ChunkData = Readonly<Record<string, unknown>> & {readonly type: string};

export const start = (fields: object = {}): ChunkData => ({
  type: 'start',
  messageId: 'm',
  ...fields,
});
export const step: ChunkData = {type: 'start-step'};
export const stepEnd: ChunkData = {type: 'finish-step'};
export const finish = (finishReason = 'stop', fields: object = {}): ChunkData => ({
  type: 'finish',
  finishReason,
  ...fields,
});

const parts =
  (kind: 'text' | 'reasoning') =>
  (id: string, deltas: readonly string[], end: object = {}): readonly ChunkData[] => [
    {type: `${kind}-start`, id},
    ...deltas.map(delta => ({type: `${kind}-delta`, id, delta})),
    {type: `${kind}-end`, id, ...end},
  ];
export const text = parts('text');
export const reasoning = parts('reasoning');

/** A call whose input is streamed. */
export function call(
  toolCallId: string,
  toolName: string,
  input: unknown,
  fields: object = {},
): readonly ChunkData[] {
  const json = JSON.stringify(input);
  return [
    {type: 'tool-input-start', toolCallId, toolName, ...fields},
    {type: 'tool-input-delta', toolCallId, inputTextDelta: json.slice(0, 3)},
    {type: 'tool-input-delta', toolCallId, inputTextDelta: json.slice(3)},
    {type: 'tool-input-available', toolCallId, toolName, input, ...fields},
  ];
}

export const output = (toolCallId: string, value: unknown, fields: object = {}): ChunkData => ({
  type: 'tool-output-available',
  toolCallId,
  output: value,
  ...fields,
});

export const approval = (
  approvalId: string,
  toolCallId: string,
  fields: object = {},
): ChunkData => ({
  type: 'tool-approval-request',
  approvalId,
  toolCallId,
  ...fields,
});

export const framed = (chunk: object): Frame => ({data: JSON.stringify(chunk)});

/** The body of a response, as the official server writes it. */
export const bodyOf = (chunks: readonly object[]): string =>
  [...chunks.map(chunk => JSON.stringify(chunk)), '[DONE]']
    .map(data => `data: ${data}\n\n`)
    .join('');

/** The message after these frames. */
export const foldedFrames = (
  frames: readonly Frame[],
  end: Ending = 'lost',
  context?: Partial<DecoderContext>,
): FoldedMessage => foldLog(aiSdk, frames, end, context);

export const folded = (
  chunks: readonly object[],
  end?: Ending,
  context?: Partial<DecoderContext>,
): FoldedMessage => foldedFrames(chunks.map(framed), end, context);

/** The items of a message, without ids. */
export const shown = (
  chunks: readonly object[],
  end?: Ending,
): readonly Readonly<Record<string, unknown>>[] => folded(chunks, end).message.children.map(bare);

/** An item without its children and without ids, which have the run as a prefix. */
export function bare(item: Item): Record<string, unknown> {
  const common = ['id', 'callId', 'children'];
  return Object.fromEntries(Object.entries(item).filter(([field]) => !common.includes(field)));
}

/** The codes of what was unexpected. */
export const codes = (chunks: readonly object[], end?: Ending): readonly string[] =>
  folded(chunks, end).codes;
