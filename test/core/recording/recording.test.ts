import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  bytesOf,
  framesOf,
  recordFrames,
  type TimedFrame,
} from '../../../src/core/recording/frames.js';
import {readRecording, RecordingReader} from '../../../src/core/recording/read.js';
import type {Chunk, Opening, Recording} from '../../../src/core/recording/recording.js';
import {chunkOf, writeRecording} from '../../../src/core/recording/write.js';
import {FrameParser, parseFrames, type Frame} from '../../../src/core/index.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const RUNS = runs(1000);

const at = fc.double({min: 0, max: 1e7, noNaN: true, noDefaultInfinity: true}).map(Math.abs);
const chunk = fc.oneof(
  fc.tuple(at, fc.uint8Array()).map(([when, bytes]) => chunkOf(when, bytes)),
  fc
    .tuple(at, fc.string({unit: 'binary'}))
    .map(([when, text]) => chunkOf(when, new TextEncoder().encode(text))),
);
const opening = fc.record(
  {at, open: fc.constantFrom('replay' as const, 'resume' as const)},
  {noNullPrototype: true},
);
const head = fc.record(
  {
    protocol: fc.string(),
    framing: fc.constantFrom('lines' as const, 'text' as const),
    title: fc.string({unit: 'binary'}).filter(text => !/[\ud800-\udfff]/u.test(text)),
    question: fc.string(),
    recordedAt: fc.constant('2026-03-04T09:15:00.104Z'),
    masked: fc.constant(true),
  },
  {requiredKeys: [], noNullPrototype: true},
);
const recordings: fc.Arbitrary<Recording> = fc.record({
  head,
  parts: fc.array(fc.oneof({weight: 6, arbitrary: chunk}, {weight: 1, arbitrary: opening})),
  end: fc.record(
    {at, end: fc.constantFrom('closed' as const, 'broken' as const)},
    {noNullPrototype: true},
  ),
});

/** The same with every chunk as its bytes. */
const flat = (parts: Recording['parts']): readonly unknown[] =>
  parts.map(part => ('open' in part ? part : {at: part.at, bytes: [...bytesOf(part)]}));

const file = (...lines: readonly object[]): string =>
  lines.map(line => `${JSON.stringify(line)}\n`).join('');
const first = {format: 'ubik-recording', version: 1};
const said = {at: 1, text: 'data: a\n\n'};
const ended = {at: 2, end: 'closed'};
const codes = (text: string): readonly string[] =>
  readRecording(text).errors.map(({code, line}) => `${code} ${line}`);

describe('a recording', () => {
  it('gives the same bytes at the same times when it is read again', () => {
    forAll(RUNS, [recordings], recording => {
      const read = readRecording(writeRecording(recording));
      assert.deepEqual(read.errors, []);
      assert.deepEqual({...read.head}, {...recording.head});
      assert.deepEqual(flat(read.parts), flat(recording.parts));
      assert.deepEqual(read.end, recording.end);
    });
  });

  it('reads the same from pieces of the file', () => {
    forAll(RUNS, [recordings, fc.integer({min: 1, max: 40})], (recording, size) => {
      const text = writeRecording(recording);
      const reader = new RecordingReader();
      for (let from = 0; from < text.length; from += size)
        reader.feed(text.slice(from, from + size));
      assert.deepEqual(reader.end(), readRecording(text));
    });
  });

  it('keeps lines before the position where the file was cut off, and reports the cut', () => {
    forAll(RUNS, [recordings, fc.nat()], (recording, place) => {
      const text = writeRecording(recording);
      const cut = text.slice(0, place % text.length);
      const read = readRecording(cut);
      const whole = cut.split('\n').length - 1;
      if (whole === 0 && !text.startsWith(`${cut}\n`)) assert.equal(read.errors[0]?.code, 'format');
      else if (!text.startsWith(`${cut}\n`) || read.end === undefined) {
        assert.equal(read.errors.at(-1)?.code, 'truncated');
        const kept = flat(recording.parts).slice(0, read.parts.length);
        assert.deepEqual(flat(read.parts), kept);
        assert.ok(read.parts.length >= whole - 1);
      }
    });
  });

  it('reports invalid lines, and keeps the others', () => {
    const broken = `${file(first, said)}{"at": 2, "text"\n${file({at: -1, text: ''}, {at: 3, bytes: '€'}, said, ended)}`;
    assert.deepEqual(codes(broken), ['line 3', 'line 4', 'line 5']);
    assert.equal(readRecording(broken).parts.length, 2);
    assert.deepEqual(codes(file(first, ended, said)), ['line 3']);
  });

  it('rejects other files, newer versions and empty ones', () => {
    assert.deepEqual(codes('data: {}\n\ndata: {}\n\n'), ['format 1']);
    assert.deepEqual(codes(file({...first, version: 2}, said)), ['version 1']);
    assert.deepEqual(codes(''), ['format 0']);
    assert.deepEqual(codes('[]'), ['format 1']);
  });

  it('passes over fields, blank lines and a mark that it does not need', () => {
    const text = `\uFEFF${file({...first, colour: 'red', protocol: 7})}\n${file({...said, more: 1}, ended)}`;
    const {head: known, parts, errors} = readRecording(text);
    assert.deepEqual([known, parts, errors], [{}, [said], []]);
  });

  it('does not report the same error of a hostile file without end', () => {
    assert.equal(codes(file(first) + '{}\n'.repeat(1000)).length, 20);
  });
});

