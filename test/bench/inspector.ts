import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {CDPSession, Page} from 'playwright-core';
import {foldFrames, ubik} from '../../src/core/index.js';
import {framesOf, writeRecording, type Recording} from '../../src/core/recording/index.js';
import {startServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {actions} from './inspector-actions.js';
import {longRun} from './long-run.js';
import {longestWhile} from './longest-task.js';
import type {Budget} from './budget.js';

const MB = 1 << 20;

/**
 * Opens a recording of 100,000 frames in the inspector. Measures the longest task while the file is read and while a user
 * seeks in all ways, and the memory; checks that the displayed positions equal those of the run.
 */
export async function benchInspector(isSmall: boolean): Promise<readonly Budget[]> {
  const count = isSmall ? 20_000 : 100_000;
  const run = longRun(count);
  const file = Buffer.from(writeRecording(run));
  console.log(`${String(count)} frames, ${(file.length / MB).toFixed(1)} MB.`);
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const path = join(folder, 'run.jsonl');
  await writeFile(path, file);
  const [server, browser] = await Promise.all([startServer(), openBrowser()]);
  try {
    const {page} = await openPage(browser, `${server.origin}/inspector.html`, {
      viewport: {width: 1280, height: 900},
    });
    const session = await page.context().newCDPSession(page);
    const before = await heap(session);
    const started = Date.now();
    const reading = await longestWhile(page, () => load(page, path, count));
    console.log(
      `Read in ${String(Date.now() - started)} ms; longest task ${reading.toFixed(0)} ms.`,
    );
    const tasks: Record<string, number> = {};
    for (const [what, act] of Object.entries(actions)) {
      tasks[what] = Math.round(await longestWhile(page, () => act(page)));
    }
    console.log('Longest task, in ms, while a user …');
    console.table(tasks);
    const kept = (await heap(session)) - before;
    console.log(`It keeps ${(kept / MB).toFixed(0)} MB of heap.`);
    await compare(page, run);
    return [
      {what: 'ms, the longest task while the run is read', figure: reading, most: 50},
      {
        what: 'ms, the longest task while a user seeks in it',
        figure: Math.max(...Object.values(tasks)),
        most: 50,
      },
      {what: 'bytes of heap for each byte of the file', figure: kept / file.length, most: 8},
    ];
  } finally {
    await Promise.all([browser.close(), server.stop()]);
    await rm(folder, {recursive: true});
  }
}

/** Opens the file as a user does and waits until the inspector displays its end. */
async function load(page: Page, path: string, count: number): Promise<void> {
  await page.locator('ubik-inspector input[type=file]').setInputFiles(path);
  await page.waitForFunction(
    all => {
      const inspector = document.querySelector('ubik-inspector');
      return inspector?.length === all && inspector.conversation.children.length > 0;
    },
    count,
    {timeout: 120_000},
  );
}

/** Asserts that the conversation at some positions equals the fold of the frames before them. */
async function compare(page: Page, run: Recording): Promise<void> {
  const frames = Array.from(framesOf(run), ({frame}) => frame);
  for (const share of [0.013, 0.41, 0.77, 0.999]) {
    const count = Math.floor(frames.length * share);
    const shown = await page.evaluate(async to => {
      const inspector = document.querySelector('ubik-inspector');
      await inspector?.seek(to);
      return JSON.stringify(inspector?.conversation);
    }, count);
    assert.equal(shown, JSON.stringify(foldFrames(ubik, frames.slice(0, count))), `after ${count}`);
  }
}

/** Bytes of the script heap after a collection. */
async function heap(session: CDPSession): Promise<number> {
  for (let n = 0; n < 3; n++) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
