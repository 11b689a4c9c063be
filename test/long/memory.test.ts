import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Browser, CDPSession, Page} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {until} from '../support/until.js';

/** The memory of a page after garbage collection. */
interface Holdings {
  readonly heap: number;
  /** DOM nodes in the document and detached ones. */
  readonly nodes: number;
  readonly listeners: number;
  readonly timers: number;
  /** Elements of the chat that are still referenced, in the document or detached. */
  readonly elements: number;
}

describe('the memory of a page', () => {
  let browser: Browser;
  let server: AgentServer;
  let page: Page;
  let inspector: CDPSession;

  before(async () => {
    [browser, server] = await Promise.all([openBrowser(), startServer()]);
    ({page} = await openPage(browser, `${server.origin}/recordings/README.md`));
    await page.addInitScript({path: 'test/support/count-timers.js'});
    await page.reload();
    inspector = await page.context().newCDPSession(page);
    await page.setContent('<!doctype html><script type="module" src="/ubik-chat.js"></script>');
    await page.evaluate(() => customElements.whenDefined('ubik-chat'));
  });
  after(() => Promise.all([browser.close(), server.stop()]));

  async function holdings(): Promise<Holdings> {
    for (let n = 0; n < 3; n++) await inspector.send('HeapProfiler.collectGarbage');
    const {usedSize: heap} = await inspector.send('Runtime.getHeapUsage');
    const {nodes, jsEventListeners: listeners} = await inspector.send('Memory.getDOMCounters');
    const timers = await page.evaluate(
      () => (window as unknown as {countedTimers: Set<unknown>}).countedTimers.size,
    );
    return {heap, nodes, listeners, timers, elements: await elements()};
  }

  /** Collects garbage and counts the elements of the chat that are still referenced. */
  async function elements(): Promise<number> {
    const of = {objectGroup: 'count'};
    const {result} = await inspector.send('Runtime.evaluate', {
      expression: 'Object.getPrototypeOf(document.body.constructor).prototype',
      ...of,
    });
    const {objects} = await inspector.send('Runtime.queryObjects', {
      prototypeObjectId: result.objectId ?? '',
      ...of,
    });
    const counted = await inspector.send('Runtime.callFunctionOn', {
      functionDeclaration:
        'function () { return this.filter(found => !Object.hasOwn(found, "constructor") && found.localName.startsWith("ubik-")).length; }',
      objectId: objects.objectId ?? '',
      returnByValue: true,
    });
    await inspector.send('Runtime.releaseObjectGroup', of);
    return counted.result.value as number;
  }

  /** The memory of the page once it reaches a goal, or after a minute. */
  async function settled(goal: Partial<Holdings>): Promise<Holdings> {
    const wanted = Object.entries(goal) as [keyof Holdings, number][];
    let held = await holdings();
    for (let n = 0; n < 300 && wanted.some(([name, most]) => held[name] > most); n++) {
      await sleep(200);
      held = await holdings();
    }
    return held;
  }

  /** Performs runs in one chat, ten per session. */
  const talk = (runs: number): Promise<number> =>
    page.evaluate(async count => {
      const chat = document.querySelector('ubik-chat');
      if (!chat) throw new Error('there is no chat');
      let answered = 0;
      for (let n = 0; n < count; n++) {
        if (n % 10 === 0) await chat.newSession();
        await chat.send(`what is ${n} * 7`);
        if (chat.conversation.children.at(-1)?.status === 'done') answered += 1;
      }
      return answered;
    }, runs);

  const mount = (): Promise<void> =>
    page.evaluate(
      async ({endpoint, tokens}) => {
        const chat = document.createElement('ubik-chat');
        Object.assign(chat, {endpoint, tokenEndpoint: tokens, storage: null});
        document.body.append(chat);
        await chat.ready;
      },
      {endpoint: server.url, tokens: `${server.origin}/demo/token`},
    );

  const unmount = (): Promise<void> =>
    page.evaluate(() => document.querySelector('ubik-chat')?.remove());

  const openStreams = async (): Promise<number> => {
    const response = await fetch(`${server.origin}/demo/stats`);
    return ((await response.json()) as {open_streams: number}).open_streams;
  };

  it('does not grow with the number of runs', {timeout: 900_000}, async () => {
    await mount();
    assert.equal(await talk(100), 100);
    const start = await holdings();
    assert.equal(await talk(500), 500);
    const {nodes, listeners, elements} = start;
    const most = {heap: start.heap + 500 * 1024, nodes: nodes + 99, listeners, elements};
    const end = await settled(most);
    const growth = (end.heap - start.heap) / 1024;
    console.log(
      `500 runs: the heap grew by ${Math.round(growth)} KiB, from ${Math.round(start.heap / 1024)} KiB, ` +
        `by ${end.nodes - start.nodes} nodes and ${end.listeners - start.listeners} listeners`,
    );
    assert.ok(growth < 500, `${growth} KiB`);
    assert.ok(end.nodes < start.nodes + 100, `${end.nodes} nodes after ${start.nodes}`);
    assert.ok(end.listeners <= start.listeners, `${end.listeners} listeners`);
    assert.ok(end.elements <= start.elements, `${end.elements} elements after ${start.elements}`);
    await unmount();
  });

  it(
    'retains nothing of twenty chats that were removed during a run',
    {timeout: 600_000},
    async () => {
      const cycle = async (): Promise<void> => {
        await mount();
        await page.evaluate(() => {
          const chat = document.querySelector('ubik-chat');
          void chat?.send('write a long answer of 16 KB at 500 events a second');
        });
        await page.waitForFunction(
          () => document.querySelector('ubik-chat')?.status === 'streaming',
        );
        await unmount();
      };
      // Repeat until everything that is created only once exists.
      for (let n = 0; n < 3; n++) await cycle();
      const start = await settled({elements: 0, timers: 0});
      assert.equal(start.elements, 0);
      for (let n = 0; n < 20; n++) await cycle();
      await until(async () => (await openStreams()) === 0);
      const {elements, nodes, listeners, timers} = start;
      const end = await settled({elements, nodes, listeners, timers});
      console.log(
        `20 chats: ${end.elements} elements left, nodes ${start.nodes} → ${end.nodes}, listeners ` +
          `${start.listeners} → ${end.listeners}, timers ${start.timers} → ${end.timers}, heap by ${Math.round((end.heap - start.heap) / 1024)} KiB`,
      );
      assert.equal(end.elements, 0);
      // Less than one per chat: something that is created only once, such as a template, may have been created just now.
      assert.ok(end.nodes < start.nodes + 20, `${end.nodes} nodes after ${start.nodes}`);
      assert.ok(end.listeners <= start.listeners, `${end.listeners} listeners`);
      assert.ok(end.timers <= start.timers, `${end.timers} timers after ${start.timers}`);
    },
  );
});
