import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {errorOf, readEvent} from '../../../../src/core/protocol/anthropic/events.js';
import {frame} from '../recorded.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

const read = (value: unknown, event?: string): unknown => readEvent(frame(value, event));

describe('readEvent', () => {
  const silent: readonly (readonly [data: string, event?: string])[] = [
    ['{"type":"ping"}'],
    ['{"type":"ping"}', 'ping'],
    ['{}', 'ping'],
    ['[DONE]'],
    [' [DONE]\n'],
  ];
  for (const [data, event] of silent) {
    it(`finds nothing in ${JSON.stringify(data)} named ${event ?? 'nothing'}`, () => {
      assert.equal(readEvent({data, ...(event !== undefined && {event})}), undefined);
    });
  }

  it('is identified by the type in the JSON, and by the name without one', () => {
    assert.deepEqual(read({type: 'message_stop'}, 'ping'), {type: 'message_stop'});
    assert.deepEqual(read({}, 'message_stop'), {type: 'message_stop'});
    assert.deepEqual(read({type: 7}, 'message_stop'), {type: 'message_stop'});
  });

  it('reads the beginning of a message with its content', () => {
    const message = {
      id: 'msg_1',
      model: 'm',
      future: {a: 1},
      content: [{type: 'text', text: 'a'}, null, {text: 'no type'}, {type: 7}],
      stop_reason: 'end_turn',
    };
    assert.deepEqual(read({type: 'message_start', message}), {
      type: 'message_start',
      message: {...message, content: [{type: 'text', text: 'a'}]},
    });
  });

  for (const message of [undefined, null, 7, 'x', [], {}, {content: 'x', id: 7, stop_reason: 7}]) {
    it(`reads a message without anything in ${JSON.stringify(message)}`, () => {
      const event = readEvent(frame({type: 'message_start', message}));
      assert.ok(event?.type === 'message_start');
      const {id, content, stop_reason: reason} = event.message;
      assert.deepEqual([id, content, reason], ['', [], null]);
    });
  }

  it('reads changed fields, with all others', () => {
    const event = {
      type: 'message_delta',
      delta: {stop_reason: 'end_turn'},
      context_management: {applied_edits: []},
      usage: {output_tokens: 7},
    };
    assert.deepEqual(read(event), {
      type: 'message_delta',
      changes: {stop_reason: 'end_turn', context_management: {applied_edits: []}},
      usage: {output_tokens: 7},
    });
    assert.deepEqual(read({type: 'message_delta', context_management: null, usage: 7}), {
      type: 'message_delta',
      changes: {},
      usage: {},
    });
  });

  it('reads blocks by their number', () => {
    const block = {type: 'text', text: '', future: 1};
    assert.deepEqual(read({type: 'content_block_start', index: 2, content_block: block}), {
      type: 'content_block_start',
      index: 2,
      block,
    });
    assert.deepEqual(read({type: 'content_block_delta', index: 0, delta: {type: 'text_delta'}}), {
      type: 'content_block_delta',
      index: 0,
      delta: {type: 'text_delta'},
    });
    assert.deepEqual(read({type: 'content_block_delta', index: 0, delta: 7}), {
      type: 'content_block_delta',
      index: 0,
      delta: {},
    });
    assert.deepEqual(read({type: 'content_block_stop', index: 100_000}), {
      type: 'content_block_stop',
      index: 100_000,
    });
  });

  for (const type of ['content_block_start', 'content_block_delta', 'content_block_stop']) {
    for (const index of [undefined, null, '0']) {
      it(`reads a ${type} of number ${JSON.stringify(index)} as one of block 0`, () => {
        const content_block = {type: 'text'};
        assert.deepEqual(read({type, index, content_block}), read({type, index: 0, content_block}));
        assert.doesNotMatch(JSON.stringify(read({type, index, content_block})), /unreadable/);
      });
    }

    for (const index of [-1, 0.5, 100_001, 1e308, 'x', {}]) {
      it(`reads no ${type} of number ${JSON.stringify(index)}`, () => {
        assert.deepEqual(read({type, index, content_block: {type: 'text'}}), {
          type: 'unreadable',
          code: 'frame-unreadable',
          why: `${type} has no valid index.`,
        });
      });
    }
  }

  for (const block of [undefined, null, 7, [], {}, {type: ''}, {type: 7}]) {
    it(`reads no block in ${JSON.stringify(block)}`, () => {
      assert.deepEqual(read({type: 'content_block_start', index: 0, content_block: block}), {
        type: 'unreadable',
        code: 'frame-unreadable',
        why: 'content_block_start has no block.',
      });
    });
  }

  it('reports types that are not known, and none at all', () => {
    assert.deepEqual(read({type: 'future'}), {
      type: 'unreadable',
      code: 'event-unknown',
      why: 'The event type future is unknown.',
    });
    assert.deepEqual(read({a: 1}), {
      type: 'unreadable',
      code: 'event-unknown',
      why: 'The event type undefined is unknown.',
    });
  });

  for (const data of ['', '{', 'null', '[]', '7', '"error"', 'words']) {
    it(`reports ${JSON.stringify(data)} as unreadable`, () => {
      assert.deepEqual(readEvent({data}), {
        type: 'unreadable',
        code: 'frame-unreadable',
        why: 'The frame is not a JSON object.',
      });
    });
  }

  it('reads a failure that is no JSON, as proxies write it', () => {
    assert.deepEqual(readEvent({data: 'upstream timed out', event: 'error'}), {
      type: 'error',
      error: {type: 'api_error', message: 'upstream timed out'},
    });
  });

  it('never throws', () => {
    forAll(runs(1_000), [fc.oneof(fc.string(), fc.json()), fc.string()], (data, event) => {
      readEvent({data, event});
    });
  });
});

describe('errorOf', () => {
  const cases: readonly (readonly [value: unknown, type: string, message: string])[] = [
    [{type: 'overloaded_error', message: 'Overloaded'}, 'overloaded_error', 'Overloaded'],
    [{type: 'overloaded_error'}, 'overloaded_error', ''],
    [{message: 'Overloaded'}, 'api_error', 'Overloaded'],
    [{type: 7, message: {}}, 'api_error', ''],
    [undefined, 'api_error', ''],
    ['words', 'api_error', ''],
    [null, 'api_error', ''],
  ];
  for (const [value, type, message] of cases) {
    it(`names the report of ${JSON.stringify(value)}`, () => {
      assert.deepEqual(errorOf(value), {type, message});
    });
  }
});
