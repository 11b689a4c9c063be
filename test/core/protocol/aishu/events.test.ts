import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {readEvent, readServerError} from '../../../../src/core/protocol/aishu/events.js';
import {frame} from '../recorded.js';
import {runs} from '../../../support/full.js';

const read = (value: unknown, event?: string): unknown => readEvent(frame(value, event));

const patch = (fields: object): object => ({action: 'upsert', key: ['message'], ...fields});

describe('readEvent', () => {
  for (const action of ['upsert', 'append', 'remove'] as const) {
    it(`reads a patch with the action ${action}`, () => {
      assert.deepEqual(read({seq_id: 3, key: ['message', 'text', 0], action, content: 'x'}), {
        type: 'patch',
        action,
        key: ['message', 'text', 0],
        content: 'x',
        seq: 3,
      });
    });
  }

  it('reads update as upsert', () => {
    assert.deepEqual(read(patch({action: 'update'})), read(patch({action: 'upsert'})));
  });

  it('reads content of any type, and none as null', () => {
    for (const content of [0, '', false, null, [], {a: 1}]) {
      const event = readEvent(frame(patch({content})));
      assert.ok(event.type === 'patch');
      assert.deepEqual(event.content, content);
    }
    const event = readEvent(frame(patch({})));
    assert.ok(event.type === 'patch');
    assert.equal(event.content, null);
  });

  const numbers: readonly (readonly [fields: object, seq: number | undefined])[] = [
    [{seq_id: 0}, 0],
    [{seq: 4}, 4],
    [{seq_id: 1, seq: 2}, 1],
    [{}, undefined],
    [{seq_id: '1'}, undefined],
    [{seq_id: null, seq: 5}, 5],
  ];
  for (const [fields, seq] of numbers) {
    it(`reads the number ${JSON.stringify(fields)} as ${String(seq)}`, () => {
      const event = readEvent(frame(patch(fields)));
      assert.ok(event.type === 'patch');
      assert.equal(event.seq, seq);
    });
  }

  it('reads the end, and that of a gateway', () => {
    assert.deepEqual(read({action: 'end'}), {type: 'end'});
    assert.deepEqual(read({action: 'end', key: 'whatever'}), {type: 'end'});
    for (const data of ['[DONE]', ' [DONE] \n']) assert.deepEqual(readEvent({data}), {type: 'end'});
  });

  for (const root of [{message: {}}, {message: null}, {conversation_id: 'c'}]) {
    it(`reads ${JSON.stringify(root)} as the whole document`, () => {
      assert.deepEqual(read(root), {type: 'snapshot', root});
    });
  }

  const failures: readonly (readonly [data: string, event: string | undefined, error: unknown])[] =
    [
      ['{"BaseError":{"error_code":"x"}}', undefined, {BaseError: {error_code: 'x'}}],
      ['{"error_code":"x"}', undefined, {error_code: 'x'}],
      ['{"code":"x"}', 'error', {code: 'x'}],
      ['not JSON', 'error', 'not JSON'],
      ['null', 'error', 'null'],
      ['{"action":"end"}', 'error', {action: 'end'}],
    ];
  for (const [data, event, error] of failures) {
    it(`reads ${data} named ${event ?? 'nothing'} as an error`, () => {
      const found = readEvent({data, ...(event !== undefined && {event})});
      assert.ok(found.type === 'failure');
      assert.deepEqual(found.error ?? 'null', error);
    });
  }

  const odd: readonly (readonly [value: unknown, code: string])[] = [
    [patch({action: 'merge'}), 'action-unknown'],
    [patch({action: 7}), 'action-unknown'],
    [patch({action: null}), 'action-unknown'],
    [patch({key: 'message'}), 'key-unreadable'],
    [patch({key: null}), 'key-unreadable'],
    [patch({key: ['message', -1]}), 'key-unreadable'],
    [patch({key: ['message', 0.5]}), 'key-unreadable'],
    [patch({key: ['message', null]}), 'key-unreadable'],
    [patch({key: Array.from({length: 101}, () => 'a')}), 'key-unreadable'],
    [patch({key: ['__proto__', 'a']}), 'key-unsafe'],
    [patch({key: ['message', 'constructor']}), 'key-unsafe'],
    [patch({key: ['a', 'prototype', 'b']}), 'key-unsafe'],
    [{}, 'frame-unreadable'],
    [{content: 'x'}, 'frame-unreadable'],
    [null, 'frame-unreadable'],
    [[1], 'frame-unreadable'],
    ['words', 'frame-unreadable'],
    [7, 'frame-unreadable'],
  ];
  for (const [value, code] of odd) {
    it(`reports ${JSON.stringify(value).slice(0, 60)} as ${code}`, () => {
      const event = readEvent(frame(value));
      assert.ok(event.type === 'unreadable');
      assert.equal(event.code, code);
      assert.notEqual(event.why, '');
    });
  }

  it('accepts the empty key, and one of a hundred parts', () => {
    for (const key of [[], Array.from({length: 100}, () => 'a')]) {
      assert.equal(readEvent(frame(patch({key}))).type, 'patch');
    }
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json()),
        fc.constantFrom('', 'error', 'x'),
        (data, event) => {
          readEvent({data, event});
        },
      ),
      {numRuns: runs(1_000)},
    );
  });
});

describe('faultOf', () => {
  for (const none of [undefined, null, '']) {
    it(`finds none in ${JSON.stringify(none)}`, () => {
      assert.equal(readServerError(none), undefined);
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
      assert.deepEqual(readServerError(error), fault);
    });
  }
});
