import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {block, call, delta, done, open, start, text} from './events.js';
import {folded} from './folded.js';
import {historyOf, type HistoryMessage} from '../../../../src/core/protocol/anthropic/history.js';
import type {Item, MessageItem} from '../../../../src/core/model/item.js';
import type {Frame} from '../../../../src/core/sse/frame.js';

const text0 = {type: 'text', text: 'Hi.'};
const signed = block(
  0,
  {type: 'thinking', thinking: '', signature: ''},
  {type: 'thinking_delta', thinking: 'Hm.'},
  {type: 'signature_delta', signature: 's'},
);

function user(words: string): MessageItem {
  const id = `user ${words}`;
  const children: Item[] = [
    {id: `${id}.text`, kind: 'text', status: 'done', children: [], text: words},
  ];
  return {id, kind: 'message', role: 'user', status: 'done', children};
}

function answer(frames: readonly Frame[], end?: 'lost' | 'stopped'): MessageItem {
  return folded([start(), ...frames], end).message;
}

function history(...children: readonly Item[]): readonly HistoryMessage[] {
  return historyOf({version: 1, children});
}

describe('the history of a conversation', () => {
  it('is empty without messages', () => {
    assert.deepEqual(history(), []);
    assert.deepEqual(history(user(' ')), []);
  });

  it('ends without blanks if the model continues the answer, which the API refuses otherwise', () => {
    const cut = answer([...text(0, 'Once '), ...text(1, 'upon a \n\t'), ...done('max_tokens')]);
    assert.deepEqual(history(user('Hello'), cut)[1]?.content, [
      {type: 'text', text: 'Once '},
      {type: 'text', text: 'upon a'},
    ]);
    assert.equal(history(user('Hello'), {...cut, protocolData: undefined})[1]?.content.at(-1), 'a');
    const [before] = history(cut, user('And then?'));
    assert.deepEqual(before?.content.at(-1), {type: 'text', text: 'upon a \n\t'});
  });

  it('sends the blocks of an answer back unchanged, with unknown fields', () => {
    const future = {type: 'future', payload: {a: 1}};
    const frames = [
      ...signed,
      ...block(1, {type: 'redacted_thinking', data: 'opaque'}),
      ...block(2, future),
      ...text(3, 'Hi.'),
    ];
    assert.deepEqual(history(user('Hello'), answer([...frames, ...done()])), [
      {role: 'user', content: 'Hello'},
      {
        role: 'assistant',
        content: [
          {type: 'thinking', thinking: 'Hm.', signature: 's'},
          {type: 'redacted_thinking', data: 'opaque'},
          future,
          text0,
        ],
      },
    ]);
  });

  it('leaves out the calls that a relay has run, with their results', () => {
    const result = {type: 'tool_result', tool_use_id: 't1', content: 'Found'};
    const frames = [...call(0, 't1', '{}'), ...block(1, result), ...text(2, 'Hi.'), ...done()];
    const {message, reports} = folded([start(), ...frames]);
    const [tool] = message.children;
    assert.ok(tool?.kind === 'tool');
    assert.deepEqual([tool.status, tool.output], ['done', 'Found']);
    assert.deepEqual(reports, []);
    assert.deepEqual(history(user('Hello'), message), [
      {role: 'user', content: 'Hello'},
      {role: 'assistant', content: [text0]},
    ]);
  });

  it('survives storage: it is JSON', () => {
    const said = answer([...signed, ...text(1, 'Hi.'), ...done()]);
    const stored = JSON.parse(JSON.stringify(said)) as MessageItem;
    assert.deepEqual(history(stored), history(said));
  });

  it('uses the text of an answer that another protocol reported', () => {
    const foreign = {...answer([...text(0, 'Hi.'), ...done()]), protocolData: undefined};
    assert.deepEqual(
      history({...foreign, children: [...foreign.children, ...user('there').children]}),
      [{role: 'assistant', content: 'Hi.\n\nthere'}],
    );
  });

  it('omits a declined answer and its text', () => {
    const refused = answer([...text(0, 'No'), ...done('refusal')]);
    assert.deepEqual(
      history(
        user('one'),
        answer([...text(0, 'Hi.'), ...done()]),
        user('two'),
        refused,
        user('three'),
      ),
      [
        {role: 'user', content: 'one'},
        {role: 'assistant', content: [text0]},
        {role: 'user', content: 'three'},
      ],
    );
  });

  it('omits reasoning without a signature, blank texts, and reasoning that nothing follows', () => {
    const unsigned = [open(0, {type: 'thinking', thinking: 'Hm', signature: ''})];
    assert.deepEqual(history(answer([...unsigned, ...text(1, 'Hi.')], 'lost')), [
      {role: 'assistant', content: [text0]},
    ]);
    assert.deepEqual(history(answer([...text(0, 'Hi.'), ...text(1, ' \n')], 'stopped')), [
      {role: 'assistant', content: [text0]},
    ]);
    assert.deepEqual(history(answer(signed, 'lost')), []);
  });

  it('omits calls without an answer, and keeps the text before them', () => {
    const half = [
      open(1, {type: 'tool_use', id: 'a', name: 'n', input: {}}),
      delta(1, {type: 'input_json_delta', partial_json: '{"x'}),
    ];
    for (const frames of [
      half,
      call(1, 'a', '{}'),
      call(1, 'a', '{}', {type: 'server_tool_use'}),
    ]) {
      assert.deepEqual(history(answer([...text(0, 'Hi.'), ...frames], 'lost')), [
        {role: 'assistant', content: [text0]},
      ]);
    }
  });

  it('keeps a call of the API with its result, and a result only with its call', () => {
    const use = {type: 'server_tool_use', id: 'a', name: 'n', input: {}};
    const result = {type: 'web_fetch_tool_result', tool_use_id: 'a', content: 'x'};
    const both = [...block(0, use), ...block(1, result), ...text(2, 'Hi.'), ...done()];
    assert.deepEqual(history(answer(both)), [{role: 'assistant', content: [use, result, text0]}]);
    assert.deepEqual(history(answer([...block(0, result), ...text(1, 'Hi.'), ...done()])), [
      {role: 'assistant', content: [text0]},
    ]);
  });

  it('leaves out calls and results with an empty id', () => {
    for (const type of ['server_tool_use', 'tool_use']) {
      const use = {type, id: '', name: 'n', input: {}};
      const result = {type: 'web_fetch_tool_result', tool_use_id: '', content: 'x'};
      const folded = answer([...block(0, use), ...block(1, result), ...text(2, 'Hi.'), ...done()]);
      const ran = folded.children.map(item =>
        item.kind === 'tool' ? ({...item, runsIn: 'page', status: 'done'} as const) : item,
      );
      // The page has run a call of its own, and its result goes with that call (`malformed.test.ts`).
      for (const children of type === 'tool_use' ? [folded.children] : [folded.children, ran])
        assert.deepEqual(history({...folded, children}), [{role: 'assistant', content: [text0]}]);
    }
  });

  it('keeps an open call of the API while its turn is paused, and no longer', () => {
    const use = {type: 'server_tool_use', id: 'a', name: 'n', input: {}};
    const result = {type: 'code_execution_tool_result', tool_use_id: 'a', content: 'x'};
    const pausedBy = (reason: string) => [...text(0, 'Hi.'), ...block(1, use), ...done(reason)];
    for (const reason of ['pause_turn', 'compaction']) {
      const folded = history(answer(pausedBy(reason), 'lost'));
      assert.deepEqual(folded, [{role: 'assistant', content: [text0, use]}]);
    }
    for (const more of [user('And?'), answer([...text(0, 'So?'), ...done()])])
      assert.deepEqual(history(answer(pausedBy('pause_turn'), 'lost'), more)[0], {
        role: 'assistant',
        content: [text0],
      });
    const paused = pausedBy('pause_turn');
    const second = [start({id: 'msg_2'}), ...block(0, result), ...text(1, 'Done.'), ...done()];
    assert.deepEqual(history(answer([...paused, ...second])), [
      {role: 'assistant', content: [text0, use, result, {type: 'text', text: 'Done.'}]},
    ]);
    const without = [start({id: 'msg_2'}), ...text(0, 'Done.'), ...done()];
    assert.deepEqual(history(answer([...paused, ...without])), [
      {role: 'assistant', content: [text0, {type: 'text', text: 'Done.'}]},
    ]);
  });

  it('keeps an open call of the API that waits for a tool of the page', () => {
    const program = {type: 'server_tool_use', id: 'p', name: 'code_execution', input: {}};
    const caller = {type: 'code_execution_20250825', tool_id: 'p'};
    const use = {type: 'tool_use', id: 'a', name: 'look_up', input: {}, caller};
    const waiting = answer([...block(0, program), ...block(1, use), ...done('tool_use')], 'lost');
    const ran = waiting.children.map(item =>
      item.kind === 'tool' && item.executionId === 'a'
        ? ({...item, status: 'done', output: '42'} as const)
        : item,
    );
    assert.deepEqual(history({...waiting, children: ran}), [
      {role: 'assistant', content: [program, use]},
      {role: 'user', content: [{type: 'tool_result', tool_use_id: 'a', content: '42'}]},
    ]);
    assert.deepEqual(history(waiting), []);
    const asked = {role: 'user', content: 'And?'};
    assert.deepEqual(history({...waiting, children: ran}, user('And?')), [asked]);
  });

  it('keeps an open call of the API that calls tools of the page in several messages', () => {
    const program = {type: 'server_tool_use', id: 'p', name: 'code_execution', input: {}};
    const caller = {type: 'code_execution_20250825', tool_id: 'p'};
    const use = (id: string): object => ({
      type: 'tool_use',
      id,
      name: 'look_up',
      input: {},
      caller,
    });
    const waiting = answer(
      [
        ...block(0, program),
        ...block(1, use('a')),
        ...done('tool_use'),
        start({id: 'msg_2'}),
        ...block(0, use('b')),
        ...done('tool_use'),
      ],
      'lost',
    );
    const children = waiting.children.map((item): Item =>
      item.kind === 'tool' && item.executionId !== 'p'
        ? {...item, status: 'done', runsIn: 'page', output: '42'}
        : item,
    );
    const result = (id: string): object => ({
      role: 'user',
      content: [{type: 'tool_result', tool_use_id: id, content: '42'}],
    });
    assert.deepEqual(history({...waiting, children}), [
      {role: 'assistant', content: [program, use('a')]},
      result('a'),
      {role: 'assistant', content: [use('b')]},
      result('b'),
    ]);
  });

  it('sends the results of the page’s tools in one turn, before later content', () => {
    const asked = [
      ...text(0, 'Hi.'),
      ...call(1, 'a', '{"x":1}'),
      ...call(2, 'b', '{}'),
      ...done('tool_use'),
    ];
    const waiting = answer(asked, 'lost');
    const yes = {status: 'done', output: '42'} as const;
    const no = {status: 'failed', error: 'Not allowed.'} as const;
    const ran = (item: Item): Item =>
      item.kind !== 'tool' ? item : item.executionId === 'a' ? {...item, ...yes} : {...item, ...no};
    const uses = [
      {type: 'tool_use', id: 'a', name: 'look_up', input: {x: 1}},
      {type: 'tool_use', id: 'b', name: 'look_up', input: {}},
    ];
    assert.deepEqual(history(waiting), [{role: 'assistant', content: [text0]}]);
    assert.deepEqual(history({...waiting, children: waiting.children.map(ran)}), [
      {role: 'assistant', content: [text0, ...uses]},
      {
        role: 'user',
        content: [
          {type: 'tool_result', tool_use_id: 'a', content: '42'},
          {type: 'tool_result', tool_use_id: 'b', content: 'Not allowed.', is_error: true},
        ],
      },
    ]);
  });

  it('reads a record that is not of this protocol as none', () => {
    for (const protocolData of [null, 'text', [1], [{}], [{content: [{no: 'type'}]}]]) {
      const odd = {...answer([...text(0, 'Hi.'), ...done()]), protocolData};
      assert.ok(history(odd).length <= 1);
    }
  });
});
