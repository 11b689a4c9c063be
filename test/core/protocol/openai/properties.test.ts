import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {plainText, walk} from '../../../../src/core/index.js';
import {between, byteByByte, bytesOf, cutOnce, framesIn, lineEnds} from '../recorded.js';
import {official} from './oracle.js';
import {
  approval,
  bodyOf,
  call,
  eventsOf,
  folded,
  foldedFrames,
  frameOf,
  mcpCall,
  message,
  rawReasoning,
  reasoning,
  response,
  textPart,
  type EventData,
  type OutputData,
} from './stream.js';
import {forAll} from '../../../support/for-all.js';

const citation = {
  type: 'url_citation',
  url: 'https://a.example',
  title: 'A',
  start_index: 0,
  end_index: 4,
};

/** Streams that use every part of the protocol. */
const streams: Readonly<Record<string, readonly EventData[]>> = {
  'text and reasoning': eventsOf(
    response([
      reasoning('r1', 'Hm, é 👍', 'And then.'),
      {...reasoning('r2'), encrypted_content: 'gAAAA'},
      message('m1', textPart('Café is open 🏛', [citation]), {type: 'refusal', refusal: 'No.'}),
      rawReasoning('r3', 'Raw 🏛.'),
    ]),
  ),
  'tools of the server': eventsOf(
    response([
      {
        id: 'ws1',
        type: 'web_search_call',
        status: 'completed',
        action: {type: 'search', query: 'zoë', sources: []},
      },
      {id: 'fs1', type: 'file_search_call', status: 'completed', queries: ['a'], results: null},
      {
        id: 'ci1',
        type: 'code_interpreter_call',
        status: 'completed',
        container_id: 'c1',
        code: 'print("é")',
        outputs: [{type: 'logs', logs: 'é'}],
      },
      mcpCall('mc1', 'find', 'Found é.'),
      message('m1', 'Done.'),
    ]),
  ),
  'calls and questions': eventsOf(
    response([
      reasoning('r1', 'Two calls.'),
      call('f1', 'title', {a: 'é'}),
      call('f2', 'add', {a: 1, b: [2]}),
      approval('a1', 'pay'),
    ]),
  ),
  'an incomplete response': eventsOf(
    response([{...message('m1', 'Half of'), status: 'incomplete'}], {
      status: 'incomplete',
      incomplete_details: {reason: 'max_output_tokens'},
    }),
  ),
  'a failure': eventsOf(
    response([message('m1', 'Then')], {
      status: 'failed',
      error: {code: 'server_error', message: 'Broken.'},
    }),
  ),
};

const outputOf = (value: unknown): unknown => (value as {readonly output?: unknown}).output;

