import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chat, requestsOf, Setting} from './setting.js';

describe('a stream is opened', () => {
  const setting = new Setting();

  it('as it is, where the answer is an event stream', async () => {
    const {write, settled, stats} = await setting.arrive();
    const {attach = 0} = (await stats()).requests;
    await write('what is 6 * 7');
    assert.match(await settled(), /42/);
    assert.equal((await stats()).requests['attach'] ?? 0, attach);
  });

  it('where a JSON answer says that it is', async () => {
    const {page, write, settled, stats} = await setting.arrive();
    const {attach = 0} = (await stats()).requests;
    await setting.lever('POST', 'faults', {kind: 'json', on: 'send'});
    const answer = page.waitForResponse(/\/messages$/);
    await write('what is 6 * 7');
    assert.match((await (await answer).headerValue('content-type')) ?? '', /json/);
    assert.match(await settled(), /42/);
    assert.equal((await stats()).requests['attach'], attach + 1);
  });

  it('never on another origin, and no token goes there', async () => {
    const {page, write, settled} = await setting.arrive();
    const seen = requestsOf(page);
    await setting.lever('POST', 'faults', {kind: 'json', stream_url: 'foreign', on: 'send'});
    await write('what is 6 * 7');
    assert.match(await settled(), /42/);
    assert.ok(seen.length > 0);
    assert.deepEqual(
      seen.map(request => request.url()).filter(url => !url.startsWith(setting.server.origin)),
      [],
    );
  });

  it('with the wish for an event stream, and with the headers that a proxy needs', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await page.evaluate(() => {
      const element = document.querySelector('ubik-chat');
      if (element) element.headers = {'X-End-User-ID': 'demo-user'};
    });
    const seen = requestsOf(page);
    await write('what is 6 * 7');
    await settled();
    const asked = seen.filter(request => request.url().includes('/api/v1/'));
    const sent = asked.find(
      request => request.method() === 'POST' && /\/messages(\?|$)/.test(request.url()),
    );
    assert.match((await sent?.headerValue('accept')) ?? '', /text\/event-stream/);
    for (const request of asked) {
      assert.equal(await request.headerValue('x-end-user-id'), 'demo-user');
    }
  });

  for (const [what, endpoint] of [
    ['relative to the page', () => '/api/v1'],
    ['absolute', () => setting.server.url],
    ['with a slash at its end', () => `${setting.server.url}/`],
  ] as const) {
    it(`below an endpoint that is ${what}`, async () => {
      const {write, settled} = await setting.arrive(
        `<ubik-chat endpoint="${endpoint()}" token-endpoint="/demo/token"></ubik-chat>`,
      );
      await write('what is 6 * 7');
      assert.match(await settled(), /42/);
    });
  }
});
