import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chatMarkup, recordRequests, Fixture} from '../e2e/fixture.js';

describe('opening a stream', () => {
  const fixture = new Fixture();

  it('reads the response itself if it is an event stream', async () => {
    const {send, waitForAnswer, stats} = await fixture.open();
    const {attach = 0} = (await stats()).requests;
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /42/);
    assert.equal((await stats()).requests['attach'] ?? 0, attach);
  });

  it('requests the stream URL of a JSON response', async () => {
    const {page, send, waitForAnswer, stats} = await fixture.open();
    const {attach = 0} = (await stats()).requests;
    await fixture.control('POST', 'faults', {kind: 'json', on: 'send'});
    const answer = page.waitForResponse(/\/messages$/);
    await send('what is 6 * 7');
    assert.match((await (await answer).headerValue('content-type')) ?? '', /json/);
    assert.match(await waitForAnswer(), /42/);
    assert.equal((await stats()).requests['attach'], attach + 1);
  });

  it('requests no stream URL of another origin', async () => {
    const {page, send, waitForAnswer} = await fixture.open();
    const seen = recordRequests(page);
    await fixture.control('POST', 'faults', {kind: 'json', stream_url: 'foreign', on: 'send'});
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /42/);
    assert.ok(seen.length > 0);
    assert.deepEqual(
      seen.map(request => request.url()).filter(url => !url.startsWith(fixture.server.origin)),
      [],
    );
  });

  it('sends the Accept header and the headers of the page', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await page.evaluate(() => {
      const element = document.querySelector('ubik-chat');
      if (element) element.headers = {'X-End-User-ID': 'demo-user'};
    });
    const seen = recordRequests(page);
    await send('what is 6 * 7');
    await waitForAnswer();
    const asked = seen.filter(request => request.url().includes('/api/v1/'));
    const sent = asked.find(
      request => request.method() === 'POST' && /\/messages(\?|$)/.test(request.url()),
    );
    assert.match((await sent?.headerValue('accept')) ?? '', /text\/event-stream/);
    for (const request of asked) {
      assert.equal(await request.headerValue('x-end-user-id'), 'demo-user');
    }
  });

  for (const [form, endpoint] of [
    ['relative to the page', () => '/api/v1'],
    ['absolute', () => fixture.server.url],
    ['absolute with a trailing slash', () => `${fixture.server.url}/`],
  ] as const) {
    it(`works with an endpoint that is ${form}`, async () => {
      const {send, waitForAnswer} = await fixture.open(
        `<ubik-chat endpoint="${endpoint()}" token-endpoint="/demo/token"></ubik-chat>`,
      );
      await send('what is 6 * 7');
      assert.match(await waitForAnswer(), /42/);
    });
  }
});
