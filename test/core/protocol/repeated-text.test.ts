import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  agUi,
  aiSdk,
  aishu,
  anthropic,
  openai,
  ubik,
  type Protocol,
} from '../../../src/core/index.js';
import {openaiChat} from '../../../src/core/protocol/openai-chat/index.js';
import {foldLog, textsOf} from './folded-message.js';

const TEXT = ['message', 'content', 'final_answer', 'answer', 'text'];

const chunk = (choice: object): object => ({id: 'c', choices: [{index: 0, ...choice}]});
const says = (content: string): object => chunk({delta: {content}});
const whole = {role: 'assistant', content: 'Hello'};

const patch = (key: readonly string[], action: string, content: unknown, seq: number): object => ({
  key,
  action,
  content,
  seq_id: seq,
});
const ofAishu = (...last: readonly object[]): readonly object[] => [
  patch(TEXT, 'append', 'Hel', 1),
  patch(TEXT, 'append', 'lo', 2),
  ...last,
  patch([], 'end', null, 4),
];

const delta = (text: string, place: object): object => ({
  type: 'response.output_text.delta',
  ...place,
  delta: text,
});
const place = {item_id: 'm', output_index: 0, content_index: 0};
const item = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  content: [{type: 'output_text', text: 'Hello'}],
};
/** Deltas and all events that repeat their text, with and without the place of the text, or with another one. */
const ofResponses = (at: object, end: object = at, last: object = item): readonly object[] => [
  {type: 'response.created', response: {id: 'r'}},
  {type: 'response.output_item.added', output_index: 0, item: {...item, content: []}},
  delta('Hel', at),
  delta('lo', at),
  {type: 'response.output_text.done', ...end, text: 'Hello'},
  {type: 'response.content_part.done', ...end, part: item.content[0]},
  {type: 'response.output_item.done', output_index: 0, ...end, item: last},
  {type: 'response.completed', response: {id: 'r', output: [last]}},
];
const elsewhere = {...place, content_index: 1};
const inOther = {...place, item_id: 'n', output_index: 1};

/** Streams whose end repeats the whole text of `Hel` and `lo`. */
const streams: readonly (readonly [string, Protocol, readonly object[]])[] = [
  ['a message after deltas', openaiChat, [says('Hel'), says('lo'), chunk({message: whole})]],
  [
    'a message with the reason',
    openaiChat,
    [says('Hel'), says('lo'), chunk({message: whole, finish_reason: 'stop'})],
  ],
  [
    'a message beside an empty delta',
    openaiChat,
    [says('Hel'), says('lo'), chunk({delta: {}, message: whole, finish_reason: 'stop'})],
  ],
  [
    'a message after the reason',
    openaiChat,
    [
      says('Hel'),
      says('lo'),
      chunk({delta: {}, finish_reason: 'stop'}),
      chunk({delta: null, message: whole}),
    ],
  ],
  ['events at the end of an item', openai, ofResponses(place)],
  ['events at the end of an item without a place', openai, ofResponses({})],
  ['events at another place in the item', openai, ofResponses(place, elsewhere)],
  ['deltas at another place in the item', openai, ofResponses(elsewhere, place)],
  ['events in another item', openai, ofResponses(place, inOther)],
  ['an item with another id', openai, ofResponses(place, inOther, {...item, id: 'n'})],
  ['a patch that replaces the text', aishu, ofAishu(patch(TEXT, 'upsert', 'Hello', 3))],
  [
    'a patch that replaces the message',
    aishu,
    ofAishu(patch(['message'], 'upsert', {content: {final_answer: {answer: {text: 'Hello'}}}}, 3)),
  ],
  [
    'a whole document',
    aishu,
    ofAishu({message: {content: {final_answer: {answer: {text: 'Hello'}}}}}),
  ],
  [
    'the end of a part, and of the stream',
    aiSdk,
    [
      {type: 'start'},
      {type: 'text-start', id: '1'},
      {type: 'text-delta', id: '1', delta: 'Hel'},
      {type: 'text-delta', id: '1', delta: 'lo'},
      {type: 'text-end', id: '1', text: 'Hello'},
      {type: 'finish', text: 'Hello'},
    ],
  ],
  [
    'the end of a message, a snapshot and the result of the run',
    agUi,
    [
      {type: 'RUN_STARTED', threadId: 't', runId: 'r'},
      {type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant'},
      {type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hel'},
      {type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'lo'},
      {type: 'TEXT_MESSAGE_END', messageId: 'm', content: 'Hello'},
      {type: 'MESSAGES_SNAPSHOT', messages: [{id: 'm', role: 'assistant', content: 'Hello'}]},
      {type: 'RUN_FINISHED', threadId: 't', runId: 'r', result: 'Hello'},
    ],
  ],
  [
    'the end of a block and of the message',
    anthropic,
    [
      {type: 'message_start', message: {id: 'm', role: 'assistant', content: []}},
      {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}},
      {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: 'Hel'}},
      {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: 'lo'}},
      {type: 'content_block_stop', index: 0, content_block: {type: 'text', text: 'Hello'}},
      {type: 'message_delta', delta: {stop_reason: 'end_turn'}},
      {type: 'message_stop', message: {content: [{type: 'text', text: 'Hello'}]}},
    ],
  ],
  [
    'a snapshot and the end',
    ubik,
    [
      {type: 'agent_processing_started'},
      {type: 'response_chunk', content: 'Hel'},
      {type: 'response_chunk', content: 'lo'},
      {type: 'agent_response_update', content: 'Hello'},
      {type: 'agent_processing_complete', content: 'Hello'},
    ],
  ],
];

describe('a text that its stream repeats as a whole', () => {
  for (const [name, protocol, events] of streams) {
    it(`is displayed once (${protocol.name}: ${name})`, () => {
      const frames = events.map(event => ({data: JSON.stringify(event)}));
      assert.deepEqual(textsOf(foldLog(protocol, frames, 'lost').message), ['Hello']);
    });
  }
});
