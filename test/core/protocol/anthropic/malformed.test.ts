import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {block, call, delta, done, open, shut, start, stop, text} from './events.js';
import {folded} from './folded.js';
import {historyOf} from '../../../../src/core/protocol/anthropic/history.js';
import type {Item, MessageItem} from '../../../../src/core/model/item.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {runs} from '../../../support/full.js';
import {refusedIn} from '../../../support/service-rules.js';

const user = (id: string): MessageItem => ({
  id,
  kind: 'message',
  role: 'user',
  status: 'done',
  children: [{id: `${id}.text`, kind: 'text', status: 'done', children: [], text: 'Hello?'}],
});

/** The answer after the page has run its calls. */
function ran(frames: readonly Frame[], end: 'lost' | 'stopped'): MessageItem {
  const {message} = folded(frames, end);
  const children = message.children.map((item): Item =>
    item.kind === 'tool' && item.status === 'waiting'
      ? {...item, status: 'done', output: '42'}
      : item,
  );
  return {...message, children};
}

const bodyOf = (...children: readonly Item[]): string =>
  JSON.stringify({
    messages: historyOf({version: 1, children}, [{name: 'look_up', description: ''}]),
  });

const refusedOf = (...children: readonly Item[]): readonly string[] => {
  const body = bodyOf(user('q'), ...children);
  return refusedIn(body).map(problem => `${problem} in ${body}`);
};

const id = fc.constantFrom('a', 'b', '');
const content = fc.oneof(
  fc.constantFrom({type: 'text', text: ''}, {type: 'thinking', thinking: '', signature: 's'}),
  id.map(of => ({type: 'tool_use', id: of, name: 'look_up', input: {}})),
  id.map(of => ({type: 'tool_use', id: of, name: 'look_up'})),
  id.map(of => ({type: 'server_tool_use', id: of, name: 'web_search', input: {}})),
  id.map(of => ({type: 'mcp_tool_use', id: of, name: 'find', server_name: 's', input: {}})),
  id.map(of => ({type: 'web_search_tool_result', tool_use_id: of, content: []})),
  id.map(of => ({type: 'mcp_tool_result', tool_use_id: of, content: []})),
  id.map(of => ({type: 'tool_result', tool_use_id: of, content: 'x'})),
);
const change = fc.constantFrom(
  {type: 'text_delta', text: 'Hi.'},
  {type: 'input_json_delta', partial_json: '{"a":'},
  {type: 'input_json_delta', partial_json: '1}'},
  {type: 'signature_delta', signature: 's'},
);
const index = fc.nat(2);
const event: fc.Arbitrary<readonly Frame[]> = fc.oneof(
  fc.tuple(index, content).map(([at, of]) => block(at, of)),
  fc.tuple(index, content).map(([at, of]) => [open(at, of)]),
  fc.tuple(index, change).map(([at, of]) => [delta(at, of)]),
  index.map(at => [shut(at)]),
  fc.constantFrom('msg_1', 'msg_2').map(of => [start({id: of})]),
  fc.constant([stop]),
  fc.constantFrom('tool_use', 'end_turn', 'pause_turn').map(reason => done(reason)),
);
/** Events in any order: indexes and ids that are used again, blocks that do not end, calls without input. */
const stream = fc.array(event, {maxLength: 16}).map(events => [start(), ...events.flat()]);
const ending = fc.constantFrom('lost' as const, 'stopped' as const);

describe('an answer of a malformed stream', () => {
  it('is accepted in every later request', () => {
    fc.assert(
      fc.property(stream, stream, ending, (first, second, end) => {
        const answer = ran(first, end);
        assert.deepEqual(refusedOf(answer, user('next')), []);
        const isContinued = answer.children.some(
          item => item.kind === 'tool' && item.runsIn === 'page' && item.status === 'done',
        );
        if (isContinued) assert.deepEqual(refusedOf(answer), []);
        assert.deepEqual(
          refusedOf(answer, user('next'), {...ran(second, end), id: 'second'}, user('last')),
          [],
        );
      }),
      {numRuns: runs(500)},
    );
  });

  const use = {type: 'server_tool_use', id: 'a', name: 'web_search', input: {}};
  const found = {type: 'web_search_tool_result', tool_use_id: 'a', content: []};
  const hello = {type: 'text', text: 'Hi.'};
  const cases: readonly (readonly [string, readonly object[], readonly object[]])[] = [
    ['before its call', [found, use], []],
    ['of another kind than its call', [{...use, type: 'mcp_tool_use'}, found], []],
    ['twice', [use, found, found], [use, found]],
    ['of a tool of the page with its id', [{type: 'tool_use', id: 'a', name: 'x'}, found], []],
    ['of a call without one', [use, {type: 'tool_result', tool_use_id: 'a', content: 'x'}], []],
    [
      'of the second of two calls with one id',
      [use, found, {...use, name: 'x'}, found],
      [use, found],
    ],
  ];
  for (const [what, blocks, sent] of cases) {
    it(`sends no result ${what} that the API refuses`, () => {
      const frames = [
        start(),
        ...blocks.flatMap((one, at) => block(at, one)),
        ...text(blocks.length, 'Hi.'),
        ...done(),
      ];
      const [, answer] = historyOf({version: 1, children: [user('q'), ran(frames, 'lost')]});
      assert.deepEqual(answer, {role: 'assistant', content: [...sent, hello]});
    });
  }

  it('sends the result of a call without an id with that call', () => {
    const frames = [start(), ...call(0, '', '{"a":1}'), ...call(1, '', '{"b":1}')];
    const answer = ran([...frames, ...done('tool_use')], 'lost');
    const [, called, results] = historyOf({version: 1, children: [user('q'), answer]});
    const input = {b: 1};
    const [sent] = called?.content as readonly {readonly id: string}[];
    assert.deepEqual(called?.content, [{...sent, type: 'tool_use', name: 'look_up', input}]);
    const result = {type: 'tool_result', tool_use_id: sent?.id, content: '42'};
    assert.deepEqual(results?.content, [result]);
  });

  it('gives a call with the id of an earlier message, and its result, an id of its own', () => {
    const frames = ['msg_1', 'msg_2'].flatMap(of => [
      start({id: of}),
      ...block(0, use),
      ...block(1, found),
      ...done(of === 'msg_1' ? 'pause_turn' : 'end_turn'),
    ]);
    const [, answer] = historyOf({version: 1, children: [user('q'), ran(frames, 'lost')]});
    const [second, result] = [
      {...use, id: 'a_2'},
      {...found, tool_use_id: 'a_2'},
    ];
    assert.deepEqual(answer, {role: 'assistant', content: [use, found, second, result]});
  });
});
