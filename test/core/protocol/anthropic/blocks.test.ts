import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {bare} from './folded.js';
import {emptyConversation, type Item} from '../../../../src/core/model/item.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import {Accumulator} from '../../../../src/core/protocol/anthropic/accumulator.js';
import {Blocks} from '../../../../src/core/protocol/anthropic/blocks.js';
import type {AnthropicBlock} from '../../../../src/core/protocol/anthropic/events.js';
import {Items} from '../../../../src/core/protocol/items.js';

interface Drawn {
  readonly blocks: Blocks;
  /** Begins another message, with blocks that it already contains. */
  readonly begin: (...content: readonly AnthropicBlock[]) => void;
  /** Starts a block; gives whether it is of a known type. */
  readonly start: (index: number, block: AnthropicBlock) => boolean;
  readonly grow: (index: number, delta: Record<string, unknown>) => void;
  readonly stop: (index: number) => void;
  /** Ends the message for a reason. */
  readonly finish: (reason: string | null, status?: 'interrupted' | 'failed' | 'stopped') => void;
  /** The current items under the message. */
  readonly items: () => readonly Item[];
  readonly shown: () => readonly string[];
}

/** Blocks with their message of the API, as the decoder keeps one. */
function draw(...content: readonly AnthropicBlock[]): Drawn {
  const items = new Items('run');
  items.openMessage({role: 'assistant'});
  const blocks = new Blocks(items);
  let conversation = emptyConversation;
  let message: Accumulator;
  const begin: Drawn['begin'] = (...list) => {
    message = new Accumulator({id: 'msg', content: list, stop_reason: null});
    blocks.begin(message);
  };
  const all: Drawn['items'] = () => {
    conversation = reduce(conversation, items.take());
    return conversation.children[0]?.children ?? [];
  };
  begin(...content);
  return {
    blocks,
    begin,
    start(index, block) {
      message.start(index, block);
      return blocks.start(index);
    },
    grow(index, delta) {
      message.grow(index, delta);
      blocks.grow(index, delta);
    },
    stop(index) {
      message.stop(index);
      blocks.stop(index);
    },
    finish(reason, status) {
      message.merge({changes: {stop_reason: reason}, usage: {}});
      message.finish();
      blocks.finish(status);
    },
    items: all,
    shown: () =>
      all().map(item => {
        const words = 'text' in item ? item.text : 'name' in item ? item.name : '';
        return `${item.kind} ${item.status} ${words}`.trimEnd();
      }),
  };
}

const text = (words = ''): AnthropicBlock => ({type: 'text', text: words});
const thinking = (fields: object = {}): AnthropicBlock => ({
  type: 'thinking',
  thinking: '',
  signature: '',
  ...fields,
});
const call = (id: string, fields: object = {}): AnthropicBlock => ({
  type: 'tool_use',
  id,
  name: 'look_up',
  input: {},
  ...fields,
});

