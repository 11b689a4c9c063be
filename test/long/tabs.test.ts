import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Locator, Page} from 'playwright-core';
import {until} from '../support/until.js';
import {chatMarkup, openTab, numberPattern, Fixture} from '../e2e/fixture.js';

const slow = '/replay b-multi-step-web-search pace 1';
const ended = (page: Page): Promise<unknown> =>
  page.getByText('closed on Monday and Tuesday').first().waitFor();

describe('tabs with the same session', () => {
  const fixture = new Fixture();

  it('both display a message that one of them sends, and it is sent once', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await chatPage.send('what is 6 * 7');
    await chatPage.waitForAnswer();
    const tab = await openTab(chatPage);
    await tab.getByText(numberPattern(42)).first().waitFor();
    await chatPage.send('what is 6 * 8');
    await tab.getByText(numberPattern(48)).first().waitFor();
    assert.equal(Object.values((await chatPage.stats()).messages).at(-1), 2);
  });

  it('continue the answer when the tab that sent the message is closed', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await chatPage.send(slow);
    await chatPage.page.getByText('I will check the museum').first().waitFor();
    const tab = await openTab(chatPage);
    await tab.getByText('I will check the museum').first().waitFor();
    await chatPage.page.close();
    await ended(tab);
  });

  it('update an open list when a session is renamed or deleted in the other tab', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await chatPage.send('what is 7 * 11');
    await chatPage.waitForAnswer();
    const tab = await openTab(chatPage);
    const listOf = async (page: Page): Promise<Locator> => {
      await page.getByRole('button', {name: 'Conversations', exact: true}).click();
      const list = page.getByRole('dialog', {name: 'Conversations'});
      await list.getByRole('button', {name: /^what is 7 \* 11/}).waitFor();
      return list;
    };
    const [here, there] = [await listOf(chatPage.page), await listOf(tab)];
    await here.getByRole('button', {name: 'Rename what is 7 * 11'}).click();
    await here.getByRole('textbox', {name: 'Title'}).fill('The answer');
    await here.getByRole('button', {name: 'Save'}).click();
    await there.getByRole('button', {name: /^The answer/}).waitFor();
    await here.getByRole('button', {name: 'Delete The answer'}).click();
    await here.getByRole('button', {name: 'Delete', exact: true}).click();
    await there.getByText('The answer').waitFor({state: 'detached'});
    await tab.getByText('How can I help?').waitFor();
  });

  it('remove the data of a user who signs out in one of them', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await chatPage.send('what is 6 * 7');
    await chatPage.waitForAnswer();
    const tab = await openTab(chatPage);
    await tab.getByText(numberPattern(42)).first().waitFor();
    await tab.getByRole('textbox', {name: 'Message'}).fill('half a');
    await chatPage.page.evaluate(() => document.querySelector('ubik-chat')?.shutdown());
    await tab.getByText('How can I help?').waitFor();
    const field = tab.getByRole('textbox', {name: 'Message'});
    await until(async () => (await field.inputValue()) === '');
    await until(() => tab.evaluate(() => localStorage.length === 0));
  });

  it('work when there are ten of them', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await chatPage.send(slow);
    await chatPage.page.getByText('I will check the museum').first().waitFor();
    const tabs = await Promise.all(Array.from({length: 9}, () => openTab(chatPage)));
    await Promise.all([chatPage.page, ...tabs].map(ended));
    assert.equal(Object.values((await chatPage.stats()).messages).at(-1), 1);
  });
});
