import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {emptyConversation, type Conversation, type Item} from '../../../src/core/model/item.js';
import type {Op} from '../../../src/core/model/op.js';
import {pathTo, reduce} from '../../../src/core/model/reduce.js';
import {walk} from '../../../src/core/model/select.js';
import {conversation, find, frozen, item, nested, oddOp, op, RUNS, tree} from './trees.js';
import {forAll} from '../../support/for-all.js';

const begun: readonly Op[] = [
  {op: 'open', id: 'm', kind: 'message', fields: {role: 'assistant'}},
  {op: 'open', id: 's', parent: 'm', kind: 'step', fields: {title: 'One'}},
  {op: 'open', id: 't', parent: 's', kind: 'text', fields: {text: ''}},
  {op: 'open', id: 'u', parent: 'm', kind: 'text', fields: {text: 'beside'}},
];

const fold = (...ops: Op[]): Conversation => reduce(reduce(emptyConversation, begun), ops);
const at = (result: Conversation, id: string): Item => {
  const found = find(result, id);
  assert.ok(found, `no item ${id}`);
  return found;
};
const idsOf = (result: Conversation): string[] => [...walk(result)].map(({id}) => id);

describe('open', () => {
  it('inserts an item under its parent, streaming by default', () => {
    assert.deepEqual(
      fold({op: 'open', id: 'r', parent: 't', kind: 'request', status: 'waiting'}).children,
      [
        item('m', 'message', {status: 'streaming', role: 'assistant'}, [
          item('s', 'step', {status: 'streaming', title: 'One'}, [
            item('t', 'text', {status: 'streaming', text: ''}, [
              item('r', 'request', {status: 'waiting'}),
            ]),
          ]),
          item('u', 'text', {status: 'streaming', text: 'beside'}),
        ]),
      ],
    );
  });

  it('adds fields to an existing item, and moves and changes nothing else', () => {
    const result = fold({
      op: 'open',
      id: 't',
      parent: 'm',
      kind: 'tool',
      status: 'done',
      fields: {name: 'x'},
    });
    assert.deepEqual(
      at(result, 't'),
      item('t', 'text', {status: 'streaming', text: '', name: 'x'}),
    );
    assert.deepEqual(idsOf(result), ['m', 's', 't', 'u']);
  });

  it('ignores an item whose parent is unknown', () => {
    const before = fold();
    assert.equal(reduce(before, [{op: 'open', id: 'x', parent: 'y', kind: 'text'}]), before);
  });

  it('passes over an item that is to be its own parent', () => {
    const before = fold();
    assert.equal(reduce(before, [{op: 'open', id: 'x', parent: 'x', kind: 'text'}]), before);
  });
});

describe('append', () => {
  it('appends to a field, and creates it if there is none', () => {
    const result = fold(
      {op: 'append', id: 't', field: 'text', text: 'Hel'},
      {op: 'append', id: 't', field: 'text', text: 'lo'},
      {op: 'append', id: 't', field: 'log:x', text: 'first'},
    );
    assert.deepEqual(
      at(result, 't'),
      item('t', 'text', {status: 'streaming', text: 'Hello', 'log:x': 'first'}),
    );
  });

  it('replaces a value that is no text', () => {
    const result = fold(
      {op: 'assign', id: 't', fields: {text: 5}},
      {op: 'append', id: 't', field: 'text', text: 'five'},
    );
    assert.equal((at(result, 't') as {text?: unknown}).text, 'five');
  });

  it('does not treat inherited properties as fields', () => {
    const result = fold({op: 'append', id: 't', field: 'toString', text: 'own'});
    assert.equal((at(result, 't') as unknown as Record<string, unknown>).toString, 'own');
  });
});

