import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Accumulation, Accumulator} from '../../../../src/core/protocol/anthropic/accumulator.js';
import type {
  AnthropicBlock,
  AnthropicMessage,
} from '../../../../src/core/protocol/anthropic/events.js';

const head = (fields: object = {}): AnthropicMessage => ({
  id: 'msg_1',
  content: [],
  stop_reason: null,
  ...fields,
});

/** A block of a type after deltas. */
function grown(
  block: AnthropicBlock,
  ...deltas: readonly object[]
): readonly [AnthropicBlock, boolean[]] {
  const message = new Accumulator(head());
  message.start(0, block);
  const taken = deltas.map(delta => message.grow(0, {...delta}));
  message.stop(0);
  return [message.message.content[0] ?? {type: 'none'}, taken];
}

describe('a block of an Accumulator', () => {
  const citation = {type: 'char_location', cited_text: 'x'};
  const cases: readonly (readonly [block: AnthropicBlock, delta: object, fields: object])[] = [
    [{type: 'text', text: 'a'}, {type: 'text_delta', text: 'b'}, {text: 'ab'}],
    [{type: 'text'}, {type: 'text_delta', text: 'b'}, {text: 'b'}],
    [{type: 'text', text: 'a'}, {type: 'text_delta', text: 7}, {text: 'a'}],
    [
      {type: 'text', text: ''},
      {type: 'citations_delta', citation},
      {text: '', citations: [citation]},
    ],
    [{type: 'thinking', thinking: 'a'}, {type: 'thinking_delta', thinking: 'b'}, {thinking: 'ab'}],
    [
      {type: 'thinking', signature: 'a'},
      {type: 'signature_delta', signature: 'b'},
      {signature: 'b'},
    ],
    [{type: 'compaction', content: null}, {type: 'compaction_delta', content: 'a'}, {content: 'a'}],
    [
      {type: 'compaction', content: 'a'},
      {type: 'compaction_delta', content: null, encrypted_content: 'e'},
      {content: 'a', encrypted_content: 'e'},
    ],
    [
      {type: 'tool_use', input: {}},
      {type: 'input_json_delta', partial_json: '{"a":1}'},
      {input: {a: 1}},
    ],
    [
      {type: 'server_tool_use', input: {}},
      {type: 'input_json_delta', partial_json: '{}'},
      {input: {}},
    ],
    [
      {type: 'mcp_tool_use', input: {}},
      {type: 'input_json_delta', partial_json: '{"b":[]}'},
      {input: {b: []}},
    ],
  ];
  for (const [block, delta, fields] of cases) {
    it(`of type ${block.type} accepts ${JSON.stringify(delta)}`, () => {
      const [after, taken] = grown(block, delta);
      assert.deepEqual([after, taken], [{type: block.type, ...fields}, [true]]);
    });
  }

  const misfits: readonly (readonly [block: AnthropicBlock, delta: object])[] = [
    [{type: 'text'}, {type: 'thinking_delta', thinking: 'x'}],
    [{type: 'text'}, {type: 'input_json_delta', partial_json: 'x'}],
    [{type: 'text'}, {type: 'citations_delta', citation: 'x'}],
    [{type: 'text'}, {type: 'future_delta'}],
    [{type: 'text'}, {}],
    [{type: 'thinking'}, {type: 'text_delta', text: 'x'}],
    [{type: 'tool_use'}, {type: 'text_delta', text: 'x'}],
    [{type: 'future'}, {type: 'text_delta', text: 'x'}],
  ];
  for (const [block, delta] of misfits) {
    it(`of type ${block.type} ignores ${JSON.stringify(delta)}`, () => {
      assert.deepEqual(grown(block, delta), [block, [false]]);
    });
  }

  it('does not modify its input', () => {
    const block = Object.freeze({type: 'text', text: 'a'});
    const [after] = grown(block, {type: 'text_delta', text: 'b'});
    assert.equal(block.text, 'a');
    assert.notEqual(after, block);
  });

  it('is incomplete while its input is no object', () => {
    for (const [json, incomplete] of [
      ['{"a":', true],
      ['[1]', true],
      ['7', true],
      ['{"a":1}', false],
    ] as const) {
      const message = new Accumulator(head());
      message.start(0, {type: 'tool_use', input: {old: 1}});
      message.grow(0, {type: 'input_json_delta', partial_json: json});
      assert.equal(message.block(0)?.incomplete, false);
      message.stop(0);
      assert.equal(message.block(0)?.incomplete, incomplete);
      if (incomplete) assert.deepEqual(message.block(0)?.block['input'], {old: 1});
    }
  });
});