describe('a block that starts', () => {
  const cases: readonly (readonly [block: AnthropicBlock, shown: readonly object[]])[] = [
    [text('Hi'), [{kind: 'text', status: 'streaming', text: 'Hi'}]],
    [{type: 'text'}, [{kind: 'text', status: 'streaming', text: ''}]],
    [thinking({thinking: 'Hm'}), [{kind: 'thinking', status: 'streaming', text: 'Hm'}]],
    [
      {type: 'redacted_thinking', data: 'xyz'},
      [{kind: 'thinking', status: 'done', text: '', redacted: true}],
    ],
    [
      {type: 'container_upload', file_id: 'file_1'},
      [{kind: 'file', status: 'done', name: 'file_1', documentId: 'file_1'}],
    ],
    [
      {type: 'container_upload', file_id: 7},
      [{kind: 'file', status: 'done', name: '', documentId: ''}],
    ],
    [{type: 'compaction', content: 'so far'}, []],
    [{type: 'fallback', to: {model: 'b'}}, []],
  ];
  for (const [block, shown] of cases) {
    it(`of ${JSON.stringify(block)} is known, and displayed as ${JSON.stringify(shown)}`, () => {
      const {start, items} = draw();
      assert.equal(start(0, block), true);
      assert.deepEqual(items().map(bare), shown);
    });
  }

  for (const type of ['tool_use', 'server_tool_use', 'mcp_tool_use']) {
    it(`of ${type} is a call`, () => {
      const {start, shown} = draw();
      assert.equal(start(0, call('a', {type})), true);
      assert.deepEqual(shown(), ['tool streaming look_up']);
    });
  }

  for (const type of ['web_search', 'code_execution', 'mcp', 'of_the_future']) {
    it(`of ${type}_tool_result is the result of a call`, () => {
      const {start, items} = draw(call('a', {type: 'server_tool_use'}));
      const result = {type: `${type}_tool_result`, tool_use_id: 'a', content: 'found'};
      assert.equal(start(1, result), true);
      const [item, ...rest] = items();
      assert.deepEqual(rest, []);
      assert.ok(item?.kind === 'tool');
      assert.deepEqual([item.status, item.output], ['done', 'found']);
    });
  }

  for (const type of ['of_the_future', 'Text', 'tool_result_x', '__proto__', 'constructor']) {
    it(`of ${type} is unknown, and not displayed`, () => {
      const {start, items} = draw();
      assert.equal(start(0, {type, text: 'x'}), false);
      assert.deepEqual(items(), []);
    });
  }

  it('is unknown if there is no block of its index, or no message', () => {
    const {blocks} = draw();
    assert.equal(blocks.start(3), false);
    assert.equal(new Blocks(new Items('run')).start(0), false);
  });
});

describe('a text', () => {
  it('continues across neighbours, and hidden blocks', () => {
    for (const between of [
      [],
      [{type: 'compaction'}],
      [{type: 'fallback'}],
    ] as AnthropicBlock[][]) {
      const {start, stop, shown} = draw();
      [text('One'), ...between, text(' two')].forEach((block, index) => {
        start(index, block);
        stop(index);
      });
      assert.deepEqual(shown(), ['text streaming One two']);
    }
  });

  it('ends if anything else begins, also an unknown block', () => {
    for (const block of [thinking(), call('a'), {type: 'future'}, {type: 'redacted_thinking'}]) {
      const {start, shown} = draw();
      start(0, text('One'));
      start(1, block);
      start(2, text('Two'));
      const [first] = shown();
      assert.deepEqual([first, shown().at(-1)], ['text done One', 'text streaming Two']);
    }
  });

  it('grows while it arrives', () => {
    const {start, grow, shown} = draw();
    start(0, text());
    grow(0, {type: 'text_delta', text: 'He'});
    assert.deepEqual(shown(), ['text streaming He']);
    grow(0, {type: 'text_delta', text: 'y'});
    assert.deepEqual(shown(), ['text streaming Hey']);
  });
});

describe('a thought', () => {
  it('grows, and is done when its block stops', () => {
    const {start, grow, stop, items} = draw();
    start(0, thinking());
    grow(0, {type: 'thinking_delta', thinking: 'H'});
    grow(0, {type: 'thinking_delta', thinking: 'm'});
    grow(0, {type: 'signature_delta', signature: 'sig'});
    stop(0);
    assert.deepEqual(items().map(bare), [{kind: 'thinking', status: 'done', text: 'Hm'}]);
  });

  it('is hidden if it has a signature and no text', () => {
    const {start, grow, stop, items} = draw();
    start(0, thinking());
    grow(0, {type: 'signature_delta', signature: 'sig'});
    stop(0);
    assert.deepEqual(items().map(bare), [
      {kind: 'thinking', status: 'done', text: '', redacted: true},
    ]);
  });

  it('of one message is not that of the next with the same number', () => {
    const {start, grow, finish, begin, shown} = draw();
    start(0, thinking({thinking: 'First'}));
    finish('tool_use');
    begin();
    start(0, thinking({thinking: 'Second'}));
    grow(0, {type: 'thinking_delta', thinking: '!'});
    assert.deepEqual(shown(), ['thinking done First', 'thinking streaming Second!']);
  });

  for (const status of ['interrupted', 'failed', 'stopped'] as const) {
    it(`that did not end is ${status} with its message`, () => {
      const {start, finish, shown} = draw();
      start(0, thinking({thinking: 'Hm'}));
      finish(null, status);
      assert.deepEqual(shown(), [`thinking ${status} Hm`]);
    });
  }
});

