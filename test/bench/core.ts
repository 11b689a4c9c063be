import {
  emptyConversation,
  EventLog,
  ubik,
  type Frame,
  type Protocol,
} from '../../src/core/index.js';
import {framesOf} from '../../src/core/recording/index.js';
import type {Budget} from './budget.js';
import {longRun} from './long-run.js';
import {ratioOf, timed} from './rounds.js';
import {recordedRuns} from './samples.js';
import {median} from './statistics.js';

const EVENTS = 100_000;
/** A replay arrives as fast as it is read: thousands of events per animation frame. */
const EVENTS_A_FLUSH = 1_000;
/** While an answer streams at 2,000 events a second. */
const EVENTS_A_FRAME = 33;
const SHORT = 1_000;
/** A recorded run is folded repeatedly until this many events are read, because one run takes only a millisecond. */
const EVENTS_A_ROUND = 20_000;
/** Of this many events, one is late, by `DELAY` events. */
const LATE_EVERY = 30;
const DELAY = 10;

/** Small events in order, all in one step of one message. */
function smallEvents(count: number): readonly Frame[] {
  const start = Date.UTC(2026, 2, 4, 9, 15);
  return Array.from({length: count}, (_, place) => {
    const timestamp = new Date(start + place).toISOString();
    const event =
      place === 0
        ? {type: 'agent_step_started', step: 1, description: 'Answer', timestamp}
        : {type: 'response_chunk', content: `word${place % 10} `, step: 1, timestamp};
    return {data: JSON.stringify(event)};
  });
}

function fold(frames: readonly Frame[], protocol: Protocol = ubik, atOnce = EVENTS_A_FLUSH): void {
  const log = new EventLog(protocol, {run: 'run', report: () => undefined});
  let conversation = emptyConversation;
  let count = 0;
  for (const frame of frames) {
    log.accept(frame);
    if (++count % atOnce === 0) conversation = log.flush(conversation);
  }
  log.flush(conversation);
}

function parse(frames: readonly Frame[]): void {
  for (const {data} of frames) {
    try {
      JSON.parse(data);
    } catch {
      // The recordings contain a frame that is not JSON.
    }
  }
}

function repeat(times: number, work: () => void): void {
  for (let time = 0; time < times; time++) work();
}

/** The same events, of which some arrive later. */
function withLateEvents(frames: readonly Frame[]): readonly Frame[] {
  const all = [...frames];
  for (let at = LATE_EVERY; at + DELAY < all.length; at += LATE_EVERY) {
    const [late] = all.splice(at, 1);
    if (late) all.splice(at + DELAY, 0, late);
  }
  return all;
}

/** The cost of folding as a multiple of parsing the JSON of the same frames. */
const againstParsing = (
  frames: readonly Frame[],
  times = 1,
  protocol: Protocol = ubik,
  rounds = 9,
): number =>
  ratioOf(
    () => repeat(times, () => fold(frames, protocol)),
    () => repeat(times, () => parse(frames)),
    rounds,
  );

/** The recorded runs, each folded many times. */
function foldRecordings(): readonly number[] {
  return recordedRuns().map(({name, protocol, frames}) => {
    const times = Math.ceil(EVENTS_A_ROUND / frames.length);
    const ratio = againstParsing(frames, times, protocol, 5);
    console.log(`core: ${ratio.toFixed(2)} times JSON.parse: ${name}, ${frames.length} frames`);
    return ratio;
  });
}

/** Compares folding events with parsing their JSON, long runs with short ones, and late events with events in order. */
export function benchCore(): readonly Budget[] {
  const small = smallEvents(EVENTS);
  const tools = Array.from(framesOf(longRun(EVENTS)), ({frame}) => frame);
  const recordings = foldRecordings();
  const [text, withTools] = [againstParsing(small), againstParsing(tools)];
  const short = small.slice(0, SHORT);
  const growth = ratioOf(
    () => fold(small),
    () => repeat(EVENTS / SHORT, () => fold(short)),
  );
  const run = small.slice(0, 5_000);
  const late = withLateEvents(run);
  const lateCost = ratioOf(
    () => repeat(4, () => fold(late, ubik, EVENTS_A_FRAME)),
    () => repeat(4, () => fold(run, ubik, EVENTS_A_FRAME)),
  );
  const longLate = withLateEvents(small.slice(0, 20_000));
  const lateGrowth = ratioOf(
    () => fold(longLate, ubik, EVENTS_A_FRAME),
    () => repeat(4, () => fold(late, ubik, EVENTS_A_FRAME)),
  );
  const seconds = timed(() => fold(small)) / 1000;
  console.log(`core: ${Math.round(EVENTS / seconds)} small events a second`);
  return [
    {what: '× JSON.parse, folding small events', figure: text, most: 8, target: 2.5},
    {what: '× JSON.parse, folding a run with tools', figure: withTools, most: 9, target: 4},
    {
      what: '× JSON.parse, folding a recorded run, median of all',
      figure: median(recordings),
      most: 20,
    },
    {what: `× the cost of an event, at ${EVENTS} against ${SHORT}`, figure: growth, most: 1.5},
    {
      what: `× in order, one late event in ${LATE_EVERY} of ${run.length}`,
      figure: lateCost,
      most: 4,
      target: 1.5,
    },
    {
      what: '× the cost of an event with late events, at 20000 against 5000',
      figure: lateGrowth,
      most: 1.5,
    },
  ];
}
