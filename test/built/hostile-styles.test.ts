import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import {HostilePages} from './hostile.js';

describe('a page with styles for every element', () => {
  const pages = new HostilePages();

  const openChat = async (name: string): Promise<Page> => {
    const {page} = await pages.open(name);
    await page.waitForFunction(async () => {
      const chats = [...document.querySelectorAll('ubik-chat')];
      await Promise.all(chats.map(chat => chat.ready));
      return chats.every(({shadowRoot}) => shadowRoot?.querySelector('ubik-composer'));
    });
    return page;
  };

  it('can hide a chat and set its size', async () => {
    const page = await openChat('plain');
    const [inline, floating] = await page.locator('ubik-chat').all();
    await page.addStyleTag({content: 'ubik-chat { block-size: 300px; max-inline-size: 500px }'});
    assert.deepEqual(
      await inline?.boundingBox().then(box => [box?.width, box?.height]),
      [500, 300],
    );
    await page.addStyleTag({content: 'ubik-chat { display: none }'});
    assert.equal(await floating?.isVisible(), false);
    await page.context().close();
  });

  it('has a floating chat at the left if its text runs from right to left', async () => {
    const page = await openChat('dark-rtl');
    const {x = 0} = (await page.locator('ubik-chat').last().boundingBox()) ?? {};
    assert.equal(x, 20);
    await page.context().close();
  });
});
