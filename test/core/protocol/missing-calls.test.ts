import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  agUi,
  aiSdk,
  EventLog,
  FrameParser,
  openai,
  openaiChat,
  openRequests,
  walk,
  type Conversation,
  type Protocol,
  type ToolItem,
} from '../../../src/core/index.js';

type Json = Readonly<Record<string, unknown>>;

/** What arrives about a call without its start, between the start and the end of an answer. */
interface Stream {
  readonly protocol: Protocol;
  readonly start: readonly Json[];
  readonly input: readonly Json[];
  readonly result: readonly Json[];
  readonly end: readonly Json[];
}

/** A chunk of Chat Completions. */
const chunk = (delta: Json, finish_reason: string | null = null): Json => ({
  id: 'm',
  object: 'chat.completion.chunk',
  choices: [{index: 0, delta, finish_reason}],
});

const nameless = (text: string): Json =>
  chunk({tool_calls: [{index: 0, id: 'c1', type: 'function', function: {arguments: text}}]});

const answer = {type: 'function_call_output', call_id: 'c1', output: '7 SECRET'};

const streams: Readonly<Record<string, Stream>> = {
  'AI SDK': {
    protocol: aiSdk,
    start: [{type: 'start', messageId: 'm'}],
    input: [
      {type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"a":'},
      {type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '"😀"}'},
      {type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'p1'},
    ],
    result: [{type: 'tool-output-available', toolCallId: 'c1', output: '7 SECRET'}],
    end: [{type: 'finish', finishReason: 'stop'}],
  },
  'AG-UI': {
    protocol: agUi,
    start: [{type: 'RUN_STARTED', threadId: 't', runId: 'r'}],
    input: [
      {type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"a":'},
      {type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '"😀"}'},
      {type: 'TOOL_CALL_END', toolCallId: 'c1'},
    ],
    result: [{type: 'TOOL_CALL_RESULT', toolCallId: 'c1', messageId: 'z', content: '7 SECRET'}],
    end: [{type: 'RUN_FINISHED', threadId: 't', runId: 'r'}],
  },
  'OpenAI Responses': {
    protocol: openai,
    start: [{type: 'response.created', response: {id: 'r', output: []}}],
    input: [
      {type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a":'},
      {type: 'response.function_call_arguments.delta', output_index: 0, delta: '"😀"}'},
    ],
    result: [{type: 'response.output_item.done', output_index: 1, item: answer}],
    end: [{type: 'response.completed', response: {id: 'r'}}],
  },
  'OpenAI Chat Completions': {
    protocol: openaiChat,
    start: [chunk({role: 'assistant', content: null})],
    input: [nameless('{"a":'), nameless('"😀"}')],
    result: [chunk({role: 'tool', tool_call_id: 'c1', content: '7 SECRET'})],
    end: [chunk({}, 'stop')],
  },
};

const tools = ['tool', 'function', 'c1', ''];

/** The conversation after a stream whose bytes arrive in chunks of this size. */
function read(
  protocol: Protocol,
  events: readonly Json[],
  {size = 1 << 20, lineEnd = '\n'} = {},
): Conversation {
  const text = events.map(event => `data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`).join('');
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const parser = new FrameParser();
  const log = new EventLog(protocol, {run: 'run', report: () => undefined, tools});
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = decoder.decode(bytes.subarray(at, at + size), {stream: true});
    for (const frame of parser.feed(chunk)) log.accept(frame);
  }
  log.end('lost');
  return log.flush(log.start);
}

const toolsOf = (conversation: Conversation): readonly ToolItem[] =>
  [...walk(conversation)].filter(item => item.kind === 'tool');

const named = (events: readonly Json[]): string =>
  events.map(event => JSON.stringify(event['type'] ?? event['choices'])).join(', ');

const requestOf = ({operations}: Protocol, conversation: Conversation): string =>
  JSON.stringify(
    operations.send.request({session: 's', text: 'And now?', conversation, agent: 'a'}).body,
  );

for (const [name, {protocol, start, input, result, end}] of Object.entries(streams)) {
  describe(`a call that never arrives (${name})`, () => {
    const cases = [input, result, [...input, ...result], [...result, ...input]];
    for (const events of cases) {
      const all = [...start, ...events, ...end];

      it(`displays what arrived, and nobody can run it: ${named(events)}`, () => {
        const conversation = read(protocol, all);
        const found = toolsOf(conversation);
        const hasInput = events.some(event => input.includes(event));
        if (hasInput)
          assert.ok(
            found.some(tool => tool.input === '{"a":"😀"}'),
            'no input',
          );
        const hasResult = events.some(event => result.includes(event));
        if (hasResult)
          assert.ok(
            found.some(tool => tool.output === '7 SECRET'),
            'no result',
          );
        for (const tool of found) {
          assert.ok(['done', 'interrupted'].includes(tool.status), tool.status);
          assert.equal(tool.runsIn, undefined);
        }
        assert.deepEqual(openRequests(conversation), []);
        const notices = [...walk(conversation)].filter(({kind}) => kind === 'notice');
        assert.deepEqual(notices, []);
        const sent = requestOf(protocol, conversation);
        assert.ok(!sent.includes('SECRET') && !sent.includes('😀'), sent);
      });

      it(`is the same at each cut: ${named(events)}`, () => {
        const whole = read(protocol, all);
        assert.deepEqual(read(protocol, all, {size: 1}), whole);
        assert.deepEqual(read(protocol, all, {size: 7, lineEnd: '\r\n'}), whole);
      });
    }
  });
}

describe('a call that arrives after its result', () => {
  for (const [name, begin] of [
    ['AI SDK', {type: 'tool-input-available', toolCallId: 'c1', toolName: 'add', input: {}}],
    ['AG-UI', {type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'add'}],
    [
      'OpenAI Responses',
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: {type: 'function_call', call_id: 'c1', name: 'add', arguments: '{}'},
      },
    ],
  ] as const) {
    it(`is displayed once: ${name}`, () => {
      const {protocol, start, result, end} = streams[name] ?? assert.fail();
      const found = toolsOf(read(protocol, [...start, ...result, begin, ...end]));
      const facts = found.map(tool => [tool.name, tool.status, tool.output]);
      assert.deepEqual(facts, [['add', 'done', '7 SECRET']]);
    });
  }
});
