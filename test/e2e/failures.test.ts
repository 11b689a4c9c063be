import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {en} from '../../src/elements/locales/en.js';
import {until} from '../support/until.js';
import type {ChatPage} from './chat-page.js';
import {chatMarkup, numberPattern, Fixture} from './fixture.js';

const {chat, errors, message} = en;

describe('after a failure', () => {
  const fixture = new Fixture({pace: 0.2});

  const buttons = ({page}: ChatPage): Promise<readonly string[]> =>
    page.locator('ubik-notice button:visible').allInnerTexts();

  /** A chat with a conversation, whose history cannot be loaded after a reload. */
  async function openWithoutHistory(): Promise<ChatPage> {
    const chatPage = await fixture.open(chatMarkup());
    await chatPage.send('what is 6 * 7');
    await chatPage.waitForAnswer();
    await chatPage.injectFault({kind: 'status', status: 500, on: 'history', times: 100});
    await chatPage.page.reload();
    await chatPage.page.getByText(chat.notLoaded).waitFor();
    return chatPage;
  }

  it('of the history, the chat says so instead of greeting, and loads it again', async () => {
    const chatPage = await openWithoutHistory();
    const {page} = chatPage;
    assert.equal(await page.getByText(chat.empty).count(), 0);
    assert.equal(await page.getByText(errors.lost).count(), 0);
    assert.equal(await page.getByText(chat.notLoaded).count(), 1);
    await fixture.control('DELETE', 'faults');
    // The chat also tries again by itself: the button may disappear before the click.
    const click = page.getByRole('button', {name: chat.retry}).click();
    click.catch(() => undefined);
    await page.getByText(numberPattern(42)).first().waitFor();
    assert.equal(await page.getByText(chat.notLoaded).count(), 0);
  });

  it('of the history, the user can start a new conversation', async () => {
    const {page} = await openWithoutHistory();
    await page.getByRole('button', {name: chat.startNew}).click();
    await page.getByText(chat.empty).waitFor();
    assert.equal(await page.getByText(chat.notLoaded).count(), 0);
    await page.locator('ubik-composer textarea:focus').waitFor();
  });

  it('of the network, the user reads once that the browser is offline, until it is online again', async () => {
    const chatPage = await fixture.open(chatMarkup());
    const {page} = chatPage;
    const offline = page.getByText(errors.offline);
    await page.context().setOffline(true);
    await page.locator('ubik-status').filter({has: offline}).waitFor();
    await chatPage.send('what is 6 * 7');
    await page.getByText(chat.sendLater).waitFor();
    await until(async () => (await offline.count()) === 1);
    await page.context().setOffline(false);
    assert.match(await chatPage.waitForAnswer(), numberPattern(42));
    await offline.waitFor({state: 'detached'});
  });

  it('of the network, the user reads that the message is sent later, and can cancel that', async () => {
    const chatPage = await fixture.open(chatMarkup());
    const {page, stats} = chatPage;
    await chatPage.send('what is 6 * 7');
    await chatPage.waitForAnswer();
    await page.context().setOffline(true);
    await chatPage.send('what is 6 * 8');
    await page.getByText(chat.sendLater).waitFor();
    assert.deepEqual(await buttons(chatPage), [message.cancel]);
    await page.getByRole('button', {name: message.cancel}).click();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await until(async () => (await composer.inputValue()) === 'what is 6 * 8');
    assert.equal(await page.getByText(chat.sendLater).count(), 0);
    const before = (await stats()).requests['send'];
    await page.context().setOffline(false);
    await composer.press('Enter');
    assert.match(await chatPage.waitForAnswer(), numberPattern(48));
    assert.equal((await stats()).requests['send'], (before ?? 0) + 1);
  });

  it('with a required wait, the retry counts down and then sends the message', async () => {
    const chatPage = await fixture.open(chatMarkup());
    const {page} = chatPage;
    await page.clock.install();
    await page.reload();
    await chatPage.injectFault({kind: 'status', status: 429, retry_after: 30, on: 'send'});
    await chatPage.send('what is 6 * 7');
    const retry = page.locator('ubik-notice').getByRole('button');
    const label = async (): Promise<string> => ((await retry.allTextContents())[0] ?? '').trim();
    const advanceUntil = async (text: string): Promise<void> => {
      for (let step = 0; (await label()) !== text && step < 200; step++) {
        await page.clock.runFor(250);
      }
      assert.equal(await label(), text);
    };
    await advanceUntil(chat.retryWait('29 sec'));
    assert.equal(await retry.isDisabled(), true);
    await advanceUntil(chat.retry);
    await retry.press('Enter');
    await page.clock.resume();
    assert.match(await chatPage.waitForAnswer(), numberPattern(42));
  });

  it('that a retry cannot repair, the message is edited instead', async () => {
    const chatPage = await fixture.open(chatMarkup());
    const {page} = chatPage;
    await chatPage.injectFault({kind: 'status', status: 413, on: 'send'});
    await chatPage.send('what is 6 * 7');
    await page.getByText(errors.too_large).first().waitFor();
    assert.deepEqual(await buttons(chatPage), [message.edit]);
    const actions = chatPage.transcript.getByRole('article', {name: 'Assistant'});
    assert.equal(await actions.getByRole('button', {name: message.good}).count(), 0);
    assert.equal(await actions.getByRole('button', {name: message.copy}).count(), 0);
    await page.locator('ubik-notice').getByRole('button').click();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await until(async () => (await composer.inputValue()) === 'what is 6 * 7');
    await page.getByText(chat.empty).waitFor();
    await composer.press('Enter');
    assert.match(await chatPage.waitForAnswer(), numberPattern(42));
  });
});
