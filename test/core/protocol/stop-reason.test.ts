import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  agUi,
  aiSdk,
  anthropic,
  EventLog,
  foldFrames,
  openai,
  type Frame,
  type Item,
  type MessageItem,
  type Protocol,
} from '../../../src/core/index.js';

const framed = (events: readonly object[]): readonly Frame[] =>
  events.map(event => ({data: JSON.stringify(event)}));

const asMessage = (item: Item | undefined): MessageItem => {
  assert.equal(item?.kind, 'message');
  return item;
};

const textOfAnthropic = (id: string): readonly object[] => [
  {type: 'message_start', message: {id, role: 'assistant', content: []}},
  {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}},
  {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: 'Text'}},
];

const textOfAiSdk: readonly object[] = [
  {type: 'start', messageId: 'm'},
  {type: 'text-start', id: '1'},
  {type: 'text-delta', id: '1', delta: 'Text'},
  {type: 'text-end', id: '1'},
];

const textOfAgUi = (runId: string): readonly object[] => [
  {type: 'RUN_STARTED', threadId: 't', runId},
  {type: 'TEXT_MESSAGE_CHUNK', messageId: runId, role: 'assistant', delta: 'Text'},
];

const responseOf = (id: string, type: string, fields: object = {}): readonly object[] => [
  {type: 'response.created', response: {id}},
  {type: 'response.output_item.added', output_index: 0, item: {id, type: 'message', content: []}},
  {type, response: {id, ...fields}},
];

/** A stream that names a reason for its end, that reason, and one that continues the answer without one. */
const streams: readonly (readonly [Protocol, readonly object[], string, readonly object[]])[] = [
  [
    anthropic,
    [
      ...textOfAnthropic('m1'),
      {type: 'content_block_stop', index: 0},
      {type: 'message_delta', delta: {stop_reason: 'max_tokens'}},
      {type: 'message_stop'},
    ],
    'max_tokens',
    textOfAnthropic('m2'),
  ],
  [
    aiSdk,
    [...textOfAiSdk, {type: 'finish', finishReason: 'length'}],
    'length',
    [...textOfAiSdk, {type: 'finish'}],
  ],
  [
    agUi,
    [...textOfAgUi('1'), {type: 'RUN_FINISHED', runId: '1', outcome: {type: 'interrupt'}}],
    'interrupt',
    [...textOfAgUi('2'), {type: 'RUN_FINISHED', runId: '2'}],
  ],
  [
    openai,
    responseOf('r1', 'response.incomplete', {incomplete_details: {reason: 'max_output_tokens'}}),
    'max_output_tokens',
    responseOf('r2', 'response.completed'),
  ],
];

describe('the reason for the end of an answer', () => {
  for (const [protocol, first, reason, second] of streams) {
    it(`is not that of a stream before the last one (${protocol.name})`, () => {
      const message = asMessage(foldFrames(protocol, framed(first)).children[0]);
      assert.equal(message.stopReason, reason);
      const log = new EventLog(protocol, {run: message.id, message, report: () => undefined});
      for (const frame of framed(second)) log.accept(frame);
      log.end('lost');
      assert.equal(asMessage(log.flush(log.start).children[0]).stopReason, undefined);
    });
  }
});
