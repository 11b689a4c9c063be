import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {jsonOf} from '../../../src/core/sse/frame.js';

describe('jsonOf', () => {
  it('gives the value that a frame carries, the same object each time it is asked', () => {
    const frame = {data: '{"type":"ping"}'};
    assert.deepEqual(jsonOf(frame), {type: 'ping'});
    assert.equal(jsonOf(frame), jsonOf(frame));
  });

  it('does not take one frame for another', () => {
    const [one, two] = [{data: '1'}, {data: '2'}];
    assert.deepEqual([one, two, one].map(jsonOf), [1, 2, 1]);
  });

  it('gives nothing for data that is no JSON', () => {
    assert.equal(jsonOf({data: '[DONE]'}), undefined);
  });
});
