import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {plainText} from '../../../../src/core/index.js';
import {bytesOf, framesIn, testReading} from '../recorded.js';
import {
  activity,
  activityDelta,
  bodyOf,
  call,
  fail,
  finish,
  folded,
  foldedFrames,
  interrupted,
  reasoning,
  recordOf,
  result,
  start,
  state,
  stateDelta,
  stepEnd,
  stepStart,
  text,
  type EventData,
} from './events.js';
import {encoded, official} from './oracle.js';
import {forAll, forAllAsync} from '../../../support/for-all.js';

const encrypted = (entityId: string, subtype: string): EventData => ({
  type: 'REASONING_ENCRYPTED_VALUE',
  subtype,
  entityId,
  encryptedValue: 'x',
});

/** Streams that use every part of the protocol. */
const streams: Readonly<Record<string, readonly EventData[]>> = {
  'texts and reasoning': [
    start({protocolVersion: '1.0'}),
    ...reasoning('r1', 'Hm, ', 'é 👍'),
    encrypted('r1', 'message'),
    stepStart('write'),
    ...text('m1', 'Caf', 'é is open', ' 🏛'),
    {type: 'TEXT_MESSAGE_START', messageId: 'm2', role: 'assistant', name: 'critic'},
    {type: 'TEXT_MESSAGE_CONTENT', messageId: 'm2', delta: 'Indeed.', metadata: {a: 1}},
    {type: 'TEXT_MESSAGE_END', messageId: 'm2', metadata: {b: 2}},
    stepEnd('write'),
    finish({usage: [{model: 'one', inputTokens: 3, outputTokens: 4, totalTokens: 7}]}),
  ],
  'calls with results': [
    start(),
    ...text('m1', 'Looking.'),
    ...call('c1', 'find', {query: 'zoë'}, {parentMessageId: 'm1'}),
    ...call('c2', 'pay', {amount: 1}, {parentMessageId: 'm1'}),
    encrypted('c1', 'tool-call'),
    result('c2', 'Declined', {metadata: {isError: true}}),
    result('c1', [{type: 'text', text: 'found'}]),
    ...call('c3', 'clock', {}),
    result('c3', '10:00'),
    ...text('m2', 'Found.'),
    finish({outcome: {type: 'success'}}),
  ],
  chunks: [
    start(),
    {type: 'REASONING_MESSAGE_CHUNK', messageId: 'r1', delta: 'Hm.'},
    {type: 'TEXT_MESSAGE_CHUNK', messageId: 'm1', delta: 'One'},
    {type: 'TEXT_MESSAGE_CHUNK', delta: ' two'},
    {type: 'TOOL_CALL_CHUNK', toolCallId: 'c1', toolCallName: 'find', delta: '{"a":'},
    {type: 'TOOL_CALL_CHUNK', delta: '1}'},
    {type: 'TEXT_MESSAGE_CHUNK', messageId: 'm2', delta: 'Three'},
    finish(),
  ],
  'state, activities and interrupts': [
    start(),
    state({a: {b: [1]}}),
    stateDelta({op: 'add', path: '/a/b/-', value: 2}, {op: 'remove', path: '/a/b/0'}),
    activity('p', {steps: []}),
    activityDelta('p', {op: 'add', path: '/steps/0', value: 'one'}),
    ...call('c1', 'send', {to: 'a@b.example'}),
    {type: 'CUSTOM', name: 'progress', value: 1},
    {type: 'RAW', event: {}},
    interrupted({id: 'i1', reason: 'tool_call', toolCallId: 'c1', message: 'Send?'}),
  ],
};

const foldedBody = (chunks: Iterable<Uint8Array>): ReturnType<typeof foldedFrames>['message'] =>
  foldedFrames(framesIn(chunks)).message;

describe('streams that the official client reads', () => {
  for (const [name, events] of Object.entries(streams)) {
    const body = bodyOf(events);
    const expected = folded(events).message;

    it(`${name}: the record is that of the official client`, async () => {
      const {messages, state: shared} = await official(events);
      const record = recordOf(folded(events));
      assert.deepEqual(record.messages, messages);
      assert.deepEqual(record.state ?? {}, shared);
    });

    it(`${name}: the same message as the official encoder writes it`, () => {
      assert.deepEqual(foldedBody([bytesOf(encoded(events))]), expected);
    });

    testReading(name, {
      body,
      read: frames => foldedFrames(frames).message,
      expected,
      extras: [{data: '{'}, {data: '[1]'}, {data: '[DONE]'}, {data: ''}],
    });

    it(`${name}: interrupted anywhere, it keeps its text and is no success`, () => {
      const whole = plainText(expected);
      for (let count = 1; count < events.length; count += 1) {
        const {message} = folded(events.slice(0, count));
        assert.equal(message.status, 'interrupted');
        assert.ok(whole.startsWith(plainText(message)));
      }
    });
  }
});

const words = fc.string({unit: 'grapheme', minLength: 1, maxLength: 6});

/** Complete parts of a stream; their ids are made unique afterwards. */
const part: fc.Arbitrary<readonly EventData[]> = fc.oneof(
  fc.array(words, {minLength: 1}).map(deltas => text('ID', ...deltas)),
  fc.array(words, {minLength: 1}).map(deltas => reasoning('ID', ...deltas)),
  fc
    .record({input: fc.jsonValue({maxDepth: 2}), output: words, hasResult: fc.boolean()})
    .map(({input, output, hasResult}) => [
      ...call('ID', 'tool', {input}),
      ...(hasResult ? [result('ID', output)] : []),
    ]),
  fc.jsonValue({maxDepth: 2}).map(value => [state({value}), activity('ID', {value})]),
);

const named = (events: readonly EventData[], index: number): readonly EventData[] =>
  JSON.parse(JSON.stringify(events).replaceAll('"ID', `"id${index}`)) as readonly EventData[];

describe('random streams', () => {
  it('result in the record of the official client', async () => {
    await forAllAsync(50, [fc.array(part, {maxLength: 6})], async parts => {
      const events = [start(), ...parts.flatMap(named), finish()];
      const {messages, state: shared} = await official(events);
      const record = recordOf(folded(events));
      assert.deepEqual(record.messages, messages);
      assert.deepEqual(record.state ?? {}, shared);
    });
  });

  it('in any order are read without an exception, and keep every text', () => {
    const one = fc.array(part, {minLength: 1, maxLength: 4}).chain(parts => {
      const events = [start(), ...parts.flatMap(named), finish(), fail('x')];
      return fc.shuffledSubarray([...events], {minLength: events.length});
    });
    forAll(100, [one], events => {
      const {message} = folded(events);
      const displayed = JSON.stringify(message.children);
      for (const {type, delta} of events) {
        if (type !== 'TEXT_MESSAGE_CONTENT') continue;
        assert.ok(displayed.includes(JSON.stringify(delta).slice(1, -1)));
      }
    });
  });
});
