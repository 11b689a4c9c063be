import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {diffItems} from '../../../src/core/model/difference.js';
import type {Item} from '../../../src/core/model/item.js';
import type {Op} from '../../../src/core/model/op.js';
import {reduce} from '../../../src/core/model/reduce.js';
import {conversation, find, frozen, item, nested, RUNS, tree} from './trees.js';
import {forAll} from '../../support/for-all.js';

const folded = (before: Item, after: Item): Item | undefined =>
  reduce(conversation(before), diffItems([before], [after])).children[0];

describe('difference', () => {
  it('leads from any state of an item to any other', () => {
    forAll(RUNS, [tree, tree], (before, after) => {
      frozen([before, after]);
      assert.deepEqual(folded(before, after), after);
    });
  });

  it('returns no ops for two equal states', () => {
    forAll(RUNS, [tree], before => {
      assert.deepEqual(diffItems([before], [structuredClone(before)]), []);
    });
  });

  it('reports text that grew as an append', () => {
    assert.deepEqual(
      diffItems([item('t', 'text', {text: 'Hel'})], [item('t', 'text', {text: 'Hello'})]),
      [{op: 'append', id: 't', field: 'text', text: 'lo'}],
    );
  });

  it('assigns changed fields, removes missing ones, and reports a new status', () => {
    assert.deepEqual(
      diffItems(
        [item('t', 'text', {text: 'Hello', a: 1, b: [1], c: 1})],
        [item('t', 'text', {text: 'Bye', b: [1], c: 2, status: 'failed'})],
      ),
      [
        {
          op: 'assign',
          id: 't',
          fields: {text: 'Bye', c: 2, a: undefined},
          status: 'failed',
        },
      ],
    );
    assert.deepEqual(diffItems([item('t', 'text', {status: 'streaming'})], [item('t', 'text')]), [
      {op: 'assign', id: 't', status: 'done'},
    ]);
  });

  it('opens new items at the end of a list, with their children', () => {
    const before = item('m', 'message', {}, [item('a', 'text')]);
    const after = item('m', 'message', {}, [
      item('a', 'text'),
      item('b', 'step', {title: 'B'}, [item('c', 'text', {text: 'C'})]),
    ]);
    assert.deepEqual(diffItems([before], [after]), [
      {op: 'open', id: 'b', parent: 'm', kind: 'step', status: 'done', fields: {title: 'B'}},
      {op: 'open', id: 'c', parent: 'b', kind: 'text', status: 'done', fields: {text: 'C'}},
    ]);
  });

  it('starts a list over when an item is gone, is elsewhere or is of another kind', () => {
    const [a, b] = [item('a', 'text', {text: 'a'}), item('b', 'text', {text: 'b'})];
    const before = item('m', 'message', {}, [a, b]);
    for (const children of [[b], [b, a], [a, item('b', 'step')], []]) {
      const after = item('m', 'message', {}, children);
      assert.deepEqual(diffItems([before], [after])[0], {op: 'clear', id: 'm'});
      assert.deepEqual(folded(before, after), after);
    }
  });

  it('lets an item move from one parent to another', () => {
    const moving = item('x', 'text', {text: 'x'});
    const [full, empty] = [
      (id: string) => item(id, 'step', {}, [moving]),
      (id: string) => item(id, 'step'),
    ];
    for (const [before, after] of [
      [
        item('m', 'message', {}, [full('a'), empty('b')]),
        item('m', 'message', {}, [empty('a'), full('b')]),
      ],
      [
        item('m', 'message', {}, [empty('a'), full('b')]),
        item('m', 'message', {}, [full('a'), empty('b')]),
      ],
    ] as const) {
      assert.deepEqual(folded(before, after), after);
    }
  });

  it('compares the items under a parent with the previous ones', () => {
    const before = conversation(item('m', 'message', {}, [item('a', 'text', {text: 'a'})]));
    const after = [item('b', 'text', {text: 'b'})];
    const ops = diffItems(before.children[0]?.children ?? [], after, 'm');
    assert.deepEqual(reduce(before, ops).children[0]?.children, after);
  });

  it('reports items of the conversation by their ids, and removes none of them', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(id => item(id, 'message', {note: id}));
    assert.ok(a && b && c);
    const ops: readonly Op[] = diffItems([a, b], [c, {...b, note: 'bb'} as Item]);
    assert.deepEqual(ops, [
      {op: 'open', id: 'c', kind: 'message', status: 'done', fields: {note: 'c'}},
      {op: 'append', id: 'b', field: 'note', text: 'b'},
    ]);
  });

  it('looks into no item that is the same object', () => {
    const same = new Proxy(item('a', 'text'), {
      ownKeys: () => assert.fail('it was looked into'),
    });
    const [before, after] = [
      item('m', 'message', {}, [same]),
      item('m', 'message', {note: 'x'}, [same]),
    ];
    assert.equal(diffItems([before], [after]).length, 1);
  });

  it('compares values and items nested 10,000 deep', () => {
    let wire: unknown = 'x';
    for (let level = 0; level < 10_000; level++) wire = [wire];
    const before = item('m', 'message', {wire}, [nested(10_000)]);
    const grown = nested(10_000, {text: 'deeper'});
    const after = item('m', 'message', {wire: [wire]}, [grown]);
    const result = reduce(conversation(before), diffItems([before], [after]));
    assert.equal((find(result, 'leaf') as {text?: string}).text, 'deeper');
    const fresh = reduce(conversation(), diffItems([], [after]));
    assert.equal((find(fresh, 'leaf') as {text?: string}).text, 'deeper');
  });
});
