import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {toErrorInfo, responseError} from '../../src/controller/http/errors.js';
import {validateInput} from '../../src/core/protocol/page-tools/validate-input.js';
import {requestUrl, sameOrigin} from '../../src/controller/http/request.js';
import {ubik} from '../../src/core/index.js';
import {superlinear} from './superlinear.js';

const answer = (body: unknown, headers: Readonly<Record<string, string>> = {}): unknown =>
  responseError({status: 500, headers, body}, ubik.readError);

const endpoint = new URL('https://agent.example/api/v1/');

const entries: Readonly<Record<string, (text: string) => unknown>> = {
  'the body of an error': text => [answer(text), answer({detail: text})],
  'the details of an error': text => answer({detail: [{msg: text, loc: [text, text]}, text]}),
  'the message of an error': text => answer({error: {message: text, type: text}}),
  'what was thrown': text => toErrorInfo(new Error(text)),
  'the details of an error in lines': text => answer({detail: [{msg: `x${text}x`}, text]}),
  'Retry-After and Date': text => answer('', {'retry-after': text, date: text}),
  'the path of a request': text => requestUrl(endpoint, {method: 'GET', path: text}),
  'the address of a stream': text => [
    sameOrigin(endpoint, text),
    sameOrigin(endpoint, `https://${text}`),
  ],
  'the input of a tool': text =>
    validateInput(
      {type: 'object', required: [text], properties: {[text]: {type: text, enum: [text, 'a']}}},
      {[text]: text},
    ),
};

describe('processing time of hostile text in the controller grows no faster than its length', () => {
  for (const [name, read] of Object.entries(entries)) {
    it(`in ${name}`, () => {
      assert.deepEqual(superlinear(read), []);
    });
  }
});
