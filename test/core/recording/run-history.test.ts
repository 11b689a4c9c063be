import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {recorded} from '../protocol/recorded.js';
import {
  aishu,
  anthropic,
  emptyConversation,
  foldFrames,
  parseFrames,
  reduce,
  ubik,
  type Conversation,
  type Diagnostic,
  type Frame,
  type Protocol,
} from '../../../src/core/index.js';
import type {TimedFrame} from '../../../src/core/recording/frames.js';
import {RunHistory} from '../../../src/core/recording/run-history.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

/** Runs a generator to its end, and counts its rests. */
function finish<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const {done, value} = work.next();
    if (done) return value;
  }
}

const protocols = {ubik, anthropic, aishu} as const;
type HistoryProtocol = keyof typeof protocols;

const names = (wire: HistoryProtocol): readonly string[] =>
  readdirSync(`demo/recordings/${wire}`).map(file => file.replace('.jsonl', ''));
const framesIn = (wire: HistoryProtocol, name: string): readonly Frame[] =>
  parseFrames(recorded(wire, name));
const samples = (Object.keys(protocols) as HistoryProtocol[]).flatMap(wire =>
  names(wire).map(name => ({wire, name, frames: framesIn(wire, name)})),
);

function historyOf(protocol: Protocol, frames: readonly TimedFrame[]): RunHistory {
  const history = new RunHistory(protocol);
  for (const frame of frames) history.append(frame);
  return history;
}

/** The conversation of the first frames, folded alone: those since the last connection that replays the run. */
function folded(protocol: Protocol, frames: readonly TimedFrame[], count: number): Conversation {
  const result = frames.slice(0, count);
  const start = Math.max(
    0,
    result.findLastIndex(({restarted}) => restarted),
  );
  return foldFrames(
    protocol,
    result.slice(start).map(({frame}) => frame),
  );
}

const timed = (frames: readonly Frame[]): TimedFrame[] => frames.map((frame, at) => ({at, frame}));

describe('the history of a run', () => {
  for (const {wire, name, frames} of samples) {
    it(`has the conversation of ${wire} ${name} after every frame`, () => {
      const all = timed(frames);
      const history = historyOf(protocols[wire], all);
      for (let count = frames.length; count >= 0; count--) {
        const state = finish(history.stateAfter(count));
        assert.deepEqual(state, folded(protocols[wire], all, count));
      }
    });
  }

  it('equals folding the earlier frames, for seeking in any order', () => {
    const run = fc.constantFrom(...samples.filter(({frames}) => frames.length < 120));
    const places = fc.array(fc.nat(), {maxLength: 8});
    forAll(runs(1000), [run, places, places, places, places, fc.boolean()], (sample, ...rest) => {
      const [late, twice, restarted, visits, live] = rest;
      const protocol = protocols[sample.wire];
      const result = timed(sample.frames);
      const length = result.length;
      for (const place of late) result.push(...result.splice(place % length, 1));
      for (const place of twice) result.splice(place % result.length, 0, result[place % length]!);
      for (const place of restarted.slice(0, 2)) {
        const [first, ...others] = result.slice(0, (place % length) + 1);
        if (first) result.splice(place % result.length, 0, {...first, restarted: true}, ...others);
      }
      const history = new RunHistory(protocol);
      for (const [at, frame] of result.entries()) {
        history.append(frame);
        if (live && at % 7 === 0)
          assert.deepEqual(finish(history.stateAfter(at + 1)), folded(protocol, result, at + 1));
      }
      for (const visit of [...visits, result.length]) {
        const count = visit % (result.length + 1);
        assert.deepEqual(finish(history.stateAfter(count)), folded(protocol, result, count));
      }
    });
  });

  it('reports what each frame changed', () => {
    for (const {wire, frames} of samples) {
      const history = historyOf(protocols[wire], timed(frames));
      let state = emptyConversation;
      for (const at of frames.keys()) {
        state = reduce(state, finish(history.changesOf(at)));
        assert.deepEqual(state, finish(history.stateAfter(at + 1)));
      }
    }
  });

  it('reports the changes of a late frame', () => {
    const frames = framesIn('ubik', 'b-multi-step-web-search');
    const late = frames.findIndex(({data}) => data.includes('confirms the schedule'));
    const result = timed([...frames.slice(0, late), ...frames.slice(late + 1, -5), frames[late]!]);
    const history = historyOf(ubik, result);
    finish(history.read());
    assert.equal(history.opsOf(result.length - 1), undefined);
    const changes = finish(history.changesOf(result.length - 1));
    assert.match(JSON.stringify(changes), /confirms the schedule/);
  });

  it('reports the same diagnostics as a fold, once each, and when', () => {
    const all = framesIn('ubik', 'b-multi-step-web-search');
    const lost = all.findIndex(({data}) => data.includes('"chunk_index": 1'));
    const frames = all.filter((_, at) => at !== lost);
    const received: Diagnostic[] = [];
    foldFrames(ubik, frames, {report: diagnostic => received.push(diagnostic)});
    const history = historyOf(ubik, timed(frames));
    finish(history.stateAfter(3));
    finish(history.stateAfter(frames.length));
    assert.ok(received.length > 0);
    const diagnostics = history.diagnostics.map(({diagnostic}) => diagnostic);
    assert.deepEqual(diagnostics, received);
    for (const {after} of history.diagnostics) assert.ok(after > 0 && after <= frames.length);
  });

  it('yields often while it reads, and decodes nothing again to go back', () => {
    const chunk = (n: number): Frame => ({
      data: JSON.stringify({
        type: 'response_chunk',
        content: `word ${n} `,
        timestamp: new Date(n).toISOString(),
      }),
    });
    let decoded = 0;
    const counting: Protocol = {
      ...ubik,
      createDecoder(context) {
        const decoder = ubik.createDecoder(context);
        return {
          decode(frame) {
            decoded++;
            return decoder.decode(frame);
          },
          end: reason => decoder.end(reason),
        };
      },
    };
    const count = 20_000;
    const history = historyOf(counting, timed(Array.from({length: count}, (_, n) => chunk(n))));
    let rests = 0;
    for (const work = history.read(); !work.next().done;) rests++;
    assert.ok(rests >= count / 32);
    assert.equal(decoded, count);
    for (const place of [0, 1, count / 2, count - 1, 255, 256, 257])
      finish(history.stateAfter(place));
    assert.equal(decoded, count);
  });

  it('does not decode everything again for every late frame', () => {
    const chunk = (n: number): Frame => ({
      data: JSON.stringify({
        type: 'response_chunk',
        content: `word ${n} `,
        timestamp: new Date(n % 100 === 0 ? n - 50 : n).toISOString(),
      }),
    });
    const count = 20_000;
    const history = historyOf(ubik, timed(Array.from({length: count}, (_, n) => chunk(n + 100))));
    let rests = 0;
    for (const work = history.read(); !work.next().done;) rests++;
    assert.ok(rests * 32 < count * 12, `${rests * 32} frames were read`);
  });
});
