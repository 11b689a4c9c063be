import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {ask, HostilePages} from './hostile.js';

describe('a page whose scripts change globals', () => {
  const pages = new HostilePages();

  for (const [name, description] of [
    ['globals', 'with AMD, CommonJS and jQuery'],
    ['prototypes', 'with extended prototypes'],
    ['wrappers', 'with wrapped functions of the browser'],
    ['twice', 'that loads the script twice under a strict policy'],
    ['libraries', 'with jQuery and RequireJS'],
    ['registry', 'with the registries of older browsers'],
    ['scoped-registry', 'with a registry for every shadow tree'],
    ['base', 'with a base address'],
  ] as const) {
    it(`has a working chat without browser errors: a page ${description}`, async () => {
      const {page, browserErrors} = await pages.open(name);
      await ask(page, 'what is 6 * 7');
      await ask(page, 'show markdown');
      await page.getByRole('log').getByRole('table').first().waitFor();
      assert.deepEqual(browserErrors, []);
      await page.context().close();
    });
  }

  it('keeps its AMD loader and its globals unchanged', async () => {
    const {page} = await pages.open('globals');
    await page.waitForFunction('window.UbikChat');
    assert.deepEqual(await page.evaluate('[taken, exports, typeof UbikChat.UbikChat]'), [
      [],
      {},
      'function',
    ]);
    await page.context().close();
  });

  it('can use the chat with jQuery, which sets attributes and receives events', async () => {
    const {page} = await pages.open('libraries');
    await page.locator('textarea[placeholder="By jQuery"]').waitFor();
    await ask(page, 'what is 6 * 7');
    await page.waitForFunction('receivedEvents.length > 0');
    assert.deepEqual(await page.evaluate('receivedEvents'), ['ubik-turn-end']);
    await page.context().close();
  });

  it('sends and stores messages unaffected by extended prototypes', async () => {
    const {page} = await pages.open('prototypes');
    const posted = page.waitForRequest(
      request => request.method() === 'POST' && request.url().endsWith('/messages'),
    );
    await ask(page, 'Say “hello”');
    const body = JSON.parse((await posted).postData() ?? '') as {content: unknown};
    assert.equal(body.content, 'Say “hello”');
    await page.reload();
    await page.getByRole('log').getByText('Say “hello”').first().waitFor();
    await page.context().close();
  });

  it('keeps the first of two versions of the widget and reports the other one', async () => {
    const {page, browserErrors} = await pages.open('versions');
    await ask(page, 'what is 6 * 7');
    await until(() => browserErrors.length >= 10);
    const tags = new Set(
      browserErrors.map(
        line => /^<ubik-[a-z]+> 0\.1\.0 was not registered: 0\.0\.9 came first\.$/.exec(line)?.[0],
      ),
    );
    assert.equal(tags.size, browserErrors.length);
    assert.equal(tags.has(undefined), false);
    await page.context().close();
  });

  it('has a working chat in a sandbox without storage and origin', async () => {
    const {page, browserErrors} = await pages.open('frame');
    const frame = page.frameLocator('iframe');
    // In German, so that a locale is loaded too, and with HTML, so that the sanitizer is loaded.
    const composer = frame.getByRole('textbox', {name: 'Nachricht'});
    await composer.fill('Who are you?');
    await composer.press('Enter');
    await frame.locator('b', {hasText: 'No'}).waitFor();
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });
});
