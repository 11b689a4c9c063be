import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import {
  at,
  chunk,
  complete,
  completed,
  every,
  framed,
  only,
  outline,
  started,
  foldEvents,
  folded,
  type SentEvent,
} from './folded.js';

/** Where the guides are ambiguous: our interpretation, a test each. */

const timed = (event: SentEvent, time: number): SentEvent => ({...event, timestamp: at(time)});

/** A time to the microsecond, as most servers write it. */
const exact = (event: SentEvent, time: number): SentEvent => ({
  ...event,
  timestamp: at(time).replace('Z', '123+00:00'),
});

describe('where the guides are ambiguous, a run', () => {
  it('is read in any framing, and the type inside the JSON wins over the name of the frame', () => {
    const {message} = folded([
      {data: '{"type":"response_chunk","content":"a"}', event: 'heartbeat'},
      {data: '{"content":"b"}', event: 'response_chunk'},
      {data: '{"event_type":"response_chunk","data":{"content":"c"}}'},
      {data: '{"event":"response_chunk","data":{"content":"d"}}', event: 'message'},
    ]);
    assert.deepEqual(outline(message), ['text streaming: abcd']);
  });

  it('skips invalid JSON, with a warning, and continues', () => {
    const {message, codes} = folded([{data: '[DONE]'}, framed(chunk('a')), {data: ': ping'}]);
    assert.deepEqual(outline(message), ['text streaming: a']);
    assert.deepEqual(codes, ['frame-unreadable', 'frame-unreadable']);
  });

  it('sorts by instants, not by strings', () => {
    const stamped = (content: string, timestamp: string): SentEvent => ({
      ...chunk(content),
      timestamp,
    });
    const {message} = foldEvents([
      stamped('c', '2026-03-04T10:15:00.000002+01:00'),
      stamped('b', '2026-03-04T09:15:00.000001'),
      stamped('d', '2026-03-04T04:15:00.1-05:00'),
      stamped('a', '2026-03-04T09:15:00Z'),
    ]);
    assert.deepEqual(outline(message), ['text streaming: abcd']);
  });

  it('keeps the order of arrival for equal or missing times', () => {
    const {message} = foldEvents([
      timed(chunk('a'), 1),
      timed(chunk('b'), 1),
      {...chunk('c'), timestamp: 'soon'},
      {...chunk('d'), timestamp: null},
      timed(chunk('e'), 1),
    ]);
    assert.deepEqual(outline(message), ['text streaming: abcde']);
  });

  it('counts how often the order of arrival is another than that of times', () => {
    const {reports} = foldEvents([5, 4, 3, 6].map(time => timed(chunk(`${time}`), time)));
    const found = reports.map(({code, data}) => [code, data]);
    assert.deepEqual(found, [['frames-late', {late: 2}]]);
  });

  it('puts a chunk into its step when the step is over', () => {
    const {message} = foldEvents([started(1), completed(1), started(2), chunk('late', 1)]);
    assert.deepEqual(outline(message), [
      'step done: Do 1',
      '  text streaming: late',
      'step streaming: Do 2',
    ]);
  });

  it('puts a chunk without a step behind the step that is open, unless that is the only one', () => {
    assert.deepEqual(outline(foldEvents([started(1), chunk('a')]).message), [
      'step streaming: Do 1',
      'text streaming: a',
    ]);
    assert.deepEqual(outline(foldEvents([started(1, 'Do', true), chunk('a')]).message), [
      'step streaming: Do',
      '  text streaming: a',
    ]);
  });

  it('is replayed if its stream begins again, and nothing counts twice', () => {
    const connected: SentEvent = {type: 'connection_established', session_id: 's', task_id: 't'};
    const all = [connected, timed(started(1), 1), timed(chunk('a', 1), 2), timed(chunk('b', 1), 3)];
    const {message, codes} = foldEvents([...all.slice(0, 3), ...all]);
    assert.deepEqual(outline(message), ['step streaming: Do 1', '  text streaming: ab']);
    assert.deepEqual(codes, []);
  });

  it('counts every event, also an equal one of the same time', () => {
    const partial: SentEvent = {
      type: 'tool_partial_update',
      tool_execution_id: '1',
      tool_name: 't',
      data: {content: 'log ', output_key: 'response'},
    };
    const checkpoint: SentEvent = {
      type: 'checkpoint_created',
      checkpoint_name: 'c',
      created_at: at(3),
    };
    const events = [exact(chunk('ha'), 1), exact(partial, 2), checkpoint];
    const {message} = foldEvents([...events, ...events, complete]);
    assert.equal(only(message, 'text').text, 'haha');
    assert.equal(only(message, 'tool').log, 'log log ');
    assert.equal(every(message, 'checkpoint').length, 2);
    assert.equal(ubik.rebuild([exact(chunk('ha'), 1), exact(chunk('ha'), 1)]), 'haha');
  });

  it('counts the same events in each framing, and in pieces', () => {
    const {type, ...rest} = exact(chunk('ha'), 1);
    const event = {type, ...rest};
    const text = JSON.stringify(event);
    const pieces = [0, 1].map(index =>
      framed({
        type: `${type}_delta_sse`,
        chunk_id: 'g',
        chunk_index: index,
        total_chunks: 2,
        original_event_type: type,
        chunk_data: index === 0 ? text.slice(0, 9) : text.slice(9),
      }),
    );
    const framings = [
      [framed(event)],
      [{event: type, data: JSON.stringify(rest)}],
      [framed({event_type: type, data: rest})],
      [framed({event: type, data: rest})],
      pieces,
    ];
    for (const first of framings) {
      for (const second of framings) {
        assert.equal(ubik.rebuild([...first, ...second]), 'haha');
        assert.equal(only(folded([...first, ...second]).message, 'text').text, 'haha');
      }
    }
  });

  it('counts a repeated frame once, by its id of the stream', () => {
    const frame = {...framed(exact(chunk('ha'), 1)), id: '7'};
    const another = {...frame, id: '8'};
    assert.equal(ubik.rebuild([frame, frame, another]), 'haha');
    assert.equal(only(folded([frame, frame, another]).message, 'text').text, 'haha');
  });

  it('reads numbers that are written as strings, and times that are written as numbers', () => {
    const base = Date.UTC(2026, 2, 4, 9, 15) / 1000;
    const {message} = foldEvents([
      {...started(1), step: '1', timestamp: base},
      {...chunk('b', 1), step: '1', timestamp: (base + 0.002) * 1000},
      {...chunk('a', 1), step: '1', timestamp: String(base + 0.001)},
      {...chunk('c', 1), step: 1, timestamp: (base + 0.003) * 1e6},
      {...completed(1), step: '1', progress: '100', timestamp: base + 1},
    ]);
    assert.deepEqual(outline(message), ['step done: Do 1', '  text streaming: abc']);
    const {startedAt, endedAt, progress} = only(message, 'step');
    assert.deepEqual(
      [startedAt, endedAt, progress],
      ['2026-03-04T09:15:00.000000Z', '2026-03-04T09:15:01.000000Z', 100],
    );
  });

  it('joins pieces that are numbered by strings', () => {
    const text = JSON.stringify(chunk('whole'));
    const pieces = [1, 0].map(index =>
      framed({
        type: 'response_chunk_delta_sse',
        chunk_id: 'g',
        chunk_index: String(index),
        total_chunks: '2',
        original_event_type: 'response_chunk',
        chunk_data: index === 0 ? text.slice(0, 9) : text.slice(9),
      }),
    );
    assert.equal(ubik.rebuild(pieces), 'whole');
  });

  it('ends last, whatever the time of its end', () => {
    const end: SentEvent = {...timed(complete, 1), content: 'ab'};
    const {message} = foldEvents([timed(chunk('a'), 2), end, timed(chunk('b'), 3)]);
    assert.deepEqual([message.status, ...outline(message)], ['done', 'text done: ab']);
  });

  it('marks a step only when its success was reported', () => {
    const marks = (more: readonly SentEvent[]): boolean =>
      ubik.rebuild([started(1), ...more, complete]).includes('✓');
    assert.equal(marks([completed(1)]), true);
    assert.equal(marks([completed(1, false)]), false);
    assert.equal(marks([]), false);
    assert.equal(marks([{type: 'agent_step_completed', step: 1}]), true);
  });

  it('reads the flag of a single step anywhere in it, and hides no text by it', () => {
    const [step] = ubik.parse('<<STEP_START>>\nStep 1: A\na <<SINGLE_STEP_FLAG>>b\n<<STEP_END>>');
    assert.ok(step?.kind === 'step');
    assert.equal(step.single, true);
    assert.deepEqual(outline(step), ['text done: a b']);
  });

  it('reads the first line of a step as a head only if it is one', () => {
    const lines = (head: string): readonly string[] =>
      outline({children: ubik.parse(`<<STEP_START>>\n${head}\na\n<<STEP_END>>`)});
    assert.deepEqual(lines('Étape 1: A'), ['step done: ', '  text done: Étape 1: A\na']);
    assert.deepEqual(lines('Step 1: A'), ['step done: A', '  text done: a']);
  });

  it('nests a checkpoint in the step that is open', () => {
    const {message} = foldEvents([started(1), {type: 'checkpoint_created', checkpoint_name: 'c'}]);
    assert.deepEqual(outline(message), ['step streaming: Do 1', '  checkpoint done: c']);
  });

  it('uses the final text of the server, and keeps its own if that lost its structure', () => {
    const final = (content: string): readonly string[] =>
      outline(
        foldEvents([started(1), chunk('a', 1), completed(1), {...complete, content}]).message,
      );
    const own = ['step done: Do 1', '  text done: a'];
    assert.deepEqual(final('plain words'), own);
    assert.deepEqual(final(''), own);
    assert.deepEqual(final('<<STEP_START>>\nStep 1: Do 1 ✓\n a \n<<STEP_END>>\n'), own);
    assert.deepEqual(final('<<STEP_START>>\nStep 1: Other ✓\nb\n<<STEP_END>>'), [
      'step done: Other',
      '  text done: b',
    ]);
  });

  it('joins events and text of a call by id, else by name and order', () => {
    const update = (id: string, name: string): SentEvent => ({
      type: 'tool_update',
      tool_execution_id: id,
      tool_name: name,
      data: {phase: `phase of ${id}`},
    });
    const {message} = foldEvents([
      chunk('<<TOOL_STEP_START/search:call_1>><<TOOL_STEP_START/search:call_2>>'),
      update('uuid-a', 'search'),
      update('uuid-b', 'search'),
      update('call_2', 'search'),
    ]);
    const found = every(message, 'tool').map(({executionId, phases}) => [
      executionId,
      phases?.[0]?.name,
    ]);
    assert.deepEqual(found, [
      ['call_1', 'phase of uuid-a'],
      ['call_2', 'phase of call_2'],
      ['uuid-b', 'phase of uuid-b'],
    ]);
  });

  it('reads names of tools that hold colons and strokes', () => {
    const {message} = foldEvents([chunk('<<TOOL_STEP_START/mcp:files/read:call_1>>')]);
    const {name, executionId} = only(message, 'tool');
    assert.deepEqual([name, executionId], ['mcp:files/read', 'call_1']);
  });

  it('marks a call done, or failed, by its last event, and continues', () => {
    const open = chunk('<<TOOL_STEP_START/t:1>>');
    const fail: SentEvent = {type: 'error', tool_execution_id: '1', message: 'No', code: 'x'};
    const {message} = foldEvents([open, fail, chunk('a')]);
    const {status, error} = only(message, 'tool');
    assert.deepEqual([message.status, status, error], ['streaming', 'failed', 'No']);
  });

  it('ends stopped when a stop was asked for, whatever ends it', () => {
    const stop: SentEvent = {type: 'agent_stop_requested'};
    const error: SentEvent = {type: 'agent_processing_error', error: 'cancelled'};
    assert.equal(foldEvents([stop, complete]).message.status, 'stopped');
    assert.equal(foldEvents([stop, error]).message.status, 'stopped');
    assert.equal(foldEvents([stop], 'lost').message.status, 'stopped');
  });

  it('keeps a traceback in the string, as in the guide, and displays none', () => {
    const error: SentEvent = {type: 'agent_processing_error', error: 'No', traceback: 'secret'};
    assert.ok(ubik.rebuild([error]).includes('secret'));
    assert.ok(!JSON.stringify(foldEvents([error]).message).includes('secret'));
  });

  it('reads tags in code as tags, and other text as text', () => {
    const fence = '```\n<<thinking>>a<</thinking>>\n<<FOO>> <<eof\n```';
    assert.deepEqual(outline({children: ubik.parse(fence)}), [
      'text done: ```',
      'thinking done: a',
      'text done: <<FOO>> <<eof\n```',
    ]);
  });

  it('only knows the names of the list of events', () => {
    const {message, codes} = foldEvents([{type: 'step_started', step: 1}, {type: 'checkpoint'}]);
    assert.deepEqual([message.children, codes], [[], ['event-unknown', 'event-unknown']]);
  });
});
