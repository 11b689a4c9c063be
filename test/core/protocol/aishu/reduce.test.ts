import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {describe, it} from 'node:test';
import {accumulate} from '../../../../src/core/protocol/aishu/accumulate.js';
import type {AssistantMessage} from '../../../../src/core/protocol/aishu/accumulate.js';
import {reduce} from '../../../../src/core/protocol/aishu/reduce.js';
import type {EventInput} from '../../../../src/core/protocol/aishu/reduce.js';
import {bytesOf, framesIn, readJson, recorded} from '../tellings.js';

const samples = ['a-plain-llm', 'b-web-search-then-llm', 'c-error', 'd-interrupt'];
const modes = [
  ['', {}],
  ['.document-mode', {mode: 'document'}],
] as const;

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

describe('reducing one event at a time', () => {
  for (const name of samples) {
    for (const [suffix, options] of modes) {
      const file = new URL(`fixtures/${name}${suffix}.expected.json`, import.meta.url);
      if (!existsSync(file)) continue;
      it(`gives the document of ${name}${suffix}, and never changes the previous one`, () => {
        const frames = framesIn([bytesOf(recorded('aishu', name))]);
        let message: AssistantMessage = freeze({});
        for (const frame of frames) message = freeze(reduce(message, frame, options));
        assert.deepEqual(message, readJson(file));
        assert.deepEqual(message, accumulate(frames, options));
      });
    }
  }

  const before: AssistantMessage = freeze({
    message: {content: {final_answer: {answer: {text: 'Hel'}}, middle_answer: {progress: []}}},
  });
  const event = {
    seq: 1,
    key: ['message', 'content', 'final_answer', 'answer', 'text'],
    action: 'append',
    content: 'lo',
  };
  const textOf = ({message}: AssistantMessage): unknown =>
    (message as {content: {final_answer: {answer: {text: string}}}}).content.final_answer.answer
      .text;

  it('takes an event as an object, as JSON text, and as a server-sent event', () => {
    const json = JSON.stringify(event);
    for (const input of [event, json, {data: json}, {event: 'message', data: json}]) {
      assert.equal(textOf(reduce(before, input)), 'Hello');
    }
  });

  it('keeps the parts that the event does not touch', () => {
    const after = reduce(before, event);
    const listOf = ({message}: AssistantMessage): unknown =>
      (message as {content: {middle_answer: unknown}}).content.middle_answer;
    assert.equal(listOf(after), listOf(before));
  });

  it('returns the previous message for what it cannot read, and at the end', () => {
    const odd: EventInput[] = [
      '',
      'not JSON',
      '[]',
      '{"action":"future","key":["message"]}',
      {action: 'append', key: [], content: 'x'},
      {action: 'upsert', key: ['__proto__', 'polluted'], content: 'x'},
      {action: 'end', key: []},
      {data: '[DONE]'},
    ];
    for (const input of odd) assert.equal(reduce(before, input), before, JSON.stringify(input));
  });

  it('reads a missing previous message as an empty one', () => {
    const first = {action: 'upsert', key: ['assistant_message_id'], content: 'm1'};
    const none = undefined as unknown as AssistantMessage;
    assert.deepEqual(reduce(none, first), {assistant_message_id: 'm1'});
  });
});
