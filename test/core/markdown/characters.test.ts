import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {after, before, trimEndOf} from '../../../src/core/markdown/characters.js';

const kind = ({space, punctuation, unspaced}: ReturnType<typeof after>): string =>
  [space && 'space', punctuation && 'punctuation', unspaced && 'unspaced']
    .filter(Boolean)
    .join(' ') || 'word';

describe('the neighbours of a run of delimiters', () => {
  it('are classified correctly', () => {
    for (const [character, folded] of [
      ['a', 'word'],
      ['ä', 'word'],
      [' ', 'space'],
      ['\u00A0', 'space'],
      ['.', 'punctuation'],
      ['“', 'punctuation'],
      ['€', 'punctuation'],
      ['🚀', 'punctuation'],
      ['中', 'unspaced'],
      ['あ', 'unspaced'],
      ['한', 'unspaced'],
      ['。', 'unspaced'],
      ['𠮷', 'unspaced'],
    ] as const) {
      assert.equal(kind(after(`*${character}`, 1)), folded, character);
      assert.equal(kind(before(`${character}*`, character.length)), folded, character);
    }
  });

  it('are like spaces at both ends of a text', () => {
    assert.equal(kind(before('*', 0)), 'space');
    assert.equal(kind(after('*', 1)), 'space');
  });
});

describe('trimEndOf', () => {
  it('removes the given characters at the end only', () => {
    assert.equal(trimEndOf('*a*b**~', '*~'), '*a*b');
    assert.equal(trimEndOf('***', '*'), '');
    assert.equal(trimEndOf('', '*'), '');
  });
});
