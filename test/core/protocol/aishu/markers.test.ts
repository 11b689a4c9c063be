import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {scan, unscanned} from '../../../../src/core/protocol/aishu/markers.js';

/** A text read whole, with `{n}` where a marker stood. */
function read(words: string, count = 3): string {
  const {text, markers} = scan(unscanned, words, count, true);
  return [...markers]
    .reverse()
    .reduce(
      (all, {offset, number}) => `${all.slice(0, offset)}{${number}}${all.slice(offset)}`,
      text,
    );
}

describe('a marker', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['标准[1]，编号[2]。', '标准{1}，编号{2}。'],
    ['end[3]', 'end{3}'],
    ['[1][2]', '{1}{2}'],
    ['no source [4] [0] [12] [1234]', 'no source [4] [0] [12] [1234]'],
    ['a link [1](https://a.example)', 'a link [1](https://a.example)'],
    ['not one [x] [1 ] [] [', 'not one [x] [1 ] [] ['],
    ['code `a[1]` and [1]', 'code `a[1]` and {1}'],
    ['code ``a`[1]`` and [1]', 'code ``a`[1]`` and {1}'],
    ['```js\na[1]\n```\n[1]', '```js\na[1]\n```\n{1}'],
    ['a stray ` here\nand [1]', 'a stray ` here\nand {1}'],
  ];
  for (const [words, expected] of rows) {
    it(`is read in ${JSON.stringify(words)}`, () => assert.equal(read(words), expected));
  }

  it('is text when there is nothing to cite', () => {
    assert.deepEqual(scan(unscanned, 'a[1]', 0), {...unscanned, text: 'a[1]'});
  });

  it('is never half shown', () => {
    const half = scan(unscanned, 'standard [1', 3);
    assert.deepEqual([half.text, half.held], ['standard ', '[1']);
    const rest = scan(half, '], more', 3);
    assert.deepEqual([rest.text, rest.markers], ['standard , more', [{offset: 9, number: 1}]]);
    assert.equal(scan(half, '', 3, true).text, 'standard [1');
  });

  it('is the same wherever the text is cut, and what is shown only grows', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '1',
      '2',
      '9',
      '(',
      '`',
      '``',
      '\n',
      'a',
      '标',
      '😀',
      '[1]',
      '[2](x)',
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece).map(part => part.join(''))), parts => {
        let state = unscanned;
        for (const part of parts) {
          const next = scan(state, part, 3);
          assert.ok(next.text.startsWith(state.text));
          state = next;
        }
        const {text, markers} = scan(state, '', 3, true);
        const whole = scan(unscanned, parts.join(''), 3, true);
        assert.deepEqual({text, markers}, {text: whole.text, markers: whole.markers});
      }),
      {numRuns: 1000},
    );
  });
});
