import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import type {Visitor} from './visitor.js';
import {chat, number, Setting} from './setting.js';

const question = '/replay b-multi-step-web-search pace 0';
const beginning = 'I will check the museum';
const ending = /closed on Monday and Tuesday/;
const drop = {kind: 'drop', at_frame: 12};
const stall = {kind: 'stall', at_frame: 12};

/** How often a run was joined, however it was answered. */
const joins = async ({stats}: Visitor): Promise<number> => (await stats()).requests['attach'] ?? 0;

describe('a lost stream', () => {
  const setting = new Setting();

  /** A visitor whose page has a clock that the test winds, with a chat in which faults are armed. */
  async function arrive(...faults: readonly object[]): Promise<Visitor> {
    const visitor = await setting.arrive(chat());
    await visitor.page.clock.install();
    await visitor.page.reload();
    if (faults.length > 0) await setting.lever('POST', 'faults', faults);
    return visitor;
  }

  /** Lets the page's time pass in small steps, so that real answers can come in between, until something is so. */
  async function pass(
    {page}: Visitor,
    seconds: number,
    until: () => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 0.5) {
      if (await until()) return;
      await page.clock.runFor(500);
    }
  }

  const ended = async ({page}: Visitor): Promise<boolean> =>
    page.evaluate(() => document.querySelector('ubik-chat')?.status === 'idle');

  it('is joined again after a while, without a second message', async () => {
    // With `Retry-After` the history is not asked in between: the run is over by then, and the history has all of it.
    const busy = {kind: 'status', status: 503, retry_after: 1, on: 'attach', times: 2};
    const visitor = await arrive(drop, busy);
    const before = await joins(visitor);
    await visitor.write(question);
    await visitor.page.getByText(beginning).first().waitFor();
    await pass(visitor, 60, () => ended(visitor));
    assert.match(await visitor.settled(), ending);
    assert.equal((await joins(visitor)) - before, 3);
    assert.equal(Object.values((await visitor.stats()).messages).at(-1), 1);
  });

  it('is joined no sooner than the server wants', async () => {
    const refusal = {kind: 'status', status: 503, retry_after: 30, on: 'attach'};
    const visitor = await arrive(drop, refusal);
    const before = await joins(visitor);
    await visitor.write(question);
    await pass(visitor, 60, async () => (await joins(visitor)) === before + 1);
    await pass(visitor, 25);
    assert.equal(await joins(visitor), before + 1);
    await pass(visitor, 30, () => ended(visitor));
    assert.match(await visitor.settled(), ending);
  });

  it('is tried eight times, then the user is asked', async () => {
    await setting.lever('POST', 'settings', {pace: 1});
    const visitor = await arrive(drop, {kind: 'status', status: 500, on: 'attach', times: 100});
    const before = await joins(visitor);
    const retry = visitor.page.getByRole('button', {name: 'Try again'}).first();
    await visitor.write('write a long answer of 64 KB at 20 events a second');
    await pass(visitor, 240, () => retry.isVisible());
    assert.equal((await joins(visitor)) - before, 8);
    assert.match(await visitor.words(), /Section 1/);
    await setting.lever('DELETE', 'faults');
    await retry.press('Enter'); // a click would wait for frames, which the clock holds back
    await pass(visitor, 30, () =>
      visitor.page.evaluate(() => document.querySelector('ubik-chat')?.status === 'streaming'),
    );
    assert.equal((await joins(visitor)) - before, 9);
    await setting.lever('POST', 'settings', {pace: 0});
  });

  it('is joined at once when the network is there again', async () => {
    const visitor = await arrive(stall);
    await visitor.write(question);
    await visitor.page.getByText(beginning).first().waitFor();
    await visitor.page.context().setOffline(true);
    await visitor.page.context().setOffline(false);
    await pass(visitor, 10, () => ended(visitor));
    assert.match(await visitor.settled(), ending);
  });

  it('that falls silent for a minute is joined again', async () => {
    const visitor = await arrive(stall);
    const before = await joins(visitor);
    await visitor.write(question);
    await visitor.page.getByText(beginning).first().waitFor();
    await pass(visitor, 40);
    assert.equal(await joins(visitor), before);
    await pass(visitor, 60, () => ended(visitor));
    assert.match(await visitor.settled(), ending);
  });

  it('is not silent while any byte comes', async () => {
    await setting.lever('POST', 'settings', {keepAlive: 20});
    const visitor = await arrive();
    const before = await joins(visitor);
    await visitor.write('ask me');
    await visitor.page.getByRole('button', {name: 'Send answer'}).waitFor();
    const network = await visitor.page.context().newCDPSession(visitor.page);
    await network.send('Network.enable');
    let bytes = 0;
    network.on('Network.dataReceived', () => (bytes += 1));
    // No longer than until the next byte: the page's clock does not run ahead of the server's.
    await pass(visitor, 90, async () => {
      const before = bytes;
      await until(() => bytes > before);
      return false;
    });
    assert.equal(await joins(visitor), before);
    await setting.lever('POST', 'settings', {keepAlive: 15_000});
  });

  it('leaves what was said on screen, and nothing shrinks or doubles while it is joined', async () => {
    const visitor = await setting.arrive(chat());
    await setting.lever('POST', 'faults', [
      drop,
      {kind: 'drop', at_frame: 5, on: 'attach'},
      {kind: 'drop', at_frame: 20, on: 'attach'},
    ]);
    await visitor.page.evaluate(`
      counts = [];
      (function look() {
        const words = document.querySelector('ubik-chat').shadowRoot.querySelector('.transcript');
        counts.push(visibleWords(words).split('I will check').length - 1);
        requestAnimationFrame(look);
      })();
    `);
    await visitor.write(question);
    assert.match(await visitor.settled(), ending);
    const counts = await visitor.page.evaluate(
      () => (window as unknown as {counts: number[]}).counts,
    );
    assert.deepEqual([...new Set(counts)], [0, 1], 'it came once, and stayed');
  });

  it('before the answer has begun: nothing is sent again by itself, the user is asked', async () => {
    const visitor = await setting.arrive(chat());
    await setting.lever('POST', 'faults', {kind: 'lose', accepted: false, on: 'send', times: 3});
    const posted = async (): Promise<number> =>
      Object.values((await visitor.stats()).messages).reduce((sum, count) => sum + count, 0);
    const before = await posted();
    await visitor.write('what is 6 * 7');
    await visitor.page.getByText('It is not known whether the message arrived').first().waitFor();
    assert.equal(await posted(), before);
    await setting.lever('DELETE', 'faults');
    await visitor.page.getByRole('button', {name: 'Try again'}).first().click();
    await visitor.page.getByText(number(42)).first().waitFor();
    assert.equal(await posted(), before + 1);
  });
});
