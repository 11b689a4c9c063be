import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {emptyConversation} from '../../../src/core/model/item.js';
import type {CloseOp, Op} from '../../../src/core/model/op.js';
import {reduce} from '../../../src/core/model/reduce.js';
import {walk} from '../../../src/core/model/select.js';
import {isWellFormed} from '../../../src/core/model/well-formed.js';
import {op as anyOp, RUNS, statuses} from './trees.js';
import {forAll} from '../../support/for-all.js';

/** A run of a protocol. After each op: all items with status and text. */
const run: readonly (readonly [op: Op, folded: string])[] = [
  [{op: 'open', id: 'm', kind: 'message', fields: {role: 'assistant'}}, 'm:streaming'],
  [
    {op: 'open', id: 's', parent: 'm', kind: 'step', fields: {title: 'One'}},
    'm:streaming s:streaming',
  ],
  [
    {op: 'open', id: 't', parent: 's', kind: 'text', fields: {text: 'He'}},
    'm:streaming s:streaming t:streaming=He',
  ],
  [
    {op: 'append', id: 't', field: 'text', text: 'llo'},
    'm:streaming s:streaming t:streaming=Hello',
  ],
  [{op: 'close', id: 's'}, 'm:streaming s:done t:done=Hello'],
  [
    {op: 'open', id: 'r', parent: 'm', kind: 'request', status: 'waiting'},
    'm:streaming s:done t:done=Hello r:waiting',
  ],
  [{op: 'assign', id: 'm', status: 'waiting'}, 'm:waiting s:done t:done=Hello r:waiting'],
  [{op: 'assign', id: 'r', status: 'done'}, 'm:waiting s:done t:done=Hello r:done'],
  [{op: 'assign', id: 't', fields: {text: undefined}}, 'm:waiting s:done t:done r:done'],
  [{op: 'append', id: 't', field: 'text', text: 'Anew'}, 'm:waiting s:done t:done=Anew r:done'],
  [{op: 'clear', id: 's'}, 'm:waiting s:done r:done'],
  [{op: 'append', id: 't', field: 'text', text: ' and late'}, 'm:waiting s:done r:done'],
  [
    {op: 'open', id: 't', parent: 'r', kind: 'text', fields: {text: 'Here'}},
    'm:waiting s:done r:done t:streaming=Here',
  ],
  [{op: 'close', id: 'm', status: 'stopped'}, 'm:stopped s:done r:done t:stopped=Here'],
  [
    {op: 'open', id: 'm', kind: 'message', status: 'streaming', fields: {note: 'x'}},
    'm:stopped s:done r:done t:stopped=Here',
  ],
  [{op: 'assign', id: 'm', status: 'streaming'}, 'm:streaming s:done r:done t:stopped=Here'],
];

const ops = run.map(([op]) => op);

/** All items after the ops, in reading order. */
function folded(list: readonly Op[]): string {
  return [...walk(reduce(emptyConversation, list))]
    .map(item => {
      const words = 'text' in item ? `=${item.text ?? ''}` : '';
      return `${item.id}:${item.status}${words}`;
    })
    .join(' ');
}

describe('a run that is written by ops', () => {
  run.forEach(([op, expected], at) => {
    it(`is ${expected} after ${JSON.stringify(op)}`, () => {
      assert.equal(folded(ops.slice(0, at + 1)), expected);
    });
  });

  it('is the same one op at a time, and all at once', () => {
    const one = ops.reduce((state, op) => reduce(state, [op]), emptyConversation);
    assert.deepEqual(reduce(emptyConversation, ops), one);
  });

  it('consists of well-formed ops only', () => {
    for (const op of ops) assert.ok(isWellFormed(op), JSON.stringify(op));
  });
});

