import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  remember,
  type AishuTurn,
  messageStatus,
  stepStatus,
  type TurnState,
} from '../../../../src/core/protocol/aishu/turn.js';

const content = {middle_answer: {progress: [{id: 's1'}]}, final_answer: {}};

describe('remember', () => {
  it('adopts the ids of the document', () => {
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

  it('adopts the ids of the message if the document has none', () => {
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

  it('adopts a newer id', () => {
    assert.equal(remember({messageId: 'a'}, {assistant_message_id: 'b'}).messageId, 'b');
  });

  const emptied: readonly unknown[] = [undefined, null, '', 'x', [], {}, {final_answer: {}}];
  for (const blank of emptied) {
    it(`keeps content with steps that becomes ${JSON.stringify(blank)}`, () => {
      const before: AishuTurn = remember({}, {message: {content}});
      const after = remember(before, {message: {content: blank, ext: {total_time: 1}}});
      assert.deepEqual(after.message, {content, ext: {total_time: 1}});
    });
  }

  it('adopts content that has steps, also other ones', () => {
    const newer = {middle_answer: {progress: []}};
    const after = remember({message: {content}}, {message: {content: newer}});
    assert.deepEqual(after.message, {content: newer});
  });

  it('keeps the other fields of a turn', () => {
    const turn = remember({onlyFinalAnswer: true, over: 'ended'}, {message: null});
    assert.deepEqual(turn, {onlyFinalAnswer: true, over: 'ended', message: {}});
  });
});

const turnState = (
  over: TurnState['over'],
  ...facts: readonly ('failed' | 'asking')[]
): TurnState => ({
  over,
  failed: facts.includes('failed'),
  asking: facts.includes('asking'),
});

describe('messageStatus', () => {
  const cases: readonly (readonly [turnState: TurnState, status: string])[] = [
    [turnState(undefined), 'streaming'],
    [turnState(undefined, 'asking'), 'streaming'],
    [turnState(undefined, 'failed'), 'streaming'],
    [turnState('ended'), 'done'],
    [turnState('ended', 'asking'), 'waiting'],
    [turnState('ended', 'failed'), 'failed'],
    [turnState('ended', 'failed', 'asking'), 'failed'],
    [turnState('lost'), 'interrupted'],
    [turnState('lost', 'asking'), 'waiting'],
    [turnState('lost', 'failed'), 'failed'],
    [turnState('stopped'), 'stopped'],
    [turnState('stopped', 'asking'), 'stopped'],
    [turnState('stopped', 'failed'), 'stopped'],
  ];
  for (const [state, status] of cases) {
    it(`is ${status} for ${JSON.stringify(state)}`, () => {
      assert.equal(messageStatus(state), status);
    });
  }
});

describe('stepStatus', () => {
  for (const [folded, status] of [
    ['completed', 'done'],
    ['failed', 'failed'],
    ['skipped', 'stopped'],
  ] as const) {
    it(`is ${status} for a step that was ${folded}, whatever becomes of the message`, () => {
      for (const over of [undefined, 'ended', 'lost', 'stopped'] as const) {
        assert.equal(stepStatus(folded, turnState(over, 'asking')), status);
      }
    });
  }

  for (const folded of ['processing', 'a state of the future', '', undefined, null, 7]) {
    it(`is that of the message for a step with ${JSON.stringify(folded)}`, () => {
      assert.equal(stepStatus(folded, turnState(undefined)), 'streaming');
      assert.equal(stepStatus(folded, turnState('ended')), 'done');
      assert.equal(stepStatus(folded, turnState('lost')), 'interrupted');
      assert.equal(stepStatus(folded, turnState('ended', 'failed')), 'failed');
    });
  }

  it('waits with the question, unless it can be answered no more', () => {
    assert.equal(stepStatus('processing', turnState(undefined, 'asking')), 'waiting');
    assert.equal(stepStatus('processing', turnState('ended', 'asking')), 'waiting');
    assert.equal(stepStatus('processing', turnState('stopped', 'asking')), 'stopped');
    assert.equal(stepStatus('processing', turnState('ended', 'asking', 'failed')), 'failed');
  });
});
