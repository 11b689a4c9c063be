import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {backoff} from '../../../src/core/sse/backoff.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

describe('backoff', () => {
  it('doubles with each try, up to 15 seconds', () => {
    const ceilings = [0, 1, 2, 3, 4, 5, 6, 2000].map(attempt => backoff(attempt, {random: 1}));
    assert.deepEqual(ceilings, [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it('waits a random part of that', () => {
    assert.equal(backoff(3, {random: 0}), 0);
    assert.equal(backoff(3, {random: 0.25}), 1000);
  });

  it('waits as long as the server asks, and the random part on top', () => {
    assert.equal(backoff(0, {random: 0, retryAfter: 3000}), 3000);
    assert.equal(backoff(0, {random: 0.5, retryAfter: 3000}), 3250);
  });

  it('returns a delay that a timer supports, for any input', () => {
    forAll(runs(1000), [fc.double(), fc.double(), fc.double()], (attempt, random, retryAfter) => {
      const delay = backoff(attempt, {random, retryAfter});
      assert.ok(delay >= 0 && delay < 2 ** 31, String(delay));
    });
  });
});
