import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {UIMessage} from 'ai';
import fc from 'fast-check';
import {openRequests, plainText} from '../../../../src/core/index.js';
import {testReading} from '../recorded.js';
import {
  approval,
  bodyOf,
  call,
  finish,
  folded,
  foldedFrames,
  framed,
  output,
  reasoning,
  start,
  step,
  stepEnd,
  text,
  type ChunkData,
} from './chunks.js';
import {official, withoutReasoningIds} from './oracle.js';
import {forAll, forAllAsync} from '../../../support/for-all.js';

const source = {type: 'source', sourceType: 'url', id: 's1', url: 'https://a.example', title: 'A'};

/** Streams that use every part of the protocol. */
const streams: Readonly<Record<string, readonly ChunkData[]>> = {
  'text and reasoning': [
    start({messageMetadata: {model: 'one', usage: {inputTokens: 1}}}),
    step,
    ...reasoning('r', ['Hm, ', 'é 👍'], {providerMetadata: {p: {signature: 's'}}}),
    ...reasoning('r2', []),
    ...text('0', ['Caf', 'é is open', ' 🏛'], {citations: [{source, startIndex: 0, endIndex: 4}]}),
    {type: 'source-url', sourceId: 's1', url: 'https://a.example', title: 'A'},
    {type: 'source-document', sourceId: 's2', mediaType: 'application/pdf', title: 'B'},
    {type: 'file', url: 'data:image/png;base64,iVBORw0KGgo=', mediaType: 'image/png'},
    {type: 'reasoning-file', url: 'data:text/plain;base64,AA==', mediaType: 'text/plain'},
    {type: 'custom', kind: 'p.item', providerMetadata: {p: {a: 1}}},
    stepEnd,
    {type: 'message-metadata', messageMetadata: {usage: {outputTokens: 2}, list: [1]}},
    finish('length', {messageMetadata: {list: [2]}}),
  ],
  'two steps with tools': [
    start(),
    step,
    ...text('0', ['Looking.']),
    ...call('c1', 'find', {query: 'zoë'}, {title: 'Find', toolMetadata: {a: 1}}),
    ...call('c2', 'pay', {amount: 1}, {dynamic: true, providerExecuted: true}),
    output('c1', {found: 0}, {preliminary: true}),
    output('c1', {found: 2}),
    {type: 'tool-output-error', toolCallId: 'c2', errorText: 'Declined', providerExecuted: true},
    {type: 'tool-input-start', toolCallId: 'c3', toolName: 'check'},
    {type: 'tool-input-delta', toolCallId: 'c3', inputTextDelta: '{"unit":"mi'},
    {
      type: 'tool-input-error',
      toolCallId: 'c3',
      toolName: 'check',
      input: {unit: 'mi'},
      errorText: 'Invalid',
    },
    stepEnd,
    step,
    ...text('0', ['Found.']),
    stepEnd,
    finish(),
  ],
  approvals: [
    start(),
    step,
    ...call('c1', 'read', {}),
    approval('a1', 'c1', {isAutomatic: true}),
    {type: 'tool-approval-response', approvalId: 'a1', approved: true},
    output('c1', 'text'),
    ...call('c2', 'remove', {path: 'a'}),
    approval('a2', 'c2', {reason: 'For good', signature: 'x', approvalDescriptor: {b: 1}}),
    ...call('c3', 'remove', {path: 'b'}),
    approval('a3', 'c3', {isAutomatic: true}),
    {type: 'tool-approval-response', approvalId: 'a3', approved: false, reason: 'Policy'},
    {type: 'tool-output-denied', toolCallId: 'c3'},
    stepEnd,
    finish('tool-calls'),
  ],
  'data of the application, a reset and steering': [
    start(),
    {type: 'data-plan', id: 'p', data: {at: 0}},
    {type: 'data-note', data: 1, transient: true},
    step,
    ...text('0', ['Kept.']),
    {type: 'data-plan', id: 'p', data: {at: 1}},
    {type: 'data-chart', data: null},
    stepEnd,
    step,
    ...text('0', ['Wrong']),
    ...call('c1', 'find', {}),
    {type: 'reset-step'},
    ...text('0', ['Right']),
    stepEnd,
    {type: 'steering-message', id: 'u', parts: [{type: 'text', text: 'And now?'}]},
    step,
    ...text('0', ['Now.']),
    stepEnd,
    finish(),
  ],
};

