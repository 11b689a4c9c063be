import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {parsePartialJson} from '../../src/core/partial-json.js';
import {runs} from '../support/full.js';
import {forAll} from '../support/for-all.js';

const RUNS = runs(1000);

/** Fails if the partial value has a part that the whole does not have, or not in that position. */
function assertBeginningOf(part: unknown, whole: unknown): void {
  if (typeof part === 'string' && typeof whole === 'string') {
    assert.ok(whole.startsWith(part), `${part} does not begin ${whole}`);
    return;
  }
  if (typeof part !== 'object' || part === null) {
    assert.ok(Object.is(part, whole), `${String(part)} is not ${String(whole)}`);
    return;
  }
  assert.ok(typeof whole === 'object' && whole !== null);
  assert.equal(Array.isArray(part), Array.isArray(whole));
  const parts = Object.entries(part);
  // All but the last have been read to their ends.
  parts.forEach(([key, value], at) => {
    const all = Object.getOwnPropertyDescriptor(whole, key)?.value as unknown;
    if (at < parts.length - 1) assert.deepEqual(value, all);
    else assertBeginningOf(value, all);
  });
}

const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'length'));
const {document} = fc.letrec<{document: unknown; value: unknown}>(tie => ({
  document: fc.oneof(
    {depthSize: 'small', withCrossShrink: true},
    fc.string({unit: 'binary'}),
    fc.array(tie('value'), {maxLength: 4}),
    fc.dictionary(key, tie('value'), {maxKeys: 4, noNullPrototype: true}),
  ),
  value: fc.oneof(
    {weight: 1, arbitrary: tie('document')},
    {weight: 1, arbitrary: fc.double({noNaN: true, noDefaultInfinity: true})},
    {weight: 1, arbitrary: fc.integer()},
    {weight: 1, arbitrary: fc.constantFrom(true, false, null)},
  ),
}));

describe('parsePartialJson', () => {
  it('returns only correct parts for any beginning of a document, and the whole for the whole', () => {
    forAll(RUNS, [document, fc.constantFrom(undefined, 1, '\t')], (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const whole: unknown = JSON.parse(text);
      for (let end = 0; end < text.length; end++) {
        const part = parsePartialJson(text.slice(0, end));
        if (part !== undefined) assertBeginningOf(part, whole);
      }
      assert.deepEqual(parsePartialJson(text), whole);
    });
  });

  it('never returns less for a longer beginning', () => {
    forAll(RUNS, [document], value => {
      const text = JSON.stringify(value);
      let last: unknown;
      for (let end = 0; end <= text.length; end++) {
        const part = parsePartialJson(text.slice(0, end));
        if (last !== undefined) assertBeginningOf(last, part);
        last = part;
      }
    });
  });

  it('returns the text of a number that would be rounded', () => {
    for (const text of ['{"id":12345678901234567890,', '{"id":12345678901234567890}'])
      assert.deepEqual(parsePartialJson(text), {id: '12345678901234567890'});
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      ...'{}[]",:\\/ \n\u0000-+.eE0123456789tfnurl'.split(''),
      '\\u',
      '\\ud83d',
      'true',
      'null',
      '"__proto__":',
      '😀',
      '\ud83d',
    );
    forAll(
      RUNS,
      [
        fc.oneof(
          fc.string({unit: 'binary'}),
          fc.array(piece).map(pieces => pieces.join('')),
        ),
      ],
      text => {
        parsePartialJson(text);
      },
    );
    for (const odd of [undefined, null, 5, {}]) {
      assert.equal(parsePartialJson(odd as string), undefined);
    }
  });

  for (const [text, shown] of [
    ['', undefined],
    ['   ', undefined],
    ['{', {}],
    ['[', []],
    ['"', ''],
    ['{"qu', {}],
    ['{"query"', {}],
    ['{"query":', {}],
    ['{"query": "', {query: ''}],
    ['{"query": "Hang', {query: 'Hang'}],
    ['{"query": "a\\', {query: 'a'}],
    ['{"query": "a\\n', {query: 'a\n'}],
    ['{"query": "a\\u00e', {query: 'a'}],
    ['{"query": "a\\u00e9', {query: 'aé'}],
    ['{"query": "\\ud83d', {query: ''}],
    ['{"query": "\\ud83d\\ude', {query: ''}],
    ['{"query": "\\ud83d\\ude00', {query: '😀'}],
    ['{"query": "\ud83d', {query: ''}],
    ['{"n": 1', {}],
    ['{"n": 12.', {}],
    ['{"n": 12 ', {n: 12}],
    ['{"n": -1.5e3,', {n: -1500}],
    ['{"n": -', {}],
    ['{"b": tru', {}],
    ['{"b": true', {b: true}],
    ['{"b": null, "c": fals', {b: null}],
    ['[1, [2, {"a": [3, "x', [1, [2, {a: [3, 'x']}]]],
    ['[1,', [1]],
    ['{"a": {}, "b": []', {a: {}, b: []}],
    ['{"a": "x", "a": "y', {a: 'y'}],
    // Not JSON: the valid part before the error.
    ['{"a": 1x}', {}],
    ['{"a": 01}', {}],
    ['{"a": 1, b: 2}', {a: 1}],
    ['{"a": "x" "b": 1}', {a: 'x'}],
    ['{"a" 1}', {}],
    ['["a\nb"]', ['a']],
    ['["a\\x"]', ['a']],
    ['[1}', [1]],
    ['nothing', undefined],
    ['-', undefined],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${shown === undefined ? 'undefined' : JSON.stringify(shown)}`, () => {
      assert.deepEqual(parsePartialJson(text), shown);
    });
  }

  it('keeps the key __proto__ as a key', () => {
    const shown = parsePartialJson('{"__proto__": {"polluted": true}, "constructor": "x') as object;
    assert.deepEqual(Object.keys(shown), ['__proto__', 'constructor']);
    assert.equal('polluted' in shown, false);
  });

  it('reads no deeper than the stack allows', () => {
    let shown = parsePartialJson('['.repeat(100_000));
    let depth = 0;
    for (; Array.isArray(shown) && shown.length > 0; depth++) shown = shown[0];
    assert.ok(depth >= 100);
  });

  it('reads a text of 10 million characters', () => {
    const shown = parsePartialJson(`{"text": "${'a\\n'.repeat(3_300_000)}`) as {text: string};
    assert.equal(shown.text.length, 6_600_000);
  });
});
