import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Registry} from '../../src/core/registry.js';

describe('Registry', () => {
  it('gives the value that was registered last', () => {
    const registry = new Registry<number>();
    assert.equal(registry.get('a'), undefined);
    registry.register('a', 1);
    registry.register('a', 2);
    assert.equal(registry.get('a'), 2);
    assert.deepEqual(registry.all('a'), [2, 1]);
    assert.deepEqual(registry.all('b'), []);
  });

  it('falls back to its parent, and asks it last', () => {
    const parent = new Registry<string>();
    const child = new Registry(parent);
    parent.register('a', 'parent');
    assert.equal(child.get('a'), 'parent');
    const undo = child.register('a', 'child');
    assert.equal(child.get('a'), 'child');
    assert.deepEqual(child.all('a'), ['child', 'parent']);
    assert.equal(parent.get('a'), 'parent');
    undo();
    assert.equal(child.get('a'), 'parent');
  });

  it('undoes one registration, once, and no other of the same value', () => {
    const registry = new Registry<number>();
    const undo = registry.register('a', 1);
    registry.register('a', 1);
    registry.register('a', 2);
    undo();
    undo();
    assert.deepEqual(registry.all('a'), [2, 1]);
  });

  it('contains undefined values', () => {
    const parent = new Registry<null | undefined>();
    const child = new Registry(parent);
    parent.register('a', null);
    child.register('a', undefined);
    assert.equal(child.get('a'), undefined);
    assert.deepEqual(child.all('a'), [undefined, null]);
  });

  it('treats names of the prototype as ordinary names', () => {
    const registry = new Registry<number>();
    assert.equal(registry.get('constructor'), undefined);
    registry.register('__proto__', 1);
    assert.equal(registry.get('__proto__'), 1);
  });
});
