import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {fieldsOf, isField} from '../../../src/core/model/field.js';

describe('isField', () => {
  for (const name of ['text', 'log:notes', 'Id', 'toString', 'hasOwnProperty', '', 'é', '0']) {
    it(`is so for ${JSON.stringify(name)}`, () => {
      assert.equal(isField(name), true);
    });
  }

  for (const name of ['id', 'kind', 'status', 'children']) {
    it(`is not so for ${name}, which is the item's own`, () => {
      assert.equal(isField(name), false);
    });
  }

  for (const name of ['__proto__', 'constructor', 'prototype']) {
    it(`is not so for ${name}, which reaches a prototype`, () => {
      assert.equal(isField(name), false);
    });
  }
});

describe('fieldsOf', () => {
  it('returns the fields of the kind, in the order in which they were written', () => {
    const item = {id: 'a', b: 2, kind: 'text', a: 1, status: 'done', children: [], 'log:x': ''};
    assert.deepEqual(fieldsOf(item), [
      ['b', 2],
      ['a', 1],
      ['log:x', ''],
    ]);
  });

  it('gives no inherited field', () => {
    const item = Object.create({inherited: 1}) as object;
    assert.deepEqual(fieldsOf(item), []);
    assert.deepEqual(fieldsOf({}), []);
  });

  it('gives no prototype that JSON brought as a key', () => {
    const item = JSON.parse('{"__proto__":{"a":1},"constructor":2,"text":"x"}') as object;
    assert.deepEqual(fieldsOf(item), [['text', 'x']]);
  });

  it('returns fields without a value', () => {
    assert.deepEqual(fieldsOf({text: undefined, url: null}), [
      ['text', undefined],
      ['url', null],
    ]);
  });
});
