import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {chat, Setting} from './setting.js';

const slow = '/replay b-multi-step-web-search pace 1';

describe('an element that leaves the page', () => {
  const setting = new Setting();

  it('ends its work', async () => {
    const visitor = await setting.arrive(chat());
    await visitor.write(slow);
    await visitor.page.getByText('I will check the museum').first().waitFor();
    await visitor.streams(1);
    await visitor.page.evaluate(() => document.querySelector('ubik-chat')?.remove());
    await visitor.streams(0);
  });

  it('and comes back elsewhere at once was only moved', async () => {
    const visitor = await setting.arrive(`${chat()}<main></main>`);
    await visitor.write(slow);
    await visitor.page.getByText('I will check the museum').first().waitFor();
    const before = (await visitor.stats()).requests['attach'] ?? 0;
    await visitor.page.evaluate(() => {
      const element = document.querySelector('ubik-chat');
      if (element) document.querySelector('main')?.append(element);
    });
    assert.match(await visitor.settled(), /closed on Monday and Tuesday/);
    assert.equal((await visitor.stats()).requests['attach'] ?? 0, before);
  });

  it('leaves nothing behind, after twenty times', async () => {
    const visitor = await setting.arrive('<main></main>');
    const {page} = visitor;
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
    await visitor.streams(0);
  });
});
