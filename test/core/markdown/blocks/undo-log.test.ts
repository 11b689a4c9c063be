import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {UndoLog} from '../../../../src/core/markdown/blocks/undo-log.js';
import {runs} from '../../../support/full.js';

describe('Journal', () => {
  it('reverts any changes, in any order', () => {
    const change = fc.oneof(
      fc.record({kind: fc.constant('push' as const), value: fc.integer()}),
      fc.record({kind: fc.constant('pop' as const), value: fc.constant(0)}),
      fc.record({kind: fc.constant('shift' as const), value: fc.integer({min: 0, max: 3})}),
      fc.record({kind: fc.constant('set' as const), value: fc.integer()}),
    );
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.array(change), (list, changes) => {
        const array = [...list];
        const target = {value: 0};
        const journal = new UndoLog();
        journal.record();
        for (const {kind, value} of changes) {
          if (kind === 'push') journal.push(array, value);
          else if (kind === 'pop') journal.pop(array);
          else if (kind === 'shift') journal.shift(array, value);
          else journal.set(target, 'value', value);
        }
        journal.rollBack();
        assert.deepEqual(array, list);
        assert.deepEqual(target, {value: 0});
        assert.equal(journal.recording, false);
      }),
      {numRuns: runs(1000)},
    );
  });

  it('keeps changes from before it recorded', () => {
    const journal = new UndoLog();
    const array: number[] = [];
    journal.push(array, 1);
    journal.record();
    assert.ok(journal.recording);
    journal.push(array, 2);
    journal.rollBack();
    journal.rollBack();
    assert.deepEqual(array, [1]);
  });
});
