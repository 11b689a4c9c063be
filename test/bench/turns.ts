import {BenchBrowser, type Measurement} from './markdown-browser.js';
import type {Budget} from './markdown.js';

const SHORT = '10 turns';
const LONG = '1,000 turns';

/** Odd, for a median. */
const ROUNDS = 5;
/** Milliseconds. */
const PATIENCE = 60_000;

/**
 * What it costs to show an answer of 10 KB behind a long conversation, as a multiple of what it costs behind a short one,
 * in time of the main thread.
 */
export async function benchTurns(): Promise<readonly Budget[]> {
  const measured: Record<string, Measurement[]> = {[SHORT]: [], [LONG]: []};
  const browser = await BenchBrowser.launch(['ours']);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [candidate, results] of Object.entries(measured)) {
        const subject = {candidate, page: 'ours', text: 'mixed', length: 10_000} as const;
        results.push(await browser.measure(subject, PATIENCE));
      }
    }
  } finally {
    await browser.close();
  }
  const median = (name: string, figure: 'cost' | 'nodes' | 'heap'): number => {
    const figures = measured[name]?.map(result => result[figure]).toSorted((a, b) => a - b) ?? [];
    return figures[Math.floor(figures.length / 2)] ?? NaN;
  };
  for (const name of [SHORT, LONG]) {
    const [cost, heap] = [median(name, 'cost').toFixed(0), (median(name, 'heap') / 1e6).toFixed(1)];
    console.log(
      `Behind ${name}: ${cost} ms, ${String(median(name, 'nodes'))} nodes, ${heap} MB of heap.`,
    );
  }
  return [
    {
      what: '× the cost of an answer behind 10 turns, behind 1,000',
      figure: median(LONG, 'cost') / median(SHORT, 'cost'),
      most: 1.75,
    },
  ];
}
