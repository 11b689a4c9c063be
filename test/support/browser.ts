import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import {findChromium} from '../../scripts/browsers.mjs';
import {startMs, waitMs} from './limits.mjs';

/** Launches the installed browser without a window. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chrome, Chromium or Edge was found.');
  const root = process.getuid?.() === 0;
  return chromium.launch({executablePath, args: root ? ['--no-sandbox'] : [], timeout: startMs});
}

/** Opens a page in a new context and records its uncaught errors and the errors and warnings of its console. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<{page: Page; browserErrors: string[]}> {
  const context = await browser.newContext({reducedMotion: 'reduce', ...options});
  for (const script of ['visible-text', 'rendered']) {
    await context.addInitScript({path: `test/support/${script}.js`});
  }
  context.setDefaultTimeout(waitMs);
  context.setDefaultNavigationTimeout(startMs);
  await prepare?.(context);
  const page = await context.newPage();
  const browserErrors: string[] = [];
  page.on('pageerror', error => browserErrors.push(error.message));
  page.on('console', message => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The text of a failed request does not have its address.
    const isRequest = message.text().startsWith('Failed to load resource');
    browserErrors.push(message.text() + (isRequest ? ` ${message.location().url}` : ''));
  });
  await page.goto(url);
  return {page, browserErrors};
}
