import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {en} from '../../src/elements/locales/en.js';
import {chatMarkup, numberPattern, Fixture} from '../e2e/fixture.js';

const traceback = 'Traceback (most recent call last): File "/srv/agent.py", line 7';

describe('an error is displayed with a message and reported with a code', () => {
  const fixture = new Fixture();

  for (const [code, fault] of [
    ['bad_request', {kind: 'status', status: 400}],
    ['forbidden', {kind: 'status', status: 403}],
    ['conflict', {kind: 'status', status: 409}],
    ['gone', {kind: 'status', status: 404}],
    ['too_large', {kind: 'status', status: 413}],
    ['invalid', {kind: 'status', status: 422, detail: 'The text is too short'}],
    ['rate_limited', {kind: 'status', status: 429}],
    ['server_error', {kind: 'status', status: 500, detail: traceback}],
    ['not_a_stream', {kind: 'html'}],
  ] as const) {
    it(`for ${code}`, async () => {
      const {page, send, readTranscript} = await fixture.open(chatMarkup());
      await page.evaluate(() => {
        document.addEventListener('ubik-error', event =>
          Object.assign(window, {reportedCode: event.error.code}),
        );
      });
      await fixture.control('POST', 'faults', {...fault, on: 'send'});
      await send('hello');
      await page.getByText(en.errors[code]).filter({visible: true}).first().waitFor();
      assert.equal(
        await page.evaluate(() => (window as unknown as {reportedCode: string}).reportedCode),
        code,
      );
      assert.doesNotMatch(await readTranscript(), /Traceback|agent\.py/);
      if (code === 'invalid') assert.match(await readTranscript(), /The text is too short/);
    });
  }

  it('for a page that is offline', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send('what is 6 * 7');
    await waitForAnswer();
    await page.context().setOffline(true);
    await send('hello');
    await page.getByText(en.errors.offline).filter({visible: true}).first().waitFor();
  });

  it('for a page that is offline before it has a token, and the message is sent later', async () => {
    const {page, send, waitForAnswer, stats} = await fixture.open(chatMarkup());
    await page.context().setOffline(true);
    await send('what is 6 * 7');
    await page.getByText(en.errors.offline).filter({visible: true}).first().waitFor();
    const before = Object.keys((await stats()).messages).length;
    await page.context().setOffline(false);
    await page.getByText(numberPattern(42)).first().waitFor();
    assert.doesNotMatch(await waitForAnswer(), /offline/);
    assert.equal(Object.keys((await stats()).messages).length, before + 1);
  });

  it('for a truncated answer of a protocol without resuming', async () => {
    const {page, send, readTranscript} = await fixture.open(
      '<ubik-chat endpoint="/anthropic" protocol="anthropic" token-endpoint="/demo/token"></ubik-chat>',
    );
    const half = 'event: message_start\ndata: {"type":"message_start","message":{"id":"m"}}\n\n';
    await page.route('**/anthropic/**', route =>
      route.fulfill({contentType: 'text/event-stream', body: half}),
    );
    await send('hello');
    await page.getByText(en.errors.truncated).filter({visible: true}).first().waitFor();
    assert.match(await readTranscript(), /hello/);
  });

  it('for a server that cannot be reached', async () => {
    const {page, send} = await fixture.open(chatMarkup());
    await page.route('**/api/v1/**', route => route.abort('connectionrefused'));
    await send('hello');
    await page.getByText(en.errors.unreachable).filter({visible: true}).first().waitFor();
  });

  it('for a server that does not allow requests from the origin of the page', async () => {
    const elsewhere = fixture.server.origin.replace('127.0.0.1', 'localhost');
    const {page, browserErrors, send} = await fixture.open(
      `<ubik-chat endpoint="${elsewhere}/api/v1"></ubik-chat>`,
    );
    await page.context().grantPermissions(['local-network-access']);
    await fixture.control('POST', 'faults', {kind: 'no_cors', on: 'any', times: 20});
    await send('hello');
    await page.getByText(en.errors.cross_origin).filter({visible: true}).first().waitFor();
    assert.match(browserErrors.join(), /blocked by CORS policy/);
  });

  it('for a secure page with an insecure endpoint', async () => {
    const {page, send} = await fixture.open(chatMarkup());
    const script = await (await fetch(`${fixture.server.origin}/ubik-chat.js`)).text();
    const body =
      '<!doctype html><title>Page</title><script type="module" src="/ubik-chat.js"></script>';
    await page.route('https://site.example/**', route =>
      route.request().url().endsWith('.js')
        ? route.fulfill({contentType: 'text/javascript', body: script})
        : route.fulfill({
            contentType: 'text/html',
            body: `${body}<ubik-chat endpoint="http://agent.example/api/v1"></ubik-chat>`,
          }),
    );
    await page.goto('https://site.example/');
    await send('hello');
    await page.getByText(en.errors.mixed_content).filter({visible: true}).first().waitFor();
  });

  it('in the language of the page', async () => {
    const {page} = await fixture.open(`<div lang="de">${chatMarkup()}</div>`);
    const composer = page.getByRole('textbox', {name: 'Nachricht'});
    await composer.waitFor();
    await fixture.control('POST', 'faults', {kind: 'status', status: 429, on: 'send'});
    await composer.fill('hallo');
    await composer.press('Enter');
    await page
      .getByText(/Anfragen/)
      .filter({visible: true})
      .first()
      .waitFor();
  });
});
