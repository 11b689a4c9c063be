import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {DeltaBuffer, type DeltaLimits} from '../../../../src/core/protocol/frames/delta-buffer.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import {splitEvent} from '../../../../src/core/protocol/ubik/events.js';
import {parseJson} from '../../../../src/core/json.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

/** A buffer, with its reports. */
function open(limits: Partial<DeltaLimits> = {}): {buffer: DeltaBuffer; reports: Diagnostic[]} {
  const reports: Diagnostic[] = [];
  const buffer = new DeltaBuffer(splitEvent, found => reports.push(found), limits);
  return {buffer, reports};
}

const event = {type: 'response_chunk', content: 'é🙂 "\\" \n', timestamp: '2026-03-04T09:15:00Z'};

function chunk(group: unknown, index: unknown, total: unknown, text: unknown, more = {}): Frame {
  return {
    data: JSON.stringify({
      type: 'response_chunk_delta_sse',
      chunk_id: group,
      chunk_index: index,
      total_chunks: total,
      original_event_type: 'response_chunk',
      chunk_data: text,
      ...more,
    }),
  };
}

function chunks(text: string, length: number, group = 'g'): Frame[] {
  const total = Math.ceil(text.length / length);
  return Array.from({length: total}, (_, at) =>
    chunk(group, at, total, text.slice(at * length, (at + 1) * length)),
  );
}

const codes = (reports: readonly Diagnostic[]): readonly string[] => reports.map(({code}) => code);

