import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {ask, HostilePages} from './hostile.js';

describe('a page whose scripts change what all scripts share', () => {
  const pages = new HostilePages();

  for (const [name, means] of [
    ['globals', 'with AMD, CommonJS and jQuery'],
    ['prototypes', 'with extended prototypes'],
    ['wrappers', 'with wrapped functions of the browser'],
    ['twice', 'that loads the script twice under a strict policy'],
    ['libraries', 'with jQuery and RequireJS'],
    ['registry', 'with the registries of older browsers'],
    ['scoped-registry', 'with a registry for every shadow tree'],
    ['base', 'with a base address'],
  ] as const) {
    it(`has a chat that answers, with nothing to complain about: ${means}`, async () => {
      const {page, complaints} = await pages.open(name);
      await ask(page, 'what is 6 * 7');
      await ask(page, 'show markdown');
      await page.getByRole('log').getByRole('table').first().waitFor();
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  it('gives its AMD loader nothing, and keeps its own names', async () => {
    const {page} = await pages.open('globals');
    await page.waitForFunction('window.UbikChat');
    assert.deepEqual(await page.evaluate('[taken, exports, typeof UbikChat.UbikChat]'), [
      [],
      {},
      'function',
    ]);
    await page.context().close();
  });

  it('is to jQuery what every tag is: it sets attributes, and hears events', async () => {
    const {page} = await pages.open('libraries');
    await page.locator('textarea[placeholder="By jQuery"]').waitFor();
    await ask(page, 'what is 6 * 7');
    await page.waitForFunction('heard.length > 0');
    assert.deepEqual(await page.evaluate('heard'), ['ubik-turn-end']);
    await page.context().close();
  });

  it('sends and remembers what was said, not what its prototypes make of it', async () => {
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

  it('has two versions of the widget: the first one stays, the other one says so', async () => {
    const {page, complaints} = await pages.open('versions');
    await ask(page, 'what is 6 * 7');
    await until(() => complaints.length >= 10);
    const tags = new Set(
      complaints.map(
        line => /^<ubik-[a-z]+> 0\.1\.0 was not registered: 0\.0\.9 came first\.$/.exec(line)?.[0],
      ),
    );
    assert.equal(tags.size, complaints.length);
    assert.equal(tags.has(undefined), false);
    await page.context().close();
  });

  it('keeps a chat in a sandbox, which has no storage and no origin', async () => {
    const {page, complaints} = await pages.open('frame');
    const frame = page.frameLocator('iframe');
    // In German, so that a table of words is fetched too, and with HTML, for which the purifier is.
    const composer = frame.getByRole('textbox', {name: 'Nachricht'});
    await composer.fill('Who are you?');
    await composer.press('Enter');
    await frame.locator('b', {hasText: 'No'}).waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
});
