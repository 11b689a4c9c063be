import type {Page} from 'playwright-core';
import {startServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';
import {longestWhile} from './longest-task.js';
import type {Budget} from './budget.js';

/** Milliseconds of a fixed amount of work in the page, the fastest of seven runs: the current speed of the machine. */
const referenceWork = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rows = Array.from({length: 10_000}, (_, id) => ({
      id,
      name: `row ${id}`,
      tags: [id, -id],
    }));
    const runs = Array.from({length: 7}, () => {
      const start = performance.now();
      JSON.parse(JSON.stringify(rows));
      return performance.now() - start;
    });
    return Math.min(...runs);
  });

const actions: Readonly<
  Record<string, readonly [path: string, act: (page: Page) => Promise<unknown>]>
> = {
  'the button is painted': [
    '/busy',
    page => page.getByRole('button', {name: 'Open chat'}).waitFor(),
  ],
  'the chat loads while the page is idle': [
    '/',
    page => page.waitForFunction(() => document.querySelector('ubik-chat')?.shadowRoot),
  ],
  'the first click opens the chat': [
    '/busy',
    async page => {
      await page.getByRole('button', {name: 'Open chat'}).click();
      await page.getByRole('textbox', {name: 'Message'}).waitFor();
    },
  ],
};

/** The longest task of a page with the loader, as a multiple of a fixed amount of work; the best of three measurements. */
export async function benchLoader(): Promise<readonly Budget[]> {
  const [server, browser] = await Promise.all([startServer(), openBrowser()]);
  const html = `<!doctype html><html lang="en"><head><title>Loader</title>
    <script async src="/cdn/loader.js" data-endpoint="${server.url}"
      data-token-endpoint="${server.origin}/demo/token"></script></head><body><h1>A page</h1></body></html>`;
  const busy = '<head><script>window.requestIdleCallback = () => 0;</script>';
  const pages = {'/': html, '/busy': html.replace('<head>', busy), '/favicon.ico': ''};
  const files = await serveFiles('dist', pages);
  const budgets: Budget[] = [];
  try {
    for (const [what, [path, act]] of Object.entries(actions)) {
      const ratios: number[] = [];
      while (ratios.length < 3) {
        const {page} = await openPage(browser, 'about:blank');
        const task = await longestWhile(page, async () => {
          await page.goto(files.origin + path);
          await act(page);
          await page.evaluate('new Promise(requestAnimationFrame)');
        });
        ratios.push(task / (await referenceWork(page)));
        await page.context().close();
      }
      budgets.push({
        what: `times the reference work, the longest task while ${what}`,
        figure: Math.min(...ratios),
        most: 12,
      });
    }
    return budgets;
  } finally {
    await Promise.all([browser.close(), server.stop(), files.stop()]);
  }
}
