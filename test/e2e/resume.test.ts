import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {chat, number, Setting} from './setting.js';

describe('after a reload', () => {
  const setting = new Setting();

  it('the session of each endpoint, agent and user is there again, and no other one', async () => {
    const {page} = await setting.arrive(chat('user-id="ada"') + chat('user-id="ben"'));
    for (const [n, words] of ['I am Ada', 'I am Ben'].entries()) {
      const composer = page.getByRole('textbox', {name: 'Message'}).nth(n);
      await composer.fill(words);
      await composer.press('Enter');
      await page.getByRole('log').nth(n).getByText('You said').first().waitFor();
    }
    await page.reload();
    const [ada, ben] = [page.getByRole('log').nth(0), page.getByRole('log').nth(1)];
    await ada.getByText('I am Ada').first().waitFor();
    await ben.getByText('I am Ben').first().waitFor();
    assert.equal(await ada.getByText('I am Ben').count(), 0);
    assert.equal(await ben.getByText('I am Ada').count(), 0);
  });

  it('an unfinished run goes on', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('/replay b-multi-step-web-search pace 1');
    await transcript.getByText('I will check the museum').first().waitFor();
    await page.reload();
    await transcript.getByText('I will check the museum').first().waitFor();
    assert.match(await settled(), /closed on Monday and Tuesday/);
  });

  it('what was being written is there', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.fill('half a thought');
    await page.reload();
    await page.getByText(number(42)).first().waitFor();
    await until(async () => (await composer.inputValue()) === 'half a thought');
  });

  it('an open question can be answered', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await write('ask me');
    const field = page.getByRole('textbox', {name: 'Your answer'});
    await field.waitFor();
    await page.reload();
    await field.fill('marie@example.com');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('I took note of').first().waitFor();
    assert.match(await settled(), /marie@example\.com/);
  });

  for (const [what, content] of [
    [
      'forbidden',
      `Object.defineProperty(window, 'localStorage', {
        get() { throw new DOMException('It is forbidden.', 'SecurityError'); },
      });`,
    ],
    [
      'full',
      `Storage.prototype.setItem = () => {
        throw new DOMException('It is full.', 'QuotaExceededError');
      };`,
    ],
  ] as const) {
    it(`a chat works where storage is ${what}`, async () => {
      const {page, write, settled, complaints} = await setting.arrive(chat());
      await page.addInitScript({content});
      await page.reload();
      await write('what is 6 * 7');
      assert.match(await settled(), /42/);
      assert.deepEqual(complaints, []);
    });
  }

  it('a new conversation that was begun is not the old one', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    await page.getByRole('button', {name: 'New conversation'}).click();
    await transcript.getByText(number(42)).first().waitFor({state: 'detached'});
    await page.reload();
    await page.getByText('How can I help?').waitFor();
    assert.equal(await transcript.getByText(number(42)).count(), 0);
  });

  it('nothing is there of a user who has left', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    await page.getByRole('textbox', {name: 'Message'}).fill('half a thought');
    await page.evaluate(() => document.querySelector('ubik-chat')?.shutdown());
    await transcript.getByText(number(42)).first().waitFor({state: 'detached'});
    const composer = page.getByRole('textbox', {name: 'Message'});
    await until(async () => (await composer.inputValue()) === '');
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
    await page.reload();
    await page.getByText('How can I help?').waitFor();
    assert.equal(await transcript.getByText(number(42)).count(), 0);
  });

  it('another session can be loaded by its id', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    const id = await page.evaluate(() => document.querySelector('ubik-chat')?.session?.id);
    await page.getByRole('button', {name: 'New conversation'}).click();
    await transcript.getByText(number(42)).first().waitFor({state: 'detached'});
    await page.evaluate(session => document.querySelector('ubik-chat')?.loadSession(session!), id);
    await transcript.getByText(number(42)).first().waitFor();
  });
});
