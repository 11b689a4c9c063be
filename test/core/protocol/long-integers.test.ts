import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  agUi,
  aiSdk,
  anthropic,
  EventLog,
  foldFrames,
  FrameParser,
  openai,
  openaiChat,
  openRequests,
  ubik,
  walk,
  type Conversation,
  type Item,
  type Protocol,
} from '../../../src/core/index.js';
import {sentJson, withBigIntegers, withoutBigIntegers} from '../../../src/core/json.js';
import {asRecord} from '../../../src/core/values.js';

/** A whole number that no double equals. */
const id = '1234567890123456789';

const call = {type: 'tool_use', id: 'c1', name: 'find', input: {id: '#'}};
const item = {type: 'mcp_call', id: 'c1', name: 'find', arguments: '{}', output: {id: '#'}};
const now = '2026-11-28T08:00:00Z';

/** Events with a value as JSON; `"#"` stands for the number. */
const streams: readonly (readonly [Protocol, ...(readonly object[])])[] = [
  [
    ubik,
    {
      type: 'tool_update',
      tool_execution_id: 'c1',
      tool_name: 'find',
      data: {phase: 'READ', data: {id: '#'}},
      timestamp: now,
    },
  ],
  [
    anthropic,
    {type: 'message_start', message: {id: 'm', role: 'assistant', content: []}},
    {type: 'content_block_start', index: 0, content_block: call},
    {type: 'content_block_stop', index: 0},
    {type: 'message_delta', delta: {stop_reason: 'tool_use'}},
    {type: 'message_stop'},
  ],
  [
    aiSdk,
    {type: 'start', messageId: 'm'},
    {type: 'tool-input-available', toolCallId: 'c1', toolName: 'find', input: {id: '#'}},
    {type: 'tool-output-available', toolCallId: 'c1', output: {id: '#'}},
    {type: 'finish'},
  ],
  [
    openai,
    {type: 'response.created', response: {id: 'r', output: []}},
    {type: 'response.output_item.done', output_index: 0, item},
    {type: 'response.completed', response: {id: 'r'}},
  ],
  [
    openaiChat,
    {
      id: 'm',
      choices: [
        {
          index: 0,
          delta: {tool_calls: [{id: 'c1', function: {name: 'find', arguments: {id: '#'}}}]},
          finish_reason: 'tool_calls',
        },
      ],
    },
  ],
];

/** The conversation with a question of the user before the answer, whose calls have run. */
const answered = ({version, children}: Conversation): Conversation => ({
  version,
  children: [
    {id: 'u', kind: 'message', role: 'user', status: 'done', children: []},
    ...children.map(message => ({
      ...message,
      children: message.children.map(one =>
        one.kind === 'tool' ? {...one, runsIn: 'page' as const, status: 'done' as const} : one,
      ),
    })),
  ],
});

describe('a whole number with too many digits for a double', () => {
  for (const [protocol, ...events] of streams) {
    it(`keeps its digits (${protocol.name})`, () => {
      const text = events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('');
      const log = new EventLog(protocol, {run: 'run', report: () => undefined});
      for (const frame of new FrameParser().feed(text.replaceAll('"#"', id))) log.accept(frame);
      log.end('lost');
      const written = JSON.stringify([...walk(log.flush(log.start))]);
      assert.match(written, new RegExp(`${id}(?!\\d)`));
      assert.doesNotMatch(written, /1234567890123456800|1\.234567890123456/);
    });
  }

  it('is sent back as it was received when the user approves it (ai-sdk)', () => {
    const input = {id: '#', count: 1};
    const events = [
      {type: 'start', messageId: 'm'},
      {type: 'tool-input-available', toolCallId: 'c1', toolName: 'pay', input},
      {type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1'},
      {type: 'finish'},
    ];
    const text = events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('');
    const frames = new FrameParser().feed(text.replaceAll('"#"', id));
    const conversation = foldFrames(aiSdk, frames);
    const [question] = openRequests(conversation);
    assert.deepEqual(question?.arguments, {id, count: 1});
    const request = aiSdk.operations.continue?.request({session: 's', conversation});
    assert.ok(request?.body && 'json' in request.body);
    assert.ok(sentJson(request.body.json).includes(`"input":{"id":${id},"count":1}`));
  });

  it('is known in the schema of a question, and in its answer (ag-ui)', () => {
    const responseSchema = {type: 'object', properties: {account: {enum: [1, '#']}}};
    const interrupts = [{id: 'i1', reason: 'input_required', message: 'Which?', responseSchema}];
    const events = [
      {type: 'RUN_STARTED', threadId: 't', runId: 'r'},
      {type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome: {type: 'interrupt', interrupts}},
    ];
    const text = events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('');
    const frames = new FrameParser().feed(text.replaceAll('"#"', id));
    const conversation = foldFrames(agUi, frames);
    const [question] = openRequests(conversation);
    const {properties} = asRecord(withBigIntegers(question?.schema));
    const {enum: options} = asRecord(asRecord(properties)['account']);
    assert.deepEqual(options, [1, BigInt(id)]);
    const answer = {type: 'json', input: withoutBigIntegers({account: BigInt(id)})};
    const withAnswer = ({children, ...item}: Item): Item => ({
      ...item,
      ...(item.kind === 'request' && {answer}),
      children: children.map(withAnswer),
    });
    const request = agUi.operations.continue?.request({
      session: 's',
      conversation: {
        ...conversation,
        children: conversation.children.map(withAnswer),
      },
    });
    assert.ok(request?.body && 'json' in request.body);
    assert.ok(sentJson(request.body.json).includes(`"payload":{"account":${id}}`));
  });

  it('is sent back as it was streamed in the input of a call (anthropic)', () => {
    const events = [
      {type: 'message_start', message: {id: 'm', role: 'assistant', content: []}},
      {type: 'content_block_start', index: 0, content_block: {...call, input: {}}},
      {
        type: 'content_block_delta',
        index: 0,
        delta: {type: 'input_json_delta', partial_json: `{"id":${id}}`},
      },
      {type: 'content_block_stop', index: 0},
      {type: 'message_delta', delta: {stop_reason: 'tool_use'}},
      {type: 'message_stop'},
    ];
    const frames = events.map(event => ({data: JSON.stringify(event)}));
    const conversation = answered(foldFrames(anthropic, frames));
    const request = anthropic.operations.send.request({text: 'Next', conversation});
    assert.ok(request.body && 'json' in request.body);
    assert.match(sentJson(request.body.json), new RegExp(`"input":\\{"id":${id}\\}`));
  });
});
