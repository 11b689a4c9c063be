import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {diffDocuments, type DocumentPatch} from '../../aishu/patches.js';
import {aishu} from '../../../../src/core/index.js';
import {runs} from '../../../../test/support/full.js';

/** The client's document after these patches. */
const applied = (patches: readonly DocumentPatch[]): unknown =>
  aishu.accumulate(patches.map((patch, seq_id) => ({data: JSON.stringify({seq_id, ...patch})})));

const patchesBetween = (before: object, after: object): unknown[] =>
  diffDocuments(before as Record<string, unknown>, after as Record<string, unknown>).map(
    ({action, key, content}) => [action, key.join('/'), content],
  );

describe('patches between documents', () => {
  it('sends a new field completely, and the key of a removed one', () => {
    assert.deepEqual(patchesBetween({}, {a: {b: [1]}}), [['upsert', 'a', {b: [1]}]]);
    assert.deepEqual(patchesBetween({a: {b: 1, c: 2}}, {a: {c: 2}}), [['remove', 'a/b', null]]);
  });

  it('appends the added text, and replaces it if it changed otherwise', () => {
    assert.deepEqual(patchesBetween({a: 'so'}, {a: 'so far'}), [['append', 'a', ' far']]);
    assert.deepEqual(patchesBetween({a: 'so far'}, {a: 'so'}), [['upsert', 'a', 'so']]);
    assert.deepEqual(patchesBetween({a: ['so']}, {a: ['so far']}), [['append', 'a/0', ' far']]);
  });

  it('appends each new element at its index, and removes the last ones', () => {
    assert.deepEqual(patchesBetween({a: [1]}, {a: [1, 2, 3]}), [
      ['append', 'a/1', 2],
      ['append', 'a/2', 3],
    ]);
    assert.deepEqual(patchesBetween({a: [1, 2, 3]}, {a: [1]}), [
      ['remove', 'a/1', null],
      ['remove', 'a/2', null],
    ]);
  });

  it('leads every client from any document to any other', () => {
    const value = fc.letrec(tie => ({
      any: fc.oneof(
        {maxDepth: 3},
        fc.string({maxLength: 4}),
        fc.integer({min: 1}),
        fc.array(tie('any'), {maxLength: 3}),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), {noNullPrototype: true}),
      ),
    })).any;
    const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, {noNullPrototype: true});
    fc.assert(
      fc.property(document, document, (before, after) => {
        const patches = [...diffDocuments({}, before), ...diffDocuments(before, after)];
        assert.deepEqual(applied(patches), after);
      }),
      {numRuns: runs(1000)},
    );
  });
});