describe('an Accumulator', () => {
  it('puts blocks in the order of their numbers, without a hole', () => {
    const message = new Accumulator(head());
    message.start(7, {type: 'text', text: 'b'});
    message.start(2, {type: 'text', text: 'a'});
    assert.deepEqual(message.places, [2, 7]);
    assert.deepEqual(
      message.message.content.map(({text}) => text),
      ['a', 'b'],
    );
  });

  it('gives a call with the id of another tool an id of its own', () => {
    const message = new Accumulator(head());
    for (const [index, name] of ['find', 'remove', 'find', 'rename'].entries()) {
      message.start(index, {type: 'tool_use', id: 'c', name, input: {}});
      message.grow(index, {type: 'input_json_delta', partial_json: `{"of":"${name}"}`});
      message.stop(index);
    }
    // The third one repeats the first one.
    assert.deepEqual(
      message.message.content.map(({id, name, input}) => [id, name, input]),
      [
        ['c', 'find', {of: 'find'}],
        ['c_2', 'remove', {of: 'remove'}],
        ['c_3', 'rename', {of: 'rename'}],
      ],
    );
  });

  it('does not know blocks that never began', () => {
    const message = new Accumulator(head());
    assert.equal(message.grow(0, {type: 'text_delta', text: 'x'}), false);
    assert.equal(message.stop(0), false);
    assert.equal(message.block(0), undefined);
  });

  it('adopts changes, except null and immutable fields', () => {
    const message = new Accumulator(head({model: 'm', usage: {input_tokens: 1, output_tokens: 1}}));
    message.merge({
      changes: {stop_reason: 'end_turn', stop_sequence: null, model: 'other', id: 'x'},
      usage: {output_tokens: 9, input_tokens: null},
    });
    assert.deepEqual(message.head, {
      id: 'msg_1',
      content: [],
      model: 'm',
      stop_reason: 'end_turn',
      usage: {input_tokens: 1, output_tokens: 9},
    });
  });

  it('is complete with a reason, or with its end', () => {
    const folded = new Accumulator(head());
    assert.deepEqual([folded.complete, folded.over], [false, false]);
    folded.merge({changes: {stop_reason: 'end_turn'}, usage: {}});
    assert.deepEqual([folded.complete, folded.over], [true, false]);
    const ended = new Accumulator(head());
    ended.finish();
    assert.deepEqual([ended.complete, ended.over], [true, true]);
  });
});

describe('an Accumulation', () => {
  it('ignores events before a message, after its end, or after an error', () => {
    const body = new Accumulation();
    const block = {type: 'content_block_stop', index: 0} as const;
    assert.equal(body.accept(block), false);
    assert.equal(body.accept({type: 'message_start', message: head()}), true);
    assert.equal(body.accept({type: 'message_start', message: head()}), false);
    assert.equal(body.accept({type: 'message_stop'}), true);
    assert.equal(body.accept({type: 'message_stop'}), false);
    assert.equal(body.accept({type: 'message_start', message: head({id: 'msg_2'})}), true);
    assert.equal(body.messages.length, 2);
    assert.equal(body.accept({type: 'error', error: {type: 'x', message: ''}}), true);
    assert.equal(body.accept({type: 'message_start', message: head({id: 'msg_3'})}), false);
    assert.equal(body.latest?.head.id, 'msg_2');
  });

  it('ignores unreadable events', () => {
    const body = new Accumulation();
    body.accept({type: 'message_start', message: head()});
    assert.equal(body.accept({type: 'unreadable', code: 'event-unknown', why: 'y'}), false);
  });
});
