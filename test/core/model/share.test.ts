import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {shareStructure} from '../../../src/core/model/share.js';
import {frozen, item, nested, RUNS, tree} from './trees.js';
import {forAll} from '../../support/for-all.js';

/** Values of few shapes, so that two often have equal parts. */
const {value} = fc.letrec<{value: unknown}>(tie => ({
  value: fc.oneof(
    {depthSize: 'small', withCrossShrink: true},
    fc.constantFrom(null, 0, 1, '', 'a', true),
    fc.array(tie('value'), {maxLength: 3}),
    fc.dictionary(fc.constantFrom('id', 'a', 'b', '__proto__', 'constructor'), tie('value'), {
      noNullPrototype: true,
    }),
  ),
}));

/** Equal as JSON, whatever the order of keys. */
const isEqual = (a: unknown, b: unknown): boolean => {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
};

/** Fails if a part under the same key and without an id in a list is equal, but another object. */
function assertShared(before: unknown, shared: unknown): void {
  if (isEqual(before, shared)) {
    assert.equal(shared, before);
    return;
  }
  if (typeof before !== 'object' || typeof shared !== 'object' || !before || !shared) return;
  if (Array.isArray(before) !== Array.isArray(shared)) return;
  const had = new Map(Object.entries(before));
  for (const [key, part] of Object.entries(shared)) {
    const isMatchedById = Array.isArray(before) && part !== null && typeof part === 'object';
    if (had.has(key) && !isMatchedById) assertShared(had.get(key), part);
  }
}

describe('share', () => {
  it('is deep-equal to the newer value, and the older one wherever equal', () => {
    forAll(RUNS, [value, value], (before, after) => {
      frozen(before);
      frozen(after);
      const shared = shareStructure(before, after);
      assert.deepEqual(shared, after);
      assertShared(before, shared);
    });
  });

  it('returns the older of two equal values', () => {
    forAll(RUNS, [value], before => {
      assert.equal(shareStructure(before, structuredClone(before)), before);
    });
  });

  it('returns the older of two equal trees of items, and of every equal item in unequal ones', () => {
    forAll(RUNS, [tree, tree], (before, after) => {
      assert.equal(shareStructure(before, structuredClone(before)), before);
      const shared = shareStructure(before, after);
      assert.deepEqual(shared, after);
      for (const child of shared.children) {
        const was = before.children.find(({id}) => id === child.id);
        if (was && isEqual(was, child)) assert.equal(child, was);
      }
    });
  });

  it('finds an item by its id when it has moved in its list', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(id => item(id, 'text', {text: id}));
    const before = [a, b];
    const after = structuredClone([c, b, a]);
    const shared = shareStructure(before, after);
    assert.deepEqual(shared, [c, b, a]);
    assert.equal(shared[1], b);
    assert.equal(shared[2], a);
  });

  it('prefers the same position if several values have one id', () => {
    const before = [
      {id: 1, text: 'a'},
      {id: 1, text: 'b'},
    ];
    assert.equal(shareStructure(before, structuredClone(before)), before);
  });

  it('reports a shorter and a longer list, and a missing and an additional key, from the older one', () => {
    assert.deepEqual(shareStructure([1, 2], [1]), [1]);
    assert.deepEqual(shareStructure([1], [1, 2]), [1, 2]);
    assert.deepEqual(shareStructure({a: 1, b: 2}, {a: 1}), {a: 1});
    assert.deepEqual(shareStructure({a: 1}, {a: 1, b: undefined}), {a: 1, b: undefined});
    assert.deepEqual(shareStructure({a: undefined}, {b: undefined}), {b: undefined});
  });

  it('distinguishes lists, objects and undefined', () => {
    for (const [before, after] of [
      [[], {}],
      [{}, []],
      [null, {}],
      [{}, null],
      [undefined, []],
      ['a', ['a']],
      [{length: 0}, []],
    ] as const) {
      assert.equal(shareStructure(before, after), after);
    }
  });

  it('keeps the key __proto__ as a key', () => {
    const read = (text: string): object => JSON.parse(text) as object;
    const before = read('{"__proto__":{"a":1},"b":1}');
    const shared = shareStructure(before, read('{"__proto__":{"a":1},"b":2}'));
    assert.deepEqual(Object.keys(shared), ['__proto__', 'b']);
    assert.equal(Object.getPrototypeOf(shared), Object.prototype);
    assert.equal(JSON.stringify(shared), '{"__proto__":{"a":1},"b":2}');
  });

  it('compares items nested 10,000 deep', () => {
    const before = nested(10_000);
    assert.equal(shareStructure(before, nested(10_000)), before);
    const shared = shareStructure(before, nested(10_000, {text: 'deeper'}));
    assert.notEqual(shared, before);
  });
});
