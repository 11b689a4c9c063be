import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {chatMarkup, Fixture} from './fixture.js';

const slow = '/replay b-multi-step-web-search pace 1';

describe('a chat that is removed from the page', () => {
  const fixture = new Fixture();

  it('closes its streams', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await chatPage.send(slow);
    await chatPage.page.getByText('I will check the museum').first().waitFor();
    await chatPage.waitForStreams(1);
    await chatPage.page.evaluate(() => document.querySelector('ubik-chat')?.remove());
    await chatPage.waitForStreams(0);
  });

  it('keeps its stream when it is inserted elsewhere at once', async () => {
    const chatPage = await fixture.open(`${chatMarkup()}<main></main>`);
    await chatPage.send(slow);
    await chatPage.page.getByText('I will check the museum').first().waitFor();
    const before = (await chatPage.stats()).requests['attach'] ?? 0;
    await chatPage.page.evaluate(() => {
      const element = document.querySelector('ubik-chat');
      if (element) document.querySelector('main')?.append(element);
    });
    assert.match(await chatPage.waitForAnswer(), /closed on Monday and Tuesday/);
    assert.equal((await chatPage.stats()).requests['attach'] ?? 0, before);
  });

  it('leaves no nodes, listeners or streams after twenty removals', async () => {
    const chatPage = await fixture.open('<main></main>');
    const {page} = chatPage;
    const devtools = await page.context().newCDPSession(page);
    const counters = async (): Promise<{nodes: number; jsEventListeners: number}> => {
      await devtools.send('HeapProfiler.collectGarbage');
      return devtools.send('Memory.getDOMCounters');
    };
    const mount = (): Promise<void> =>
      page.evaluate(async () => {
        const element = document.createElement('ubik-chat');
        element.endpoint = '/api/v1';
        element.tokenEndpoint = '/demo/token';
        document.querySelector('main')?.replaceChildren(element);
        await element.ready;
        document.querySelector('main')?.replaceChildren();
      });
    await mount();
    const before = await counters();
    for (let n = 0; n < 20; n++) await mount();
    await until(async () => {
      const after = await counters();
      return after.nodes <= before.nodes && after.jsEventListeners <= before.jsEventListeners;
    });
    await chatPage.waitForStreams(0);
  });
});
