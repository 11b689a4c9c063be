import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {applyPatch} from '../../../../src/core/protocol/ag-ui/json-patch.js';

const document = {title: 'Soup', steps: ['Chop', 'Boil'], 'a/b~c': 1, inner: {x: null}};

describe('applyPatch', () => {
  const cases: readonly (readonly [name: string, patch: readonly object[], result: unknown])[] = [
    ['adds a property', [{op: 'add', path: '/new', value: 1}], {...document, new: 1}],
    [
      'inserts into a list, and appends to it',
      [
        {op: 'add', path: '/steps/1', value: 'Stir'},
        {op: 'add', path: '/steps/-', value: 'Eat'},
        {op: 'add', path: '/steps/4', value: 'Wash'},
      ],
      {...document, steps: ['Chop', 'Stir', 'Boil', 'Eat', 'Wash']},
    ],
    [
      'replaces values, with escaped names',
      [
        {op: 'replace', path: '/a~1b~0c', value: 2},
        {op: 'replace', path: '/steps/0', value: 'Cut'},
      ],
      {...document, 'a/b~c': 2, steps: ['Cut', 'Boil']},
    ],
    [
      'removes values',
      [
        {op: 'remove', path: '/steps/0'},
        {op: 'remove', path: '/a~1b~0c'},
      ],
      {title: 'Soup', steps: ['Boil'], inner: {x: null}},
    ],
    [
      'moves and copies values',
      [
        {op: 'move', from: '/steps/0', path: '/inner/first'},
        {op: 'copy', from: '/steps', path: '/inner/x'},
      ],
      {...document, steps: ['Boil'], inner: {first: 'Chop', x: ['Boil']}},
    ],
    [
      'tests values, in any order of names',
      [{op: 'test', path: '', value: Object.fromEntries(Object.entries(document).reverse())}],
      document,
    ],
    ['replaces the whole value', [{op: 'replace', path: '', value: [1]}], [1]],
  ];
  for (const [name, patch, result] of cases) {
    it(name, () => {
      const before = structuredClone(document);
      assert.deepEqual(applyPatch(document, patch), {value: result});
      assert.deepEqual(document, before);
    });
  }

  it('keeps what is not on the paths of the operations', () => {
    const patched = applyPatch(document, [{op: 'add', path: '/steps/-', value: 'Eat'}]);
    assert.equal((patched?.value as typeof document).inner, document.inner);
  });

  const failures: readonly (readonly [name: string, operation: object | string])[] = [
    ['an unknown path', {op: 'replace', path: '/nowhere', value: 1}],
    ['an unknown parent', {op: 'add', path: '/nowhere/x', value: 1}],
    ['a place behind the end', {op: 'add', path: '/steps/3', value: 1}],
    ['the end, for a removal', {op: 'remove', path: '/steps/-'}],
    ['a place that is no number', {op: 'add', path: '/steps/01', value: 1}],
    ['the length of a list', {op: 'copy', from: '/steps/length', path: '/x'}],
    ['a failed test', {op: 'test', path: '/title', value: 'Soup'}],
    ['a path without a slash', {op: 'add', path: 'title', value: 1}],
    ['no path', {op: 'add', value: 1}],
    ['an unknown operation', {op: 'merge', path: '/title', value: 1}],
    ['a value in itself', {op: 'move', from: '/inner', path: '/inner/x/y'}],
    ['the prototype', {op: 'add', path: '/__proto__/x', value: 1}],
    ['a constructor', {op: 'add', path: '/constructor/prototype/x', value: 1}],
    ['something that is no operation', 'add'],
  ];
  for (const [name, operation] of failures) {
    it(`changes nothing at ${name}`, () => {
      const patch = [{op: 'replace', path: '/title', value: 'Stew'}, operation];
      assert.equal(applyPatch(document, patch), undefined);
      assert.equal(({} as Record<string, unknown>)['x'], undefined);
    });
  }
});
