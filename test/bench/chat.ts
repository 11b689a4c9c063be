import {chromium, type Page} from 'playwright-core';
import {requireChromium} from '../../scripts/find-chromium.mjs';
import {startServer} from '../support/agent-server.js';
import {keyPaintsWhile} from './key-paints.js';
import {longestWhile} from './longest-task.js';
import type {Budget} from './markdown.js';

const question = 'write a long answer of 100 KB at 2000 events a second';

/**
 * The demo page over a real connection, with an agent that sends 2,000 events a second: its longest task, and the time
 * from a key press to its paint while the answer streams (Event Timing, out of a trace: it tells of every key).
 */
export async function benchChat(): Promise<readonly Budget[]> {
  const server = await startServer({env: {UBIK_DEMO_PACE: '1'}});
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({viewport: {width: 800, height: 900}});
    await enlargeWindow(page);
    await page.goto(server.origin);
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'idle');
    const tasks = await longestWhile(page, () => ask(page));
    const [rest, busy] = [await typeAtRest(page), await typeMeanwhile(page)];
    const told = (delays: readonly number[]): string =>
      `${String(delays.length)} keys, median ${median(delays).toFixed(1)} ms, worst ${Math.max(...delays).toFixed(1)} ms`;
    console.log(
      `From a key to its paint. At rest: ${told(rest)}; while it streams: ${told(busy)}.`,
    );
    return [
      {
        what: 'ms, the longest task while 2,000 events a second come over SSE',
        figure: tasks,
        most: 50,
      },
      {
        what: 'ms from a key press to its paint meanwhile, median',
        figure: median(busy),
        most: 34,
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** The page is as large as its window was, so some of it would stand below the edge and never be painted. */
async function enlargeWindow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const {windowId} = await session.send('Browser.getWindowForTarget');
  const bounds = {width: 1000, height: 1200};
  await session.send('Browser.setWindowBounds', {windowId, bounds});
}

/** Asks, and waits for the end of the answer. */
async function ask(page: Page): Promise<void> {
  await page.evaluate(text => document.querySelector('ubik-chat')?.send(text), question);
  await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'idle');
}

/** Types for a while into a page where nothing else happens. */
async function typeAtRest(page: Page): Promise<readonly number[]> {
  let left = 40;
  return typeWhile(page, () => Promise.resolve(left-- > 0));
}

/** Asks, and types as long as the answer comes. */
async function typeMeanwhile(page: Page): Promise<readonly number[]> {
  const isStreaming = (): Promise<boolean> =>
    page.evaluate(() => document.querySelector('ubik-chat')?.status === 'streaming');
  const answered = ask(page);
  await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'streaming');
  const delays = await typeWhile(page, isStreaming);
  await answered;
  return delays;
}

/** Milliseconds from each key to its paint; without end for a key that was never painted. */
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
