import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {jsonText, parseJson, withoutHalfPairs} from '../../src/core/json.js';

describe('parseJson', () => {
  it('returns the value of a JSON text, and undefined for any other', () => {
    assert.deepEqual(parseJson('{"a":[1,null]}'), {a: [1, null]});
    assert.equal(parseJson('null'), null);
    for (const text of ['', '{', 'undefined', "{'a':1}", '1 2']) {
      assert.equal(parseJson(text), undefined);
    }
  });
});

describe('withoutHalfPairs', () => {
  it('replaces escaped halves of surrogate pairs, and nothing else', () => {
    const half = (value: string): unknown => parseJson(withoutHalfPairs(value));
    assert.deepEqual(half('{"a":"\\ud83d"}'), {a: '\ufffd'});
    assert.deepEqual(half('["\\uDE00\\uD83D","\\ud83d\\ude00"]'), ['\ufffd\ufffd', '😀']);
    assert.deepEqual(half('["\\\\ud83d","\\n\\u0041"]'), ['\\ud83d', '\nA']);
  });
});

describe('jsonText', () => {
  it('gives the text of a value', () => {
    assert.equal(jsonText({a: [1]}), '{"a":[1]}');
    assert.equal(jsonText({a: 1}, 2), '{\n  "a": 1\n}');
  });

  it('returns undefined for values without JSON', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    for (const value of [undefined, Symbol('x'), 1n, cycle, deep]) {
      assert.equal(jsonText(value), undefined);
    }
  });
});
