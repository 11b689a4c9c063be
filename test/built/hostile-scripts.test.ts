import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {ask, HostilePages} from './hostile.js';

describe('a page whose scripts change globals', () => {
  const pages = new HostilePages();

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
    await until(() => browserErrors.length > 0);
    const line =
      /^Ubik Chat: <ubik-[a-z]+> 0\.1\.0 was not registered: 0\.0\.9 came first\. Load one version of the script only\.$/;
    assert.equal(browserErrors.length, 1, browserErrors.join('\n'));
    assert.match(browserErrors[0] ?? '', line);
    await page.context().close();
  });
});
