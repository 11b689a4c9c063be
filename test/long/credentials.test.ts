import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import {chatMarkup, numberPattern, recordRequests, Fixture} from '../e2e/fixture.js';

/** Makes the back end of the site issue tokens with this lifetime in seconds. Returns a function that counts them. */
async function issueTokens(page: Page, expires: number): Promise<() => number> {
  let minted = 0;
  await page.route('**/demo/token', async route => {
    minted += 1;
    await route.continue({postData: JSON.stringify({expires_in: expires})});
  });
  return () => minted;
}

describe('a token', () => {
  const fixture = new Fixture();

  it('comes from the function of the page, which receives the reason', async () => {
    const {page, send, waitForAnswer} = await fixture.open(
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
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /42/);
    await fixture.control('DELETE', 'tokens');
    await send('what is 6 * 8');
    await page.getByText(numberPattern(48)).first().waitFor();
    const asked = await page.evaluate(() => (window as unknown as {asked: string[]}).asked);
    assert.deepEqual(asked, ['initial', 'unauthorized']);
  });

  it('comes from the token endpoint and is reused while it is valid', async () => {
    const {page, send, waitForAnswer} = await fixture.open();
    const minted = await issueTokens(page, 3600);
    await page.reload();
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /42/);
    assert.equal(minted(), 1);
  });

  it('is replaced when it expires within a minute', async () => {
    const {page, send, waitForAnswer} = await fixture.open();
    const minted = await issueTokens(page, 59);
    await page.reload();
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /42/);
    const before = minted();
    await send('what is 6 * 8');
    await page.getByText(numberPattern(48)).first().waitFor();
    assert.ok(minted() > before);
  });

  it('is replaced once when it is rejected, and the message is sent once', async () => {
    const {page, send, waitForAnswer, stats} = await fixture.open();
    const minted = await issueTokens(page, 3600);
    await page.reload();
    await send('what is 6 * 7');
    await waitForAnswer();
    await fixture.control('DELETE', 'tokens');
    await send('what is 6 * 8');
    await page.getByText(numberPattern(48)).first().waitFor();
    assert.equal(minted(), 2);
    assert.deepEqual(Object.values((await stats()).messages).slice(-1), [2]);
  });

  it('is not requested repeatedly when it is rejected again', async () => {
    const {page, send} = await fixture.open();
    const minted = await issueTokens(page, 3600);
    await page.reload();
    await fixture.control('POST', 'faults', {kind: 'status', status: 401, on: 'create', times: 20});
    await send('what is 6 * 7');
    await page.getByText('Your session has expired').first().waitFor();
    assert.ok(minted() <= 4, String(minted()));
  });

  it('is replaced once when several requests are rejected at the same time', async () => {
    const {page, send, waitForAnswer} = await fixture.open();
    await send('what is 6 * 7');
    await waitForAnswer();
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
    await fixture.control('DELETE', 'tokens');
    const files = ['one.txt', 'two.txt', 'three.txt'].map(name => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from('A short text.'),
    }));
    await page.locator('input[type="file"]').setInputFiles(files);
    await page.locator('[part="attachment"][data-status="ready"]').nth(2).waitFor();
    assert.deepEqual({refused, minted}, {refused: 3, minted: 1});
  });

  it('is not read from an attribute', async () => {
    const secret = 'very-secret';
    const {page, send} = await fixture.open(
      `<ubik-chat endpoint="/api/v1" token="${secret}" api-key="${secret}" get-token="${secret}" headers='{"x":"${secret}"}'></ubik-chat>`,
    );
    const seen = recordRequests(page);
    await send('hello');
    await page.getByText('Your session has expired').first().waitFor();
    for (const request of seen) {
      const sent = `${request.url()} ${JSON.stringify(await request.allHeaders())}`;
      assert.ok(!sent.includes(secret), sent);
    }
  });

  it('is written to no storage and no URL', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    const seen = recordRequests(page);
    await send('what is 6 * 7');
    await waitForAnswer();
    const [token = ''] = seen.flatMap(request => {
      const [, bearer] = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '') ?? [];
      return bearer ?? [];
    });
    assert.notEqual(token, '', 'the requests have a token');
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
