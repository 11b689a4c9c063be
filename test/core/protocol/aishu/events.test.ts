import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {accumulate} from '../../../../src/core/protocol/aishu/accumulator.js';
import {aishu} from '../../../../src/core/protocol/aishu/index.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {frame} from '../recorded.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

const patch = (fields: object): Frame => frame({action: 'upsert', key: ['a'], ...fields});

/** The codes that these frames report. */
function codesOf(...frames: readonly Frame[]): readonly string[] {
  const codes: string[] = [];
  const decoder = aishu.createDecoder({
    report({code, message}) {
      assert.notEqual(message, '');
      codes.push(code);
    },
  });
  for (const one of frames) decoder.decode(one);
  return codes;
}

describe('an event of AISHU', () => {
  for (const content of [0, '', false, null, [], {a: 1}]) {
    it(`may have the content ${JSON.stringify(content)}`, () => {
      assert.deepEqual(accumulate([patch({content})]), {a: content});
    });
  }

  it('named update is an upsert', () => {
    assert.deepEqual(accumulate([patch({action: 'update', content: 1})]), {a: 1});
  });

  it('without content has null', () => assert.deepEqual(accumulate([patch({})]), {a: null}));

  const numbers: readonly (readonly [first: object, second: object, odd?: true])[] = [
    [{seq_id: 0}, {seq_id: 1}],
    [{seq_id: 0}, {seq_id: 2}, true],
    [{seq: 0}, {seq: 2}, true],
    [
      {seq_id: 1, seq: 1},
      {seq_id: 2, seq: 9},
    ],
    [{seq_id: null, seq: 1}, {seq_id: null, seq: 5}, true],
    [{seq_id: '1'}, {seq_id: '5'}],
    [{}, {seq_id: 5}],
  ];
  for (const [first, second, odd = false] of numbers) {
    it(`may have ${JSON.stringify(second)} after ${JSON.stringify(first)}${odd ? ', which is odd' : ''}`, () => {
      assert.deepEqual(codesOf(patch(first), patch(second)), odd ? ['sequence-anomaly'] : []);
    });
  }

  const ends = ['{"action":"end"}', '{"action":"end","key":"whatever"}', '[DONE]', ' [DONE] \n'];
  for (const data of ends) {
    it(`is the end in ${JSON.stringify(data)}`, () => {
      assert.deepEqual(accumulate([patch({content: 1}), {data}, patch({content: 2})]), {a: 1});
      assert.deepEqual(codesOf({data}), []);
    });
  }

  for (const root of [{message: {}}, {message: null}, {conversation_id: 'c'}]) {
    it(`may be the whole document, as ${JSON.stringify(root)}`, () => {
      assert.deepEqual(accumulate([patch({content: 1}), frame(root)]), root);
    });
  }

  const failures: readonly (readonly [event: string | undefined, data: string, error: unknown])[] =
    [
      [undefined, '{"BaseError":{"error_code":"x"}}', {BaseError: {error_code: 'x'}}],
      [undefined, '{"error_code":"x"}', {error_code: 'x'}],
      ['error', '{"code":"x"}', {code: 'x'}],
      ['error', 'not JSON', 'not JSON'],
      ['error', 'null', 'null'],
      ['error', '{"action":"end"}', {action: 'end'}],
    ];
  for (const [event, data, error] of failures) {
    it(`is an error in ${data} named ${event ?? 'nothing'}`, () => {
      const failure = {data, ...(event !== undefined && {event})};
      assert.deepEqual(accumulate([patch({content: 1}), failure]), {a: 1, error});
    });
  }

  const parts = (count: number): readonly string[] => Array.from({length: count}, () => 'a');
  const odd: readonly (readonly [value: unknown, code: string])[] = [
    [{action: 'merge', key: ['a']}, 'action-unknown'],
    [{action: 7, key: ['a']}, 'action-unknown'],
    [{action: null, key: ['a']}, 'action-unknown'],
    ...['a', null, undefined, ['a', -1], ['a', 0.5], ['a', null], parts(101)].map(
      key => [{action: 'upsert', key}, 'key-unreadable'] as const,
    ),
    ...[
      ['__proto__', 'a'],
      ['a', 'constructor'],
      ['a', 'prototype', 'b'],
    ].map(key => [{action: 'upsert', key}, 'key-unsafe'] as const),
    ...[{}, {content: 'x'}, null, [1], 'words', 7].map(
      value => [value, 'frame-unreadable'] as const,
    ),
  ];
  for (const [value, code] of odd) {
    it(`is reported as ${code} and changes nothing: ${JSON.stringify(value).slice(0, 60)}`, () => {
      assert.deepEqual(codesOf(frame(value)), [code]);
      assert.deepEqual(accumulate([patch({content: 1}), frame(value)]), {a: 1});
    });
  }

  it('may have a key of a hundred parts', () => {
    assert.deepEqual(codesOf(patch({key: parts(100)})), []);
  });

  it('never throws', () => {
    const named = fc.record({
      data: fc.oneof(fc.string(), fc.json()),
      event: fc.constantFrom('', 'error', 'x'),
    });
    forAll(runs(1_000), [named], one => {
      aishu.createDecoder().decode(one);
    });
  });
});
