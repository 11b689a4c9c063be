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

const page = '<!DOCTYPE html><title>502 Bad Gateway</title>';

describe('an error whose text is an HTML page', () => {
  for (const [protocol, frame] of [
    [agUi, {type: 'RUN_ERROR', message: page}],
    [aiSdk, {type: 'error', errorText: page}],
    [aishu, {key: ['error'], action: 'upsert', content: page, seq_id: 0}],
    [aishu, {BaseError: {error_code: 'E1', description: page}}],
    [anthropic, {type: 'error', error: {type: 'api_error', message: page}}],
    [openai, {type: 'error', message: page}],
    [openaiChat, {error: {message: page}}],
    [ubik, {type: 'agent_processing_error', error: page}],
  ] as const) {
    it(`has no text (${protocol.name})`, () => {
      const texts = errorsOf(protocol, frame);
      assert.deepEqual([texts.length, texts.filter(Boolean)], [1, []]);
      assert.equal(protocol.readError?.(page)?.text, undefined);
    });
  }

  it('has a text that only begins like one', () => {
    const text = '<urlopen error [Errno 111] Connection refused>';
    assert.deepEqual(errorsOf(aiSdk, {type: 'error', errorText: text}), [text]);
    assert.deepEqual(errorsOf(ubik, {type: 'agent_processing_error', error: text}), [text]);
  });
});

describe('an error in a frame without a type', () => {
  for (const protocol of [agUi, aiSdk, aishu, anthropic, openai, openaiChat, ubik]) {
    it(`is displayed (${protocol.name})`, () => {
      assert.deepEqual(errorsOf(protocol, {detail: 'Quota exceeded'}), ['Quota exceeded']);
      assert.deepEqual(errorsOf(protocol, {error: {message: 'Busy'}}), ['Busy']);
      assert.deepEqual(errorsOf(protocol, {status: 'warming up'}), []);
    });
  }
});
