import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {Trimmed} from '../../../../../src/core/protocol/ubik/text/trimmed.js';
import {runs} from '../../../../support/full.js';

const push = (what: 'lines' | 'all', ...pieces: readonly string[]): readonly string[] => {
  const trimmed = new Trimmed(what);
  return pieces.map(piece => trimmed.push(piece));
};

describe('Trimmed', () => {
  const cases: readonly (readonly [
    title: string,
    what: 'lines' | 'all',
    pieces: readonly string[],
    given: readonly string[],
  ])[] = [
    ['passes words on', 'all', ['a', 'b c'], ['a', 'b c']],
    ['gives nothing for nothing', 'all', ['', ''], ['', '']],
    ['gives nothing for white space alone', 'lines', [' ', '\n', '\t\r\n'], ['', '', '']],
    ['takes the front away', 'all', [' \n a'], ['a']],
    ['takes a front of several pieces away', 'all', ['\n', '  ', 'a'], ['', '', 'a']],
    ['keeps the indent of the first line', 'lines', ['\n\n  - a'], ['  - a']],
    ['keeps an indent of several pieces', 'lines', ['\n ', ' ', '- a'], ['', '', '  - a']],
    ['keeps an indent behind each of the line ends', 'lines', ['\r\r  a'], ['  a']],
    ['keeps an indent that no line end stands before', 'lines', ['   a'], ['   a']],
    ['holds back white space behind words', 'all', ['a ', 'b'], ['a', ' b']],
    ['holds it back over several pieces', 'all', ['a\n', '\n', ' b\n'], ['a', '', '\n\n b']],
    ['keeps white space between words', 'lines', ['a \n\t b'], ['a \n\t b']],
    ['knows the white space of other scripts', 'all', ['\u3000a\u00a0'], ['a']],
  ];
  for (const [title, what, pieces, given] of cases) {
    it(title, () => {
      assert.deepEqual(push(what, ...pieces), given);
    });
  }

  const texts = fc.array(fc.constantFrom('a', ' ', '\n', '\t', 'b c', '  - x', '\r\n', ''));

  it('returns the trimmed text, in any chunks', () => {
    fc.assert(
      fc.property(texts, pieces => {
        assert.equal(push('all', ...pieces).join(''), pieces.join('').trim());
      }),
      {numRuns: runs(1_000)},
    );
  });

  it('returns the same lines, in any chunks', () => {
    fc.assert(
      fc.property(texts, pieces => {
        const whole = pieces.join('');
        const given = push('lines', ...pieces).join('');
        assert.equal(given, push('lines', whole).join(''));
        assert.equal(given.trim(), whole.trim());
        assert.ok(!/^[^\S\r\n]*[\r\n]/.test(given));
      }),
      {numRuns: runs(1_000)},
    );
  });
});
