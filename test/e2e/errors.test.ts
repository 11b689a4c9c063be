import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {en} from '../../src/elements/locales/en.js';
import {chat, number, Setting} from './setting.js';

const traceback = 'Traceback (most recent call last): File "/srv/agent.py", line 7';

describe('what goes wrong is told in words, with a code', () => {
  const setting = new Setting();

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
    it(code, async () => {
      const {page, write, words} = await setting.arrive(chat());
      await page.evaluate(() => {
        document.addEventListener('ubik-error', event =>
          Object.assign(window, {told: event.fault.code}),
        );
      });
      await setting.lever('POST', 'faults', {...fault, on: 'send'});
      await write('hello');
      await page.getByText(en.errors[code]).filter({visible: true}).first().waitFor();
      assert.equal(await page.evaluate(() => (window as unknown as {told: string}).told), code);
      assert.doesNotMatch(await words(), /Traceback|agent\.py/);
      if (code === 'invalid') assert.match(await words(), /The text is too short/);
    });
  }

  it('a page that is offline', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    await page.context().setOffline(true);
    await write('hello');
    await page.getByText(en.errors.offline).filter({visible: true}).first().waitFor();
  });

  it('a page that is offline before it has a token; what was written goes out later', async () => {
    const {page, write, settled, stats} = await setting.arrive(chat());
    await page.context().setOffline(true);
    await write('what is 6 * 7');
    await page.getByText(en.errors.offline).filter({visible: true}).first().waitFor();
    const before = Object.keys((await stats()).messages).length;
    await page.context().setOffline(false);
    await page.getByText(number(42)).first().waitFor();
    assert.doesNotMatch(await settled(), /offline/);
    assert.equal(Object.keys((await stats()).messages).length, before + 1);
  });

  it('an answer that broke off, on a wire that cannot take it up again', async () => {
    const {page, write, words} = await setting.arrive(
      '<ubik-chat endpoint="/anthropic" protocol="anthropic" token-endpoint="/demo/token"></ubik-chat>',
    );
    const half = 'event: message_start\ndata: {"type":"message_start","message":{"id":"m"}}\n\n';
    await page.route('**/anthropic/**', route =>
      route.fulfill({contentType: 'text/event-stream', body: half}),
    );
    await write('hello');
    await page.getByText(en.errors.truncated).filter({visible: true}).first().waitFor();
    assert.match(await words(), /hello/);
  });

  it('a server that is not there', async () => {
    const {page, write} = await setting.arrive(chat());
    await page.route('**/api/v1/**', route => route.abort('connectionrefused'));
    await write('hello');
    await page.getByText(en.errors.unreachable).filter({visible: true}).first().waitFor();
  });

  it('a server that is there, and may not be asked from this page', async () => {
    const elsewhere = setting.server.origin.replace('127.0.0.1', 'localhost');
    const {page, complaints, write} = await setting.arrive(
      `<ubik-chat endpoint="${elsewhere}/api/v1"></ubik-chat>`,
    );
    await page.context().grantPermissions(['local-network-access']);
    await setting.lever('POST', 'faults', {kind: 'no_cors', on: 'any', times: 20});
    await write('hello');
    await page.getByText(en.errors.cross_origin).filter({visible: true}).first().waitFor();
    assert.match(complaints.join(), /blocked by CORS policy/);
  });

  it('a secure page that would ask an insecure server', async () => {
    const {page, write} = await setting.arrive(chat());
    const script = await (await fetch(`${setting.server.origin}/ubik-chat.js`)).text();
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
    await write('hello');
    await page.getByText(en.errors.mixed_content).filter({visible: true}).first().waitFor();
  });

  it('in the language of the page', async () => {
    const {page} = await setting.arrive(`<div lang="de">${chat()}</div>`);
    const composer = page.getByRole('textbox', {name: 'Nachricht'});
    await composer.waitFor();
    await setting.lever('POST', 'faults', {kind: 'status', status: 429, on: 'send'});
    await composer.fill('hallo');
    await composer.press('Enter');
    await page
      .getByText(/Anfragen/)
      .filter({visible: true})
      .first()
      .waitFor();
  });
});
