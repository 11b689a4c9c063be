import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {withContext, withoutContext} from '../../../../src/core/protocol/aishu/context.js';

describe('withContext', () => {
  it('lays the title and the value before the question', () => {
    assert.equal(
      withContext('Why?', {title: 'Order 7', data: {id: 7}}),
      '【上下文: Order 7】\n{\n  "id": 7\n}\n\nWhy?',
    );
  });

  it('writes a value that is missing as null', () => {
    assert.equal(withContext('Why?', {title: 'T', data: undefined}), '【上下文: T】\nnull\n\nWhy?');
  });

  it('leaves a question without a context as it is', () => {
    assert.equal(withContext('Why?', undefined), 'Why?');
    assert.equal(withContext('Why?', {title: '', data: {id: 7}}), 'Why?');
  });
});

describe('withoutContext', () => {
  it('takes it apart again', () => {
    const title = fc.string({minLength: 1}).filter(text => !/[\n\r\u2028\u2029】]/.test(text));
    fc.assert(
      fc.property(fc.string(), title, fc.jsonValue(), (text, name, data) => {
        assert.deepEqual(withoutContext(withContext(text, {title: name, data})), {
          text,
          context: name,
        });
      }),
      {numRuns: 1_000},
    );
  });

  const whole = [
    'Why?',
    '',
    '【上下文: T】',
    '【上下文: T】\nnull',
    '【上下文: T】\nnot JSON\n\nWhy?',
    '【上下文: 】\nnull\n\nWhy?',
    ' 【上下文: T】\nnull\n\nWhy?',
    '【context: T】\nnull\n\nWhy?',
  ];
  for (const text of whole) {
    it(`leaves ${JSON.stringify(text)} whole`, () => {
      assert.deepEqual(withoutContext(text), {text});
    });
  }
});
