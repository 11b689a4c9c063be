import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import {chat, number, requestsOf, Setting} from './setting.js';

/** Lets the site's back end mint tokens that live so many seconds; gives back how many it minted. */
async function minting(page: Page, expires: number): Promise<() => number> {
  let minted = 0;
  await page.route('**/demo/token', async route => {
    minted += 1;
    await route.continue({postData: JSON.stringify({expires_in: expires})});
  });
  return () => minted;
}

describe('a token', () => {
  const setting = new Setting();

  it('comes from the page’s own function, which is told why', async () => {
    const {page, write, settled} = await setting.arrive(
      '<ubik-chat endpoint="/api/v1"></ubik-chat>',
    );
    await page.evaluate(() => {
      const asked: string[] = [];
      Object.assign(window, {asked});
      const element = document.querySelector('ubik-chat');
      if (!element) return;
      element.getToken = async ({reason, signal}) => {
        asked.push(reason);
        const response = await fetch('/demo/token', {method: 'POST', body: '{}', signal});
        return ((await response.json()) as {access_token: string}).access_token;
      };
    });
    await write('what is 6 * 7');
    assert.match(await settled(), /42/);
    await setting.lever('DELETE', 'tokens');
    await write('what is 6 * 8');
    await page.getByText(number(48)).first().waitFor();
    const asked = await page.evaluate(() => (window as unknown as {asked: string[]}).asked);
    assert.deepEqual(asked, ['initial', 'unauthorized']);
  });

  it('comes from the site’s own back end, by attribute, and is kept while it is good', async () => {
    const {page, write, settled} = await setting.arrive();
    const minted = await minting(page, 3600);
    await page.reload();
    await write('what is 6 * 7');
    assert.match(await settled(), /42/);
    assert.equal(minted(), 1);
  });

  it('is minted anew when it expires within a minute', async () => {
    const {page, write, settled} = await setting.arrive();
    const minted = await minting(page, 59);
    await page.reload();
    await write('what is 6 * 7');
    assert.match(await settled(), /42/);
    const before = minted();
    await write('what is 6 * 8');
    await page.getByText(number(48)).first().waitFor();
    assert.ok(minted() > before);
  });

  it('is minted anew once when it is refused, and the message goes out once', async () => {
    const {page, write, settled, stats} = await setting.arrive();
    const minted = await minting(page, 3600);
    await page.reload();
    await write('what is 6 * 7');
    await settled();
    await setting.lever('DELETE', 'tokens');
    await write('what is 6 * 8');
    await page.getByText(number(48)).first().waitFor();
    assert.equal(minted(), 2);
    assert.deepEqual(Object.values((await stats()).messages).slice(-1), [2]);
  });

  it('that is refused again is not asked for again and again', async () => {
    const {page, write} = await setting.arrive();
    const minted = await minting(page, 3600);
    await page.reload();
    await setting.lever('POST', 'faults', {kind: 'status', status: 401, on: 'create', times: 20});
    await write('what is 6 * 7');
    await page.getByText('its sign-in has expired').first().waitFor();
    assert.ok(minted() <= 4, String(minted()));
  });

  it('is minted anew once for all whose token was refused at the same time', async () => {
    const {page, write, settled} = await setting.arrive();
    await write('what is 6 * 7');
    await settled();
    let refused = 0;
    let minted = 0;
    let allRefused: () => void = () => undefined;
    const everybodyAsks = new Promise<void>(resolve => (allRefused = resolve));
    page.on('response', response => {
      if (response.status() === 401 && (refused += 1) === 3) allRefused();
    });
    await page.route('**/demo/token', async route => {
      minted += 1;
      await everybodyAsks;
      await route.continue();
    });
    await setting.lever('DELETE', 'tokens');
    const files = ['one.txt', 'two.txt', 'three.txt'].map(name => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from('A short text.'),
    }));
    await page.locator('input[type="file"]').setInputFiles(files);
    await page.locator('[part="attachment"][data-status="ready"]').nth(2).waitFor();
    assert.deepEqual({refused, minted}, {refused: 3, minted: 1});
  });

  it('is not taken from an attribute', async () => {
    const secret = 'very-secret';
    const {page, write} = await setting.arrive(
      `<ubik-chat endpoint="/api/v1" token="${secret}" api-key="${secret}" get-token="${secret}" headers='{"x":"${secret}"}'></ubik-chat>`,
    );
    const seen = requestsOf(page);
    await write('hello');
    await page.getByText('Your session has expired').first().waitFor();
    for (const request of seen) {
      const told = `${request.url()} ${JSON.stringify(await request.allHeaders())}`;
      assert.ok(!told.includes(secret), told);
    }
  });

  it('is written to no storage and to no address', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    const answer = page.waitForResponse(/\/demo\/token$/);
    const seen = requestsOf(page);
    await write('what is 6 * 7');
    const {access_token: token} = (await (await answer).json()) as {access_token: string};
    await settled();
    const stored = await page.evaluate(async () =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        await indexedDB.databases(),
        await caches.keys(),
      ]),
    );
    assert.ok(stored.includes('ubik-chat'), 'something is remembered');
    assert.ok(!stored.includes(token));
    assert.ok(seen.every(request => !request.url().includes(token)));
  });
});
