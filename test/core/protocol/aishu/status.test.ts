import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  messageStatus,
  stepStatus,
  type TurnState,
} from '../../../../src/core/protocol/aishu/status.js';

const outlook = (
  over: TurnState['over'],
  ...facts: readonly ('failed' | 'asking')[]
): TurnState => ({
  over,
  failed: facts.includes('failed'),
  asking: facts.includes('asking'),
});

describe('messageStatus', () => {
  const cases: readonly (readonly [outlook: TurnState, status: string])[] = [
    [outlook(undefined), 'streaming'],
    [outlook(undefined, 'asking'), 'streaming'],
    [outlook(undefined, 'failed'), 'streaming'],
    [outlook('ended'), 'done'],
    [outlook('ended', 'asking'), 'waiting'],
    [outlook('ended', 'failed'), 'failed'],
    [outlook('ended', 'failed', 'asking'), 'failed'],
    [outlook('lost'), 'interrupted'],
    [outlook('lost', 'asking'), 'waiting'],
    [outlook('lost', 'failed'), 'failed'],
    [outlook('stopped'), 'stopped'],
    [outlook('stopped', 'asking'), 'stopped'],
    [outlook('stopped', 'failed'), 'stopped'],
  ];
  for (const [state, status] of cases) {
    it(`is ${status} for ${JSON.stringify(state)}`, () => {
      assert.equal(messageStatus(state), status);
    });
  }
});

describe('stepStatus', () => {
  for (const [told, status] of [
    ['completed', 'done'],
    ['failed', 'failed'],
    ['skipped', 'stopped'],
  ] as const) {
    it(`is ${status} for a step that was ${told}, whatever becomes of the message`, () => {
      for (const over of [undefined, 'ended', 'lost', 'stopped'] as const) {
        assert.equal(stepStatus(told, outlook(over, 'asking')), status);
      }
    });
  }

  for (const told of ['processing', 'a state of the future', '', undefined, null, 7]) {
    it(`is that of the message for a step that says ${JSON.stringify(told)}`, () => {
      assert.equal(stepStatus(told, outlook(undefined)), 'streaming');
      assert.equal(stepStatus(told, outlook('ended')), 'done');
      assert.equal(stepStatus(told, outlook('lost')), 'interrupted');
      assert.equal(stepStatus(told, outlook('ended', 'failed')), 'failed');
    });
  }

  it('waits with the question, unless it can be answered no more', () => {
    assert.equal(stepStatus('processing', outlook(undefined, 'asking')), 'waiting');
    assert.equal(stepStatus('processing', outlook('ended', 'asking')), 'waiting');
    assert.equal(stepStatus('processing', outlook('stopped', 'asking')), 'stopped');
    assert.equal(stepStatus('processing', outlook('ended', 'asking', 'failed')), 'failed');
  });
});