describe('DeltaBuffer', () => {
  it('passes a complete frame on', () => {
    const {buffer} = open();
    const frame = {data: '{"type":"x"}'};
    assert.equal(buffer.accept(frame), frame);
  });

  it('joins chunks in any order, with duplicates, cut anywhere, also in escapes and surrogates', () => {
    const escaped = JSON.stringify(event).replace(
      /[^\0-~]/g,
      character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (const text of [JSON.stringify(event), escaped]) {
      forAll(
        runs(500),
        [
          fc.integer({min: 1, max: text.length}).chain(length => {
            const all = chunks(text, length);
            return fc.shuffledSubarray([...all, ...all], {minLength: all.length * 2});
          }),
        ],
        frames => {
          const {buffer, reports} = open();
          const whole = frames.flatMap(frame => buffer.accept(frame) ?? []);
          assert.deepEqual(parseJson(whole[0]?.data ?? ''), event);
          assert.deepEqual(reports, []);
        },
      );
    }
  });

  it('separates interleaved groups', () => {
    const {buffer, reports} = open();
    const [a, b] = [chunks('{"type":"a"}', 4, 'a'), chunks('{"type":"b"}', 4, 'b')];
    const whole = a.flatMap((frame, at) =>
      [frame, b[at] ?? frame].flatMap(one => buffer.accept(one) ?? []),
    );
    const found = whole.map(({data}) => parseJson(data));
    assert.deepEqual(found, [{type: 'a'}, {type: 'b'}]);
    buffer.warn();
    assert.deepEqual(reports, []);
  });

  it('restores the type and the time that the joined text lacks', () => {
    const {buffer} = open();
    buffer.accept(chunk('g', 0, 2, '{"content":'));
    const whole = buffer.accept(chunk('g', 1, 2, '"x"}', {timestamp: 'T'}));
    assert.deepEqual(parseJson(whole?.data ?? ''), {
      type: 'response_chunk',
      content: 'x',
      timestamp: 'T',
    });
  });

  it('uses the type of the name of the frame, and its own name if no original is reported', () => {
    const {buffer} = open();
    const data = JSON.stringify({
      chunk_id: 7,
      chunk_index: 0,
      total_chunks: 1,
      chunk_data: '{"content":"x"}',
    });
    const whole = buffer.accept({event: 'response_chunk_delta_sse', data});
    assert.equal(whole?.event, 'response_chunk');
  });

  it('joins chunks of chunks, two levels deep and no deeper', () => {
    const nest = (text: string, level: number): string =>
      level === 0
        ? text
        : nest(chunks(text, text.length, `level ${level}`)[0]?.data ?? '', level - 1);
    const {buffer, reports} = open();
    const inner = JSON.stringify(event);
    assert.deepEqual(parseJson(buffer.accept({data: nest(inner, 2)})?.data ?? ''), event);
    assert.equal(buffer.accept({data: nest(inner, 3)}), undefined);
    assert.deepEqual(codes(reports), ['chunks-nested']);
  });

  it('refuses numbers that make no sense, and continues', () => {
    const {buffer, reports} = open();
    for (const total of [0, -1, 1.5, 1e9, Infinity, 'two', null, {}]) {
      assert.equal(buffer.accept(chunk('t', 0, total, 'x')), undefined);
    }
    assert.deepEqual(new Set(codes(reports)), new Set(['chunk-total']));
    for (const index of [-1, 2, 0.5, 'one', null]) {
      assert.equal(buffer.accept(chunk('i', index, 2, 'x')), undefined);
    }
    assert.equal(codes(reports).filter(code => code === 'chunk-index').length, 5);
    assert.equal(buffer.accept(chunk('ok', 0, 1, '{"type":"x"}'))?.data, '{"type":"x"}');
  });

  it('reports a repeated chunk with different text, and keeps the first', () => {
    const {buffer, reports} = open();
    buffer.accept(chunk('g', 0, 2, '{"type":'));
    buffer.accept(chunk('g', 0, 2, 'WRONG'));
    assert.equal(buffer.accept(chunk('g', 1, 2, '"x"}'))?.data, '{"type":"x"}');
    assert.deepEqual(codes(reports), ['chunk-conflict']);
  });

  it('drops the oldest of too many groups, and a group that is too long', () => {
    const {buffer, reports} = open({groups: 2, length: 10});
    for (const group of ['a', 'b', 'c']) buffer.accept(chunk(group, 0, 2, 'x'));
    assert.deepEqual(reports[0]?.data, {group: 'a'});
    buffer.accept(chunk('b', 1, 2, 'x'.repeat(10)));
    buffer.reset();
    assert.deepEqual(codes(reports), ['too-many-groups', 'group-too-long', 'group-incomplete']);
    assert.deepEqual(reports.at(-1)?.data, {group: 'c'});
  });

  it('treats a missing text as empty', () => {
    const {buffer} = open();
    assert.equal(buffer.accept(chunk('g', 0, 1, {}))?.data, '');
  });

  it('survives ids that have no name', () => {
    const {buffer, reports} = open();
    for (const id of [{toString: 1}, null, undefined, [[[]]], '__proto__', 'constructor']) {
      assert.equal(buffer.accept(chunk(id, 0, 2, 'x')), undefined);
    }
    buffer.warn();
    const details = reports.filter(({code}) => code === 'group-incomplete').map(({data}) => data);
    assert.deepEqual(details, [{group: 'undefined'}, {group: '__proto__'}, {group: 'constructor'}]);
  });

  it('drops everything at the end of a connection, and reports it', () => {
    const {buffer, reports} = open();
    buffer.accept(chunk('g', 0, 2, 'x'));
    buffer.reset();
    buffer.reset();
    assert.deepEqual(codes(reports), ['group-incomplete']);
    assert.equal(buffer.accept(chunk('g', 1, 2, '{}')), undefined);
  });

  it('returns waiting chunks without removing them', () => {
    const {buffer, reports} = open();
    buffer.accept(chunk('g', 0, 2, '{"type":'));
    buffer.warn();
    assert.equal(reports[0]?.message, 'Only 1 of 2 chunks arrived.');
    assert.equal(buffer.accept(chunk('g', 1, 2, '"x"}'))?.data, '{"type":"x"}');
  });
});
