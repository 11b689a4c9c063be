import type {Frame} from '../../../../src/core/sse/frame.js';
import {frame} from '../recorded.js';

/** The events of the Messages format, short enough to write a stream with. */

export function start(fields: object = {}): Frame {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'model-a',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {input_tokens: 10, output_tokens: 1},
    ...fields,
  };
  return frame({type: 'message_start', message});
}

export function open(index: number, content_block: object): Frame {
  return frame({type: 'content_block_start', index, content_block});
}

export function delta(index: number, fields: object): Frame {
  return frame({type: 'content_block_delta', index, delta: fields});
}

export function shut(index: number): Frame {
  return frame({type: 'content_block_stop', index});
}

/** A complete block. */
export function block(index: number, content: object, ...deltas: readonly object[]): Frame[] {
  return [open(index, content), ...deltas.map(fields => delta(index, fields)), shut(index)];
}

export function text(index: number, words: string): Frame[] {
  return block(index, {type: 'text', text: ''}, {type: 'text_delta', text: words});
}

/** A call of a client's tool, or of one of the API's own. */
export function call(index: number, id: string, input: string, fields: object = {}): Frame[] {
  return block(
    index,
    {type: 'tool_use', id, name: 'look_up', input: {}, ...fields},
    {type: 'input_json_delta', partial_json: ''},
    {type: 'input_json_delta', partial_json: input},
  );
}

export function because(stop_reason: string, fields: object = {}): Frame {
  return frame({
    type: 'message_delta',
    delta: {stop_reason, stop_sequence: null},
    usage: {output_tokens: 7},
    ...fields,
  });
}

export const stop: Frame = frame({type: 'message_stop'});
export const ping: Frame = frame({type: 'ping'}, 'ping');

/** The end of a message. */
export function done(reason = 'end_turn'): Frame[] {
  return [because(reason), stop];
}