describe('assign', () => {
  it('sets fields and status, and removes undefined ones', () => {
    const result = fold({
      op: 'assign',
      id: 's',
      status: 'waiting',
      fields: {title: undefined, x: 1},
    });
    const {children, ...step} = at(result, 's');
    assert.deepEqual(step, {id: 's', kind: 'step', status: 'waiting', x: 1});
    assert.equal(children.length, 1);
  });

  it('ignores names that are no fields', () => {
    const before = fold();
    const fields: unknown = JSON.parse(
      '{"id":"z","kind":"z","status":"z","children":[],"__proto__":{"bad":1},"constructor":1,"prototype":1}',
    );
    const result = reduce(before, [
      {op: 'assign', id: 't', fields: fields as Record<string, unknown>},
      {op: 'append', id: 't', field: '__proto__', text: 'bad'},
      {op: 'append', id: 't', field: 'id', text: 'bad'},
    ]);
    assert.equal(result, before);
    assert.equal('bad' in {}, false);
  });
});

describe('close', () => {
  it('closes an open item and its open descendants, with one status', () => {
    const result = fold(
      {op: 'close', id: 'u', status: 'failed'},
      {op: 'close', id: 'm', status: 'stopped'},
    );
    const found = [...walk(result)].map(({id, status}) => [id, status]);
    assert.deepEqual(found, [
      ['m', 'stopped'],
      ['s', 'stopped'],
      ['t', 'stopped'],
      ['u', 'failed'],
    ]);
  });

  it('closes an item that was opened again after an earlier close', () => {
    const result = fold(
      {op: 'close', id: 'm'},
      {op: 'open', id: 'late', parent: 't', kind: 'text'},
      {op: 'close', id: 's', status: 'stopped'},
      {op: 'assign', id: 't', status: 'waiting'},
      {op: 'close', id: 'm', status: 'failed'},
    );
    assert.equal(at(result, 'late').status, 'stopped');
    assert.equal(at(result, 't').status, 'failed');
    assert.equal(at(result, 's').status, 'done');
  });

  it('closes open items below a closed one', () => {
    const result = fold({op: 'assign', id: 's', status: 'failed'}, {op: 'close', id: 'm'});
    assert.equal(at(result, 't').status, 'done');
    assert.equal(at(result, 's').status, 'failed');
  });
});

describe('clear', () => {
  it('forgets all descendants, so that their ids can be used again', () => {
    const result = fold(
      {op: 'append', id: 't', field: 'text', text: 'old'},
      {op: 'clear', id: 'm'},
      {op: 'append', id: 't', field: 'text', text: 'lost'},
      {op: 'open', id: 't', parent: 'm', kind: 'text'},
      {op: 'append', id: 't', field: 'text', text: 'new'},
    );
    assert.deepEqual(at(result, 'm').children, [
      item('t', 'text', {status: 'streaming', text: 'new'}),
    ]);
  });
});

describe('identity', () => {
  it('copies the path to a change and nothing else', () => {
    const before = fold();
    const after = reduce(before, [{op: 'append', id: 't', field: 'text', text: 'more'}]);
    for (const id of ['m', 's', 't']) assert.notEqual(at(after, id), at(before, id));
    assert.equal(at(after, 'u'), at(before, 'u'));
  });

  it('is kept by ops that change nothing', () => {
    const before = fold({op: 'close', id: 'u'});
    const none: readonly (readonly Op[])[] = [
      [],
      [{op: 'append', id: 't', field: 'text', text: ''}],
      [{op: 'append', id: 'nobody', field: 'text', text: 'x'}],
      [{op: 'assign', id: 's'}],
      [{op: 'assign', id: 's', status: 'streaming', fields: {title: 'One', absent: undefined}}],
      [{op: 'assign', id: 'nobody', fields: {title: 'x'}}],
      [{op: 'open', id: 's', parent: 'm', kind: 'step', fields: {title: 'One'}}],
      [{op: 'close', id: 'u', status: 'failed'}],
      [{op: 'close', id: 'nobody'}],
      [{op: 'clear', id: 't'}],
      [{op: 'clear', id: 'nobody'}],
    ];
    for (const ops of none) assert.equal(reduce(before, ops), before, JSON.stringify(ops));
  });

  it('is kept by every item that neither has a changed descendant nor was changed itself', () => {
    forAll(RUNS, [tree, fc.array(op, {maxLength: 6}), fc.nat(9)], (top, ops, number) => {
      const before = conversation(top, ...['a', 'b', 'c'].map(id => item(id, 'text')));
      const about = ops.map(one => ({...one, id: one.id === 'd' ? `item-${number}` : one.id}));
      const after = reduce(before, about);
      const touched = new Set(about.flatMap(one => [one.id, 'parent' in one ? one.parent : '']));
      for (const one of walk(before)) {
        const below = [one, ...walk(one)];
        const now = find(after, one.id);
        if (!now || below.some(({id}) => touched.has(id))) continue;
        const closedAbove = about.some(
          ({op: name, id}) =>
            name === 'close' && [...walk(find(before, id) ?? {children: []})].includes(one),
        );
        if (!closedAbove) assert.equal(now, one);
      }
    });
  });
});