describe('a call', () => {
  const inputOf = ({items}: Drawn): unknown => {
    const [item] = items();
    return item?.kind === 'tool' && item.input;
  };

  it('has its streamed input, and an empty object without one', () => {
    const drawn = draw();
    drawn.start(0, call('a'));
    drawn.grow(0, {type: 'input_json_delta', partial_json: '{"q":'});
    assert.equal(inputOf(drawn), '{"q":');
    drawn.grow(0, {type: 'input_json_delta', partial_json: '1}'});
    drawn.stop(0);
    assert.equal(inputOf(drawn), '{"q":1}');
    const empty = draw();
    empty.start(0, call('a'));
    empty.stop(0);
    assert.equal(inputOf(empty), '{}');
  });

  it('is passed over by a delta of another kind, or for another block', () => {
    const drawn = draw();
    drawn.start(0, call('a'));
    drawn.grow(0, {type: 'text_delta', text: 'x'});
    drawn.grow(5, {type: 'input_json_delta', partial_json: 'x'});
    assert.equal(inputOf(drawn), '');
  });

  it('waits for the client that runs it when the message ends for it, and not when it broke off', () => {
    for (const [reason, ending, status] of [
      ['tool_use', undefined, 'streaming'],
      ['end_turn', undefined, 'interrupted'],
      [null, 'interrupted', 'interrupted'],
      [null, 'failed', 'failed'],
    ] as const) {
      const {start, stop, finish, shown} = draw();
      start(0, call('a'));
      stop(0);
      finish(reason, ending);
      assert.deepEqual(shown(), [`tool ${status} look_up`], String(reason));
    }
  });

  it('was run by the server that relays the stream, if another message begins', () => {
    const {start, stop, finish, begin, shown} = draw();
    start(0, call('a'));
    stop(0);
    finish('tool_use');
    begin();
    assert.deepEqual(shown(), ['tool done look_up']);
  });

  it('has to be run by the page, if the stream ends with it', () => {
    const {start, stop, finish, blocks, items} = draw();
    start(0, call('a'));
    stop(0);
    finish('tool_use');
    assert.equal(blocks.tools.leave(), true);
    const [item] = items();
    assert.ok(item?.kind === 'tool');
    assert.deepEqual([item.status, item.runsIn], ['waiting', 'page']);
  });
});

describe('a message that starts with content', () => {
  it('is rendered as if its blocks had been reported one by one', () => {
    const content = [thinking({thinking: 'Hm', signature: 's'}), text('One'), call('a')];
    const whole = draw(...content);
    const piecemeal = draw();
    content.forEach((block, index) => {
      piecemeal.start(index, block);
      piecemeal.stop(index);
    });
    assert.deepEqual(whole.items(), piecemeal.items());
    assert.deepEqual(whole.shown(), [
      'thinking done Hm',
      'text done One',
      'tool streaming look_up',
    ]);
  });
});

describe('a message that has ended', () => {
  it('accepts nothing more', () => {
    const {start, grow, stop, finish, blocks, shown} = draw();
    start(0, text('One'));
    finish('end_turn');
    assert.deepEqual(shown(), ['text done One']);
    blocks.grow(0, {type: 'text_delta', text: ' late'});
    blocks.stop(0);
    assert.equal(blocks.start(0), false);
    grow(0, {type: 'text_delta', text: ' late'});
    stop(0);
    assert.deepEqual(shown(), ['text done One']);
  });

  it('is continued in its text, where it was cut', () => {
    for (const [reason, shown] of [
      ['max_tokens', ['text streaming One two']],
      ['pause_turn', ['text streaming One two']],
      ['end_turn', ['text done One', 'text streaming  two']],
      ['tool_use', ['text done One', 'text streaming  two']],
    ] as const) {
      const drawn = draw();
      drawn.start(0, text('One'));
      drawn.finish(reason);
      drawn.begin();
      drawn.start(0, text(' two'));
      assert.deepEqual(drawn.shown(), shown, reason);
    }
  });
});
