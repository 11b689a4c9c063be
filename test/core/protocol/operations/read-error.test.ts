import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {errorText, readError} from '../../../../src/core/protocol/operations/read-error.js';

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

  it('reads the error inside of others, also as JSON text', () => {
    for (const body of [
      {errors: [{message: 'Busy', extensions: {}}]},
      [{error: {code: 400, message: 'Busy', status: 'INVALID_ARGUMENT'}}],
      {message: {error: {message: 'Busy'}}},
      {error: '{"error":{"message":"Busy"}}'},
      '{"type":"error","error":{"type":"overloaded_error","message":"Busy"}}',
      {detail: {error: {message: '{"message":"Busy"}'}}},
    ])
      assert.equal(readError(body)?.text, 'Busy');
    assert.equal(readError({error: {message: {code: 'quota', detail: 'Busy'}}})?.code, 'quota');
  });

  it('prefers the sentence to the name of the status, and reads all errors of a list', () => {
    assert.equal(readError({error: 'Bad Request', message: 'Too long'})?.text, 'Too long');
    assert.equal(readError({error: 'Busy'})?.text, 'Busy');
    assert.equal(
      readError({detail: ['No model', {message: 'Too long'}]})?.text,
      'No model; Too long',
    );
  });

  it('reads where a request is invalid', () => {
    const detail = [{loc: ['body', 'files', 2], msg: 'unknown'}, {msg: 'no place'}];
    assert.equal(readError({detail})?.text, 'body.files.2: unknown; no place');
  });

  it('ends in a body that is nested without end', () => {
    const body: Record<string, unknown> = {};
    body['error'] = body;
    assert.equal(readError(body), undefined);
  });

  it('reads nothing else', () => {
    for (const body of ['<!doctype html>', '', {}, [], 7, undefined, {error: 7}]) {
      assert.equal(readError(body), undefined);
    }
  });
});

describe('errorText', () => {
  it('has the words of an error that a server passes on as JSON, and no more than fit', () => {
    assert.equal(errorText('{"error":{"message":"Busy"}}'), 'Busy');
    for (const text of ['Busy', '{"ok":true}', '{not JSON', '[Errno 111] Connection refused'])
      assert.equal(errorText(text), text);
    assert.equal(errorText('x'.repeat(999))?.length, 200);
    assert.equal(errorText(''), undefined);
  });
});
