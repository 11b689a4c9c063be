import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {chromium, type Page} from 'playwright-core';
import {requireChromium} from '../../scripts/browsers.mjs';
import {framesOf, writeRecording} from '../../src/core/recording/index.js';
import {startServer} from '../support/agent-server.js';
import {keyPaintsWhile} from './key-paints.js';
import {longRun, type Sample} from './long-run.js';
import {longestWhile} from './longest-task.js';
import type {Budget} from './budget.js';
import {median} from './statistics.js';

/** Frames per second, and frames per run. */
const rate = 2000;
const count = 10_000;
const samples = ['calculation-and-search', 'markdown'] as const satisfies readonly Sample[];

/**
 * Streams repeated recordings to the demo page over a real connection at 2,000 events per second. Measures the longest task
 * and the time from a key press to its paint meanwhile (Event Timing from a trace, which contains every key).
 */
export async function benchChat(): Promise<readonly Budget[]> {
  const data = await mkdtemp(join(tmpdir(), 'bench-'));
  const questions = await writeRuns(join(data, 'recordings'));
  const server = await startServer({data});
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({viewport: {width: 800, height: 900}});
    await enlargeWindow(page);
    await page.goto(server.origin);
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'idle');
    const rest = await typeAtRest(page);
    console.log(`From a key to its paint, at rest: ${describeDelays(rest)}.`);
    const budgets: Budget[] = [];
    for (const [sample, question] of questions) {
      const tasks = await longestWhile(page, () => ask(page, question));
      const busy = await typeMeanwhile(page, question);
      console.log(`From a key to its paint, while ${sample} is played: ${describeDelays(busy)}.`);
      budgets.push(
        {what: `ms, the longest task while ${sample} is played`, figure: tasks, most: 50},
        {
          what: 'ms from a key press to its paint meanwhile, median',
          figure: median(busy),
          most: 34,
        },
      );
    }
    return budgets;
  } finally {
    await browser.close();
    await server.stop();
    await rm(data, {recursive: true});
  }
}

/** Writes the long runs into a folder and returns the messages that start their replay. */
async function writeRuns(folder: string): Promise<ReadonlyMap<Sample, string>> {
  await mkdir(folder);
  const questions = new Map<Sample, string>();
  for (const sample of samples) {
    // Dated after the first event of the server: events with an earlier date would cause a rebuild each.
    const run = longRun(count, sample, Date.now() + 3_600_000);
    await writeFile(join(folder, `long-${sample}.jsonl`), writeRecording(run));
    const took = [...framesOf(run)].at(-1)?.at ?? 0;
    const pace = (count / rate) * (1000 / took);
    questions.set(sample, `/replay long-${sample} pace ${pace.toFixed(6)}`);
  }
  return questions;
}

const describeDelays = (delays: readonly number[]): string =>
  `${String(delays.length)} keys, median ${median(delays).toFixed(1)} ms, worst ${Math.max(...delays).toFixed(1)} ms`;

/** Enlarges the window, because the part of a page below its edge is never painted. */
async function enlargeWindow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const {windowId} = await session.send('Browser.getWindowForTarget');
  const bounds = {width: 1000, height: 1200};
  await session.send('Browser.setWindowBounds', {windowId, bounds});
}

/** Sends a message, waits for the end of the answer and prints how fast it arrived. */
async function ask(page: Page, question: string): Promise<void> {
  const [frames, milliseconds] = await page.evaluate(async words => {
    const chat = document.querySelector('ubik-chat');
    await chat?.newSession();
    const times: number[] = [];
    const unsubscribe = chat?.observe(() => void times.push(performance.now()));
    await chat?.send(words);
    unsubscribe?.();
    return [times.length, (times.at(-1) ?? 0) - (times[0] ?? 0)] as const;
  }, question);
  const second = Math.round((frames / milliseconds) * 1000);
  console.log(`${String(frames)} frames came, ${String(second)} a second.`);
}

/** Types into an idle page. */
async function typeAtRest(page: Page): Promise<readonly number[]> {
  let left = 40;
  return typeWhile(page, () => Promise.resolve(left-- > 0));
}

/** Sends a message and types while the answer is streaming. */
async function typeMeanwhile(page: Page, question: string): Promise<readonly number[]> {
  const isStreaming = (): Promise<boolean> =>
    page.evaluate(() => document.querySelector('ubik-chat')?.status === 'streaming');
  const answered = ask(page, question);
  await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'streaming');
  const delays = await typeWhile(page, isStreaming);
  await answered;
  return delays;
}

/** Milliseconds from each key to its paint; `Infinity` for a key that was never painted. */
async function typeWhile(page: Page, isWanted: () => Promise<boolean>): Promise<readonly number[]> {
  let pressed = 0;
  const painted = await keyPaintsWhile(page, async () => {
    await page.evaluate(() => document.querySelector('ubik-chat')?.focusComposer());
    while (await isWanted()) {
      await page.keyboard.press('a');
      await page.waitForTimeout(50);
      pressed += 1;
    }
    await page.waitForTimeout(500);
  });
  return [...painted, ...Array<number>(pressed - painted.length).fill(Infinity)];
}
