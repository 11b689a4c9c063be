import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {factsOf} from '../../../../src/core/protocol/ai-sdk/facts.js';

describe('factsOf', () => {
  it('reads the names of the documentation', () => {
    const metadata = {
      createdAt: 1_700_000_000_000,
      model: 'one',
      usage: {inputTokens: 1, outputTokens: 2, totalTokens: 3, cachedInputTokens: 9},
      own: 'ignored',
    };
    assert.deepEqual(factsOf(metadata), {
      createdAt: '2023-11-14T22:13:20.000Z',
      model: 'one',
      usage: {inputTokens: 1, outputTokens: 2, totalTokens: 3},
    });
    assert.deepEqual(factsOf({createdAt: '2026-11-22T10:00:00Z', totalTokens: 5}), {
      createdAt: '2026-11-22T10:00:00.000Z',
      usage: {totalTokens: 5},
    });
  });

  it('ignores values of other types', () => {
    const odd = {createdAt: 'soon', model: 7, usage: 'much', totalTokens: NaN};
    assert.deepEqual(factsOf(odd), {});
    assert.deepEqual(factsOf({createdAt: 1e300}), {});
    for (const metadata of [undefined, null, 'text', []]) assert.deepEqual(factsOf(metadata), {});
  });
});
