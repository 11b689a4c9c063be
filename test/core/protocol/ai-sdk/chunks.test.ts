import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readChunk} from '../../../../src/core/protocol/ai-sdk/chunks.js';
import {framed} from './chunks.js';

const codeOf = (data: string): unknown => {
  const chunk = readChunk({data});
  return chunk?.type === 'unreadable' ? chunk.code : chunk?.type;
};

describe('readChunk', () => {
  it('reads the type, the ids and keeps all fields', () => {
    const fields = {type: 'tool-output-available', toolCallId: 'c1', output: 1, later: true};
    assert.deepEqual(readChunk(framed(fields)), {type: fields.type, call: 'c1', fields});
    const delta = {type: 'text-delta', id: '0', delta: 'a'};
    assert.deepEqual(readChunk(framed(delta)), {type: 'text-delta', id: '0', fields: delta});
    const data = {type: 'data-my-plan', data: 1};
    assert.deepEqual(readChunk(framed(data)), {type: 'data', name: 'my-plan', fields: data});
  });

  it('accepts ids that are numbers, and texts without an id', () => {
    const chunk = readChunk(framed({type: 'tool-input-start', toolCallId: 7, toolName: 'a'}));
    assert.equal(chunk?.type === 'tool-input-start' && chunk.call, '7');
    const text = readChunk(framed({type: 'text-start'}));
    assert.equal(text?.type === 'text-start' && text.id, '');
  });

  it('skips the mark at the end, and an empty frame', () => {
    assert.equal(readChunk({data: '[DONE]'}), undefined);
    assert.equal(readChunk({data: ' [DONE]\n'}), undefined);
    assert.equal(readChunk({data: ''}), undefined);
  });

  it('reports what it cannot read', () => {
    for (const data of ['{', '7', '"a"', '[{"type":"start"}]', '{}', '{"type":7}', 'null']) {
      assert.equal(codeOf(data), 'frame-unreadable', data);
    }
    assert.equal(codeOf('{"type":"tool-input-start"}'), 'frame-unreadable');
    assert.equal(codeOf('{"type":"tool-approval-response"}'), 'frame-unreadable');
    assert.equal(codeOf('{"type":"future"}'), 'event-unknown');
  });
});
