import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import {HostilePages, layout} from './hostile.js';

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

  for (const name of ['reset', 'typography', 'small']) {
    it(`has chats that look the same as on a plain page: ${name}`, async () => {
      const [plain, hostile] = await Promise.all([openChat('plain'), openChat(name)]);
      const plainLayout = await plain.evaluate<string[][]>(layout);
      assert.equal(plainLayout.length, 2);
      assert.deepEqual(await hostile.evaluate(layout), plainLayout);
      await Promise.all([plain.context().close(), hostile.context().close()]);
    });
  }

  it('limits the size of chats if a rem is a tenth of the screen', async () => {
    const page = await openChat('large');
    const send = page.getByRole('button', {name: 'Send message'}).first();
    const {width = 0} = (await send.boundingBox()) ?? {};
    assert.equal(width, 54);
    await page.context().close();
  });

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

  it('passes its dark scheme and right-to-left direction to the chat', async () => {
    const page = await openChat('dark-rtl');
    const floating = page.locator('ubik-chat').last();
    const {x = 0} = (await floating.boundingBox()) ?? {};
    assert.equal(x, 20);
    const [ground, direction] = await floating.evaluate(chat => {
      const panel = chat.shadowRoot?.querySelector('.panel');
      const {backgroundColor, direction} = getComputedStyle(panel ?? chat);
      return [backgroundColor, direction];
    });
    assert.equal(ground, 'rgb(22, 24, 29)');
    assert.equal(direction, 'rtl');
    await page.context().close();
  });
});
