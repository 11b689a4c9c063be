import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import {chat, openTab, Setting} from './setting.js';

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
    await tab.getByText('42').first().waitFor();
    await visitor.write('what is 6 * 8');
    await tab.getByText('48').first().waitFor();
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

  it('work ten at a time', async () => {
    const visitor = await setting.arrive(chat());
    await visitor.write(slow);
    await visitor.page.getByText('I will check the museum').first().waitFor();
    const tabs = await Promise.all(Array.from({length: 9}, () => openTab(visitor)));
    await Promise.all([visitor.page, ...tabs].map(ended));
    assert.equal(Object.values((await visitor.stats()).messages).at(-1), 1);
  });
});
