import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {messageContent} from '../../ubik/content.js';
import {framesOf, readRecording} from '../../../../src/core/recording/index.js';
import type {StoredEvent} from '../../ubik/events.js';
import {joinChunks, microseconds} from '../../ubik/order.js';

function recording(name: string): StoredEvent[] {
  const path = new URL(`../../../recordings/ubik/${name}.jsonl`, import.meta.url);
  const frames = framesOf(readRecording(readFileSync(path, 'utf8')));
  return Array.from(frames, ({frame}) => JSON.parse(frame.data) as StoredEvent);
}

const answers = [{input: 'marie@example.com', type: 'text'}];
const ended = {ended: true};

describe('content', () => {
  for (const name of ['a-single-step', 'b-multi-step-web-search', 'c-input-required']) {
    it(`is equal to the specified content: ${name}`, () => {
      const events = recording(name);
      const end = joinChunks(events).find(({type}) => type === 'agent_processing_complete');
      assert.equal(messageContent(events, answers, ended), end?.['content']);
    });
  }

  // Not the first recording: it holds two events of one time, which stay as they arrive.
  for (const name of ['b-multi-step-web-search', 'c-input-required']) {
    it(`does not depend on the order in which the events of ${name} arrive`, () => {
      const [established, ...timed] = recording(name);
      assert.ok(established);
      assert.equal(
        messageContent([established, ...timed.toReversed()], answers, ended),
        messageContent([established, ...timed], answers, ended),
      );
    });
  }

  it('ends a failed run with the step closed, the tool open, and the error', () => {
    const content = messageContent(recording('d-error-mid-step'), [], ended);
    assert.match(
      content,
      /<<TOOL_STEP_INPUT_END>>\n<<STEP_END>>\n<<ERROR_START>>\nError: Tool execution failed/,
    );
    assert.match(
      content,
      /<<ERROR_END>>\n\n<<ERROR_JSON_START>>\n\{\n {2}"error": [^]*\}\n<<ERROR_JSON_END>>$/,
    );
  });

  it('leaves the last step open while it runs, and names the checkpoint of an open question', () => {
    const events = recording('c-input-required');
    assert.doesNotMatch(messageContent(events.slice(0, 6), [], {ended: false}), /STEP_END/);
    assert.match(
      messageContent(events.slice(0, 16), [], {ended: false}),
      /Expected input types: text, json\ncheckpoint_name: wait_for_email\n<<INPUT_REQUIRED_END>>$/,
    );
  });

  it('opens a new block for a repeated step number', () => {
    const step = {
      type: 'agent_step_started',
      step: 1,
      description: 'Again',
      single_step_agent: false,
    };
    const done = {type: 'agent_step_completed', step: 1, completed: true};
    const chunk = {type: 'response_chunk', content: 'second', step: 1};
    assert.equal(
      messageContent([step, done, step, chunk], [], {ended: false}),
      '<<STEP_START>>\nStep 1: Again ✓\n<<STEP_END>>\n<<STEP_START>>\nStep 1: Again\nsecond',
    );
  });

  it('restarts at a snapshot', () => {
    const chunk = (content: string): StoredEvent => ({type: 'response_chunk', content});
    const snapshot = {type: 'agent_response_update', content: 'all so far'};
    assert.equal(
      messageContent([chunk('lost'), snapshot, chunk('and on')], [], ended),
      'all so far\nand on',
    );
  });
});

describe('times', () => {
  for (const [time, expected] of [
    ['2026-03-04T10:02:01Z', 1772618521000000],
    ['2026-03-04T10:02:01.003112Z', 1772618521003112],
    ['2026-03-04T10:02:01.003', 1772618521003000],
    ['2026-03-04T12:02:01.5+02:00', 1772618521500000],
    ['soon', undefined],
    [undefined, undefined],
  ] as const) {
    it(`reads ${String(time)}`, () => {
      assert.equal(microseconds(time), expected);
    });
  }
});
