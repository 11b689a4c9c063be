import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {BrowserContextOptions, Page} from 'playwright-core';
import {openPage} from '../support/browser.js';
import {otherPages} from '../support/engine-page.js';
import {type TurnPosition, samePlaces} from '../support/places.js';
import {boxes, openPages, type ServerPages} from './server-pages.js';

/** The package with each build of Lit. */
const builds = {production: '/cdn/ubik-chat.js', development: '/development/index.js'} as const;

/** The console warning of the development build of Lit. */
const developmentWarning = 'Lit is in dev mode';

/** The text of every turn in the server-rendered HTML, without that of buttons. */
const turns = `visible('.turn').map(visibleText)`;

/**
 * Texts of turns without the times, which appear with the script in browsers without a pointer that hovers: a server does
 * not know the time zone of the reader.
 */
const withoutTimes = (texts: unknown): string[] =>
  (texts as string[]).map(text => text.replace(/\n\d{1,2}:\d\d\s[AP]M$/, ''));

describe('replacing server-rendered content', () => {
  let pages: ServerPages;
  before(async () => {
    pages = await openPages();
  });
  after(() => pages.close());

  const open = (path = '/', options: BrowserContextOptions = {}) =>
    openPage(pages.browser, pages.origin + path, options);

  /** Loads the package and waits for two frames. */
  const start = async (page: Page, script: string = builds.production): Promise<void> => {
    await page.evaluate(`start('${script}')`);
    await page.evaluate('wait(3)');
  };

  for (const [build, script] of Object.entries(builds)) {
    it(`displays the conversation once and in the same place in every frame (${build})`, async () => {
      const {page, browserErrors} = await open();
      const [words, layout] = [await page.evaluate<string[]>(turns), await page.evaluate(boxes)];
      assert.equal(words.length, pages.conversation.children.length);
      const server = await page.locator('ubik-transcript').elementHandle();
      await start(page, script);
      const frames = await page.evaluate<string[][]>('frames');
      assert.ok(frames.length > 3);
      for (const frame of frames) assert.deepEqual(frame, words);
      assert.ok(Number(await page.evaluate('shifts')) <= 0.01);
      assert.deepEqual(await page.evaluate(boxes), layout);
      assert.equal(await server.evaluate(node => node.isConnected), false);
      assert.equal(await page.getByRole('textbox', {name: 'Message'}).count(), 1);
      const [expected, others] = [true, false].map(said =>
        browserErrors.filter(text => text.startsWith(developmentWarning) === said),
      );
      assert.equal((expected ?? []).length > 0, build === 'development');
      assert.deepEqual(others, []);
      await page.context().close();
    });

    it(`keeps the scroll position (${build})`, async () => {
      const {page} = await open('/long');
      await page.evaluate('scrollTo(0, 1200)');
      await page.evaluate(`visible('.scroller')[0].scrollTop -= 700`);
      await page.evaluate('wait(2)');
      const places = await page.evaluate<TurnPosition[]>('places()');
      await start(page, script);
      await page.evaluate('wait(10)');
      for (const seen of await page.evaluate<TurnPosition[][]>('[...framePlaces, places()]'))
        samePlaces(seen, places);
      assert.equal(await page.evaluate('scrollY'), 1200);
      assert.ok(Number(await page.evaluate('shifts')) <= 0.01);
      await page.context().close();
    });

    it(`keeps the end in view (${build})`, async () => {
      const {page} = await open();
      const places = await page.evaluate<TurnPosition[]>('places()');
      await start(page, script);
      await page.evaluate('wait(10)');
      samePlaces(await page.evaluate('places()'), places);
      await page.context().close();
    });

    it(`keeps the focus and the draft (${build})`, async () => {
      const {page} = await open();
      const composer = page.getByRole('textbox', {name: 'Message'});
      await composer.fill('what is 2 * 4');
      await composer.evaluate((field: HTMLTextAreaElement) => {
        field.setSelectionRange(2, 6);
      });
      await start(page, script);
      assert.deepEqual(
        await page.evaluate(`(({localName, value, selectionStart, selectionEnd}) =>
          [localName, value, selectionStart, selectionEnd])(focused())`),
        ['textarea', 'what is 2 * 4', 2, 6],
      );
      await page.getByRole('button', {name: 'Send message', disabled: false}).waitFor();
      await page.context().close();
    });
  }

  it('moves nothing where times are displayed without a pointer', async () => {
    const {page} = await open('/', {isMobile: true, hasTouch: true});
    const layout = await page.evaluate(boxes);
    await start(page);
    const times = page.locator('ubik-message time');
    assert.equal(await times.count(), pages.conversation.children.length);
    assert.match(await times.last().innerText(), /\d/);
    assert.equal(await times.last().evaluate(time => getComputedStyle(time).opacity), '1');
    assert.deepEqual(await page.evaluate(boxes), layout);
    assert.ok(Number(await page.evaluate('shifts')) <= 0.01);
    await page.context().close();
  });

  it('keeps the focus in an answer', async () => {
    const {page} = await open();
    await page.locator('pre').first().focus();
    const words = await page.evaluate('focused().textContent');
    await start(page);
    assert.equal(await page.evaluate('focused().localName'), 'pre');
    assert.equal(await page.evaluate('focused().textContent'), words);
    await page.context().close();
  });

  it('does not move the focus from another part of the page', async () => {
    const {page} = await open('/long');
    await page.getByRole('button', {name: 'Elsewhere'}).first().focus();
    await start(page);
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Elsewhere');
    await page.context().close();
  });

  it('works under a strict policy', async () => {
    const {page, browserErrors} = await open('/strict');
    await start(page);
    await page.getByRole('button', {name: 'Copy code'}).first().waitFor();
    const words = await page.evaluate<string[]>(turns);
    assert.ok(
      (await page.evaluate<string[][]>('frames')).every(({length}) => length === words.length),
    );
    assert.equal(await page.evaluate(`allOf('style').length`), 0);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  for (const [engine, openEngine] of Object.entries(otherPages)) {
    it(`works under a strict policy and keeps scroll position and focus in ${engine}`, async () => {
      const page = await openEngine();
      try {
        await page.open(`${pages.origin}/strict`);
        await page.evaluate(`visible('.scroller')[0].scrollTop -= 700`);
        await page.evaluate(`visible('textarea')[0].focus()`);
        await page.evaluate('wait(2).then(() => undefined)');
        const [before, places] = [await page.evaluate(turns), await page.evaluate('places()')];
        await page.evaluate('start().then(() => wait(10)).then(() => undefined)');
        assert.deepEqual(withoutTimes(await page.evaluate(turns)), before);
        const seen = (await page.evaluate('[...framePlaces, places()]')) as TurnPosition[][];
        assert.ok(seen.length > 3);
        for (const each of seen) samePlaces(each, places as TurnPosition[]);
        assert.equal(await page.evaluate('focused().localName'), 'textarea');
        assert.equal(await page.evaluate(`allOf('style').length`), 0);
        assert.equal(await page.evaluate(`browserErrors.join('\\n')`), '');
      } finally {
        await page.close();
      }
    });
  }

  it('displays properties that the page has set before the script was loaded', async () => {
    const {page, browserErrors} = await open('/still');
    assert.equal(await page.locator('ubik-composer[disabled]').count(), 1);
    await page.evaluate(`Object.assign(document.querySelector('ubik-chat'), {
      transport: () => [],
      placeholder: 'Ask about the weather',
      heading: 'Weather <tomorrow>',
      storage: null,
    })`);
    await start(page);
    await page.getByRole('heading', {name: 'Weather <tomorrow>', exact: true}).waitFor();
    await page.getByPlaceholder('Ask about the weather').fill('What now?');
    await page.getByRole('button', {name: 'Send message', disabled: false}).waitFor();
    assert.equal(await page.locator('ubik-composer[disabled]').count(), 0);
    assert.equal((await page.evaluate<string[]>(turns)).length, pages.conversation.children.length);
    await page.evaluate(`document.querySelector('ubik-chat').heading = 'Later'`);
    await page.getByRole('heading', {name: 'Later', exact: true}).waitFor();
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('displays suggestions that only the page knows', async () => {
    const {page, browserErrors} = await open('/empty');
    await page.evaluate(`document.querySelector('ubik-chat').suggestions = ['Ask me']`);
    await start(page);
    await page.getByRole('button', {name: 'Ask me'}).waitFor();
    assert.equal(await page.getByRole('textbox', {name: 'Message'}).count(), 1);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('displays the conversation if the elements were defined before the HTML was parsed', async () => {
    const {page, browserErrors} = await open('/early');
    await page.waitForFunction(() => !document.querySelector('[data-server-rendered]'));
    assert.equal((await page.evaluate<string[]>(turns)).length, pages.conversation.children.length);
    assert.equal(await page.getByRole('textbox', {name: 'Message'}).count(), 1);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('waits for parts that load slowly before it replaces anything', async () => {
    const {page} = await open();
    const words = await page.evaluate<string[]>(turns);
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    await page.route('**/markdown-engine-*.js', async route => {
      await held;
      await route.continue();
    });
    await page.evaluate('watch()');
    await page.evaluate(`import('/cdn/ubik-chat.js').then(() => undefined)`);
    await page.waitForTimeout(1500);
    assert.equal(await page.locator('[data-server-rendered]').count(), 1);
    release();
    await page.waitForFunction(() => !document.querySelector('[data-server-rendered]'));
    await page.evaluate('wait(3)');
    for (const frame of await page.evaluate<string[][]>('frames')) assert.deepEqual(frame, words);
    assert.ok(Number(await page.evaluate('shifts')) <= 0.01);
    await page.context().close();
  });

  it('displays the conversation even if a part cannot be loaded', async () => {
    const {page} = await open('/still');
    await page.route('**/server-content-*.js', route => route.abort());
    await start(page);
    assert.equal((await page.evaluate<string[]>(turns)).length, pages.conversation.children.length);
    await page.context().close();
  });
});