describe('reduce', () => {
  it('never throws and never changes its input, for any ops', () => {
    forAll(RUNS, [tree, fc.array(fc.oneof(op, oddOp), {maxLength: 12})], (top, ops) => {
      const before = frozen(conversation(top));
      const text = JSON.stringify(before);
      const after = reduce(before, ops as Op[]);
      assert.equal(JSON.stringify(before), text);
      for (const {id, kind, status, children} of walk(after)) {
        assert.equal(typeof id, 'string');
        assert.equal(typeof kind, 'string');
        assert.equal(typeof status, 'string');
        assert.ok(Array.isArray(children));
      }
      assert.equal(new Set(idsOf(after)).size, idsOf(after).length);
      assert.deepEqual(Object.keys(Object.prototype), []);
    });
  });

  it('returns equal conversations in one call or many, and again from an older one', () => {
    forAll(RUNS, [fc.array(fc.array(op, {maxLength: 5}), {maxLength: 6})], batches => {
      const one = reduce(emptyConversation, batches.flat());
      let many: Conversation = emptyConversation;
      const steps = batches.map(ops => (many = reduce(many, ops)));
      assert.deepEqual(many, one);
      const half = Math.floor(steps.length / 2);
      const again = batches
        .slice(half + 1)
        .reduce((result, ops) => reduce(result, ops), steps[half] ?? many);
      assert.deepEqual(again, one);
    });
  });

  it('does the same with a conversation that it has never seen', () => {
    forAll(RUNS, [fc.array(op, {maxLength: 8}), fc.array(op, {maxLength: 8})], (first, second) => {
      const known = reduce(emptyConversation, first);
      assert.deepEqual(reduce(structuredClone(known), second), reduce(known, second));
    });
  });

  it('passes over ops that are malformed', () => {
    const before = fold();
    const odd: unknown[] = [
      null,
      undefined,
      'open',
      [],
      {},
      {op: 'clear', id: 7},
      {op: 'merge', id: 't'},
      {op: 'append', id: 't', field: 'text'},
      {op: 'append', id: 't', field: 'text', text: Symbol('x')},
      {op: 'append', id: 't', field: 5, text: 'x'},
      {op: 'open', id: 'x', parent: 5, kind: 'text'},
      {op: 'open', id: 'x', kind: {}},
      {op: 'open', id: 'x', kind: 'text', fields: 'text'},
      {op: 'open', id: 'x', kind: 'text', status: 'odd'},
      {op: 'assign', id: 't', fields: [1]},
      {op: 'assign', id: 't', status: 1},
      {op: 'close', id: 't', status: 'over'},
    ];
    assert.equal(reduce(before, odd as Op[]), before);
  });

  it('treats names of the prototype as ordinary ids', () => {
    const ids = ['__proto__', 'constructor', 'toString', ''];
    const result = reduce(emptyConversation, [
      ...ids.map((id): Op => ({op: 'open', id, kind: 'text', fields: {text: id}})),
      ...ids.map((id): Op => ({op: 'append', id, field: 'text', text: '!'})),
    ]);
    assert.deepEqual(
      result.children.map(child => (child as {text?: string}).text),
      ids.map(id => `${id}!`),
    );
  });

  it('reaches the first of two items with one id, and leaves the other alone', () => {
    const twin = item('x', 'step', {title: 'second'}, [item('y', 'text', {text: 'of second'})]);
    const before = conversation(
      item('a', 'step', {status: 'streaming'}, [item('x', 'text', {text: 'first'})]),
      twin,
    );
    const after = reduce(before, [
      {op: 'append', id: 'x', field: 'text', text: '!'},
      {op: 'append', id: 'y', field: 'text', text: '!'},
      {op: 'close', id: 'a'},
    ]);
    assert.deepEqual(at(after, 'a').children, [item('x', 'text', {text: 'first!'})]);
    assert.equal(after.children[1], twin);
    const cleared = reduce(after, [
      {op: 'clear', id: 'a'},
      {op: 'assign', id: 'y', fields: {text: 'bad'}},
      {op: 'append', id: 'x', field: 'text', text: 'bad'},
    ]);
    assert.equal(cleared.children[1], twin);
  });

  it('leaves another item with the same id unchanged', () => {
    const twin = item('x', 'text', {status: 'streaming', text: 'second'});
    const before = conversation(
      item('x', 'text', {status: 'streaming'}),
      item('a', 'step', {}, [twin]),
    );
    assert.equal(reduce(before, [{op: 'close', id: 'a'}]), before);
    const after = reduce(before, [
      {op: 'clear', id: 'a'},
      {op: 'append', id: 'x', field: 'text', text: 'first'},
    ]);
    assert.equal((at(after, 'x') as {text?: string}).text, 'first');
  });

  it('finds each item below its ancestors', () => {
    const result = fold({op: 'close', id: 't'});
    for (const [id, path] of [
      ['m', ['m']],
      ['t', ['m', 's', 't']],
      ['u', ['m', 'u']],
      ['none', []],
    ] as const) {
      assert.deepEqual(
        pathTo(result, id),
        path.map(one => find(result, one)),
      );
    }
  });

  it('folds items nested 10,000 deep', () => {
    const before = conversation(nested(10_000));
    const after = reduce(before, [
      {op: 'append', id: 'leaf', field: 'text', text: 'er'},
      {op: 'open', id: 'new', parent: 'leaf', kind: 'text'},
      {op: 'close', id: 'level-1'},
    ]);
    const items = [...walk(after)];
    assert.equal(items.length, 10_002);
    assert.ok(items.every(({status}) => status === 'done'));
    assert.equal(reduce(after, [{op: 'clear', id: 'level-1'}]).children[0]?.children.length, 0);
  });

  it('closes and clears an item with 200,000 children', () => {
    const many = Array.from({length: 200_000}, (_, number): Op => ({
      op: 'open',
      id: String(number),
      parent: 'm',
      kind: 'text',
    }));
    const result = reduce(fold(), [...many, {op: 'close', id: 'm'}]);
    assert.ok(at(result, 'm').children.every(({status}) => status === 'done'));
    assert.deepEqual(idsOf(reduce(result, [{op: 'clear', id: 'm'}])), ['m']);
  });
});

