import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import {until} from '../support/until.js';
import {Fixture, numberPattern, openTab} from './fixture.js';
import type {ChatPage} from './chat-page.js';

const markup = (attributes = ''): string =>
  `<ubik-chat protocol="anthropic" endpoint="/anthropic" token-endpoint="/demo/token" local-sessions ${attributes}></ubik-chat>`;

/** Everything that the page has stored in its databases, as text. */
const storedText = async (page: Page): Promise<string> => {
  const state = await page.context().storageState({indexedDB: true});
  return JSON.stringify(state.origins);
};

describe('conversations that the browser stores', () => {
  const fixture = new Fixture({pace: 0.2});

  async function talk(...texts: readonly string[]): Promise<ChatPage> {
    const chatPage = await fixture.open(markup());
    for (const text of texts) {
      await chatPage.send(text);
      await chatPage.waitForAnswer();
    }
    return chatPage;
  }

  const conversations = (page: Page): ReturnType<Page['getByRole']> =>
    page.getByRole('button', {name: 'Conversations', exact: true});

  it('are displayed again after a reload, and continue with the whole history', async () => {
    const {page, transcript, readTranscript, send, waitForAnswer} = await talk('what is 6 * 7');
    await page.reload();
    await transcript.getByText(numberPattern(42)).first().waitFor();
    const next = page.waitForRequest(request => (request.postData() ?? '').includes('3 * 3'));
    await send('what is 3 * 3');
    assert.match(await waitForAnswer(), numberPattern(9));
    assert.match((await next).postData() ?? '', /6 \* 7/);
    assert.match(await readTranscript(), numberPattern(42));
  });

  it('are listed, renamed and removed', async () => {
    const {page, transcript, send, waitForAnswer} = await talk('what is 6 * 7');
    await page.getByRole('button', {name: 'New conversation'}).click();
    await send('what is 3 * 3');
    await waitForAnswer();
    const list = page.getByRole('dialog', {name: 'Conversations'});
    await conversations(page).click();
    await list.getByRole('button', {name: /^what is 6 \* 7/}).click();
    await transcript.getByText(numberPattern(42)).first().waitFor();
    await conversations(page).click();
    await list.getByRole('button', {name: 'Rename what is 6 * 7'}).click();
    await list.getByRole('textbox', {name: 'Title'}).fill('The answer');
    await list.getByRole('button', {name: 'Save'}).click();
    await list.getByRole('button', {name: /^The answer/}).waitFor();
    await list.getByRole('button', {name: 'Delete what is 3 * 3'}).click();
    await list.getByRole('button', {name: 'Delete', exact: true}).click();
    await list.getByText('3 * 3').waitFor({state: 'detached'});
    await page.reload();
    await transcript.getByText(numberPattern(42)).first().waitFor();
    await conversations(page).click();
    await list.getByRole('button', {name: /^The answer/}).waitFor();
    assert.equal(await list.getByText('3 * 3').count(), 0);
  });

  it('keep what had arrived of an answer that a reload cuts off, and say so', async () => {
    const {page, transcript, send} = await fixture.open(markup());
    await fixture.control('POST', 'settings', {pace: 3});
    try {
      await send('what can you do');
      const text = await page.waitForFunction(() => {
        const chat = document.querySelector('ubik-chat');
        const last = chat?.conversation.children.at(-1);
        const said = last?.children.findLast(item => item.kind === 'text');
        if (last?.status !== 'streaming' || !said || said.text.length <= 20) return undefined;
        dispatchEvent(new Event('pagehide'));
        return said.text;
      });
      const shown = String(await text.jsonValue());
      // Chromium may drop what a page stores while it is unloaded.
      await until(async () => (await storedText(page)).includes(shown));
      await page.reload();
      await transcript.getByText('The answer was cut off.').waitFor();
      // The answer may have gone on to another item before the reload.
      const kept = await page.evaluate(() =>
        document
          .querySelector('ubik-chat')
          ?.conversation.children.at(-1)
          ?.children.map(item => (item.kind === 'text' ? item.text : '')),
      );
      assert.ok(
        kept?.some(text => text.startsWith(shown)),
        `${shown} is not in ${String(kept)}`,
      );
    } finally {
      await fixture.control('POST', 'settings', {pace: 0.2});
    }
  });

  it('appear in another tab, which cannot write into a running answer', async () => {
    const chatPage = await talk('what is 6 * 7');
    const tab = await openTab(chatPage);
    await tab.getByRole('log').getByText(numberPattern(42)).first().waitFor();
    await fixture.control('POST', 'settings', {pace: 3});
    try {
      await chatPage.send('what is 3 * 3');
      await tab.getByRole('log').getByText('what is 3 * 3').first().waitFor();
      const composer = tab.getByRole('textbox', {name: 'Message'});
      await composer.fill('what is 5 * 5');
      await composer.press('Enter');
      await until(async () => (await lastError(tab)) === 'conflict');
      // It does not store what it displays over what the first tab writes, also not when it is left.
      await tab.evaluate(() => dispatchEvent(new Event('pagehide')));
      assert.ok(!(await storedText(tab)).includes('5 * 5'));
    } finally {
      await fixture.control('POST', 'settings', {pace: 0.2});
    }
    await chatPage.waitForAnswer();
    await tab.getByRole('log').getByText(numberPattern(9)).first().waitFor();
  });

  it('are removed by shutdown, and contain no secret', async () => {
    const {page} = await talk('what is 6 * 7');
    await until(async () => (await storedText(page)).includes('6 * 7'));
    const tokens = await page.evaluate(async () => {
      const response = await fetch('/demo/token', {method: 'POST'});
      return ((await response.json()) as {access_token: string}).access_token;
    });
    const stored = await storedText(page);
    assert.ok(!stored.includes(tokens.split('.')[0] ?? tokens));
    assert.ok(!/bearer|authorization/i.test(stored));
    await page.evaluate(() => document.querySelector('ubik-chat')?.shutdown());
    await until(async () => !(await storedText(page)).includes('6 * 7'));
    await page.reload();
    await page.getByText('How can I help?').waitFor();
  });

  it('are separate for each user', async () => {
    const {page} = await talk('what is 6 * 7');
    await page.evaluate(() => document.querySelector('ubik-chat')?.setAttribute('user-id', 'ada'));
    await page.getByText('How can I help?').waitFor();
    await conversations(page).click();
    const list = page.getByRole('dialog', {name: 'Conversations'});
    await list.getByText('No conversations').waitFor();
    assert.equal(await list.getByText('6 * 7').count(), 0);
  });
});

const lastError = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('ubik-chat')?.lastError?.code ?? '');
