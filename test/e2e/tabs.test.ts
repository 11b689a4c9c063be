import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Locator, Page} from 'playwright-core';
import {until} from '../support/until.js';
import {chat, openTab, number, Setting} from './setting.js';

const slow = '/replay b-multi-step-web-search pace 1';
const ended = (page: Page): Promise<unknown> =>
  page.getByText('closed on Monday and Tuesday').first().waitFor();

describe('tabs with the same session', () => {
  const setting = new Setting();

  it('both show what one of them sends, and it is sent once', async () => {
    const visitor = await setting.arrive(chat());
    await visitor.write('what is 6 * 7');
    await visitor.settled();
    const tab = await openTab(visitor);
    await tab.getByText(number(42)).first().waitFor();
    await visitor.write('what is 6 * 8');
    await tab.getByText(number(48)).first().waitFor();
    assert.equal(Object.values((await visitor.stats()).messages).at(-1), 2);
  });

  it('stay whole when the one that sent is closed', async () => {
    const visitor = await setting.arrive(chat());
    await visitor.write(slow);
    await visitor.page.getByText('I will check the museum').first().waitFor();
    const tab = await openTab(visitor);
    await tab.getByText('I will check the museum').first().waitFor();
    await visitor.page.close();
    await ended(tab);
  });

  it('hear in an open list what is renamed and deleted in the other', async () => {
    const visitor = await setting.arrive(chat());
    await visitor.write('what is 7 * 11');
    await visitor.settled();
    const tab = await openTab(visitor);
    const listOf = async (page: Page): Promise<Locator> => {
      await page.getByRole('button', {name: 'Conversations', exact: true}).click();
      const list = page.getByRole('dialog', {name: 'Conversations'});
      await list.getByRole('button', {name: /^what is 7 \* 11/}).waitFor();
      return list;
    };
    const [here, there] = [await listOf(visitor.page), await listOf(tab)];
    await here.getByRole('button', {name: 'Rename what is 7 * 11'}).click();
    await here.getByRole('textbox', {name: 'Title'}).fill('The answer');
    await here.getByRole('button', {name: 'Save'}).click();
    await there.getByRole('button', {name: /^The answer/}).waitFor();
    await here.getByRole('button', {name: 'Delete The answer'}).click();
    await here.getByRole('button', {name: 'Delete', exact: true}).click();
    await there.getByText('The answer').waitFor({state: 'detached'});
    await tab.getByText('How can I help?').waitFor();
  });

  it('forget the user who leaves in one of them', async () => {
    const visitor = await setting.arrive(chat());
    await visitor.write('what is 6 * 7');
    await visitor.settled();
    const tab = await openTab(visitor);
    await tab.getByText(number(42)).first().waitFor();
    await tab.getByRole('textbox', {name: 'Message'}).fill('half a');
    await visitor.page.evaluate(() => document.querySelector('ubik-chat')?.shutdown());
    await tab.getByText('How can I help?').waitFor();
    const field = tab.getByRole('textbox', {name: 'Message'});
    await until(async () => (await field.inputValue()) === '');
    await until(() => tab.evaluate(() => localStorage.length === 0));
  });

  it('work ten at a time', async () => {
    const visitor = await setting.arrive(chat());
    await visitor.write(slow);
    await visitor.page.getByText('I will check the museum').first().waitFor();
    const tabs = await Promise.all(Array.from({length: 9}, () => openTab(visitor)));
    await Promise.all([visitor.page, ...tabs].map(ended));
    assert.equal(Object.values((await visitor.stats()).messages).at(-1), 1);
  });
});