describe('frames of a recording', () => {
  it('are those of the whole stream, wherever its bytes were cut', () => {
    forAll(
      RUNS,
      [
        fc.array(
          fc.constantFrom('data: é\n', '\n', 'id: 7\r\n', ': x\n', 'data: 😀\r\r', 'event: a\n'),
        ),
        fc.infiniteStream(fc.integer({min: 1, max: 9})),
      ],
      (lines, sizes) => {
        const text = lines.join('');
        const bytes = new TextEncoder().encode(text);
        const parts: Chunk[] = [];
        for (let from = 0; from < bytes.length;) {
          const to = from + Number(sizes.next().value);
          parts.push(chunkOf(from, bytes.slice(from, to)));
          from = to;
        }
        const frames = [...framesOf({head: {}, parts})].map(({frame}) => frame);
        assert.deepEqual(frames, parseFrames(text));
      },
    );
  });

  it('have the time of their last byte, and restart with each connection', () => {
    const parts: (Chunk | Opening)[] = [
      {at: 1, text: '\uFEFFdata: a\n\nda'},
      {at: 2, text: 'ta: b\n\ndata: lost'},
      {at: 3, open: 'replay'},
      {at: 4, text: '\uFEFFdata: a\n\ndata: c\n\n'},
      {at: 5, open: 'resume'},
      {at: 6, text: 'data: d\n\n'},
    ];
    assert.deepEqual(
      [...framesOf({head: {}, parts})],
      [
        {at: 1, frame: {data: 'a'}},
        {at: 2, frame: {data: 'b'}},
        {at: 4, frame: {data: 'a'}, restarted: true},
        {at: 4, frame: {data: 'c'}},
        {at: 6, frame: {data: 'd'}},
      ],
    );
  });

  it('are cut as the protocol cuts them', () => {
    const parts: Chunk[] = [
      {at: 1, text: '{"a":1}\n{"b"'},
      {at: 2, bytes: Uint8Array.of(0x3a, 0xc3)},
      {at: 3, text: ':2}'},
    ];
    const data = (framing: 'lines' | 'text'): readonly string[] =>
      [...framesOf({head: {framing}, parts})].map(({frame}) => frame.data);
    assert.deepEqual(data('lines'), ['{"a":1}', '{"b":\ufffd:2}']);
    assert.deepEqual(data('text'), ['{"a":1}\n{"b"', ':', '\ufffd:2}']);
  });

  it('are the same when they are written as a recording', () => {
    const word = fc.string({unit: 'grapheme'}).map(text => text.replace(/[\r\n\0]/g, ''));
    const frame: fc.Arbitrary<Frame> = fc.record(
      {
        data: fc.array(word).map(lines => lines.join('\n')),
        event: word.filter(text => text !== ''),
        id: word,
      },
      {requiredKeys: ['data'], noNullPrototype: true},
    );
    forAll(RUNS, [fc.array(fc.record({at, frame, restarted: fc.boolean()}))], given => {
      const timed = given.map(({at: when, frame: one, restarted}) => ({
        at: when,
        frame: one,
        ...(restarted && {restarted}),
      }));
      const written = writeRecording(recordFrames({protocol: 'ubik'}, timed));
      assert.deepEqual([...framesOf(readRecording(written))], timed);
    });
  });

  it('of a recording in another format are written as events', () => {
    for (const framing of ['lines', 'text'] as const) {
      const given = {head: {framing}, parts: [{at: 1, text: '{"a": 1}\n{"b": 2}\n'}]};
      const frames = [...framesOf(given)];
      const written = writeRecording(recordFrames(given.head, frames));
      const data = ({frame}: TimedFrame): string => frame.data;
      assert.deepEqual([...framesOf(readRecording(written))].map(data), frames.map(data), framing);
    }
  });

  it('end where the parser of a chat ends them', () => {
    const parser = new FrameParser();
    assert.deepEqual(parser.feed('data: unfinished\n'), []);
    const parts = [{at: 0, text: 'data: unfinished\n'}];
    const frames = (framing: 'text' | undefined, end: 'closed' | 'broken') =>
      [...framesOf({head: {framing}, parts, end: {at: 1, end}})].map(({frame}) => frame);
    assert.deepEqual([...framesOf({head: {}, parts})], []);
    assert.deepEqual(frames(undefined, 'broken'), []);
    assert.deepEqual(frames(undefined, 'closed'), parser.flush());
    const text = {data: 'data: unfinished\n'};
    assert.deepEqual(frames('text', 'broken'), [text]);
    assert.deepEqual(frames('text', 'closed'), [text, {event: 'end', data: ''}]);
  });
});
