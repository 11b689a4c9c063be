import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  defined,
  isRecord,
  asArray,
  asNumber,
  numericOf,
  asRecord,
  asRecords,
  asText,
  webUrl,
} from '../../src/core/values.js';

const odd: readonly unknown[] = [undefined, null, 0, 7, NaN, '', 'a', true, [], ['a'], {}, {a: 1}];

/** The values with content, as JSON. */
const those = (holds: (value: unknown) => boolean): readonly unknown[] => odd.filter(holds);

describe('isRecord', () => {
  it('is so for objects, and neither for lists nor for null', () => {
    assert.deepEqual(those(isRecord), [{}, {a: 1}]);
    assert.equal(isRecord(Object.create(null)), true);
  });
});

describe('asRecord', () => {
  it('is the value if it is an object, else an empty one that is frozen', () => {
    const value = {a: 1};
    assert.equal(asRecord(value), value);
    for (const other of odd.filter(one => !isRecord(one))) {
      assert.deepEqual(asRecord(other), {});
      assert.ok(Object.isFrozen(asRecord(other)));
    }
  });

  it('has no inherited value to be read for a protocol', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      assert.equal(asText(asRecord({})[name]), undefined);
      assert.equal(asText(asRecord(JSON.parse(`{"${name}":"x"}`))[name]), 'x');
    }
  });
});

describe('asArray', () => {
  it('is the value if it is a list, else an empty one', () => {
    assert.deepEqual(
      odd.map(asArray),
      odd.map((value): unknown => (Array.isArray(value) ? value : [])),
    );
  });
});

describe('asRecords', () => {
  it('is the objects of a list', () => {
    assert.deepEqual(asRecords([{a: 1}, null, 7, [{b: 1}], 'c', {d: 1}]), [{a: 1}, {d: 1}]);
    assert.deepEqual(asRecords({a: {b: 1}}), []);
    assert.deepEqual(asRecords(undefined), []);
  });
});

describe('asText', () => {
  it('is the value if it is a text that is not empty', () => {
    const found = those(value => asText(value) !== undefined);
    assert.deepEqual(found, ['a']);
    assert.equal(asText(' '), ' ');
  });
});

describe('asNumber', () => {
  it('is the value if it is a figure', () => {
    const found = those(value => asNumber(value) !== undefined);
    assert.deepEqual(found, [0, 7]);
    for (const value of [Infinity, -Infinity, NaN, '7', 7n]) {
      assert.equal(asNumber(value), undefined);
    }
    assert.equal(asNumber(-0.5), -0.5);
  });
});

describe('numericOf', () => {
  it('is a number, also one that is written as a string', () => {
    for (const [value, number] of [
      [7, 7],
      ['7', 7],
      [' -0.5 ', -0.5],
      ['007', 7],
    ] as const) {
      assert.equal(numericOf(value), number);
    }
    for (const value of [NaN, '', ' ', 'a', '1e9', '0x1', '1.', 7n, [7], null]) {
      assert.equal(numericOf(value), undefined);
    }
  });
});

describe('defined', () => {
  it('omits undefined values, and no others', () => {
    assert.deepEqual(defined({a: undefined, b: null, c: 0, d: '', e: false}), {
      b: null,
      c: 0,
      d: '',
      e: false,
    });
    assert.deepEqual(Object.keys(defined({a: undefined})), []);
  });

  it('does not modify its input', () => {
    const fields = {a: undefined, b: 1};
    assert.notEqual(defined(fields), fields);
    assert.deepEqual(Object.keys(fields), ['a', 'b']);
  });

  it('keeps a key that reaches a prototype as an ordinary key', () => {
    const fields = JSON.parse('{"__proto__":{"a":1}}') as object;
    const kept = defined(fields);
    assert.deepEqual(Object.keys(kept), ['__proto__']);
    assert.equal((kept as {a?: number}).a, undefined);
  });
});

describe('webUrl', () => {
  it('accepts addresses of the web only', () => {
    assert.equal(webUrl('HTTPS://a.example'), 'HTTPS://a.example');
    for (const url of ['javascript:alert(1)', 'ftp://a', '//a', 'https:a', '', undefined, 7]) {
      assert.equal(webUrl(url), undefined);
    }
  });
});
