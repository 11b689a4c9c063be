import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {validateInput} from '../../../../src/core/protocol/page-tools/validate-input.js';

const person = {
  type: 'object',
  required: ['name'],
  properties: {
    name: {type: 'string'},
    age: {type: 'integer'},
    role: {enum: ['reader', 'writer', null]},
    tags: {type: 'array', items: {type: 'string'}},
    boss: {type: ['object', 'null'], required: ['name']},
  },
};

describe('the validation error of an input', () => {
  for (const [value, problem] of [
    [{name: 'Ada', age: 36, role: null, tags: ['a'], boss: null}, undefined],
    [{name: 'Ada', other: 1}, undefined],
    ['Ada', 'input must be object'],
    [null, 'input must be object'],
    [[], 'input must be object'],
    [{}, 'input.name is missing'],
    [{name: 1}, 'input.name must be string'],
    [{name: 'Ada', age: 1.5}, 'input.age must be integer'],
    [{name: 'Ada', role: 'king'}, 'input.role must be one of ["reader","writer",null]'],
    [{name: 'Ada', tags: 'a'}, 'input.tags must be array'],
    [{name: 'Ada', tags: ['a', 1]}, 'input.tags[1] must be string'],
    [{name: 'Ada', boss: 1}, 'input.boss must be object or null'],
    [{name: 'Ada', boss: {}}, 'input.boss.name is missing'],
  ] as const) {
    it(`of ${JSON.stringify(value)}: ${problem ?? 'none'}`, () => {
      assert.equal(validateInput(person, value), problem);
    });
  }

  it('is none if the schema has no known keyword', () => {
    for (const schema of [undefined, true, {}, {$ref: '#/x'}, {type: 'object', properties: []}]) {
      assert.equal(validateInput(schema, {a: 1}), undefined);
    }
  });

  it('does not treat inherited properties as own ones', () => {
    assert.equal(validateInput({required: ['toString']}, {}), 'input.toString is missing');
    assert.equal(validateInput({properties: {constructor: {type: 'string'}}}, {}), undefined);
  });
});
