import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  agUi,
  aiSdk,
  aishu,
  anthropic,
  foldFrames,
  openai,
  openaiChat,
  ubik,
  walk,
  type Protocol,
} from '../../../src/core/index.js';

/** The texts of the errors in an answer of which this is the only frame. */
function errorsOf(protocol: Protocol, frame: object): unknown[] {
  const conversation = foldFrames(protocol, [{data: JSON.stringify(frame)}]);
  return [...walk(conversation)].flatMap(item => (item.kind === 'error' ? [item.text] : []));
}

describe('an error in a frame without a type', () => {
  for (const protocol of [agUi, aiSdk, aishu, anthropic, openai, openaiChat, ubik]) {
    it(`is displayed (${protocol.name})`, () => {
      assert.deepEqual(errorsOf(protocol, {detail: 'Quota exceeded'}), ['Quota exceeded']);
      assert.deepEqual(errorsOf(protocol, {error: {message: 'Busy'}}), ['Busy']);
      assert.deepEqual(errorsOf(protocol, {status: 'warming up'}), []);
    });
  }
});
