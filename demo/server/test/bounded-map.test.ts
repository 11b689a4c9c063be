import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BoundedMap} from '../bounded-map.js';

describe('a map in which anybody may store', () => {
  it('keeps as many entries as it may, the newest', () => {
    const map = new BoundedMap<string, number>({maxEntries: 3});
    for (const [n, key] of ['a', 'b', 'c', 'd', 'e'].entries()) map.set(key, n);
    assert.deepEqual([...map], Object.entries({c: 2, d: 3, e: 4}));
    // An entry that is set again keeps its place; one that is deleted before is the newest.
    map.set('c', 5).set('f', 6);
    assert.deepEqual([...map.keys()], ['d', 'e', 'f']);
    map.delete('d');
    map.set('d', 7).set('g', 8);
    assert.deepEqual([...map.keys()], ['f', 'd', 'g']);
  });

  it('keeps as many characters as it may, also of entries that grow', () => {
    const map = new BoundedMap<string, string[]>({
      maxEntries: 10,
      maxCharacters: 10,
      charactersOf: texts => texts.join('').length,
    });
    const first = ['12345'];
    map.set('first', first).set('second', ['12345']);
    assert.equal(map.size, 2);
    map.set('third', ['1']);
    assert.deepEqual([...map.keys()], ['second', 'third']);
    map.get('third')?.push('123456');
    map.set('third', map.get('third') ?? []);
    assert.deepEqual([...map.keys()], ['third']);
    map.set('too long', ['12345678901']);
    assert.equal(map.size, 0);
  });
});
