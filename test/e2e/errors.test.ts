import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {en} from '../../src/elements/locales/en.js';
import {chat, Setting} from './setting.js';

const traceback = 'Traceback (most recent call last): File "/srv/agent.py", line 7';

describe('what goes wrong is told in words, with a code', () => {
  const setting = new Setting();

  for (const [code, fault] of [
    ['bad_request', {kind: 'status', status: 400}],
    ['forbidden', {kind: 'status', status: 403}],
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

  it('a server that is not there, or may not be asked from this page', async () => {
    const {page, write} = await setting.arrive(
      '<ubik-chat endpoint="http://127.0.0.1:9/api/v1"></ubik-chat>',
    );
    await write('hello');
    await page
      .getByText(/The server could not be reached/)
      .filter({visible: true})
      .first()
      .waitFor();
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
