import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser, BrowserContext, Page} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {allPages, writtenPages} from './site-pages.js';

/** What `support/tab-walk.js` tells; everything by its tag and name. */
interface Walk {
  readonly expected: readonly string[];
  readonly reached: readonly string[];
  readonly faults: readonly string[];
  /** Whether it came out of the page again. */
  readonly over: boolean;
}

/** Goes through the page by a key, until that leads out of it. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Walk> {
  await page.evaluate('tabWalk.begin()');
  for (let n = 0; n < 100; n++) {
    for (let pressed = 0; pressed < 10; pressed++) await page.keyboard.press(key);
    if (await page.evaluate('tabWalk.over')) break;
  }
  return page.evaluate('tabWalk.report()');
}

/** What is wrong about a walk through a page. */
function faultsOf({expected, reached, faults, over}: Walk): readonly string[] {
  const found = [...faults];
  if (!over) found.push(`there is no way out: ${reached.slice(-3).join(', ')}`);
  const at = expected.findIndex((name, n) => name !== reached[n]);
  if (at >= 0 || expected.length !== reached.length) {
    const n = at < 0 ? expected.length : at;
    found.push(`${reached[n] ?? 'nothing'} comes where ${expected[n] ?? 'nothing'} stands`);
  }
  return found;
}

/** Waits until the chats and the inspector of a page are there, and know what they show. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (const chat of document.querySelectorAll('ubik-chat')) {
      await customElements.whenDefined('ubik-chat');
      await chat.ready;
      await chat.updateComplete;
    }
  });

describe('the site by keyboard', () => {
  let browser: Browser;
  let server: AgentServer;
  const open: BrowserContext[] = [];

  const visit = async (width: number, height: number): Promise<Page> => {
    const {page} = await openPage(
      browser,
      `${server.origin}/docs/start.html`,
      {viewport: {width, height}},
      async context => {
        open.push(context);
        await context.addInitScript({path: 'test/support/tab-walk.js'});
        // Pages in frames are walked by themselves: here, it counts that one comes in and out.
        await context.route('**/*', (route, request) =>
          request.isNavigationRequest() && request.frame().parentFrame()
            ? route.fulfill({
                contentType: 'text/html',
                body: '<!doctype html><title>Frame</title><button>One</button> <button>Two</button>',
              })
            : route.fallback(),
        );
      },
    );
    return page;
  };

  before(async () => {
    [browser, server] = await Promise.all([openBrowser(), startServer()]);
  });
  after(async () => {
    await Promise.all(open.map(context => context.close()));
    await Promise.all([browser.close(), server.stop()]);
  });

  for (const [width, height] of [
    [320, 640],
    [1280, 900],
  ] as const) {
    it(`leads to everything, in order and in sight, at ${width} pixels`, async () => {
      const page = await visit(width, height);
      const faults: string[] = [];
      for (const path of await allPages()) {
        await page.goto(`${server.origin}/${path}`);
        await settled(page);
        const there = await walk(page, 'Tab');
        const back = await walk(page, 'Shift+Tab');
        faults.push(
          ...faultsOf(there).map(fault => `${path}: ${fault}`),
          ...faultsOf({...back, expected: back.expected.toReversed()}).map(
            fault => `${path}, backwards: ${fault}`,
          ),
        );
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        if (Number(wide) > 0) faults.push(`${path} is ${String(wide)} pixels too wide`);
      }
      assert.deepEqual(faults, []);
    });
  }

  it('leads past the bar and the menu by the first link of each page', async () => {
    const page = await visit(1280, 900);
    for (const path of await writtenPages()) {
      await page.goto(`${server.origin}/${path}`);
      await page.keyboard.press('Tab');
      await page.getByRole('link', {name: 'Skip to the content'}).click({trial: true});
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      const place = await page.evaluate(
        () => document.activeElement?.closest('main, footer, header')?.localName,
      );
      assert.equal(place, 'main', path);
    }
  });

  it('opens the menu on a small screen, and goes back to its button', async () => {
    const page = await visit(320, 640);
    const menu = page.getByRole('button', {name: 'Menu'});
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const first = page.locator('.menu a').first();
    assert.ok(await first.evaluate(link => link === document.activeElement));
    await page.keyboard.press('Escape');
    await page.locator('.menu').waitFor({state: 'hidden'});
    assert.ok(await menu.evaluate(button => button === document.activeElement));
  });
});
