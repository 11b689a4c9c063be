import type {Budget} from './budget.js';
import {BenchBrowser, type Measurement} from './markdown-browser.js';
import {median} from './statistics.js';

const SHORT = '10 turns';
const LONG = '1,000 turns';
const LOADING = 'loading 1,000 turns';

/** An odd number, for the median. */
const ROUNDS = 5;
/** Milliseconds after which a measurement is aborted. */
const TIMEOUT_MS = 60_000;

/**
 * Measures the longest task and the total time of the main thread while a long conversation is loaded and rendered, and the
 * cost of rendering an answer of 10 KB after a long conversation as a multiple of the cost after a short one.
 */
export async function benchTurns(): Promise<readonly Budget[]> {
  const measured: Record<string, Measurement[]> = {[SHORT]: [], [LONG]: [], [LOADING]: []};
  const browser = await BenchBrowser.launch(['ours']);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [candidate, results] of Object.entries(measured)) {
        const isLoading = candidate === LOADING;
        const length = isLoading ? 0 : 10_000;
        const subject = {candidate, page: 'ours', text: 'mixed', length} as const;
        results.push(await browser.measure(subject, TIMEOUT_MS, isLoading));
      }
    }
  } finally {
    await browser.close();
  }
  const of = (name: string, figure: 'cost' | 'nodes' | 'heap' | 'longest'): number =>
    median(measured[name]?.map(result => result[figure] ?? NaN) ?? []);
  for (const name of [SHORT, LONG]) {
    const [cost, heap] = [of(name, 'cost').toFixed(0), (of(name, 'heap') / 1e6).toFixed(1)];
    console.log(
      `Behind ${name}: ${cost} ms, ${String(of(name, 'nodes'))} nodes, ${heap} MB of heap.`,
    );
  }
  return [
    {
      what: 'ms, the longest task while 1,000 turns are loaded and drawn',
      figure: of(LOADING, 'longest'),
      most: 100,
      target: 30,
    },
    {
      what: 'ms in all while 1,000 turns are loaded and drawn',
      figure: of(LOADING, 'cost'),
      most: 3000,
      target: 800,
    },
    {
      what: '× the cost of an answer behind 10 turns, behind 1,000',
      figure: of(LONG, 'cost') / of(SHORT, 'cost'),
      most: 1.75,
    },
  ];
}