describe('streams that the official client reads', () => {
  for (const [name, chunks] of Object.entries(streams)) {
    const body = bodyOf(chunks);
    const expected = folded(chunks).message;

    it(`${name}: the record is that of the official client`, async () => {
      assert.deepEqual(expected.protocolData, withoutReasoningIds(await official(chunks)));
    });

    const unknown = framed({type: 'future', id: '0', delta: 'WRONG', toolCallId: 'c1'});
    testReading(name, {
      body,
      read: frames => foldedFrames(frames).message,
      expected,
      extras: [unknown, {data: '{'}, {data: '[1]'}, {data: '[DONE]'}, {data: ''}],
    });

    it(`${name}: interrupted anywhere, it keeps its text and is no success`, () => {
      const whole = plainText(expected);
      const isReset = chunks.some(({type}) => type === 'reset-step');
      for (let count = 1; count < chunks.length; count += 1) {
        const {message} = folded(chunks.slice(0, count));
        // Of a stream that ends with a question, only the answer is missing.
        const asks = openRequests(message).length > 0;
        assert.equal(message.status, asks ? 'done' : 'interrupted');
        if (asks) assert.match(chunks[count - 1]?.type ?? '', /approval|denied|finish-step/);
        if (!isReset) assert.ok(whole.startsWith(plainText(message)));
      }
    });
  }
});

const words = fc.string({unit: 'grapheme', maxLength: 6});
const id = fc.constantFrom('0', '1', 'x');
const metadata = fc.option(fc.constant({providerMetadata: {p: {a: 1}}}), {nil: {}});

/** Complete parts; the ids of calls are made unique afterwards. */
const part: fc.Arbitrary<readonly ChunkData[]> = fc.oneof(
  fc.tuple(id, fc.array(words), metadata).map(args => text(...args)),
  fc.tuple(id, fc.array(words), metadata).map(args => reasoning(...args)),
  fc
    .record({
      input: fc.jsonValue({maxDepth: 2}),
      value: fc.jsonValue({maxDepth: 2}),
      dynamic: fc.boolean(),
      providerExecuted: fc.boolean(),
      way: fc.constantFrom('output', 'preliminary', 'error', 'open', 'approval', 'denied'),
    })
    .map(({input, value, dynamic, providerExecuted, way}): readonly ChunkData[] => {
      const called = call('CALL', 'tool', input, {
        ...(dynamic && {dynamic}),
        ...(providerExecuted && {providerExecuted}),
      });
      const asked = approval('APPROVAL', 'CALL');
      switch (way) {
        case 'output':
          return [...called, output('CALL', value)];
        case 'preliminary':
          return [...called, output('CALL', 1, {preliminary: true}), output('CALL', value)];
        case 'error':
          return [...called, {type: 'tool-output-error', toolCallId: 'CALL', errorText: 'No'}];
        case 'approval':
          return [...called, asked];
        case 'denied':
          return [...called, asked, {type: 'tool-output-denied', toolCallId: 'CALL'}];
        default:
          return called;
      }
    }),
  fc
    .tuple(fc.constantFrom('a', 'b'), id, fc.jsonValue({maxDepth: 1}))
    .map(([name, key, data]): readonly ChunkData[] => [{type: `data-${name}`, id: key, data}]),
  fc.constant<readonly ChunkData[]>([stepEnd, step]),
  fc.constant<readonly ChunkData[]>([{type: 'reset-step'}]),
  fc
    .jsonValue({maxDepth: 2})
    .map((value): readonly ChunkData[] => [{type: 'message-metadata', messageMetadata: {value}}]),
);

const complete = fc
  .array(part, {maxLength: 8})
  .map(list => [
    start(),
    step,
    ...list.flatMap((chunks, index) =>
      chunks.map(
        chunk =>
          JSON.parse(
            JSON.stringify(chunk)
              .replace('"CALL"', `"c${index}"`)
              .replace('"APPROVAL"', `"a${index}"`),
          ) as ChunkData,
      ),
    ),
    finish(),
  ]);

