import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {because, block, call, delta, done, open, ping, shut, start, stop, text} from './events.js';
import {
  accumulate,
  Accumulation,
  Accumulator,
} from '../../../../src/core/protocol/anthropic/accumulator.js';
import type {
  AnthropicBlock,
  AnthropicMessage,
} from '../../../../src/core/protocol/anthropic/events.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {bytesOf, frame, framesIn, readJson, recorded, testReading} from '../recorded.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

const samples = [
  'basic-text',
  'midstream-overloaded',
  'thinking-web-search-citations',
  'tool-use-fragmented',
];
const at = (name: string): URL => new URL(`fixtures/${name}`, import.meta.url);

/** The blocks after these frames. */
function content(...frames: readonly Frame[]): unknown {
  return accumulate(frames).message?.content;
}

describe('the samples of the format', () => {
  for (const name of samples) {
    const sse = recorded('anthropic', name);
    const expected = readJson(at(`${name}.expected.json`));

    const unknown = frame({type: 'future', index: 0, delta: {type: 'text_delta', text: 'WRONG'}});
    testReading(name, {
      body: sse,
      read: accumulate,
      expected,
      extras: [ping, unknown, {data: 'not JSON'}, {data: '[1]'}, {data: '[DONE]'}],
    });

    it(`${name} interrupted anywhere is incomplete, and keeps its text`, () => {
      const frames = framesIn([bytesOf(sse)]);
      const whole = textOf(frames);
      const last = frames.findIndex(({data}) => data.includes('"message_delta"'));
      for (let count = 1; count < (last < 0 ? frames.length : last); count += 1) {
        const part = frames.slice(0, count);
        assert.equal(accumulate(part).complete, false);
        assert.ok(whole.startsWith(textOf(part)));
      }
    });
  }
});

function textOf(frames: readonly Frame[]): string {
  const blocks = accumulate(frames).message?.content ?? [];
  return blocks.map(({text: words}) => (typeof words === 'string' ? words : '')).join('');
}

describe('blocks', () => {
  it('are inserted at their index, in any order, and leave no gap', () => {
    assert.deepEqual(content(start(), ...text(5, 'b'), ...text(2, 'a')), [
      {type: 'text', text: 'a'},
      {type: 'text', text: 'b'},
    ]);
  });

  it('keep unknown fields', () => {
    const known = {type: 'text', text: 'a', later: {x: [1]}};
    assert.deepEqual(content(start(), ...block(0, known)), [known]);
    const future = {type: 'future_block', payload: {a: null}};
    assert.deepEqual(content(start(), ...block(0, future)), [future]);
  });

  it('append text and thoughts, replace a signature, and collect citations', () => {
    const thought = block(
      0,
      {type: 'thinking', thinking: '', signature: ''},
      {type: 'thinking_delta', thinking: 'a'},
      {type: 'thinking_delta', thinking: 'b'},
      {type: 'signature_delta', signature: 'one'},
      {type: 'signature_delta', signature: 'two'},
    );
    const said = block(
      1,
      {type: 'text', text: ''},
      {type: 'citations_delta', citation: {type: 'char_location', cited_text: 'x'}},
      {type: 'text_delta', text: 'c'},
      {type: 'citations_delta', citation: {type: 'char_location', cited_text: 'y'}},
    );
    assert.deepEqual(content(start(), ...thought, ...said), [
      {type: 'thinking', thinking: 'ab', signature: 'two'},
      {
        type: 'text',
        text: 'c',
        citations: [
          {type: 'char_location', cited_text: 'x'},
          {type: 'char_location', cited_text: 'y'},
        ],
      },
    ]);
  });

  it('accept a compaction that began empty', () => {
    const blocks = block(
      0,
      {type: 'compaction', content: null},
      {type: 'compaction_delta', content: 'short'},
      {type: 'compaction_delta', content: ' story', encrypted_content: 'opaque'},
      {type: 'compaction_delta', content: null},
    );
    assert.deepEqual(content(start(), ...blocks), [
      {type: 'compaction', content: 'short story', encrypted_content: 'opaque'},
    ]);
  });

  it('are created by no event with an invalid index, or without text of a block that never began', () => {
    const odd = [
      delta(9, {type: 'text_delta', text: ''}),
      delta(9, {type: 'signature_delta', signature: 'WRONG'}),
      delta(9, {type: 'input_json_delta', partial_json: '{}'}),
      frame({type: 'content_block_delta', index: -1, delta: {type: 'text_delta', text: 'WRONG'}}),
      frame({type: 'content_block_delta', index: 'x', delta: {type: 'text_delta', text: 'WRONG'}}),
      frame({type: 'content_block_start', index: 1e9, content_block: {type: 'text'}}),
      frame({type: 'content_block_start', index: 1}),
      shut(3),
    ];
    assert.deepEqual(content(start(), ...text(0, 'a'), ...odd), [{type: 'text', text: 'a'}]);
  });

  it('are created by text that never began, as it is displayed', () => {
    const late = [
      delta(9, {type: 'text_delta', text: 'b'}),
      delta(9, {type: 'text_delta', text: 'c'}),
    ];
    assert.deepEqual(content(start(), ...text(0, 'a'), ...late), [
      {type: 'text', text: 'a'},
      {type: 'text', text: 'bc'},
    ]);
  });

  it('accept a delta after they stopped', () => {
    const late = delta(0, {type: 'text_delta', text: 'b'});
    assert.deepEqual(content(start(), ...text(0, 'a'), late), [{type: 'text', text: 'ab'}]);
  });
});

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

