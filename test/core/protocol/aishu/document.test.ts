import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {applyPatch} from '../../../../src/core/protocol/aishu/document.js';
import type {PatchKey, Patch} from '../../../../src/core/protocol/aishu/events.js';
import {accumulate} from '../../../../src/core/protocol/aishu/accumulator.js';
import {frame} from '../recorded.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

type Root = Readonly<Record<string, unknown>>;

function apply(root: Root, action: Patch['action'], key: PatchKey, content: unknown = null) {
  return applyPatch(root, {type: 'patch', action, key, content, seq: undefined});
}

const rows: readonly (readonly [
  string,
  Root,
  Patch['action'],
  PatchKey,
  unknown,
  Root,
  string?,
])[] = [
  ['sets a field', {a: 1}, 'upsert', ['a'], 2, {a: 2}],
  ['sets a field to null', {a: 1}, 'upsert', ['a'], null, {a: null}],
  ['replaces the whole', {a: 1}, 'upsert', [], {b: 2}, {b: 2}],
  ['makes missing objects', {}, 'upsert', ['a', 'b', 'c'], 1, {a: {b: {c: 1}}}],
  ['makes missing lists', {}, 'append', ['a', 0, 'b'], 'x', {a: [{b: 'x'}]}],
  ['makes a container of what is none', {a: 'text'}, 'upsert', ['a', 'b'], 1, {a: {b: 1}}],
  ['joins strings', {a: 'x'}, 'append', ['a'], 'y', {a: 'xy'}],
  ['joins strings in a list', {a: ['x']}, 'append', ['a', 0], 'y', {a: ['xy']}],
  ['pushes onto a list', {a: [1]}, 'append', ['a'], [2], {a: [1, [2]]}],
  ['puts a new element at its number', {a: [1]}, 'append', ['a', 1], 2, {a: [1, 2]}],
  ['never shifts what is there', {a: [1, 2]}, 'append', ['a', 0], 3, {a: [3, 2]}, 'value-replaced'],
  ['sets what was null', {a: null}, 'append', ['a'], 'x', {a: 'x'}],
  ['replaces what cannot be added to', {a: 1}, 'append', ['a'], 'x', {a: 'x'}, 'value-replaced'],
  [
    'reads digits as a number where there is a list',
    {a: [1, 2]},
    'upsert',
    ['a', '1'],
    3,
    {a: [1, 3]},
  ],
  [
    'reads a number as a name where there is an object',
    {a: {}},
    'upsert',
    ['a', 1],
    3,
    {a: {'1': 3}},
  ],
  ['keeps names with dots and brackets whole', {}, 'upsert', ['a.b[0]'], 1, {'a.b[0]': 1}],
  ['removes a field', {a: 1, b: 2}, 'remove', ['a'], null, {b: 2}],
  ['removes the last element', {a: [1, 2]}, 'remove', ['a', 1], null, {a: [1]}],
  ['empties a slot in the middle', {a: [1, 2]}, 'remove', ['a', 0], null, {a: [undefined, 2]}],
  ['removes nothing where nothing is', {a: 1}, 'remove', ['b', 'c'], null, {a: 1}],
  ['does not replace the whole by a list', {a: 1}, 'upsert', [], [], {a: 1}, 'key-mismatch'],
  ['does not append to the whole', {a: 1}, 'append', [], {b: 1}, {a: 1}, 'key-mismatch'],
  ['does not name a slot', {a: []}, 'upsert', ['a', 'length'], 9, {a: []}, 'key-mismatch'],
  ['does not make room for a billion', {a: []}, 'upsert', ['a', 1e9], 9, {a: []}, 'key-mismatch'],
  ['does not make a list of a billion', {}, 'upsert', ['a', 1e9], 9, {}, 'key-mismatch'],
];

describe('a patch', () => {
  for (const [what, before, action, key, content, after, odd] of rows) {
    it(`${what}: ${action} ${JSON.stringify(key)}`, () => {
      assert.deepEqual(apply(before, action, key, content), {root: after, ...(odd && {odd})});
    });
  }

  it('removes the end of a list element by element, by the previous indexes', () => {
    const root = {a: [1, 2, 3, 4]};
    const once = apply(root, 'remove', ['a', 2]).root;
    assert.deepEqual(apply(once, 'remove', ['a', 3]).root, {a: [1, 2]});
  });

  it('copies the containers on its path and nothing else', () => {
    const root = {a: {b: [{c: 1}, {d: 1}]}, e: {f: 1}};
    const frozen = JSON.stringify(root);
    const {root: next} = apply(root, 'upsert', ['a', 'b', 0, 'c'], 2);
    assert.equal(JSON.stringify(root), frozen);
    assert.equal(next['e'], root.e);
    assert.notEqual(next['a'], root.a);
    assert.equal((next['a'] as typeof root.a).b[1], root.a.b[1]);
  });

  it('refuses keys that could reach a prototype, and keys that are none', () => {
    for (const part of ['__proto__', 'constructor', 'prototype']) {
      const hostile = `{"key":["message",${JSON.stringify(part)},"polluted"],"action":"upsert","content":1}`;
      assert.deepEqual(accumulate([{data: hostile}]), {});
    }
    for (const key of [undefined, 'message', [null], [1.5], [-1], Array(101).fill('a')]) {
      assert.deepEqual(accumulate([frame({key, action: 'upsert', content: 1})]), {});
    }
    assert.equal(({} as {polluted?: unknown}).polluted, undefined);
  });

  it('treats a name that objects inherit as any other', () => {
    assert.deepEqual(apply({}, 'append', ['toString'], 'x'), {root: {toString: 'x'}});
    assert.deepEqual(apply({}, 'remove', ['toString']), {root: {}});
  });

  it('sets the named value, and never throws', () => {
    const part = fc.oneof(fc.constantFrom('a', 'b', 'length', '0', '01', 'toString'), fc.nat(4));
    const one = fc.record({
      action: fc.constantFrom('upsert', 'append', 'remove'),
      key: fc.array(part, {maxLength: 5}),
      content: fc.jsonValue(),
    });
    forAll(runs(1000), [fc.array(one)], patches => {
      let root: Root = {};
      for (const {action, key, content} of patches) {
        const before = JSON.stringify(root);
        const {root: next, odd} = apply(root, action, key, content);
        assert.equal(JSON.stringify(root), before);
        if (odd === 'key-mismatch') assert.equal(next, root);
        root = next;
      }
      assert.doesNotThrow(() => JSON.stringify(root));
    });
  });
});