describe('any stream of complete parts', () => {
  it('has the record of the official client', async () => {
    await forAllAsync(100, [complete], async chunks => {
      const {message, reports} = folded(chunks);
      assert.deepEqual(message.protocolData, withoutReasoningIds(await official(chunks)));
      assert.deepEqual(reports, []);
    });
  });

  it('continues a message like the official client', async () => {
    await forAllAsync(100, [complete, complete], async (first, second) => {
      const {message} = folded(first);
      const record = message.protocolData as UIMessage;
      const again = second.map(
        chunk =>
          JSON.parse(JSON.stringify(chunk).replace(/"([ac])(\d)"/g, '"$1$2-2"')) as ChunkData,
      );
      const streaming = {...message, status: 'streaming'} as const;
      const both = folded(again, 'lost', {message: streaming}).message;
      assert.deepEqual(both.protocolData, withoutReasoningIds(await official(again, record)));
      const ids = both.children.map(item => item.id);
      assert.equal(new Set(ids).size, ids.length);
    });
  });

  it('has the same items when it is replayed', () => {
    forAll(100, [complete], chunks => {
      assert.deepEqual(folded(chunks).message, folded(chunks).message);
    });
  });
});

const anyId = fc.constantFrom('0', '1', undefined, 7);
const anyValue = fc.oneof(fc.jsonValue({maxDepth: 2}), fc.constant(undefined));
/** Chunks of every type with any values, in any order. */
const anyChunk = fc.record({
  type: fc.constantFrom(
    ...['start', 'start-step', 'finish-step', 'reset-step', 'finish', 'abort', 'error'],
    ...['text-start', 'text-delta', 'text-end', 'reasoning-start', 'reasoning-delta'],
    ...['reasoning-end', 'tool-input-start', 'tool-input-delta', 'tool-input-available'],
    ...['tool-input-error', 'tool-approval-request', 'tool-approval-response', 'file'],
    ...['tool-output-available', 'tool-output-error', 'tool-output-denied', 'source-url'],
    ...['source-document', 'message-metadata', 'custom', 'steering-message', 'data-x', 'future'],
  ),
  id: anyId,
  messageId: anyId,
  toolCallId: anyId,
  approvalId: anyId,
  toolName: fc.constantFrom('add', '', undefined),
  delta: fc.constantFrom('a', 'b ', '👍', 7, undefined),
  inputTextDelta: fc.constantFrom('{"a":', '1}', undefined),
  input: anyValue,
  output: anyValue,
  data: anyValue,
  messageMetadata: anyValue,
  providerMetadata: anyValue,
  parts: anyValue,
  citations: fc.constantFrom(undefined, [{endIndex: 1, source: {id: 's'}}], [7], {}),
  url: fc.constantFrom('https://a.example', 'javascript:alert(1)', 'data:,a', 7, undefined),
  dynamic: fc.constantFrom(true, undefined),
  transient: fc.constantFrom(true, undefined),
  preliminary: fc.constantFrom(true, undefined),
  isAutomatic: fc.constantFrom(true, undefined),
  approved: fc.constantFrom(true, false, undefined),
  errorText: fc.constantFrom('No', 7, undefined),
  finishReason: fc.constantFrom('stop', 'length', 'error', 'interrupted', 7, undefined),
});

describe('any chunks in any order', () => {
  const anyStream = fc.array(anyChunk, {maxLength: 30});

  it('lose no text, give each item its own id, and are never open at the end', () => {
    forAll(100, [anyStream], chunks => {
      const {message} = folded(chunks);
      const ids = message.children.map(item => item.id);
      assert.equal(new Set(ids).size, ids.length);
      assert.notEqual(message.status, 'streaming');
      const isReset = chunks.some(({type}) => type === 'reset-step');
      const sent = chunks.flatMap(({type, delta}) => (type === 'text-delta' ? [delta] : []));
      const shown = message.children.map(item => (item.kind === 'text' ? item.text : '')).join('');
      const sorted = (text: string): string => Array.from(text).sort().join('');
      const received = sent.filter(delta => typeof delta === 'string').join('');
      if (!isReset) assert.equal(sorted(shown), sorted(received));
    });
  });

  it('are the same message in a replay, also as a continued one', () => {
    forAll(100, [anyStream, anyStream], (first, second) => {
      const {message} = folded(first);
      const continued = {...message, status: 'streaming'} as const;
      const once = folded(second, 'lost', {message: continued}).message;
      assert.deepEqual(folded(second, 'lost', {message: continued}).message, once);
      const ids = once.children.map(item => item.id);
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(message.children.length === 0 || once.children.length > 0);
    });
  });
});
