import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {openai} from '../../../../src/core/index.js';
import {foldedFrames, message, response} from './stream.js';

const {read} = openai.operations.send;
const framesOf = (body: unknown): ReturnType<typeof read> => read({status: 200, headers: {}, body});

describe('a response without a stream', () => {
  it('is read as the event that contains all of it', () => {
    const {frames = [], run} = framesOf(response([message('m1', 'Hello.')]));
    const {message: got} = foldedFrames(frames);
    assert.deepEqual([got.status, run], ['done', 'resp_1']);
    assert.deepEqual(
      got.children.map(item => item.kind === 'text' && item.text),
      ['Hello.'],
    );
  });

  it('is not read otherwise', () => {
    for (const body of [undefined, 'text', [], {status: 'ok'}, {error: {message: 'Busy'}}]) {
      assert.deepEqual(framesOf(body), {});
    }
  });
});
