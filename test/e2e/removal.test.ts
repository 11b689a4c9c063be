import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Visitor} from './visitor.js';
import {chat, Setting} from './setting.js';

const slow = '/replay b-multi-step-web-search pace 1';

describe('an element that leaves the page', () => {
  const setting = new Setting();

  const streams = async (visitor: Visitor, wanted: number): Promise<void> => {
    while ((await visitor.stats()).open_streams !== wanted) await sleep(20);
  };

  it('ends its work', async () => {
    const visitor = await setting.arrive(chat());
    await visitor.write(slow);
    await visitor.page.getByText('I will check the museum').first().waitFor();
    await streams(visitor, 1);
    await visitor.page.evaluate(() => document.querySelector('ubik-chat')?.remove());
    await streams(visitor, 0);
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
        await new Promise(resolve => setTimeout(resolve, 50));
      });
    await mount();
    const before = await counters();
    for (let n = 0; n < 20; n++) await mount();
    const after = await counters();
    assert.ok(after.nodes <= before.nodes, `${before.nodes} nodes, then ${after.nodes}`);
    assert.ok(after.jsEventListeners <= before.jsEventListeners);
    assert.equal((await visitor.stats()).open_streams, 0);
  });
});
