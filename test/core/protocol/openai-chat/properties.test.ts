import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {plainText, type MessageItem} from '../../../../src/core/index.js';
import {asRecord} from '../../../../src/core/values.js';
import {testReading} from '../recorded.js';
import {
  bodyOf,
  calls,
  chunk,
  ends,
  folded,
  foldedFrames,
  fragment,
  framed,
  says,
  usage,
  type ChunkData,
} from './completions.js';
import {official, type Official} from './oracle.js';
import {forAll, forAllAsync} from '../../../support/for-all.js';

const role = chunk({role: 'assistant', content: '', refusal: null});

/** Streams that use every part of the protocol and that the official clients read. */
const strict: Readonly<Record<string, readonly ChunkData[]>> = {
  'text and reasoning': [
    role,
    chunk({reasoning_content: 'Hm, '}),
    chunk({reasoning_content: 'é 👍'}),
    ...says('Caf', 'é is open', ' 🏛 <b>'),
    ends('length'),
    usage(3, 4),
  ],
  'calls of the page': [
    role,
    ...says('Looking.'),
    ...calls(0, 'c1', 'find', '{"query":', '"zoë"}'),
    ...calls(1, 'c2', 'now', '{}'),
    ends('tool_calls'),
  ],
  'a refusal': [role, chunk({refusal: 'I can'}), chunk({refusal: 'not.'}), ends()],
  'metadata of every kind': [
    chunk(null, {}, {choices: [], prompt_filter_results: [{}]}),
    {...role, obfuscation: 'xyz', system_fingerprint: null, service_tier: 'default'},
    chunk({content: 'A'}, {logprobs: null}, {usage: null}),
    chunk({content: 'B'}, {finish_reason: 'stop'}, {usage: usage(1, 2)['usage']}),
  ],
};

/** Streams of dialects, which the official clients refuse or read otherwise. */
const dialects: Readonly<Record<string, readonly ChunkData[]>> = {
  'parts, tags and sources': [
    chunk({content: '<think>Let me'}),
    ...says(' see.</think>\n\nIt opens at ten (https://a.example).'),
    chunk({content: [{type: 'thinking', thinking: [{type: 'text', text: 'Sure?'}]}]}),
    chunk({
      content: [{type: 'text', text: ' Yes.'}],
      annotations: [{url_citation: {url: 'https://a.example', start_index: 0, end_index: 99}}],
    }),
    ends('stop', {citations: ['https://a.example', 'https://b.example']}),
  ],
  'tools of the server': [
    chunk({executed_tools: [{index: 0, type: 'search', arguments: '{}'}]}),
    chunk({executed_tools: [{index: 0, type: 'search', arguments: '{}', output: 'Found'}]}),
    ...calls(0, 'c1', 'find', '{}'),
    ends('tool_calls'),
    chunk({role: 'tool', tool_call_id: 'c1', content: 'Found'}),
    {...chunk({role: 'assistant', content: 'Here.'}), id: 'chatcmpl-2'},
    {...ends(), id: 'chatcmpl-2'},
  ],
  'calls without indexes': [
    fragment({id: 'c1', function: {name: 'a', arguments: '{"n":'}}),
    fragment({function: {arguments: '1}'}}),
    fragment({id: 'c2', function: {name: 'b', arguments: {n: 2}}}),
    ends('tool_calls'),
  ],
};

/** What the official clients would say of our message. */
function resultOf({protocolData, stopReason = '', usage: counts}: MessageItem): Official {
  const [record = {}] = protocolData as readonly Readonly<Record<string, unknown>>[];
  const {content, refusal, tool_calls: made} = record;
  const list = (made ?? []) as readonly {
    readonly id: string;
    readonly function: {readonly name: string; readonly arguments: string};
  }[];
  return {
    content: (content ?? null) as string | null,
    refusal: (refusal ?? null) as string | null,
    calls: list.map(({id, function: fn}) => [id, fn.name, fn.arguments]),
    reason: stopReason,
    usage: counts && [counts.inputTokens ?? 0, counts.outputTokens ?? 0],
  };
}

for (const [name, chunks] of Object.entries(strict)) {
  it(`${name}: the result is that of the official clients`, async () => {
    for (const result of await official(bodyOf(chunks))) {
      assert.deepEqual(resultOf(folded(chunks).message), result);
    }
  });
}

describe('streams of every kind', () => {
  for (const [name, chunks] of Object.entries({...strict, ...dialects})) {
    const body = bodyOf(chunks);
    const expected = folded(chunks).message;

    const unknown = framed({id: 'x', object: 'chat.completion.future', note: 'WRONG'});
    const other = framed(chunk({content: 'WRONG'}, {index: 1}));
    testReading(name, {
      body,
      read: frames => foldedFrames(frames).message,
      expected,
      extras: [unknown, other, {data: '{'}, {data: '7'}, {data: ''}],
    });

    it(`${name}: interrupted anywhere, it keeps its text and is no success`, () => {
      const whole = plainText(expected);
      const last = chunks.findIndex(one => JSON.stringify(one).includes('"finish_reason":"'));
      for (let count = 1; count <= last; count += 1) {
        const {message} = folded(chunks.slice(0, count));
        assert.equal(message.status, 'interrupted');
        assert.ok(whole.startsWith(plainText(message)));
      }
    });
  }
});

