import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ByName} from '../../../../../src/core/protocol/ubik/tools/by-name.js';

describe('ByName', () => {
  it('returns the oldest waiting value of a name, and keeps it', () => {
    const waiting = new ByName<number>();
    waiting.add('a', 1);
    waiting.add('b', 2);
    waiting.add('a', 3);
    assert.equal(waiting.first('a'), 1);
    assert.equal(waiting.first('a'), 1);
    assert.equal(waiting.first('b'), 2);
  });

  it('returns undefined for a name without waiting values', () => {
    const waiting = new ByName<number>();
    assert.equal(waiting.first('a'), undefined);
    waiting.add('a', 1);
    waiting.delete('a', 1);
    assert.equal(waiting.first('a'), undefined);
  });

  it('continues with the next when the oldest is removed', () => {
    const waiting = new ByName<string>();
    for (const value of ['x', 'y', 'z']) waiting.add('a', value);
    waiting.delete('a', 'x');
    assert.equal(waiting.first('a'), 'y');
    waiting.delete('a', 'z');
    assert.equal(waiting.first('a'), 'y');
  });

  it('keeps a value once, at its first position', () => {
    const waiting = new ByName<string>();
    for (const value of ['x', 'y', 'x']) waiting.add('a', value);
    assert.equal(waiting.first('a'), 'x');
    waiting.delete('a', 'x');
    assert.equal(waiting.first('a'), 'y');
  });

  it('ignores the removal of an unknown value', () => {
    const waiting = new ByName<string>();
    waiting.delete('a', 'x');
    waiting.add('a', 'y');
    waiting.delete('a', 'x');
    waiting.delete('b', 'y');
    assert.equal(waiting.first('a'), 'y');
  });

  it('can be cleared', () => {
    const waiting = new ByName<string>();
    waiting.add('a', 'x');
    waiting.add('b', 'y');
    waiting.clear();
    assert.equal(waiting.first('a'), undefined);
    assert.equal(waiting.first('b'), undefined);
  });

  it('knows names that reach prototypes as plain names', () => {
    const waiting = new ByName<string>();
    assert.equal(waiting.first('__proto__'), undefined);
    assert.equal(waiting.first('constructor'), undefined);
    waiting.add('__proto__', 'x');
    assert.equal(waiting.first('__proto__'), 'x');
  });
});
