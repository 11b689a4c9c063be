import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {mergeMetadata, readMessage, toolName} from '../../../../src/core/protocol/ai-sdk/record.js';

describe('readMessage', () => {
  it('keeps all fields, and skips what is not a part', () => {
    const message = {id: 'm', role: 'user', parts: [{type: 'text', text: 'a', x: 1}], later: 2};
    assert.deepEqual(readMessage(message), message);
    assert.deepEqual(readMessage({...message, parts: [7, {}, ...message.parts]}), message);
  });

  it('reads the text of older messages, which have no parts', () => {
    const {parts} = readMessage({id: 'm', role: 'assistant', content: 'Hello'}) ?? {};
    assert.deepEqual(parts, [{type: 'text', text: 'Hello'}]);
  });

  it('refuses everything else', () => {
    for (const value of [null, 7, [], {}, {role: 'data', parts: []}]) {
      assert.equal(readMessage(value), undefined);
    }
  });
});

describe('mergeMetadata', () => {
  it('merges objects in depth, and replaces everything else', () => {
    assert.deepEqual(mergeMetadata({a: {b: 1, c: [1]}, d: 1}, {a: {c: [2], e: null}, d: {f: 1}}), {
      a: {b: 1, c: [2], e: null},
      d: {f: 1},
    });
    assert.equal(mergeMetadata({a: 1}, 'text'), 'text');
    assert.deepEqual(mergeMetadata(undefined, {a: 1}), {a: 1});
  });

  it('does not modify its arguments', () => {
    const before = Object.freeze({a: Object.freeze({b: 1})});
    mergeMetadata(before, {a: {b: 2}});
    assert.deepEqual(before, {a: {b: 1}});
  });

  it('never reaches a prototype', () => {
    const hostile = JSON.parse('{"__proto__":{"x":1},"a":{"constructor":{"y":1}}}') as unknown;
    const merged = mergeMetadata({a: {}}, hostile) as {a: object};
    assert.equal(Object.hasOwn(merged, '__proto__'), false);
    assert.equal(Object.hasOwn(merged.a, 'constructor'), false);
    assert.equal('x' in {}, false);
  });
});

describe('toolName', () => {
  it('is part of the type, or a field', () => {
    assert.equal(toolName({type: 'tool-get-weather'}), 'get-weather');
    assert.equal(toolName({type: 'dynamic-tool', toolName: 'find'}), 'find');
    assert.equal(toolName({type: 'dynamic-tool'}), '');
  });
});
