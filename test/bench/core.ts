import {emptyConversation, EventLog, ubik} from '../../src/core/index.js';
import {framesOf} from '../../src/core/recording/index.js';
import {longRun} from './long-run.js';

const EVENTS = 1_000_000;
/** A replay arrives as fast as it is read: thousands of events per animation frame. */
const EVENTS_A_FLUSH = 1_000;
const GROWTH_FROM = 1_000;
const GROWTH_TO = 100_000;

/** The data of small events in order, all in one step of one message. */
function dataOf(count: number): readonly string[] {
  const start = Date.UTC(2026, 2, 4, 9, 15);
  return Array.from({length: count}, (_, place) => {
    const timestamp = new Date(start + place).toISOString();
    return JSON.stringify(
      place === 0
        ? {type: 'agent_step_started', step: 1, description: 'Answer', timestamp}
        : {type: 'response_chunk', content: `word${place % 10} `, step: 1, timestamp},
    );
  });
}

function fold(data: readonly string[]): void {
  const log = new EventLog(ubik, {run: 'run', report: () => undefined});
  let conversation = emptyConversation;
  let count = 0;
  for (const text of data) {
    log.accept({data: text});
    if (++count % EVENTS_A_FLUSH === 0) conversation = log.flush(conversation);
  }
  log.flush(conversation);
}

/** Folds the events in several short messages instead of one. */
function foldShort(data: readonly string[]): void {
  for (let from = 0; from < data.length; from += GROWTH_FROM) {
    fold(data.slice(from, from + GROWTH_FROM));
  }
}

function parse(data: readonly string[]): void {
  for (const text of data) JSON.parse(text);
}

/** Nanoseconds per event, the best of several measurements. */
function cost(work: (data: readonly string[]) => void, data: readonly string[], times = 3): number {
  let best = Infinity;
  for (let time = 0; time < times; time++) {
    const before = process.hrtime.bigint();
    work(data);
    best = Math.min(best, Number(process.hrtime.bigint() - before) / data.length);
  }
  return best;
}

/** Folds a million small events, and compares with longer messages and with parsing alone. */
export function benchCore(): void {
  const all = dataOf(EVENTS);
  fold(all.slice(0, GROWTH_TO)); // warm
  const folding = cost(fold, all);
  const parsing = cost(parse, all);
  const some = all.slice(0, GROWTH_TO);
  const short = cost(foldShort, some, 5);
  const long = cost(fold, some, 5);
  console.log(`core: ${EVENTS} events, ${Math.round(1e9 / folding)} events a second`);
  console.log(
    `core: ${(long / short).toFixed(2)} times the cost of an event at ${GROWTH_TO} against ${GROWTH_FROM}`,
  );
  console.log(`core: ${(folding / parsing).toFixed(2)} times bare JSON.parse`);
  const recorded = Array.from(framesOf(longRun(GROWTH_TO)), ({frame}) => frame.data);
  const ratio = cost(fold, recorded) / cost(parse, recorded);
  console.log(`core: ${ratio.toFixed(2)} times bare JSON.parse for a recorded run with tools`);
}
