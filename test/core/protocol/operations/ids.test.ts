import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {pathPart} from '../../../../src/core/protocol/operations/ids.js';

describe('pathPart', () => {
  it('is one part of an address, which names this id only', () => {
    for (const id of [
      'a',
      'a b',
      '../x',
      'a/b',
      'a\\b',
      '?',
      '#',
      '...',
      '%2e%2e',
      '%2E',
      '%252E',
      '..;',
    ]) {
      const {pathname} = new URL(`sessions/${pathPart(id)}/messages`, 'https://a.example/v1/');
      assert.match(pathname, /^\/v1\/sessions\/[^/]+\/messages$/, id);
      assert.equal(decodeURIComponent(pathname.split('/')[3] ?? ''), id);
    }
    assert.equal(pathPart('Zoë/1'), 'Zo%C3%AB%2F1');
  });

  it('does not exist for ids that no address can contain', () => {
    for (const id of ['.', '..'])
      assert.throws(() => pathPart(id), {message: `The id cannot be part of a path: "${id}"`});
    assert.throws(() => pathPart(''), /The id is empty/);
    assert.throws(() => pathPart('\ud800'), /unpaired surrogate/);
  });
});
