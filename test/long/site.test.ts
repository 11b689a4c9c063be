import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {after, afterEach, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import type {Browser, BrowserContext, Page} from 'playwright-core';
import {framesOf, readRecording} from '../../src/core/recording/index.js';
import {suggestions} from '../../demo/client/suggestions.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';
import type {LocalServer} from '../support/listen.js';
import {until} from '../support/until.js';
import {numberPattern} from '../e2e/fixture.js';
import {allPages, findings} from './site-pages.js';
import {prepareWalks, walkWithKey} from '../e2e/tab-walk.js';

/** The broken links of pages below a base. Skips links to other sites and paths that match `skipped`. */
async function deadLinks(
  base: string,
  pages: readonly string[],
  skipped?: RegExp,
): Promise<readonly string[]> {
  const texts = new Map<string, Promise<string | undefined>>();
  const load = (url: string): Promise<string | undefined> => {
    const known = texts.get(url);
    if (known) return known;
    const text = fetch(url).then(response => (response.ok ? response.text() : undefined));
    texts.set(url, text);
    return text;
  };
  const dead: string[] = [];
  for (const path of pages) {
    const from = new URL(path, base);
    const text = (await load(from.href)) ?? '';
    const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
    if (!text) dead.push(path);
    for (const link of links) {
      const url = new URL(link.replaceAll('&#38;', '&'), from);
      if (url.protocol === 'data:' || url.origin !== from.origin || skipped?.test(url.pathname))
        continue;
      const anchor = decodeURIComponent(url.hash.slice(1));
      url.hash = '';
      const there = await load(url.href);
      const found = there !== undefined && (!anchor || there.includes(`id="${anchor}"`));
      if (!found) dead.push(`${path}: ${link}`);
    }
  }
  return dead;
}

/** Sends a message with the chat of a page. */
async function ask(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', {name: 'Message'});
  await composer.fill(text);
  await composer.press('Enter');
}

const walkedReferences = ['api/types.html', 'api/ubik-chat.html', 'api/ubik-tool.html'];

const idle = (page: Page, messages = 2): Promise<unknown> =>
  page.waitForFunction(count => {
    const chat = document.querySelector('ubik-chat');
    return chat?.status === 'idle' && chat.conversation.children.length === count;
  }, messages);

describe('the site', () => {
  let browser: Browser;
  let server: AgentServer;
  let page: Page;
  let browserErrors: string[];

  const opened: Page[] = [];

  const visit = async (path: string): Promise<void> => {
    ({page, browserErrors} = await openPage(browser, `${server.origin}/${path}`));
    opened.push(page);
  };

  before(async () => {
    [browser, server] = await Promise.all([openBrowser(), startServer()]);
    // The server generates the reference and the script of all pages with the first request for them.
    for (const path of ['docs/start.html', 'client/site.js']) {
      await (await fetch(`${server.origin}/${path}`)).text();
    }
  });
  afterEach(() => Promise.all(opened.splice(0).map(page => page.context().close())));
  after(() => Promise.all([browser.close(), server.stop()]));

  it('has no broken link', async () => {
    // Scripts are built on request. The tests below load those of the examples.
    assert.deepEqual(await deadLinks(`${server.origin}/`, allPages(), /\.[jt]s$/), []);
  });

  it('finds a passage by a word with the keyboard alone', async () => {
    await visit('docs/performance.html');
    await page.getByRole('heading', {level: 1}).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('deadline');
    const first = page.getByRole('option').first();
    await first.getByText('More time for a question').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/people.html#more-time-for-a-question');
    assert.deepEqual(browserErrors, []);
  });

  it('opens a result of the search in another tab', async () => {
    await visit('docs/performance.html');
    await page.getByRole('combobox', {name: 'Search the documentation'}).fill('dark mode');
    const result = page.getByRole('option').first();
    const opened = page.context().waitForEvent('page');
    await result.click({modifiers: ['ControlOrMeta']});
    await (await opened).waitForURL('**/docs/theming.html#light-and-dark');
    assert.match(page.url(), /performance/);
  });

  it('has a page with a search for unknown addresses', async () => {
    await visit('docs/resuming-a-run');
    await page.getByRole('heading', {name: 'Page not found'}).waitFor();
    const result = page.getByRole('option').first();
    await result.getByText('Reconnect and resume').waitFor();
    assert.deepEqual(await findings(page), []);
    await result.click();
    await page.waitForURL('**/docs/connection.html#reconnect-and-resume');
  });

  it('displays the commands of the chosen package manager on all pages', async () => {
    await visit('docs/react.html');
    const command = page.getByText('pnpm add ubik-chat').first();
    assert.equal(await command.isVisible(), false);
    await page.getByRole('tab', {name: 'npm', exact: true}).press('ArrowRight');
    await command.waitFor();
    assert.deepEqual(await findings(page), []);
    await page.goto(`${server.origin}/docs/vue.html`);
    await page.getByRole('tab', {name: 'pnpm', selected: true}).waitFor();
    await command.waitFor();
    assert.deepEqual(browserErrors, []);
  });

  it('leads from page to page in reading order', async () => {
    await visit('docs/start.html');
    await page.getByRole('link', {name: 'Next React and Preact'}).click();
    await page.waitForURL('**/docs/react.html');
    await page.getByRole('link', {name: 'Previous Five minutes'}).click();
    await page.waitForURL('**/docs/start.html');
  });

  it('loads a live example when it is almost visible', async () => {
    await visit('docs/start.html');
    const frames = page.locator('iframe');
    const isLoaded = (n: number): Promise<void> =>
      frames.nth(n).contentFrame().getByRole('textbox', {name: 'Message'}).waitFor();
    const second = frames.nth(1);
    await frames.first().scrollIntoViewIfNeeded();
    await isLoaded(0);
    assert.equal(await second.getAttribute('src'), null);
    await second.scrollIntoViewIfNeeded();
    await isLoaded(1);
    assert.deepEqual(browserErrors, []);
  });

  it('displays that nothing was found and closes the search with Escape', async () => {
    await visit('index.html');
    const field = page.getByRole('combobox', {name: 'Search the documentation'});
    await field.fill('xyzzy');
    await page.getByText('No results.').waitFor();
    await field.press('Escape');
    await page.getByText('No results.').waitFor({state: 'detached'});
  });

  it('renders a tool with the renderer of an example', async () => {
    await visit('examples/renderer.html');
    await page.getByRole('button', {name: 'What is 2 * (3 + 4)?'}).click();
    await idle(page);
    await page.locator('.result').getByText('2 * (3 + 4) = 14').waitFor();
    assert.deepEqual(browserErrors, []);
  });

  it('renders a tool without a build step', async () => {
    await visit('examples/no-build.html');
    await ask(page, 'What is 2 * (3 + 4)?');
    await idle(page);
    await page.locator('.result').getByText('2 * (3 + 4) = 14').waitFor();
    assert.deepEqual(browserErrors, []);
  });

  it('answers questions with code in the kiosk example', async () => {
    await visit('examples/questions.html#kiosk');
    await page.getByRole('button', {name: 'Confirm the booking'}).click();
    await idle(page);
    await page.getByText('The table is booked').first().waitFor();
  });

  it('lists events in an example, fills the draft with a link and checks messages before sending', async () => {
    await visit('examples/events.html');
    await ask(page, 'what is 6 * 7');
    await page.locator('output').getByText('turn: done').waitFor();
    await page.goto(`${server.origin}/examples/ask.html`);
    await page.getByRole('button', {name: 'Ask about invoices'}).click();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await until(async () => (await composer.inputValue()) === 'Where do I find my invoices?');
    await ask(page, '1234567812345678');
    assert.equal(await composer.inputValue(), '1234567812345678');
    assert.deepEqual(browserErrors, []);
  });

  it('has examples in Arabic, with custom labels and with highlighted code', async () => {
    await visit('examples/languages.html');
    await page.getByPlaceholder(/[\u0600-\u06ff]/).waitFor();
    await page.goto(`${server.origin}/examples/labels.html`);
    await page.getByPlaceholder('Shout it out').waitFor();
    await page.goto(`${server.origin}/examples/markdown.html`);
    await ask(page, 'Show markdown');
    await idle(page);
    await page.waitForFunction(() => CSS.highlights.size > 0);
    assert.deepEqual(browserErrors, []);
  });
});

describe('the site as static files below a path', () => {
  const siteUrl = 'https://docs.example/some/where/';
  const repository = 'https://git.example/ubik-chat';
  let browser: Browser;
  let files: LocalServer;
  let folder: string;
  let base: string;
  let page: Page;
  let browserErrors: string[];

  const opened: Page[] = [];

  const visit = async (
    path: string,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<void> => {
    ({page, browserErrors} = await openPage(browser, base + path, {}, prepare));
    opened.push(page);
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-'));
    const [, opened] = await Promise.all([
      promisify(execFile)(
        process.execPath,
        [...['--import', 'tsx', 'demo/site/build.ts'], join(folder, 'some/where')],
        {env: {...process.env, SITE_URL: siteUrl, SITE_REPOSITORY: repository}},
      ),
      openBrowser(),
    ]);
    browser = opened;
    files = await serveFiles(folder, {});
    base = `${files.origin}/some/where/`;
  });
  afterEach(() => Promise.all(opened.splice(0).map(page => page.context().close())));
  after(async () => {
    await Promise.all([browser.close(), files.stop()]);
    await rm(folder, {recursive: true, force: true});
  });

  it('has no broken link', async () => {
    assert.deepEqual(await deadLinks(base, allPages()), []);
  });

  it('has no browser errors or accessibility violations, fits 320 pixels on every page, and can be navigated with Tab on every kind of page [WCAG 1.4.10, 2.1.1, 2.1.2, 2.4.7, 2.4.11] [EN 12.1.2]', async () => {
    await visit('', prepareWalks);
    const problems: string[] = [];
    for (const path of allPages()) {
      // On a narrow screen these pages open a modal chat, which moves the focus.
      const opensChat = /examples\/theme-(messenger|panel)\.html$/.test(path);
      await page.setViewportSize({width: opensChat ? 1280 : 320, height: 640});
      await page.goto(base + path);
      // All references of elements have one layout.
      const isChecked = !path.startsWith('api/') || walkedReferences.includes(path);
      const found = isChecked ? [...(await walkWithKey(page, 'Tab'))] : [];
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(wide) > 0) found.push(`it is ${String(wide)} pixels too wide`);
      await page.setViewportSize({width: 1280, height: 900});
      // `gallery.test.ts` checks the gallery in every language.
      if (isChecked && path !== 'gallery.html') found.push(...(await findings(page)));
      problems.push(...found.map(problem => `${path}: ${problem}`));
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(browserErrors, []);
  });

  it('names its pages in a sitemap, with canonical addresses and previews', async () => {
    const folderOfSite = join(folder, 'some/where');
    const sitemap = await readFile(join(folderOfSite, 'sitemap.xml'), 'utf8');
    const listed = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => url);
    const wanted = allPages().filter(path => !/^(examples\/|stage)/.test(path));
    const paths = listed.map(url => url.slice(siteUrl.length) || 'index.html');
    assert.deepEqual(paths.sort(), wanted.toSorted());
    for (const url of listed) {
      const path = url.slice(siteUrl.length) || 'index.html';
      const text = await readFile(join(folderOfSite, path), 'utf8');
      assert.ok(text.includes(`<link rel="canonical" href="${url}" />`), path);
      for (const name of ['title', 'description', 'url', 'image'])
        assert.match(text, new RegExp(`<meta property="og:${name}" content="[^"]+" />`), path);
      assert.doesNotMatch(text, /<(style|script)>| style="/, path);
    }
    const robots = await readFile(join(folderOfSite, 'robots.txt'), 'utf8');
    assert.ok(robots.includes(`Sitemap: ${siteUrl}sitemap.xml`));
  });

  it('links each chapter to its source', async () => {
    await visit('docs/tools.html');
    const link = page.getByRole('link', {name: 'Edit this page'});
    assert.equal(await link.getAttribute('href'), `${repository}/edit/main/demo/docs/tools.md`);
  });

  it('is printed without navigation', async () => {
    await visit('docs/tools.html');
    await page.emulateMedia({media: 'print'});
    for (const name of ['Site', 'Documentation', 'Pages'])
      assert.equal(await page.getByRole('navigation', {name}).count(), 0, name);
    assert.ok(await page.getByRole('heading', {level: 1}).isVisible());
  });

  it('can skip to the content and be navigated with Tab and Shift+Tab on a wide screen', async () => {
    await visit('', prepareWalks);
    for (const path of ['', 'docs/tools.html', 'api/ubik-chat.html', 'playground.html']) {
      await page.goto(base + path);
      await page.locator('.skip').focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector(':target')?.id === 'content');
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => document.activeElement?.closest('main')?.id);
      assert.equal(place, 'content', path);
      assert.deepEqual(await walkWithKey(page, 'Tab'), [], path);
      assert.deepEqual(await walkWithKey(page, 'Shift+Tab'), [], path);
    }
  });

  it('opens its menu on a small screen and returns the focus to the button', async () => {
    await visit('docs/tools.html');
    await page.setViewportSize({width: 320, height: 640});
    const button = page.getByRole('button', {name: 'Menu'});
    const hasFocus = (element: Element): boolean => element === document.activeElement;
    await button.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.ok(await page.locator('.menu a').first().evaluate(hasFocus));
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press('Escape');
    await page.locator('.menu').waitFor({state: 'hidden'});
    await until(() => button.evaluate(hasFocus));
  });

  it('has no accessibility violations in the dark theme', async () => {
    await visit('');
    await page.emulateMedia({colorScheme: 'dark'});
    for (const path of ['', 'docs/tools.html', 'api/ubik-chat.html', 'playground.html']) {
      await page.goto(base + path);
      assert.deepEqual(await findings(page), [], path);
    }
  });

  it('plays a run with all kinds of items and waits for the answer to its question', async () => {
    await visit('');
    await page.getByRole('button', {name: 'Show me a run with tools'}).click();
    const answer = page.locator('ubik-request').getByRole('textbox');
    await answer.fill('As a list');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await idle(page);
    await page.getByRole('log').getByRole('table').first().waitFor();
    assert.deepEqual(browserErrors, []);
  });

  for (const text of suggestions) {
    it(`answers the suggestion "${text}"`, async () => {
      await visit('');
      await page.getByRole('button', {name: text, exact: true}).click();
      await page.waitForFunction(() => {
        const chat = document.querySelector('ubik-chat');
        const hasEnded = chat?.status === 'idle' || chat?.status === 'waiting';
        return hasEnded && chat.conversation.children.length === 2;
      });
      const answer = page.getByRole('log');
      assert.doesNotMatch(await answer.innerText(), /I am a scripted agent without a model/);
      assert.deepEqual(browserErrors, []);
    });
  }

  it('answers the same message twice and an unknown one with suggestions', async () => {
    await visit('');
    await ask(page, 'What is 2 * (3 + 4)?');
    await idle(page);
    await ask(page, 'What is 2 * (3 + 4)?');
    await idle(page, 4);
    const ids = await page.evaluate(() =>
      document.querySelector('ubik-chat')?.conversation.children.map(({id}) => id),
    );
    assert.equal(new Set(ids).size, 4);
    await ask(page, 'Something else');
    await idle(page, 6);
    await page.getByText('I am a scripted agent without a model').first().waitFor();
    assert.deepEqual(browserErrors, []);
  });

  for (const [path, text] of [
    ['anthropic.html', 'What is 2 * (3 + 4)?'],
    ['aishu.html', 'What is 2 * (3 + 4)?'],
    ['plain.html', 'What is 2 * (3 + 4)?'],
  ] as const) {
    it(`answers with the protocol of ${path}`, async () => {
      await visit(path);
      await ask(page, text);
      await idle(page);
      await page.getByRole('log').getByText(numberPattern(14)).first().waitFor();
      assert.deepEqual(browserErrors, []);
    });
  }

  it('opens the app of a tool, whose calls say that there is no server', async () => {
    await visit('examples/mcp-apps.html');
    await ask(page, 'Show a world clock');
    await idle(page);
    await page.getByRole('button', {name: 'Open app'}).focus();
    await page.keyboard.press('Enter');
    const app = page.frameLocator('iframe').frameLocator('iframe');
    await app.getByRole('rowheader').first().waitFor();
    await app.getByRole('textbox', {name: 'City'}).fill('Lima');
    await app.getByRole('textbox', {name: 'City'}).press('Enter');
    const allow = page.getByRole('button', {name: 'Allow once'});
    await allow.waitFor();
    await until(async () => {
      if ((await allow.count()) > 0) await allow.press('Enter');
      return (await allow.count()) === 0;
    });
    await app.getByText('has no server that could run tools').waitFor();
    // Chromium does not know the directive `webrtc` yet.
    assert.deepEqual(
      browserErrors.filter(error => !error.includes("directive 'webrtc'")),
      [],
    );
  });

  it('replays recordings of the documented format', async () => {
    const replay = join(folder, 'some/where/replay');
    const names = await readdir(replay, {recursive: true});
    const files = names.filter(name => name.endsWith('.jsonl'));
    assert.ok(files.length > 40, `${files.length} recordings`);
    for (const name of files) {
      const recording = readRecording(await readFile(join(replay, name), 'utf8'));
      assert.deepEqual(recording.errors, [], name);
      assert.equal(recording.head.protocol, dirname(name));
      assert.ok([...framesOf(recording)].length > 0, name);
    }
  });

  it('sends no request to an agent server', async () => {
    await visit('playground.html#protocol=anthropic&scene=Ask+me+something');
    const asked: string[] = [];
    page.on('request', request => asked.push(new URL(request.url()).pathname));
    const stage = page.frameLocator('iframe');
    await stage.getByRole('button', {name: 'Send answer'}).waitFor();
    assert.deepEqual(
      asked.filter(path => !path.startsWith('/some/where/')),
      [],
    );
    assert.deepEqual(browserErrors, []);
    const script = await readFile(join(folder, 'some/where/client/replay.js'), 'utf8');
    assert.ok(script.length < 5000, `${script.length} characters`);
  });
});