const words = fc.string({unit: 'grapheme', minLength: 1, maxLength: 6});
const strictDelta = fc.oneof(
  words.map(content => ({content})),
  words.map(refusal => ({refusal})),
  fc.constantFrom({}, {content: ''}, {content: null}, {reasoning_content: 'Hm'}),
);
const strictCall = fc.record({input: fc.jsonValue({maxDepth: 2}), cut: fc.nat(12)});
const strictStream = fc
  .record({
    deltas: fc.array(strictDelta, {maxLength: 8}),
    made: fc.array(strictCall, {maxLength: 3}),
    reason: fc.constantFrom('stop', 'tool_calls', 'length'),
    counts: fc.option(fc.tuple(fc.nat(99), fc.nat(99)), {nil: undefined}),
  })
  .map(({deltas, made, reason, counts}): readonly ChunkData[] => [
    role,
    ...deltas.map(delta => chunk(delta)),
    ...made.flatMap(({input, cut}, index) => {
      const json = JSON.stringify({input});
      return calls(index, `c${index}`, 'find', json.slice(0, cut), json.slice(cut));
    }),
    // The official clients refuse calls that were cut.
    ends(made.length > 0 ? 'tool_calls' : reason),
    ...(counts ? [usage(...counts)] : []),
  ]);

describe('any strict stream', () => {
  it('has the result of the official clients', async () => {
    await forAllAsync(60, [strictStream], async chunks => {
      const {message, reports} = folded(chunks);
      for (const result of await official(bodyOf(chunks))) {
        assert.deepEqual(resultOf(message), result);
      }
      assert.deepEqual(reports, []);
    });
  });
});

const anyValue = fc.oneof(fc.jsonValue({maxDepth: 2}), fc.constant(undefined));
const anyText = fc.constantFrom('a', '<think>', '</think>', '👍', '', null, 7);
const anyCall = fc.record(
  {
    index: fc.constantFrom(0, 1, -1, 0.5, '0', undefined),
    id: fc.constantFrom('c1', 'c2', '', null),
    type: fc.constantFrom('function', 'custom'),
    function: fc.record({
      name: fc.constantFrom('find', '', undefined, 7),
      arguments: fc.oneof(fc.constantFrom('{', '}', '{}', ''), anyValue),
    }),
    extra_content: anyValue,
  },
  {requiredKeys: []},
);
/** Chunks with any values, in any order. */
const anyChunk = fc
  .record({
    id: fc.constantFrom('1', '2', '', undefined),
    delta: fc.record(
      {
        role: fc.constantFrom('assistant', 'tool', ''),
        content: fc.oneof(anyText, fc.array(fc.record({type: fc.constant('text'), text: anyText}))),
        refusal: anyText,
        reasoning: fc.oneof(anyText, anyValue),
        reasoning_details: fc.array(fc.record({type: anyText, index: anyText, text: anyText})),
        tool_calls: fc.array(anyCall, {maxLength: 2}),
        function_call: anyValue,
        annotations: fc.array(
          fc.record({url_citation: fc.record({url: anyText, end_index: anyValue})}),
        ),
        executed_tools: fc.array(fc.record({index: anyText, type: anyText, output: anyValue})),
        images: anyValue,
        audio: anyValue,
      },
      {requiredKeys: []},
    ),
    reason: fc.constantFrom(null, null, 'stop', 'tool_calls', 'length', 'error', 7),
    usage: anyValue,
    citations: fc.oneof(anyValue, fc.array(anyText)),
    error: fc.constantFrom(undefined, undefined, undefined, null, 'No', {message: 7}),
  })
  .map(({delta, reason, ...fields}) => chunk(delta, {finish_reason: reason}, fields));

describe('any chunks in any order', () => {
  const anyStream = fc.array(anyChunk, {maxLength: 20});
  const shownText = ({children}: MessageItem): string =>
    children
      .map(item => (item.kind === 'text' || item.kind === 'thinking' ? item.text : ''))
      .join('');

  it('give each item its own id, and are never open at the end', () => {
    forAll(100, [anyStream], chunks => {
      const {message} = folded(chunks);
      const ids = message.children.map(({id}) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.notEqual(message.status, 'streaming');
      assert.ok(message.children.every(({status}) => status !== 'streaming'));
    });
  });

  it('lose no text', () => {
    forAll(100, [anyStream], chunks => {
      const sent = chunks.flatMap(({choices}) => {
        const [{delta}] = choices as [{delta: Record<string, unknown>}];
        return delta['role'] === 'tool' ? [] : [delta['content'], delta['refusal']].flat();
      });
      const received = sent.map(one => {
        const text = typeof one === 'string' ? one : asRecord(one)['text'];
        return typeof text === 'string' ? text : '';
      });
      const count = (text: string): number => text.split('👍').length;
      const {message} = folded(chunks);
      assert.ok(count(shownText(message)) >= count(received.join('')));
    });
  });

  it('are the same message in a replay, also as a continued one', () => {
    forAll(100, [anyStream, anyStream], (first, second) => {
      const {message} = folded(first);
      const continued = {...message, status: 'streaming'} as const;
      const once = folded(second, 'lost', {message: continued}).message;
      assert.deepEqual(folded(second, 'lost', {message: continued}).message, once);
      const ids = once.children.map(({id}) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(once.children.length >= message.children.length);
    });
  });
});
