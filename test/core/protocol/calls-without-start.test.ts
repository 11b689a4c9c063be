import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {frame} from './recorded.js';
import {
  agUi,
  aiSdk,
  anthropic,
  EventLog,
  openai,
  openaiChat,
  ubik,
  type Protocol,
  type ToolItem,
} from '../../../src/core/index.js';
import {walk} from '../../../src/core/model/select.js';

interface Folded {
  readonly tools: readonly ToolItem[];
  readonly codes: readonly string[];
}

function folded(protocol: Protocol, events: readonly object[]): Folded {
  const codes: string[] = [];
  const report = ({code}: {readonly code: string}): void => void codes.push(code);
  const log = new EventLog(protocol, {run: 'run', report});
  for (const event of events) log.accept(frame(event));
  log.end('lost');
  const items = log.flush(log.start).children.flatMap(top => [...walk(top)]);
  return {tools: items.filter((item): item is ToolItem => item.kind === 'tool'), codes};
}

const block = {type: 'tool_use', id: 't1', name: 'add', input: {}};
const json = (index: number, text: string): object => ({
  type: 'content_block_delta',
  index,
  delta: {type: 'input_json_delta', partial_json: text},
});
const chunk = (fields: object, reason?: string): object => ({
  object: 'chat.completion.chunk',
  choices: [{delta: fields, finish_reason: reason ?? null}],
});
const fragment = (text: string, name?: string): object =>
  chunk({tool_calls: [{index: 0, function: {name, arguments: text}}]});
const call = {type: 'function_call', call_id: 'c1', name: 'add', arguments: ''};

/** A protocol with two fragments of an input, the start that they lack, and what is around them. */
const cases: readonly {
  readonly name: string;
  readonly protocol: Protocol;
  readonly before?: readonly object[];
  readonly start: object;
  readonly fragments: readonly [object, object];
  readonly after: readonly object[];
  /** Servers of this protocol may omit the start, so it is not reported. */
  readonly isOptional?: boolean;
}[] = [
  {
    name: 'Anthropic',
    protocol: anthropic,
    before: [{type: 'message_start', message: {id: 'm', content: []}}],
    start: {type: 'content_block_start', index: 0, content_block: block},
    fragments: [json(0, '{"a":'), json(0, '1}')],
    after: [{type: 'message_delta', delta: {stop_reason: 'tool_use'}}, {type: 'message_stop'}],
  },
  {
    name: 'AI SDK',
    protocol: aiSdk,
    start: {type: 'tool-input-start', toolCallId: 'c1', toolName: 'add'},
    fragments: [
      {type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"a":'},
      {type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '1}'},
    ],
    after: [{type: 'finish', finishReason: 'tool-calls'}],
  },
  {
    name: 'AG-UI',
    protocol: agUi,
    before: [{type: 'RUN_STARTED', threadId: 't', runId: 'r'}],
    start: {type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'add'},
    fragments: [
      {type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"a":'},
      {type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '1}'},
    ],
    after: [{type: 'RUN_FINISHED', threadId: 't', runId: 'r'}],
  },
  {
    name: 'Chat Completions',
    protocol: openaiChat,
    start: fragment('', 'add'),
    fragments: [fragment('{"a":'), fragment('1}')],
    after: [chunk({}, 'tool_calls')],
  },
  {
    name: 'Responses',
    protocol: openai,
    before: [{type: 'response.created', response: {id: 'r'}}],
    start: {type: 'response.output_item.added', output_index: 0, item: call},
    fragments: [
      {type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a":'},
      {type: 'response.function_call_arguments.delta', output_index: 0, delta: '1}'},
    ],
    after: [{type: 'response.completed', response: {id: 'r'}}],
    isOptional: true,
  },
];

describe('a call whose start', () => {
  for (const {name, protocol, before = [], start, fragments, after, isOptional} of cases) {
    const [first, second] = fragments;

    it(`is missing is displayed with its input, and reported: ${name}`, () => {
      const {tools, codes} = folded(protocol, [...before, first, second, ...after]);
      assert.deepEqual(
        tools.map(({input}) => input),
        ['{"a":1}'],
      );
      assert.notEqual(tools[0]?.name, '');
      assert.equal(codes.includes('event-out-of-place'), !isOptional);
    });

    it(`comes late is one call with its name and its whole input: ${name}`, () => {
      const {tools} = folded(protocol, [...before, first, start, second, ...after]);
      assert.deepEqual(
        tools.map(tool => [tool.name, tool.input]),
        [['add', '{"a":1}']],
      );
    });
  }
});

describe('a result whose call never arrives', () => {
  for (const [name, protocol, result, end] of [
    [
      'AG-UI',
      agUi,
      {type: 'TOOL_CALL_RESULT', messageId: 'm', toolCallId: 'c9', content: 'It rains.'},
      {type: 'RUN_FINISHED', threadId: 't', runId: 'r'},
    ],
    [
      'AI SDK',
      aiSdk,
      {type: 'tool-output-available', toolCallId: 'c9', output: 'It rains.'},
      {type: 'finish', finishReason: 'stop'},
    ],
    [
      'Chat Completions',
      openaiChat,
      chunk({role: 'tool', tool_call_id: 'c9', content: 'It rains.'}),
      chunk({content: 'Take a coat.'}, 'stop'),
    ],
    [
      'Ubik',
      ubik,
      {type: 'tool_partial_update', tool_execution_id: 'c9', data: {content: 'It rains.'}},
      {type: 'agent_processing_complete', content: ''},
    ],
  ] as const) {
    it(`is displayed: ${name}`, () => {
      const {tools} = folded(protocol, [result, end]);
      assert.equal(tools.length, 1);
      assert.match(`${tools[0]?.output} ${tools[0]?.log}`, /It rains\./);
    });
  }
});

it('nobody is asked to approve a call that never arrives', () => {
  const asks = {type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'a1'};
  const log = new EventLog(aiSdk, {run: 'run', report: () => undefined});
  for (const event of [asks, {type: 'finish'}]) log.accept(frame(event));
  log.end('lost');
  const kinds = log.flush(log.start).children.flatMap(top => [...walk(top)].map(({kind}) => kind));
  assert.deepEqual(kinds.includes('request'), false);
});
