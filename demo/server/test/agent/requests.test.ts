import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {requestsIn, type RequestKind} from '../../agent/requests.js';

const kindOf = (text: string): RequestKind | undefined =>
  /\d\s*[-+*/]\s*\d/.test(text) ? 'result' : undefined;

describe('the requests of a message', () => {
  it('are split where both sides ask for something', () => {
    assert.deepEqual(requestsIn('1 + 1, 2 * 3 and 4 - 1', kindOf), ['1 + 1', '2 * 3', '4 - 1']);
    assert.deepEqual(requestsIn('1 + 1, apples, pears', kindOf), ['1 + 1, apples, pears']);
  });

  it('are not split before an operation that goes on', () => {
    for (const text of [
      '2+3, then multiply 4 * 1',
      '2+3 and then divide 4 / 2',
      '6 * 7, plus 8 - 1',
    ]) {
      assert.deepEqual(requestsIn(text, kindOf), [text]);
    }
  });

  it('are found without a look at the text before each comma', () => {
    let characters = 0;
    requestsIn(`1+1 ${'a, '.repeat(300)}`, text => {
      characters += text.length;
      return kindOf(text);
    });
    assert.ok(characters < 2000, `${characters} characters`);
  });
});
