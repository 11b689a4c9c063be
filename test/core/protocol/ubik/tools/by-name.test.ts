import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ByName} from '../../../../../src/core/protocol/ubik/tools/by-name.js';

describe('ByName', () => {
  it('gives the value that has waited longest under a name, and leaves it there', () => {
    const waiting = new ByName<number>();
    waiting.add('a', 1);
    waiting.add('b', 2);
    waiting.add('a', 3);
    assert.equal(waiting.first('a'), 1);
    assert.equal(waiting.first('a'), 1);
    assert.equal(waiting.first('b'), 2);
  });

  it('gives nothing under a name that nothing waits under', () => {
    const waiting = new ByName<number>();
    assert.equal(waiting.first('a'), undefined);
    waiting.add('a', 1);
    waiting.delete('a', 1);
    assert.equal(waiting.first('a'), undefined);
  });

  it('continues with the next when the oldest is taken away', () => {
    const waiting = new ByName<string>();
    for (const value of ['x', 'y', 'z']) waiting.add('a', value);
    waiting.delete('a', 'x');
    assert.equal(waiting.first('a'), 'y');
    waiting.delete('a', 'z');
    assert.equal(waiting.first('a'), 'y');
  });

  it('keeps a value once, in its first place', () => {
    const waiting = new ByName<string>();
    for (const value of ['x', 'y', 'x']) waiting.add('a', value);
    assert.equal(waiting.first('a'), 'x');
    waiting.delete('a', 'x');
    assert.equal(waiting.first('a'), 'y');
  });

  it('takes away nothing that is not there', () => {
    const waiting = new ByName<string>();
    waiting.delete('a', 'x');
    waiting.add('a', 'y');
    waiting.delete('a', 'x');
    waiting.delete('b', 'y');
    assert.equal(waiting.first('a'), 'y');
  });

  it('forgets everything at once', () => {
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