describe('an older conversation', () => {
  it('is folded like a copy without a history', () => {
    const lists = fc.array(op, {maxLength: 20});
    forAll(RUNS, [tree, lists, lists, lists], (children, first, second, third) => {
      const older = reduce(conversation(children), first);
      reduce(older, second);
      const branch = reduce(older, third);
      assert.deepEqual(branch, reduce(structuredClone(older), third));
      assert.deepEqual(reduce(branch, second), reduce(structuredClone(branch), second));
    });
  });

  it('costs as much as the newest one', () => {
    let visited = 0;
    const counted = Array.from({length: 1000}, (_, number) => ({
      id: `i${number}`,
      kind: 'text' as const,
      status: 'done' as const,
      text: '',
      get children(): readonly Item[] {
        visited++;
        return [];
      },
    }));
    const older = reduce({version: 1, children: counted}, [{op: 'open', id: 'a', kind: 'text'}]);
    const costOf = (id: string): number => {
      const before = visited;
      reduce(older, [
        {op: 'open', id, kind: 'text'},
        {op: 'append', id: 'i7', field: 'text', text: id},
      ]);
      return visited - before;
    };
    const newest = costOf('b');
    assert.ok(visited >= counted.length, 'the first fold visits all');
    assert.ok(newest < 10);
    for (const id of ['c', 'd', 'e']) assert.equal(costOf(id), newest);
  });
});