describe('a status', () => {
  for (const status of statuses) {
    const open: Op = {op: 'open', id: 'a', kind: 'text', status};

    it(`of ${status} can be opened with, and is not changed by opening again`, () => {
      assert.equal(folded([open]), `a:${status}`);
      assert.equal(folded([open, {...open, status: 'done'}]), `a:${status}`);
    });

    it(`of ${status} can be assigned`, () => {
      for (const before of statuses) {
        const assign: Op = {op: 'assign', id: 'a', status};
        assert.equal(folded([{...open, status: before}, assign]), `a:${status}`);
      }
    });

    it(`of ${status} is ${['streaming', 'waiting'].includes(status) ? 'ended' : 'kept'} by a close`, () => {
      for (const ending of ['done', 'failed', 'stopped', 'interrupted'] as const) {
        const isOpen = status === 'streaming' || status === 'waiting';
        const close: CloseOp = {op: 'close', id: 'a', status: ending};
        assert.equal(folded([open, close]), `a:${isOpen ? ending : status}`);
      }
    });
  }
});

describe('a field', () => {
  const open: Op = {op: 'open', id: 'a', kind: 'tool', fields: {name: 'n', log: 'x'}};
  const field = (name: string, ...list: readonly Op[]): unknown => {
    const [item] = reduce(emptyConversation, [open, ...list]).children;
    return item && (item as unknown as Record<string, unknown>)[name];
  };

  const cases: readonly (readonly [title: string, name: string, op: Op, value: unknown])[] = [
    ['is appended to', 'log', {op: 'append', id: 'a', field: 'log', text: 'y'}, 'xy'],
    ['is begun by an append', 'output', {op: 'append', id: 'a', field: 'output', text: 'y'}, 'y'],
    ['has a key of its own', 'log:k', {op: 'append', id: 'a', field: 'log:k', text: 'y'}, 'y'],
    ['is not touched by no text', 'log', {op: 'append', id: 'a', field: 'log', text: ''}, 'x'],
    [
      'is not begun by no text',
      'output',
      {op: 'append', id: 'a', field: 'output', text: ''},
      undefined,
    ],
    ['is assigned', 'log', {op: 'assign', id: 'a', fields: {log: 'y'}}, 'y'],
    ['is assigned null', 'log', {op: 'assign', id: 'a', fields: {log: null}}, null],
    ['is removed', 'log', {op: 'assign', id: 'a', fields: {log: undefined}}, undefined],
    ['is left when others are assigned', 'log', {op: 'assign', id: 'a', fields: {error: 'e'}}, 'x'],
    [
      'is set by opening again',
      'log',
      {op: 'open', id: 'a', kind: 'tool', fields: {log: 'y'}},
      'y',
    ],
    ['is left by opening again without it', 'log', {op: 'open', id: 'a', kind: 'tool'}, 'x'],
    ['is left by a close', 'log', {op: 'close', id: 'a'}, 'x'],
    ['is left by a clear', 'log', {op: 'clear', id: 'a'}, 'x'],
    ['is not that of another item', 'log', {op: 'append', id: 'b', field: 'log', text: 'y'}, 'x'],
  ];
  for (const [title, name, op, value] of cases) {
    it(`${title}: ${JSON.stringify(op)}`, () => {
      assert.deepEqual(field(name, op), value);
    });
  }

  it('that is no name of a field cannot be written', () => {
    for (const name of ['id', 'kind', 'children']) {
      const before = field(name);
      assert.deepEqual(field(name, {op: 'append', id: 'a', field: name, text: 'y'}), before);
      assert.deepEqual(field(name, {op: 'assign', id: 'a', fields: {[name]: 'y'}}), before);
    }
  });
});

describe('repeated ops', () => {
  it('change nothing if they only open, assign, close or clear the same again', () => {
    forAll(RUNS, [fc.array(anyOp, {maxLength: 8})], list => {
      const once = reduce(emptyConversation, list);
      const last = list.at(-1);
      if (!last || last.op === 'append') return;
      assert.equal(reduce(once, [last]), once);
    });
  });
});
