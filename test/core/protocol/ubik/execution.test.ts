import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation, type ToolItem} from '../../../../src/core/model/item.js';
import {EventLog} from '../../../../src/core/protocol/frames/event-log.js';
import {ubikExecution} from '../../../../src/core/protocol/ubik/execution.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {at} from './folded.js';

const protocol = ubikExecution('exec/1');

function follow(
  frames: readonly Frame[],
  end?: 'lost' | 'stopped',
): {tool: ToolItem; codes: string[]} {
  const codes: string[] = [];
  const log = new EventLog(protocol, {run: 'tool', report: ({code}) => codes.push(code)});
  for (const frame of frames) log.accept(frame);
  if (end) log.end(end);
  const [tool] = log.flush(emptyConversation).children;
  assert.ok(tool?.kind === 'tool');
  return {tool, codes};
}

type SentEvents = readonly (readonly [type: string, body: object])[];

const framings: readonly (readonly [
  name: string,
  wrap: (folded: SentEvents) => readonly Frame[],
])[] = [
  ['named frames', folded => folded.map(([event, body]) => ({event, data: JSON.stringify(body)}))],
  [
    'types beside data',
    folded => folded.map(([event_type, data]) => ({data: JSON.stringify({event_type, data})})),
  ],
];

const work: SentEvents = [
  ['tool_update', {phase: 'SEARCH', status: 'started', tool_name: 'web_search', timestamp: at(1)}],
  ['tool_partial_update', {content: 'a', output_key: 'response'}],
  ['tool_partial_update', {content: 'b', output_key: 'logs'}],
  ['tool_input_required', {prompt: 'Go?', input_types: ['text'], timeout: 30, state: 'SECRET'}],
];

describe('ubikExecution', () => {
  for (const [name, wrap] of framings) {
    it(`decodes ${name} to one tool`, () => {
      const {tool, codes} = follow(wrap(work));
      assert.deepEqual([tool.id, tool.name, tool.executionId], ['tool', 'web_search', 'exec/1']);
      assert.deepEqual(tool.phases, [{name: 'SEARCH', status: 'started'}]);
      assert.deepEqual([tool.log, tool['log:logs'], tool.startedAt], ['a', 'b', at(1)]);
      assert.equal(tool.status, 'waiting');
      const [request] = tool.children;
      assert.ok(request?.kind === 'request');
      assert.deepEqual([request.prompt, request.timeout, request.status], ['Go?', 30, 'waiting']);
      assert.doesNotMatch(JSON.stringify(tool), /SECRET/);
      assert.deepEqual(codes, []);

      const done = follow(wrap([...work, ['tool_end', {status: 'ok', outputs: {response: 'r'}}]]));
      assert.deepEqual([done.tool.status, done.tool.output], ['done', '{"response":"r"}']);
      assert.equal(done.tool.children[0]?.status, 'done');

      const bare = follow(wrap([['final_result', {response: 'r'}]])).tool;
      assert.deepEqual([bare.status, bare.output], ['done', '{"response":"r"}']);

      const failed = follow(wrap([...work, ['error', {message: 'no', code: 'x'}]])).tool;
      assert.deepEqual([failed.status, failed.error], ['failed', 'no']);
    });
  }

  it('understands events in the shape of a session', () => {
    const event = {type: 'tool_update', tool_execution_id: 'exec/1', data: {phase: 'P'}};
    assert.equal(follow([{data: JSON.stringify(event)}]).tool.phases?.[0]?.name, 'P');
  });

  it('joins events that arrive in chunks', () => {
    const data = JSON.stringify({content: 'long'});
    const frames = [1, 0].map(index => ({
      event: 'tool_partial_update_delta_sse',
      data: JSON.stringify({
        chunk_id: 'c',
        chunk_index: index,
        total_chunks: 2,
        chunk_data: index === 0 ? data.slice(0, 5) : data.slice(5),
        is_last_chunk: index === 1,
      }),
    }));
    assert.equal(follow(frames).tool.log, 'long');
  });

  it('is interrupted when it is lost, stopped when it is stopped, and waiting while it waits', () => {
    const [, wrap] = framings[0] ?? [];
    const frames = wrap?.(work) ?? [];
    assert.equal(follow(frames.slice(0, 2), 'lost').tool.status, 'interrupted');
    assert.equal(follow(frames.slice(0, 2), 'stopped').tool.status, 'stopped');
    assert.equal(follow(frames, 'lost').tool.status, 'waiting');
    assert.deepEqual(protocol.createDecoder().end('lost'), []);
  });

  it('reports unknown, invalid and late events', () => {
    const {tool, codes} = follow(
      [
        {event: 'future', data: '{}'},
        {data: '?'},
        {event: 'tool_update', data: '{"tool_name":"named"}'},
        {event: 'tool_end', data: '{}'},
        {event: 'tool_update', data: '{}'},
      ],
      'lost',
    );
    assert.deepEqual(codes, ['event-unknown', 'frame-unreadable', 'event-late']);
    assert.deepEqual([tool.status, tool.name], ['done', 'named']);
  });

  it('asks for the stream of the execution', () => {
    const {attach, send} = protocol.operations;
    const request = attach?.request({session: ''});
    assert.equal(request?.path, 'tool-executions/exec%2F1/stream');
    assert.equal(request.method, 'GET');
    assert.equal(send.request({text: '', conversation: emptyConversation}), request);
    assert.deepEqual(attach?.read({status: 200, headers: {}, body: undefined}), {run: 'exec/1'});
  });
});
