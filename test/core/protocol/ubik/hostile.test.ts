import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation} from '../../../../src/core/model/item.js';
import {EventLog} from '../../../../src/core/protocol/frames/event-log.js';
import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import {at, chunk, complete, every, framed, foldEvents} from './folded.js';

const lines = (size: number, line: (at: number) => string): string =>
  Array.from({length: size}, (_, place) => line(place)).join('');

describe('hostile text', () => {
  it('of ten million characters in one chunk is displayed completely', () => {
    const text = 'abc <<x>> '.repeat(1_000_000).trim();
    const {message} = foldEvents([chunk(text)]);
    assert.equal(every(message, 'text')[0]?.text, text);
  });

  it('of ten thousand steps is ten thousand steps beside each other', () => {
    const {message} = foldEvents([chunk('<<STEP_START>>\nStep 1: A\n'.repeat(10_000)), complete]);
    assert.equal(message.children.length, 10_000);
  });

  it('of a tag that is too long is text', () => {
    const tag = `<<TOOL_STEP_START/${'a'.repeat(100_000)}:1>>`;
    const [item] = ubik.parse(tag);
    assert.ok(item?.kind === 'text');
    assert.equal(item.text, tag);
  });

  it('of calls in calls nests no deeper than a screen', () => {
    const children = ubik.parse(lines(100, n => `<<TOOL_STEP_START/t:${n}>>`));
    const depth = (items: typeof children): number =>
      items.length === 0 ? 0 : 1 + Math.max(...items.map(item => depth(item.children)));
    assert.ok(depth(children) < 20);
    assert.equal(every({children}, 'tool').length, 100);
  });

  it('with lone surrogates and NUL is displayed unchanged', () => {
    const {message} = foldEvents([chunk('\ud800 \0 \udc00')]);
    assert.equal(every(message, 'text')[0]?.text, '\ud800 \0 \udc00');
  });
});

describe('hostile events', () => {
  it('name prototypes without reaching them', () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString'];
    const {message} = foldEvents(
      names.flatMap(name => [
        chunk(`<<TOOL_STEP_START/${name}:${name}>>`),
        {
          type: 'tool_partial_update',
          tool_execution_id: name,
          tool_name: name,
          data: JSON.parse(`{"content":"x","output_key":"${name}"}`) as unknown,
        },
        {
          type: 'tool_update',
          tool_execution_id: name,
          data: JSON.parse(`{"${name}":{"a":1}}`) as unknown,
        },
      ]),
    );
    const found = every(message, 'tool').map(({name}) => name);
    assert.deepEqual(found, names);
    assert.equal(({} as {a?: number}).a, undefined);
  });

  it('nest values deeper than any stack, and are dropped', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const events = [
      `{"type":"tool_update","tool_execution_id":"1","data":{"a":${deep}}}`,
      `{"type":"tool_end","tool_execution_id":"1","outputs":${deep}}`,
      `{"type":"tool_input_required","tool_execution_id":"1","tool_input":{"schema":${deep}}}`,
      `{"type":"input_required","input_types":${deep}}`,
      `{"type":"agent_processing_error","traceback":${deep}}`,
    ];
    const frames = events.map(data => ({data}));
    const log = new EventLog(ubik, {run: 'run', report: () => undefined});
    for (const frame of frames) log.accept(frame);
    log.accept({
      data: JSON.stringify({
        type: 'tool_update_delta_sse',
        chunk_id: 'g',
        chunk_index: 0,
        total_chunks: 1,
        chunk_data: `{"data":${deep}}`,
        timestamp: at(0),
      }),
    });
    const whole = log.flush(emptyConversation);
    assert.ok(JSON.stringify(whole).length < 10_000);
    assert.match(ubik.rebuild(frames), /ERROR_START/);
  });

  it('report new facts without end, of which a bounded number is kept', () => {
    const log = new EventLog(ubik, {run: 'run', report: () => undefined});
    log.accept(framed(chunk('<<TOOL_STEP_START/t:1>>')));
    for (let n = 0; n < 2_000; n++) {
      const data = {phase: `P${n}`, [`k${n}`]: n};
      log.accept(framed({type: 'tool_update', tool_execution_id: '1', tool_name: 't', data}));
    }
    const [tool] = every(log.flush(emptyConversation), 'tool');
    assert.ok((tool?.phases?.length ?? 0) <= 200);
    assert.ok(JSON.stringify(tool).length < 100_000);
  });
});
