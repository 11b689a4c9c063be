import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chatMarkup, recordRequests, Fixture} from '../e2e/fixture.js';

// When a token is requested and replaced is tested in `test/controller/http/{credentials,protocol-client}.test.ts`.
describe('a token', () => {
  const fixture = new Fixture();

  it('is not read from an attribute', async () => {
    const secret = 'very-secret';
    const {page, send} = await fixture.open(
      `<ubik-chat endpoint="/api/v1" token="${secret}" api-key="${secret}" get-token="${secret}" headers='{"x":"${secret}"}'></ubik-chat>`,
    );
    const seen = recordRequests(page);
    await send('hello');
    await page.getByText('You are not signed in').first().waitFor();
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
