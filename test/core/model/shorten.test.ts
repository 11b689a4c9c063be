import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {shorten} from '../../../src/core/model/shorten.js';

describe('a text that is shortened', () => {
  it('has an ellipsis only if something is missing', () => {
    assert.equal(shorten('', 3), '');
    assert.equal(shorten('abc', 3), 'abc');
    assert.equal(shorten('abcd', 3), 'abc…');
  });

  it('has no half of a character', () => {
    assert.equal(shorten('ab😀', 3), 'ab…');
    assert.equal(shorten('ab😀', 4), 'ab😀');
    assert.equal(shorten('ab😀c', 4), 'ab😀…');
  });
});
