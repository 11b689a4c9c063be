import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {remember, type Turn} from '../../../../src/core/protocol/aishu/turn.js';

const content = {middle_answer: {progress: [{id: 's1'}]}, final_answer: {}};

describe('remember', () => {
  it('takes the ids of the document', () => {
    const turn = remember(
      {},
      {
        conversation_id: 'c',
        agent_run_id: 'r',
        user_message_id: 'u',
        assistant_message_id: 'a',
      },
    );
    assert.deepEqual(turn, {
      conversationId: 'c',
      runId: 'r',
      userMessageId: 'u',
      messageId: 'a',
      message: {},
    });
  });

  it('takes the ids of the message where the document has none', () => {
    const message = {conversation_id: 'c', ext: {agent_run_id: 'r'}, reply_id: 'u', id: 'a'};
    const {message: _, ...ids} = remember({}, {message});
    assert.deepEqual(_, message);
    assert.deepEqual(ids, {conversationId: 'c', runId: 'r', userMessageId: 'u', messageId: 'a'});
  });

  it('prefers those of the document', () => {
    const turn = remember({}, {conversation_id: 'outer', message: {conversation_id: 'inner'}});
    assert.equal(turn.conversationId, 'outer');
  });

  for (const blank of ['', null, undefined, 7, {}]) {
    it(`keeps an id that becomes ${JSON.stringify(blank)}`, () => {
      const turn = remember({conversationId: 'c'}, {conversation_id: blank});
      assert.equal(turn.conversationId, 'c');
    });
  }

  it('takes a newer id', () => {
    assert.equal(remember({messageId: 'a'}, {assistant_message_id: 'b'}).messageId, 'b');
  });

  const emptied: readonly unknown[] = [undefined, null, '', 'x', [], {}, {final_answer: {}}];
  for (const blank of emptied) {
    it(`keeps content with steps that becomes ${JSON.stringify(blank)}`, () => {
      const before: Turn = remember({}, {message: {content}});
      const after = remember(before, {message: {content: blank, ext: {total_time: 1}}});
      assert.deepEqual(after.message, {content, ext: {total_time: 1}});
    });
  }

  it('takes content that has steps, also other ones', () => {
    const newer = {middle_answer: {progress: []}};
    const after = remember({message: {content}}, {message: {content: newer}});
    assert.deepEqual(after.message, {content: newer});
  });

  it('keeps what else is known of a turn', () => {
    const turn = remember({untold: true, over: 'ended'}, {message: null});
    assert.deepEqual(turn, {untold: true, over: 'ended', message: {}});
  });
});
