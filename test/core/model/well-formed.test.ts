import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {emptyConversation} from '../../../src/core/model/item.js';
import type {Op} from '../../../src/core/model/op.js';
import {reduce} from '../../../src/core/model/reduce.js';
import {isWellFormed} from '../../../src/core/model/well-formed.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const right: readonly object[] = [
  {op: 'open', id: 'a', kind: 'text'},
  {op: 'open', id: 'a', kind: 'a kind of others', parent: 'p', status: 'done', fields: {text: 1}},
  {op: 'open', id: '', kind: '', parent: undefined, status: undefined, fields: undefined},
  {op: 'append', id: 'a', field: 'text', text: ''},
  {op: 'append', id: 'a', field: 'status', text: 'x'},
  {op: 'assign', id: 'a'},
  {op: 'assign', id: 'a', status: 'waiting', fields: {}},
  {op: 'close', id: 'a'},
  {op: 'close', id: 'a', status: 'failed'},
  {op: 'clear', id: 'a'},
  {op: 'clear', id: 'a', beside: 'something else'},
];

const wrong: readonly unknown[] = [
  undefined,
  null,
  'clear',
  7,
  [],
  ['clear', 'a'],
  {},
  {op: 'clear'},
  {id: 'a'},
  {op: 'clear', id: 7},
  {op: 'clear', id: null},
  {op: 'remove', id: 'a'},
  {op: 'toString', id: 'a'},
  {op: undefined, id: 'a'},
  {op: 'open', id: 'a'},
  {op: 'open', id: 'a', kind: 7},
  {op: 'open', id: 'a', kind: 'text', parent: null},
  {op: 'open', id: 'a', kind: 'text', parent: 7},
  {op: 'open', id: 'a', kind: 'text', status: 'over'},
  {op: 'open', id: 'a', kind: 'text', status: null},
  {op: 'open', id: 'a', kind: 'text', fields: 'text'},
  {op: 'open', id: 'a', kind: 'text', fields: []},
  {op: 'open', id: 'a', kind: 'text', fields: null},
  {op: 'append', id: 'a', field: 'text'},
  {op: 'append', id: 'a', text: 'x'},
  {op: 'append', id: 'a', field: 'text', text: 7},
  {op: 'append', id: 'a', field: null, text: 'x'},
  {op: 'assign', id: 'a', fields: 7},
  {op: 'assign', id: 'a', fields: ['a']},
  {op: 'assign', id: 'a', status: 'x'},
  {op: 'close', id: 'a', status: 'over'},
  {op: 'close', id: 'a', status: 7},
];

describe('isWellFormed', () => {
  for (const op of right) {
    it(`is so for ${JSON.stringify(op)}`, () => {
      assert.equal(isWellFormed(op), true);
    });
  }

  for (const op of wrong) {
    it(`is not so for ${JSON.stringify(op)}, which reduce passes over`, () => {
      assert.equal(isWellFormed(op), false);
      assert.equal(reduce(emptyConversation, [op as Op]), emptyConversation);
    });
  }

  it('is decided for any value, and a well-formed one can be folded', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.record({
        op: fc.constantFrom('open', 'append', 'assign', 'close', 'clear'),
        id: fc.constantFrom('a', 'b', 7),
        parent: fc.constantFrom(undefined, 'a', 'b', null),
        kind: fc.constantFrom('text', 'message', 7),
        field: fc.constantFrom('text', 'children', '__proto__', 7),
        text: fc.constantFrom('x', '', 7),
        status: fc.constantFrom(undefined, 'done', 'odd'),
        fields: fc.anything(),
      }),
    );
    forAll(runs(1_000), [fc.array(value)], values => {
      const whole = reduce(emptyConversation, values as readonly Op[]);
      const formed = reduce(emptyConversation, values.filter(isWellFormed));
      assert.deepEqual(whole, formed);
    });
  });
});