describe('a block', () => {
  const cases: readonly (readonly [block: AnthropicBlock, delta: object, fields: object])[] = [
    [{type: 'text'}, {type: 'text_delta', text: 'b'}, {text: 'b'}],
    [{type: 'text', text: 'a'}, {type: 'text_delta', text: 7}, {text: 'a'}],
    ...['tool_use', 'server_tool_use', 'mcp_tool_use'].map(type => {
      const delta = {type: 'input_json_delta', partial_json: '{"a":[]}'};
      return [{type, input: {}}, delta, {input: {a: []}}] as const;
    }),
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

describe('the input of a tool', () => {
  const input = (...frames: readonly Frame[]): unknown =>
    accumulate([start(), ...frames]).message?.content[0]?.['input'];

  it('is the sum of its chunks, wherever they are cut', () => {
    const json = '{"name": "Zo\\u00eb \\"Z\\"", "limit": 10, "deep": [{"a": null}]}';
    for (let cut = 0; cut <= json.length; cut += 1) {
      const pieces = [json.slice(0, cut), json.slice(cut)].map(partial_json => ({
        type: 'input_json_delta',
        partial_json,
      }));
      const folded = block(0, {type: 'tool_use', id: 'a', name: 'n', input: {}}, ...pieces);
      assert.deepEqual(input(...folded), JSON.parse(json));
    }
  });

  it('is the one of the block if no chunk arrives', () => {
    assert.deepEqual(input(...call(0, 'a', '', {input: {q: 1}})), {q: 1});
    assert.deepEqual(input(...call(0, 'a', '')), {});
  });

  it('is that of the chunks if both arrive, and never a mixture', () => {
    assert.deepEqual(input(...call(0, 'a', '{"x":2}', {input: {q: 1}})), {x: 2});
  });

  it('stays as it began if the chunks are no object', () => {
    for (const json of ['{"a": ', '[1]', 'null', '{} trailing', '"text"']) {
      assert.deepEqual(input(...call(0, 'a', json)), {});
    }
  });
});

describe('the message', () => {
  it('adopts the values of message_delta, except null', () => {
    const {message} = accumulate([
      start({container: {id: 'c'}, usage: {input_tokens: 3, output_tokens: 1, later: null}}),
      because('pause_turn'),
      frame({
        type: 'message_delta',
        delta: {stop_reason: null, container: null, stop_sequence: 'END', model: 'x', id: 'x'},
        usage: {input_tokens: null, output_tokens: 9, server_tool_use: {web_search_requests: 1}},
        context_management: {applied_edits: []},
      }),
      stop,
    ]);
    assert.deepEqual(message, {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'model-a',
      content: [],
      stop_reason: 'pause_turn',
      stop_sequence: 'END',
      container: {id: 'c'},
      context_management: {applied_edits: []},
      usage: {
        input_tokens: 3,
        output_tokens: 9,
        later: null,
        server_tool_use: {web_search_requests: 1},
      },
    });
  });

  it('has running totals and no sums', () => {
    const totals = [3, 5, 9].map(output_tokens => because('end_turn', {usage: {output_tokens}}));
    const {message} = accumulate([start({usage: undefined}), ...totals, stop]);
    assert.deepEqual(message?.['usage'], {output_tokens: 9});
  });

  it('names the model that continued', () => {
    const fallback = {type: 'fallback', from: {model: 'model-a'}, to: {model: 'model-b'}};
    const {message} = accumulate([start(), ...block(0, fallback), ...text(1, 'a'), ...done()]);
    assert.equal(message?.['model'], 'model-b');
  });

  it('may arrive with its content and its reason', () => {
    const content = [{type: 'tool_use', id: 'a', name: 'n', input: {x: 1}}];
    const folded = accumulate([start({content, stop_reason: 'tool_use'}), stop]);
    assert.deepEqual([folded.message?.content, folded.complete], [content, true]);
  });

  it('is complete with a reason, even if the last event is lost', () => {
    const frames = [start(), ...text(0, 'a'), because('end_turn')];
    assert.equal(accumulate(frames).complete, true);
    assert.equal(accumulate(frames.slice(0, -1)).complete, false);
  });

  it('is reported once if it begins twice', () => {
    const folded = accumulate([start(), start(), ...text(0, 'a'), start(), ...done()]);
    assert.deepEqual(folded.message?.content, [{type: 'text', text: 'a'}]);
  });

  it('handles messages without ids one after the other, and a repeated start only once', () => {
    const nameless = start({id: undefined});
    const first = [nameless, ...text(0, 'a'), nameless, ...done()];
    assert.deepEqual(accumulate(first).message?.content, [{type: 'text', text: 'a'}]);
    const second = [nameless, ...text(0, 'b'), ...done()];
    assert.deepEqual(accumulate([...first, ...second]).message?.content, [
      {type: 'text', text: 'b'},
    ]);
  });

  it('is the last of several in one body, and nothing of the others', () => {
    const first = [start(), ...text(0, 'a'), ...done('tool_use')];
    const second = [start({id: 'msg_2'}), ...text(0, 'b'), ...done()];
    const {message} = accumulate([...first, ...second]);
    assert.deepEqual([message?.id, message?.content], ['msg_2', [{type: 'text', text: 'b'}]]);
  });

  it('is undefined if it never began', () => {
    const nothing = {message: null, error: null, complete: false};
    assert.deepEqual(accumulate(done()), nothing);
    assert.deepEqual(accumulate([]), nothing);
    const {message, complete} = accumulate([...text(0, 'a'), ...done()]);
    assert.deepEqual([message?.content, complete], [[{type: 'text', text: 'a'}], true]);
  });

  it('ignores keys that could reach a prototype', () => {
    const hostile = '{"type":"message_start","message":{"__proto__":{"polluted":1},"id":"m"}}';
    const {message} = accumulate([{data: hostile}, ...text(0, 'a'), ...done()]);
    assert.equal(Object.hasOwn(message ?? {}, '__proto__'), true);
    assert.equal(({} as {polluted?: unknown}).polluted, undefined);
  });
});

describe('an Accumulator', () => {
  it('gives a call with the id of another tool an id of its own', () => {
    const message = new Accumulator(head());
    for (const [index, name] of ['find', 'remove', 'find', 'rename'].entries()) {
      message.start(index, {type: 'tool_use', id: 'c', name, input: {}});
      message.grow(index, {type: 'input_json_delta', partial_json: `{"of":"${name}"}`});
      message.stop(index);
    }
    // The third one repeats the first one.
    const found = message.message.content.map(({id, name, input}) => [id, name, input]);
    assert.deepEqual(found, [
      ['c', 'find', {of: 'find'}],
      ['c_2', 'remove', {of: 'remove'}],
      ['c_3', 'rename', {of: 'rename'}],
    ]);
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
    assert.equal(body.accept(block), false);
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

describe('a failure', () => {
  it('keeps the content, and ends the message', () => {
    const error = frame({type: 'error', error: {type: 'overloaded_error', message: 'Busy'}});
    const folded = accumulate([start(), ...text(0, 'a'), error, ...text(1, 'late'), ...done()]);
    assert.deepEqual(folded.error, {type: 'overloaded_error', message: 'Busy'});
    assert.deepEqual(folded.message?.content, [{type: 'text', text: 'a'}]);
    assert.equal(folded.complete, false);
  });

  it('may be the first event, and may be no JSON', () => {
    const folded = accumulate([{event: 'error', data: 'upstream gone'}]);
    assert.deepEqual(folded, {
      message: null,
      error: {type: 'api_error', message: 'upstream gone'},
      complete: false,
    });
  });

  it('has a type even when it names none', () => {
    assert.deepEqual(accumulate([frame({type: 'error'})]).error, {type: 'api_error', message: ''});
  });
});

describe('events', () => {
  it('are identified by the type inside, and by the name of the frame without one', () => {
    const inside = frame({type: 'message_stop'}, 'content_block_start');
    assert.equal(accumulate([start(), inside]).complete, true);
    assert.equal(accumulate([start(), frame({}, 'message_stop')]).complete, true);
  });

  it('never throw, whatever they carry', () => {
    const types = ['message_start', 'message_delta', 'content_block_start', 'error', 'ping'].concat(
      ['content_block_delta', 'content_block_stop', 'message_stop'],
    );
    const event = fc.record(
      {
        type: fc.constantFrom(...types),
        index: fc.oneof(fc.nat(3), fc.jsonValue()),
        message: fc.jsonValue(),
        content_block: fc.oneof(
          fc.jsonValue(),
          fc.record({type: fc.constantFrom('text', 'tool_use')}),
        ),
        delta: fc.jsonValue(),
        usage: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      {requiredKeys: ['type']},
    );
    forAll(runs(1000), [fc.array(event)], events => {
      const folded = accumulate([start(), ...events.map(value => frame(value))]);
      assert.doesNotThrow(() => JSON.stringify(folded));
    });
  });

  it('are not modified by their reader: they can be decoded again', () => {
    const frames = framesIn([bytesOf(recorded('anthropic', 'thinking-web-search-citations'))]);
    assert.deepEqual(accumulate(frames), accumulate(frames));
    const first = accumulate([start(), open(0, {type: 'text', text: ''})]);
    assert.deepEqual(first.message?.content, [{type: 'text', text: ''}]);
  });
});
