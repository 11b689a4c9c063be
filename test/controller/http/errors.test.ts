import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  ChatError,
  toErrorInfo,
  responseError,
  networkError,
} from '../../../src/controller/http/errors.js';
import {readError as readErrorOfChat} from '../../../src/core/protocol/openai-chat/chunks.js';
import {readError} from '../../../src/core/protocol/operations/read-error.js';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  body,
  headers,
});

describe('the error of a rejected request', () => {
  for (const [status, code, retryable] of [
    [400, 'bad_request', false],
    [401, 'unauthorized', false],
    [403, 'forbidden', false],
    [404, 'gone', false],
    [408, 'timeout', true],
    [409, 'conflict', true],
    [410, 'gone', false],
    [413, 'too_large', false],
    [418, 'http_error', false],
    [422, 'invalid', false],
    [429, 'rate_limited', true],
    [500, 'server_error', true],
    [503, 'server_error', true],
  ] as const) {
    it(`has the code ${code} for ${status}`, () => {
      assert.deepEqual(responseError(answer(status, undefined)), {code, status, retryable});
    });
  }

  it('is final if the account has no credit', () => {
    const body = (code: string): unknown => ({error: {message: 'No credit', type: code, code}});
    for (const read of [readError, readErrorOfChat]) {
      const retryable = ['insufficient_quota', 'rate_limit_exceeded'].map(
        code => responseError(answer(429, body(code)), read).retryable,
      );
      assert.deepEqual(retryable, [false, true]);
    }
  });

  for (const [what, body, detail] of [
    ['a text', {detail: 'No such session.'}, 'No such session.'],
    [
      'a list of what is invalid',
      {
        detail: [
          {loc: ['body', 'content'], msg: 'too short', type: 'x'},
          {loc: ['body', 'files', 2], msg: 'unknown'},
          {msg: 'no place'},
          'a word',
          7,
        ],
      },
      'body.content: too short; body.files.2: unknown; no place; a word',
    ],
    ['a text of a gateway', 'upstream connect error', 'upstream connect error'],
    ['an error with a message', {error: {message: 'x'}}, 'x'],
    ['an error that is a text', {error: 'x'}, 'x'],
    ['a message', {message: 'x'}, 'x'],
    ['a page in JSON', {detail: '<!doctype html>', message: '<html>'}, undefined],
    ['nothing that is known', {reason: 'x'}, undefined],
    ['another type', {detail: 7}, undefined],
    ['a page', '<html>', undefined],
    ['nothing', undefined, undefined],
  ] as const) {
    it(`reads the error text from ${what}`, () => {
      assert.equal(responseError(answer(422, body)).detail, detail);
    });
  }

  for (const [language, text] of [
    [
      'Python',
      'It broke.\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    x()',
    ],
    ['JavaScript', 'It broke.\n    at f (/srv/app.js:3:14)\n    at g (/srv/app.js:9:1)'],
    ['Python without its title', 'It broke.\n  File "/srv/a.py", line 3, in f'],
  ] as const) {
    it(`never displays a traceback of ${language}`, () => {
      assert.equal(responseError(answer(500, {detail: text})).detail, 'It broke.');
    });
  }

  it('has no detail if the server sends only a traceback', () => {
    const {detail} = responseError(answer(500, {detail: 'Traceback (most recent call last):\n x'}));
    assert.equal(detail, undefined);
  });

  it('truncates long text', () => {
    const {detail} = responseError(answer(500, {detail: 'x'.repeat(10_000)}));
    assert.equal(detail?.length, 500);
  });

  it('lets the protocol read its own shape of an error', () => {
    const read = () => ({code: 'E7', text: 'No quota.', advice: 'Ask for more.'});
    const fault = responseError(answer(500, {any: 1}), read);
    assert.deepEqual(
      [fault.code, fault.detail, fault.advice],
      ['server_error', 'No quota.', 'Ask for more.'],
    );
  });

  for (const [status, code] of [
    [500, 'overloaded_error'],
    [503, 'overloaded_error'],
    [529, 'overloaded_error'],
    [403, 'forbidden'],
    [429, 'rate_limited'],
  ] as const) {
    it(`has the code ${code} if the model is overloaded and the status is ${status}`, () => {
      const read = () => ({code: 'overloaded_error', text: 'Overloaded'});
      assert.equal(responseError(answer(status, {any: 1}), read).code, code);
    });
  }

  for (const [what, headers, seconds] of [
    ['seconds', {'retry-after': '7'}, 7],
    [
      'a date, by the clock of the server',
      {'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT'},
      30,
    ],
    ['a date without a clock', {'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT'}, undefined],
    ['nonsense', {'retry-after': 'soon'}, undefined],
  ] as const) {
    it(`reads Retry-After as ${what}`, () => {
      const {'retry-after': retry, ...rest} = headers as Record<string, string>;
      const fault = responseError(answer(429, undefined, {'retry-after': retry ?? '', ...rest}));
      assert.equal(fault.retryAfter, seconds);
    });
  }
});

describe('the error of a request without a response', () => {
  const target = new URL('http://api.example/');

  it('is offline without a network', () => {
    assert.equal(networkError(new TypeError('x'), target, false).code, 'offline');
  });

  it('is unreachable outside of a page', () => {
    assert.equal(networkError(new TypeError('x'), target, true).code, 'unreachable');
  });

  for (const [what, page, api, error, code] of [
    ['another origin', 'https://shop.example/', 'https://api.example/', TypeError, 'cross_origin'],
    ['the same origin', 'https://shop.example/', 'https://shop.example/', TypeError, 'unreachable'],
    ['another error', 'https://shop.example/', 'https://api.example/', Error, 'unreachable'],
    [
      'an insecure server',
      'https://shop.example/',
      'http://api.example/',
      TypeError,
      'mixed_content',
    ],
    ['this machine', 'https://shop.example/', 'http://localhost:8787/', TypeError, 'cross_origin'],
  ] as const) {
    it(`is ${code} on a page that asks ${what}`, () => {
      const fault = networkError(new error('x'), new URL(api), true, new URL(page));
      assert.equal(fault.code, code);
    });
  }
});

describe('the error of a thrown value', () => {
  it('is the one that a ChatError carries', () => {
    const fault = {code: 'busy', retryable: false} as const;
    assert.equal(toErrorInfo(new ChatError(fault)), fault);
  });

  it('is lost with the message of the value, for anything else', () => {
    assert.deepEqual(toErrorInfo(new Error('x')), {code: 'lost', detail: 'x', retryable: true});
    assert.deepEqual(toErrorInfo('x'), {code: 'lost', detail: 'x', retryable: true});
  });
});
