import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation, type ToolItem} from '../../../../src/core/model/item.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import type {AnthropicBlock} from '../../../../src/core/protocol/anthropic/events.js';
import {Items} from '../../../../src/core/protocol/items.js';
import {Tools} from '../../../../src/core/protocol/anthropic/tools.js';

interface OpenedTools {
  readonly tools: Tools;
  readonly shown: () => readonly ToolItem[];
}

function open(): OpenedTools {
  const items = new Items('run');
  items.openMessage({role: 'assistant'});
  let conversation = emptyConversation;
  return {
    tools: new Tools(items),
    shown: () => {
      conversation = reduce(conversation, items.take());
      const children = conversation.children[0]?.children ?? [];
      return children.filter(item => item.kind === 'tool');
    },
  };
}

const call = (id: string, fields: object = {}): AnthropicBlock => ({
  type: 'tool_use',
  id,
  name: 'look_up',
  input: {},
  ...fields,
});

const states = (shown: readonly ToolItem[]): readonly string[] =>
  shown.map(({executionId, status}) => `${executionId} ${status}`);

describe('calls of Tools', () => {
  it('open with the fields of their block', () => {
    const {tools, shown} = open();
    tools.start(call('a', {input: {q: 1}}));
    const [{id: _id, children: _children, ...tool}] = shown() as [ToolItem];
    assert.deepEqual([_id, _children], ['run.1', []]);
    assert.deepEqual(tool, {
      kind: 'tool',
      status: 'streaming',
      name: 'look_up',
      executionId: 'a',
      input: '{"q":1}',
      output: '',
      log: '',
    });
  });

  it('have the name of their type without their own, and of their server beside it', () => {
    const {tools, shown} = open();
    tools.start(call('a', {name: ''}));
    tools.start(call('b', {server_name: 'files'}));
    assert.deepEqual(
      shown().map(({name, title}) => [name, title]),
      [
        ['tool_use', undefined],
        ['look_up', 'look_up (files)'],
      ],
    );
  });

  it('stream their input, in place of that of the block', () => {
    const {tools, shown} = open();
    const input = {old: 1};
    tools.start(call('a', {input}));
    tools.grow({block: call('a', {input}), json: '{"q"', incomplete: false}, '{"q"');
    assert.equal(shown()[0]?.input, '{"q"');
    tools.grow({block: call('a', {input}), json: '{"q":1}', incomplete: false}, ':1}');
    assert.equal(shown()[0]?.input, '{"q":1}');
  });

  it('ignore empty chunks, and chunks of an unknown call', () => {
    const {tools, shown} = open();
    tools.start(call('a'));
    tools.grow({block: call('a'), json: '', incomplete: false}, '');
    tools.grow({block: call('b'), json: 'x', incomplete: false}, 'x');
    tools.stop({block: call('b'), json: '', incomplete: false});
    assert.deepEqual(
      shown().map(({input}) => input),
      [''],
    );
  });

  it('display an empty object without input', () => {
    const {tools, shown} = open();
    tools.start(call('a'));
    tools.stop({block: call('a'), json: '', incomplete: false});
    assert.equal(shown()[0]?.input, '{}');
  });

  it('that search the web report their query', () => {
    const {tools, shown} = open();
    const search = call('a', {type: 'server_tool_use', name: 'web_search', input: {query: 'q'}});
    tools.start(search);
    tools.stop({block: search, json: '', incomplete: false});
    assert.deepEqual(shown()[0]?.phases, [
      {name: 'WEB_SEARCH', status: 'started', data: {query: 'q'}},
    ]);
    tools.result({type: 'web_search_tool_result', tool_use_id: 'a', content: []});
    assert.equal(shown()[0]?.phases?.[0]?.status, 'completed');
  });
});

describe('results of Tools', () => {
  it('end their call', () => {
    const {tools, shown} = open();
    tools.start(call('a'));
    tools.start(call('b'));
    tools.result({type: 'tool_result', tool_use_id: 'b', content: 'no', is_error: true});
    tools.result({type: 'tool_result', tool_use_id: 'a', content: 'yes'});
    assert.deepEqual(states(shown()), ['a done', 'b failed']);
    assert.deepEqual(
      shown().map(({output, error}) => [output, error]),
      [
        ['yes', undefined],
        ['no', 'no'],
      ],
    );
  });

  it('are displayed alone if their call was never reported, under the name of their type', () => {
    const {tools, shown} = open();
    tools.result({type: 'web_fetch_tool_result', tool_use_id: 'x', content: 'page'});
    assert.deepEqual(
      shown().map(({name, status, output}) => [name, status, output]),
      [['web_fetch', 'done', 'page']],
    );
  });

  it('that are repeated report the newest values', () => {
    const {tools, shown} = open();
    tools.start(call('a'));
    for (const content of ['1', '2'])
      tools.result({type: 'tool_result', tool_use_id: 'a', content});
    assert.deepEqual(
      shown().map(({output}) => output),
      ['2'],
    );
  });
});

describe('the status of open calls', () => {
  const server = call('s', {type: 'server_tool_use'});

  const ends: readonly (readonly [reason: string | null, left: readonly string[]])[] = [
    ['tool_use', ['a streaming', 's interrupted']],
    ['pause_turn', ['a interrupted', 's streaming']],
    ['end_turn', ['a interrupted', 's interrupted']],
    ['max_tokens', ['a interrupted', 's interrupted']],
    [null, ['a interrupted', 's interrupted']],
  ];
  for (const [reason, left] of ends) {
    it(`when a message ends with ${JSON.stringify(reason)}`, () => {
      const {tools, shown} = open();
      tools.start(call('a'));
      tools.start(server);
      tools.settle(reason, 'done');
      assert.deepEqual(states(shown()), left);
    });
  }

  it('when a message fails', () => {
    const {tools, shown} = open();
    tools.start(call('a'));
    tools.settle(null, 'failed');
    assert.deepEqual(states(shown()), ['a failed']);
  });

  it('whose input is incomplete', () => {
    const {tools, shown} = open();
    tools.start(call('a'));
    tools.stop({block: call('a'), json: '{"q', incomplete: true});
    tools.settle('max_tokens', 'done');
    assert.deepEqual(states(shown()), ['a interrupted']);
  });

  it('whose input is not JSON although the model waits for the result', () => {
    const {tools, shown} = open();
    tools.start(call('a'));
    tools.stop({block: call('a'), json: '{"q', incomplete: true});
    tools.settle('tool_use', 'done');
    assert.deepEqual(states(shown()), ['a streaming']);
  });

  it('if another message begins: the server that relays the stream has run them', () => {
    const {tools, shown} = open();
    tools.start(call('a'));
    tools.start(server);
    tools.handOver();
    assert.deepEqual(states(shown()), ['a done', 's streaming']);
  });

  it('when the stream is over: they are for the page to run', () => {
    const {tools, shown} = open();
    assert.equal(tools.leave(), false);
    tools.start(call('a'));
    tools.start(server);
    assert.equal(tools.leave(), true);
    assert.deepEqual(states(shown()), ['a waiting', 's interrupted']);
    assert.equal(shown()[0]?.runsIn, 'page');
  });
});
