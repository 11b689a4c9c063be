import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {describe, it} from 'node:test';
import {append, end, finalText, opening, patch, progress, steps, upsert} from './patches.js';
import {
  accumulate,
  type AssistantMessage,
  reduce,
  type EventInput,
} from '../../../../src/core/protocol/aishu/accumulator.js';
import {bytesOf, frame, framesIn, readJson, recorded, testReading} from '../recorded.js';

const samples = [
  'a-plain-llm',
  'b-web-search-then-llm',
  'b2-web-search-late-answer',
  'c-error',
  'c2-transport-error-frame',
  'd-interrupt',
];
const modes = [
  ['', {}],
  ['.document-mode', {mode: 'document'}],
] as const;
const at = (name: string): URL => new URL(`fixtures/${name}`, import.meta.url);

for (const name of samples) {
  for (const [suffix, options] of modes) {
    const expectedAt = at(`${name}${suffix}.expected.json`);
    if (!existsSync(expectedAt)) continue;
    const expected = readJson(expectedAt);

    const unknown = frame({key: ['message'], action: 'future', content: 'WRONG'});
    testReading(`the document of ${name}${suffix}`, {
      body: recorded('aishu', name),
      read: frames => accumulate(frames, options),
      expected,
      extras: [unknown, frame({type: 'ping'}), {data: 'not JSON'}, {data: ''}],
    });
  }
}

describe('the document', () => {
  it('is the example of the AISHU ChatKitDataAgent note, with its spelling of the number', () => {
    const content = {final_answer: {answer: {text: ''}}, middle_answer: {progress: []}};
    const frames = [
      {seq: 0, key: ['message'], action: 'upsert', content: {content}},
      {seq: 1, key: finalText, action: 'append', content: '大模型'},
      {seq: 2, key: progress(0), action: 'append', content: {stage: 'llm', answer: '我来帮您'}},
    ];
    for (const options of [{}, {mode: 'document'}] as const) {
      assert.deepEqual(
        accumulate(
          frames.map(one => frame(one)),
          options,
        ),
        {
          message: {
            content: {
              final_answer: {answer: {text: '大模型'}},
              middle_answer: {progress: [{stage: 'llm', answer: '我来帮您'}]},
            },
          },
        },
      );
    }
  });

  it('handles repeated, skipped and missing numbers', () => {
    const numbers = [0, 1, 1, 1, 4, 4, 4, 7, undefined, 2];
    const frames = numbers.map((seq, index) => patch('upsert', [`f${index}`], index, seq));
    assert.equal(Object.keys(accumulate(frames)).length, numbers.length);
    const words = numbers.map((seq, index) => patch('append', ['text'], String(index), seq));
    assert.deepEqual(accumulate(words), {text: '0123456789'});
  });

  it('applies an addition once that a proxy repeats', () => {
    const twice = patch('append', ['text'], 'a', 3);
    assert.deepEqual(accumulate([twice, twice, patch('append', ['text'], 'a', 4)]), {text: 'aa'});
  });

  it('applies the same text twice if its frames have no number', () => {
    assert.deepEqual(accumulate([append(['text'], 'a'), append(['text'], 'a')]), {text: 'aa'});
  });

  it('may be sent completely, again and again', () => {
    const frames = [frame({conversation_id: 'c'}), frame({message: {id: 'm'}}), end];
    assert.deepEqual(accumulate(frames), {message: {id: 'm'}});
  });

  it('ignores events in document mode that the note does not list', () => {
    const frames = [
      ...opening,
      ...steps({id: 'x'}),
      upsert(progress(0, 'status'), 'completed'),
      append(progress(0, 'think'), 'y'),
    ];
    assert.deepEqual(Object.keys(accumulate(frames, {mode: 'document'})), ['message', 'error']);
    const {message} = accumulate(frames, {mode: 'document'});
    assert.match(JSON.stringify(message), /"progress":\[\{"id":"x"\}\]/);
  });
});

const modelSamples = ['a-plain-llm', 'b-web-search-then-llm', 'c-error', 'd-interrupt'];
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

describe('reducing one event at a time', () => {
  for (const name of modelSamples) {
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

  it('accepts an event as an object, as JSON text, and as a server-sent event', () => {
    const json = JSON.stringify(event);
    for (const input of [event, json, {data: json}, {event: 'message', data: json}]) {
      assert.equal(textOf(reduce(before, input)), 'Hello');
    }
  });

  it('keeps the parts that the event does not change', () => {
    const after = reduce(before, event);
    const listOf = ({message}: AssistantMessage): unknown =>
      (message as {content: {middle_answer: unknown}}).content.middle_answer;
    assert.equal(listOf(after), listOf(before));
  });

  it('returns the previous message for invalid events, and at the end', () => {
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
