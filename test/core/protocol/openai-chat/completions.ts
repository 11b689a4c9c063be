import type {DecoderContext, Frame, Item} from '../../../../src/core/index.js';
import {openaiChat} from '../../../../src/core/protocol/openai-chat/index.js';
import {foldLog, type Ending, type FoldedMessage} from '../folded-message.js';

/** Chunks of Chat Completions, short enough to write a stream with. */

export type ChunkData = Readonly<Record<string, unknown>>;

export const chunk = (
  delta: object | null,
  choice: object = {},
  fields: object = {},
): ChunkData => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_795_340_000,
  model: 'm-1',
  choices: [{index: 0, delta, finish_reason: null, ...choice}],
  ...fields,
});

export const says = (...words: readonly string[]): readonly ChunkData[] =>
  words.map(content => chunk({content}));

/** The first fragment of a call; `rest` are the pieces of its arguments. */
export const calls = (
  index: number,
  id: string,
  name: string,
  ...rest: readonly string[]
): readonly ChunkData[] => [
  fragment({index, id, type: 'function', function: {name, arguments: ''}}),
  ...rest.map(piece => fragment({index, function: {arguments: piece}})),
];

export const fragment = (call: object): ChunkData => chunk({tool_calls: [call]});

export const ends = (reason = 'stop', fields: object = {}): ChunkData =>
  chunk({}, {finish_reason: reason}, fields);

export const usage = (prompt: number, completion: number): ChunkData =>
  chunk(
    null,
    {},
    {
      choices: [],
      usage: {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
      },
    },
  );

export const framed = (data: object): Frame => ({data: JSON.stringify(data)});

/** The body of a response. */
export const bodyOf = (chunks: readonly object[]): string =>
  [...chunks.map(data => JSON.stringify(data)), '[DONE]'].map(data => `data: ${data}\n\n`).join('');

/** Folds chunks of a body without `[DONE]`. */
export const folded = (
  chunks: readonly object[],
  end?: Ending,
  context?: Partial<DecoderContext>,
): FoldedMessage => foldedFrames(chunks.map(framed), end, context);

export const foldedFrames = (
  frames: readonly Frame[],
  end: Ending = 'lost',
  context?: Partial<DecoderContext>,
): FoldedMessage => foldLog(openaiChat, frames, end, context);

/** Kind, status and main field of the items. */
export const shown = ({children}: {readonly children: readonly Item[]}): readonly unknown[] =>
  children.map(item => {
    const {kind, status} = item;
    if (kind === 'text' || kind === 'thinking') return [kind, status, item.text];
    if (kind === 'tool') return [kind, status, item.name, item.input, item.output];
    if (kind === 'notice') return [kind, status, item.code];
    if (kind === 'error') return [kind, status, item.code, item.text];
    if (kind === 'source') return [kind, item.number, item.title, item.url];
    if (kind === 'file') return [kind, item.name, item.url];
    return [kind, status];
  });
