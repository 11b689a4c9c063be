import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {faultOf} from '../../../../src/core/protocol/aishu/fault.js';

describe('faultOf', () => {
  for (const none of [undefined, null, '']) {
    it(`finds none in ${JSON.stringify(none)}`, () => {
      assert.equal(faultOf(none), undefined);
    });
  }

  const base = {error_code: 'Agent.Timeout', description: 'Too slow', solution: 'Try again'};
  const full = {code: 'Agent.Timeout', text: 'Too slow', advice: 'Try again'};

  const cases: readonly (readonly [title: string, error: unknown, fault: object])[] = [
    ['the error object', base, full],
    ['it in its envelope', {BaseError: base}, full],
    ['it one level down, beside who reported it', {error: base, source: 'x'}, full],
    ['it in its envelope one level down', {error: {BaseError: base}}, full],
    ['it two levels down', {error: {error: base}}, full],
    ['words alone', 'It broke', {code: 'unknown', text: 'It broke'}],
    ['words one level down', {error: 'It broke'}, {code: 'unknown', text: 'It broke'}],
    ['a message in place of a description', {message: 'No'}, {code: 'unknown', text: 'No'}],
    [
      'a description before a message',
      {description: 'A', message: 'B'},
      {code: 'unknown', text: 'A'},
    ],
    ['a code by its other name', {code: 'x'}, {code: 'x'}],
    ['a code before its other name', {error_code: 'a', code: 'b'}, {code: 'a'}],
    ['an object that says nothing', {}, {code: 'unknown'}],
    ['an error beside that is none', {error: null, error_code: 'x'}, {code: 'x'}],
    [
      'nothing of what is no text',
      {error_code: 7, description: {}, solution: []},
      {code: 'unknown'},
    ],
    ['an envelope that is none', {BaseError: 'x', error_code: 'y'}, {code: 'y'}],
    ['a figure', 500, {code: 'unknown'}],
    ['a list', [base], {code: 'unknown'}],
  ];
  for (const [title, error, fault] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(faultOf(error), fault);
    });
  }
});
