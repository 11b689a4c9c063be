import {expect} from '@open-wc/testing';
import {readFields, schemaFields} from '../../../src/elements/ubik-request/schema-fields.js';

describe('schemaFields', () => {
  it('makes a field of every plain property', () => {
    const fields = schemaFields({
      properties: {
        name: {type: 'string', title: 'Name', description: 'In full'},
        guests: {type: 'integer', default: 2},
        seat: {enum: ['in', 'out']},
        vegan: {type: 'boolean'},
      },
      required: ['name'],
    });
    expect(
      fields?.map(({key, label, type, required}) => [key, label, type, required]),
    ).to.deep.equal([
      ['name', 'Name', 'text', true],
      ['guests', 'guests', 'number', false],
      ['seat', 'seat', 'choice', false],
      ['vegan', 'vegan', 'boolean', false],
    ]);
  });

  for (const schema of [
    undefined,
    null,
    'object',
    [],
    {type: 'string'},
    {properties: {}},
    {properties: {list: {type: 'array'}}},
    {properties: {name: {type: 'string'}, more: null}},
  ]) {
    it(`falls back to JSON for ${schema === undefined ? 'nothing' : JSON.stringify(schema)}`, () => {
      expect(schemaFields(schema)).to.equal(undefined);
    });
  }

  it('reads values of the right type, and omits empty ones', () => {
    const fields = schemaFields({
      properties: {
        name: {type: 'string'},
        guests: {type: 'number'},
        age: {type: 'number'},
        vegan: {type: 'boolean'},
      },
    });
    const form = new FormData();
    form.set('field name', '12');
    form.set('field guests', '2.5');
    form.set('field age', '');
    expect(readFields(fields ?? [], form)).to.deep.equal({name: '12', guests: 2.5, vegan: false});
  });
});
