import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {isShallow, shallow} from '../../../../src/core/protocol/ubik/depth.js';

/** A value inside so many lists, or objects. */
function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

const inList = (inner: unknown): unknown => [inner];
const inObject = (inner: unknown): unknown => ({a: inner});

describe('isShallow', () => {
  for (const value of [1, 'a', null, undefined, true, [], {}, [[1], {a: [2]}], {a: {b: null}}]) {
    it(`is so for ${JSON.stringify(value)}`, () => {
      assert.equal(isShallow(value), true);
    });
  }

  for (const [name, wrap] of [
    ['lists', inList],
    ['objects', inObject],
  ] as const) {
    it(`is so for 200 levels of ${name}, and no more`, () => {
      assert.equal(isShallow(nested(200, wrap)), true);
      assert.equal(isShallow(nested(201, wrap)), false);
      assert.equal(isShallow(nested(100_000, wrap)), false);
    });
  }

  it('sees the deepest of many values', () => {
    const many = Array.from({length: 1_000}, (_, at) => at);
    assert.equal(isShallow({many, deep: nested(150, inList)}), true);
    assert.equal(isShallow({many, deep: nested(300, inList)}), false);
  });

  it('looks into every value of a wide one', () => {
    const wide = Array.from({length: 50_000}, () => ({a: [1]}));
    assert.equal(isShallow(wide), true);
  });
});

describe('shallow', () => {
  it('returns the same value, or undefined', () => {
    const value = {a: [1, {b: 2}]};
    assert.equal(shallow(value), value);
    assert.equal(shallow(null), null);
    assert.equal(shallow(nested(1_000, inObject)), undefined);
  });
});
