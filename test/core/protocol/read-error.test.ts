import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readError} from '../../../src/core/protocol/read-error.js';

describe('readError', () => {
  it('reads text, and the usual shapes of JSON', () => {
    for (const body of [
      'Busy',
      {error: 'Busy'},
      {error: {message: 'Busy'}},
      {message: 'Busy'},
      {detail: 'Busy'},
      {errorText: 'Busy'},
    ]) {
      assert.equal(readError(body)?.text, 'Busy');
    }
    assert.equal(readError({error: {code: 'quota', message: 'Busy'}})?.code, 'quota');
  });

  it('reads nothing else', () => {
    for (const body of ['<!doctype html>', '', {}, [], 7, undefined, {error: 7}]) {
      assert.equal(readError(body), undefined);
    }
  });
});
