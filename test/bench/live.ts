import type {Budget} from './budget.js';
import {BenchBrowser, type Measurement} from './markdown-browser.js';
import {median} from './statistics.js';

/** What is streamed: the limits of the longest task in milliseconds, whose target is 50, and of the heap afterwards in MB. */
const subjects: Readonly<Record<string, {readonly task: number; readonly heap: number}>> = {
  '100,000 lines of a live log': {task: 250, heap: 60},
  '200 tools in a run': {task: 75, heap: 20},
  '10 chats on a page': {task: 250, heap: 25},
};

/** An odd number, for the median. */
const ROUNDS = 3;
/** Milliseconds after which a measurement is aborted. */
const TIMEOUT_MS = 180_000;

/** Measures the longest task and the memory of runs with much live output. */
export async function benchLive(): Promise<readonly Budget[]> {
  const measured: Record<string, Measurement[]> = {};
  const browser = await BenchBrowser.launch(['ours']);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const candidate of Object.keys(subjects)) {
        const subject = {candidate, page: 'ours', text: 'mixed', length: 0} as const;
        (measured[candidate] ??= []).push(await browser.measure(subject, TIMEOUT_MS, true));
      }
    }
  } finally {
    await browser.close();
  }
  return Object.entries(subjects).flatMap(([name, limits]) => {
    const of = (figure: 'cost' | 'longest' | 'heap' | 'nodes'): number =>
      median(measured[name]?.map(result => result[figure] ?? NaN) ?? []);
    console.log(`live: ${name}: ${of('cost').toFixed(0)} ms in all, ${of('nodes')} nodes`);
    return [
      {what: `ms, the longest task: ${name}`, figure: of('longest'), most: limits.task, target: 50},
      {what: `MB of script heap afterwards: ${name}`, figure: of('heap') / 1e6, most: limits.heap},
    ];
  });
}