/** A message without the stages of its tools, which are not part of the record. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, field: unknown) => (key === 'phases' ? undefined : field)),
  );

for (const [name, events] of Object.entries(streams)) {
  describe(`the stream "${name}"`, () => {
    const body = bodyOf(events);
    const bytes = bytesOf(body);
    const expected = folded(events);

    it('has the output of the official packages, and no reports', () => {
      const [record] = expected.message.protocolData as readonly unknown[];
      const {seven, six} = official(events);
      assert.deepEqual(outputOf(record), outputOf(seven));
      assert.deepEqual(outputOf(record), outputOf(six));
      assert.deepEqual(expected.reports, []);
    });

    it('is the same message however it is cut', () => {
      assert.deepEqual(foldedFrames(framesIn(byteByByte(bytes))), expected);
      for (const chunks of cutOnce(bytes)) {
        assert.deepEqual(framesIn(chunks), events.map(frameOf));
      }
    });

    for (const [ends, text] of lineEnds(body)) {
      it(`is the same message with ${ends}`, () => {
        assert.deepEqual(foldedFrames(framesIn([bytesOf(text)])), expected);
      });
    }

    it('is the same message without names of events, and with keep-alives and unknown events', () => {
      const bare = events.map(event => ({data: JSON.stringify(event)}));
      assert.deepEqual(foldedFrames([...bare, {data: '[DONE]'}]), expected);
      const idle = {data: '{"type":"keepalive","sequence_number":3}'};
      assert.deepEqual(foldedFrames(between(bare, idle)), expected);
      const unknown = {data: '{"type":"response.future","output_index":0,"delta":"WRONG"}'};
      assert.deepEqual(foldedFrames(between(bare, unknown)).message, expected.message);
    });

    it('has the partial output of the official packages after every event, and loses no text', () => {
      for (let count = 1; count < events.length; count++) {
        const some = events.slice(0, count);
        const {message: got} = folded(some);
        const [record] = got.protocolData as readonly unknown[];
        assert.equal(got.status, 'interrupted');
        assert.deepEqual(outputOf(record), outputOf(official(some).seven), `after ${count} events`);
        assert.ok([...walk(got)].every(({status}) => status !== 'streaming'));
      }
    });

    it('is the same message when it is resumed after any event, with the rest or a replay', () => {
      for (let count = 1; count < events.length; count++) {
        const cut = {...folded(events.slice(0, count)).message, status: 'streaming'} as const;
        for (const rest of [events.slice(count), events]) {
          const {message: got} = folded(rest, 'lost', {message: cut});
          assert.deepEqual(plain(got), plain(expected.message), `after ${count} events`);
        }
      }
    });
  });
}

const words = fc.constantFrom('a', 'b ', 'Café', '🏛 👍', '\n\n', '"{');
const written = fc.array(words, {maxLength: 6}).map(list => list.join(''));

const output: fc.Arbitrary<readonly OutputData[]> = fc
  .array(
    fc.oneof(
      fc.array(written, {minLength: 1, maxLength: 3}).map(parts => message('ID', ...parts)),
      fc.array(written, {maxLength: 3}).map(parts => reasoning('ID', ...parts)),
      written.map(text => rawReasoning('ID', text)),
      fc.jsonValue({maxDepth: 2}).map(value => call('ID', 'add', {value})),
      written.map(text => mcpCall('ID', 'find', text)),
      fc.constant(approval('ID', 'pay')),
    ),
    {maxLength: 7},
  )
  .map(items =>
    items.map(
      (item, index) =>
        JSON.parse(
          JSON.stringify(item)
            .replaceAll('"ID"', `"i${index}"`)
            .replaceAll('call_ID', `call_${index}`),
        ) as OutputData,
    ),
  );

describe('any response', () => {
  it('has the output of the official package', () => {
    forAll(100, [output], items => {
      const events = eventsOf(response(items));
      const {message: got, reports} = folded(events);
      const [record] = got.protocolData as readonly unknown[];
      assert.deepEqual(outputOf(record), outputOf(official(events).seven));
      assert.deepEqual(reports, []);
      const said = items.filter(({type}) => type === 'message');
      const texts = said.map(({content}) =>
        (content as readonly {readonly text: string}[]).map(({text}) => text).join(''),
      );
      assert.equal(plainText(got), texts.filter(Boolean).join('\n\n'));
    });
  });

  it('has its items in order, each with its own id, also when it continues another one', () => {
    forAll(100, [output, output], (first, second) => {
      const before = folded(eventsOf(response(first))).message;
      const context = {message: {...before, status: 'streaming'} as const};
      const next = eventsOf(response(second, {id: 'resp_2'}));
      const {message: got} = folded(next, 'lost', context);
      const ids = got.children.map(({id}) => id);
      assert.equal(new Set(ids).size, ids.length);
      const alone = folded(next).message.children;
      const kinds = ({kind}: {readonly kind: string}): string => kind;
      const isAnswer = ({kind}: {readonly kind: string}): boolean => kind !== 'notice';
      assert.deepEqual(
        got.children.filter(isAnswer).map(kinds),
        [...before.children, ...alone].filter(isAnswer).map(kinds),
      );
    });
  });
});

const anyText = fc.constantFrom('a', 'b ', '👍', '{"a":', 7, null, undefined);
const anyIndex = fc.constantFrom(0, 1, 5, -1, 1e9, 0.5, 'x', undefined);
const anyId = fc.constantFrom('i0', 'i1', 'call_i1', 7, undefined);
const types = [
  ...['created', 'in_progress', 'completed', 'failed', 'incomplete', 'output_item.added'],
  ...['output_item.done', 'content_part.added', 'content_part.done', 'output_text.delta'],
  ...['output_text.done', 'output_text.annotation.added', 'refusal.delta', 'refusal.done'],
  ...['reasoning_text.delta', 'reasoning_summary_part.added', 'reasoning_summary_text.delta'],
  ...['function_call_arguments.delta', 'function_call_arguments.done', 'mcp_call.failed'],
  ...['code_interpreter_call_code.delta', 'shell_call_command.added', 'shell_call_command.delta'],
  ...['shell_call_output_content.delta', 'shell_call_output_content.done', 'future'],
  ...['apply_patch_call_operation_diff.delta', 'custom_tool_call_input.delta', 'error'],
].map(type => `response.${type}`);

const anyItem = fc.oneof(
  fc.jsonValue({maxDepth: 2}),
  fc.record({
    id: anyId,
    call_id: anyId,
    type: fc.constantFrom('message', 'reasoning', 'function_call', 'shell_call', 'x', 7),
    content: fc.jsonValue({maxDepth: 2}),
    status: fc.constantFrom('completed', 'incomplete', 'failed', undefined),
  }),
);

const anyEvent: fc.Arbitrary<EventData> = fc.record({
  type: fc.constantFrom(...types),
  sequence_number: fc.constantFrom(0, 1, 2, 9, undefined, 'x'),
  output_index: anyIndex,
  content_index: anyIndex,
  summary_index: anyIndex,
  command_index: anyIndex,
  annotation_index: anyIndex,
  item_id: anyId,
  item: anyItem,
  part: fc.jsonValue({maxDepth: 2}),
  delta: anyText,
  text: anyText,
  command: anyText,
  annotation: fc.jsonValue({maxDepth: 1}),
  output: fc.jsonValue({maxDepth: 2}),
  response: fc.oneof(
    fc.jsonValue({maxDepth: 1}),
    fc.record({id: fc.constantFrom('r1', 'r2'), output: fc.array(anyItem, {maxLength: 2})}),
  ),
});

describe('any events in any order', () => {
  const anyStream = fc.array(anyEvent, {maxLength: 25});

  it('give each item its own id, and are never open at the end', () => {
    forAll(100, [anyStream, anyStream], (first, second) => {
      const before = folded(first).message;
      const context = {message: {...before, status: 'streaming'} as const};
      for (const {message: got} of [folded(first), folded(second, 'lost', context)]) {
        const ids = got.children.map(({id}) => id);
        assert.equal(new Set(ids).size, ids.length);
        assert.notEqual(got.status, 'streaming');
        assert.ok(got.children.every(({status}) => status !== 'streaming'));
      }
    });
  });
});
