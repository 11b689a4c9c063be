import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {emptyConversation} from '../../../../src/core/model/item.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import {foldFrames} from '../../../../src/core/protocol/frames/fold.js';
import {EventLog} from '../../../../src/core/protocol/frames/event-log.js';
import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {at, chunk, complete, framed, started, type SentEvent} from './folded.js';

const frameChunk = (fields: object): SentEvent => ({
  type: 'response_chunk_delta_sse',
  chunk_id: 'g',
  chunk_index: 0,
  total_chunks: 2,
  chunk_data: '{',
  ...fields,
});

const nest = (text: string, level: number): string =>
  level === 0
    ? text
    : nest(
        JSON.stringify(frameChunk({chunk_id: `l${level}`, total_chunks: 1, chunk_data: text})),
        level - 1,
      );

/** Every code that a session's stream may bring, and frames that do. */
const CODES: Readonly<Record<string, readonly Frame[]>> = {
  'frame-unreadable': [{data: '?'}],
  'event-unknown': [framed({type: 'heartbeat'})],
  'event-late': [framed(complete), framed({...complete, content: 'again'})],
  'frames-late': [
    framed({...chunk('b'), timestamp: at(2)}),
    framed({...chunk('a'), timestamp: at(1)}),
  ],
  'step-unnumbered': [framed({type: 'agent_step_started'})],
  'snapshot-ignored': [
    framed(chunk('Hello')),
    framed({type: 'agent_response_update', content: 'H'}),
  ],
  'content-differs': [framed(chunk('a')), framed({...complete, content: 'b'})],
  'tool-unnamed': [framed({type: 'tool_update', data: {}})],
  'tag-stray': [framed(chunk('<<STEP_END>>'))],
  'json-invalid': [
    framed(
      chunk(
        '<<TOOL_STEP_START/t:1>><<TOOL_STEP_INPUT_START>>?<<TOOL_STEP_INPUT_END>><<TOOL_STEP_END/t:1>>',
      ),
    ),
  ],
  'group-incomplete': [framed(frameChunk({})), framed(complete)],
  'group-too-long': [framed(frameChunk({chunk_data: 'x'.repeat(32 * 2 ** 20 + 1)}))],
  'chunk-index': [framed(frameChunk({chunk_index: 2}))],
  'chunk-total': [framed(frameChunk({total_chunks: -1}))],
  'chunk-conflict': [framed(frameChunk({})), framed(frameChunk({chunk_data: '['}))],
  'chunks-nested': [framed(JSON.parse(nest('{"type":"x"}', 3)))],
  'too-many-groups': Array.from({length: 65}, (_, at) => framed(frameChunk({chunk_id: `g${at}`}))),
};

function reported(frames: readonly Frame[]): readonly Diagnostic[] {
  const reports: Diagnostic[] = [];
  foldFrames(ubik, frames, {report: one => reports.push(one)});
  return reports;
}

describe('diagnostics of the Agent API', () => {
  for (const [code, frames] of Object.entries(CODES)) {
    it(`report ${code} once for one anomaly, with a message for people`, () => {
      const found = reported(frames);
      const codes = found.map(one => one.code);
      assert.deepEqual(codes, [code]);
      assert.match(found[0]?.message ?? '', /^\S.*\.$/);
      for (const fact of Object.values(found[0] ?? {})) assert.notEqual(fact, undefined);
    });

    it(`report ${code} no more often in a replay`, () => {
      const reports: Diagnostic[] = [];
      const log = new EventLog(ubik, {run: 'run', report: one => reports.push(one)});
      for (const frame of frames) log.accept(frame);
      let folded = log.flush(emptyConversation);
      for (const time of [9, 8, 7]) {
        log.accept(framed({...started(time), timestamp: at(time)}));
        folded = log.flush(folded);
      }
      const others = reports.filter(one => one.code !== 'frames-late');
      assert.equal(others.length, code === 'frames-late' ? 0 : 1);
    });
  }

  it('are all in this table', () => {
    const folder = new URL('../../../../src/core/protocol/', import.meta.url);
    const files = ['decoder', 'frames', 'operations', 'ubik']
      .flatMap(part =>
        readdirSync(new URL(`${part}/`, folder), {recursive: true}).map(
          name => new URL(`${part}/${String(name)}`, folder),
        ),
      )
      .filter(({pathname}) => pathname.endsWith('.ts'));
    const source = files.map(file => readFileSync(file, 'utf8')).join('\n');
    const calls = [
      ...source.matchAll(/(?:warn|#drop)\(\s*'([a-z-]+)'/g),
      ...source.matchAll(/code: '([a-z]+-[a-z-]+)'/g),
    ];
    const codes = new Set(calls.map(([, code = '']) => code));
    assert.deepEqual([...codes].sort(), Object.keys(CODES).sort());
  });
});
