import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {usageOf} from '../../../../src/core/protocol/anthropic/usage.js';
import type {Usage} from '../../../../src/core/model/item.js';

const of = (...usages: readonly unknown[]): Usage | undefined =>
  usageOf(usages.map(usage => ({id: '', content: [], stop_reason: null, usage})));

describe('usageOf', () => {
  const cases: readonly (readonly [
    title: string,
    usages: readonly unknown[],
    input: number,
    output: number,
  ])[] = [
    ['one message', [{input_tokens: 10, output_tokens: 5}], 10, 5],
    [
      'what went through a cache as input',
      [{input_tokens: 1, cache_creation_input_tokens: 2, cache_read_input_tokens: 4}],
      7,
      0,
    ],
    [
      'all messages of a run',
      [
        {input_tokens: 1, output_tokens: 2},
        {input_tokens: 4, output_tokens: 8},
      ],
      5,
      10,
    ],
    ['messages of which some tell nothing', [{output_tokens: 3}, undefined, {}], 0, 3],
    ['nothing of what is no figure', [{input_tokens: '9', output_tokens: null}], 0, 0],
    ['nothing of what is not known', [{future_tokens: 9, output_tokens: 1}], 0, 1],
  ];
  for (const [title, usages, input, output] of cases) {
    it(`counts ${title}`, () => {
      assert.deepEqual(of(...usages), {
        inputTokens: input,
        outputTokens: output,
        totalTokens: input + output,
      });
    });
  }

  it('is undefined without any figures', () => {
    for (const usages of [[], [undefined], [{}], [null, 7, 'x', []]]) {
      assert.equal(of(...usages), undefined);
    }
  });
});
