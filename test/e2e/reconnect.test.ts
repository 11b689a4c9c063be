import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import type {ChatPage} from './chat-page.js';
import {chatMarkup, numberPattern, Fixture} from './fixture.js';

const question = '/replay b-multi-step-web-search pace 0';
const beginning = 'I will check the museum';
const ending = /closed on Monday and Tuesday/;
const drop = {kind: 'drop', at_frame: 12};
const stall = {kind: 'stall', at_frame: 12};

/** How often the page requested the stream of a run, with any response. */
const joins = async ({stats}: ChatPage): Promise<number> => (await stats()).requests['attach'] ?? 0;

describe('a lost stream', () => {
  const fixture = new Fixture();

  /** Opens a chat in a page with a controlled clock and injects faults. */
  async function openChat(...faults: readonly object[]): Promise<ChatPage> {
    const chatPage = await fixture.open(chatMarkup());
    await chatPage.page.clock.install();
    await chatPage.page.reload();
    if (faults.length > 0) await fixture.control('POST', 'faults', faults);
    return chatPage;
  }

  /** Advances the clock of the page in small steps until a condition holds, so that real responses can arrive in between. */
  async function advance(
    {page}: ChatPage,
    seconds: number,
    until: () => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 0.5) {
      if (await until()) return;
      await page.clock.runFor(500);
    }
  }

  const ended = async ({page}: ChatPage): Promise<boolean> =>
    page.evaluate(() => document.querySelector('ubik-chat')?.status === 'idle');

  it('is resumed after a delay without a second message', async () => {
    // With `Retry-After` the history is not requested, which would already contain the finished run.
    const busy = {kind: 'status', status: 503, retry_after: 1, on: 'attach', times: 2};
    const chatPage = await openChat(drop, busy);
    const before = await joins(chatPage);
    await chatPage.send(question);
    await chatPage.page.getByText(beginning).first().waitFor();
    await advance(chatPage, 60, () => ended(chatPage));
    assert.match(await chatPage.waitForAnswer(), ending);
    assert.equal((await joins(chatPage)) - before, 3);
    assert.equal(Object.values((await chatPage.stats()).messages).at(-1), 1);
  });

  it('is resumed no sooner than `Retry-After` allows', async () => {
    const refusal = {kind: 'status', status: 503, retry_after: 30, on: 'attach'};
    const chatPage = await openChat(drop, refusal);
    const before = await joins(chatPage);
    await chatPage.send(question);
    await advance(chatPage, 60, async () => (await joins(chatPage)) === before + 1);
    await advance(chatPage, 25);
    assert.equal(await joins(chatPage), before + 1);
    await advance(chatPage, 30, () => ended(chatPage));
    assert.match(await chatPage.waitForAnswer(), ending);
  });

  it('is retried eight times, then the user can retry', async () => {
    await fixture.control('POST', 'settings', {pace: 1});
    const chatPage = await openChat(drop, {kind: 'status', status: 500, on: 'attach', times: 100});
    const before = await joins(chatPage);
    const retry = chatPage.page.getByRole('button', {name: 'Try again'}).first();
    await chatPage.send('write a long answer of 64 KB at 20 events a second');
    await advance(chatPage, 240, () => retry.isVisible());
    assert.equal((await joins(chatPage)) - before, 8);
    assert.match(await chatPage.readTranscript(), /Section 1/);
    await fixture.control('DELETE', 'faults');
    await retry.press('Enter'); // a click would wait for animation frames, which the clock stops
    await advance(chatPage, 30, () =>
      chatPage.page.evaluate(() => document.querySelector('ubik-chat')?.status === 'streaming'),
    );
    assert.equal((await joins(chatPage)) - before, 9);
    await fixture.control('POST', 'settings', {pace: 0});
  });

  it('is resumed at once when the page is online again', async () => {
    const chatPage = await openChat(stall);
    await chatPage.send(question);
    await chatPage.page.getByText(beginning).first().waitFor();
    await chatPage.page.context().setOffline(true);
    await chatPage.page.context().setOffline(false);
    await advance(chatPage, 10, () => ended(chatPage));
    assert.match(await chatPage.waitForAnswer(), ending);
  });

  it('is resumed after a minute without a byte', async () => {
    const chatPage = await openChat(stall);
    const before = await joins(chatPage);
    await chatPage.send(question);
    await chatPage.page.getByText(beginning).first().waitFor();
    await advance(chatPage, 40);
    assert.equal(await joins(chatPage), before);
    await advance(chatPage, 60, () => ended(chatPage));
    assert.match(await chatPage.waitForAnswer(), ending);
  });

  it('is not resumed as long as bytes arrive', async () => {
    await fixture.control('POST', 'settings', {keepAlive: 20});
    const chatPage = await openChat();
    const before = await joins(chatPage);
    await chatPage.send('ask me');
    await chatPage.page.getByRole('button', {name: 'Send answer'}).waitFor();
    const network = await chatPage.page.context().newCDPSession(chatPage.page);
    await network.send('Network.enable');
    let bytes = 0;
    network.on('Network.dataReceived', () => (bytes += 1));
    // Only until the next byte, because the clock of the page must not advance faster than that of the server.
    await advance(chatPage, 90, async () => {
      const before = bytes;
      await until(() => bytes > before);
      return false;
    });
    assert.equal(await joins(chatPage), before);
    await fixture.control('POST', 'settings', {keepAlive: 15_000});
  });

  it('keeps the displayed text without shrinking or duplicating it while resuming', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await fixture.control('POST', 'faults', [
      drop,
      {kind: 'drop', at_frame: 5, on: 'attach'},
      {kind: 'drop', at_frame: 20, on: 'attach'},
    ]);
    await chatPage.page.evaluate(`
      counts = [];
      (function look() {
        const transcript = document.querySelector('ubik-chat').shadowRoot.querySelector('.transcript');
        counts.push(visibleText(transcript).split('I will check').length - 1);
        requestAnimationFrame(look);
      })();
    `);
    await chatPage.send(question);
    assert.match(await chatPage.waitForAnswer(), ending);
    const counts = await chatPage.page.evaluate(
      () => (window as unknown as {counts: number[]}).counts,
    );
    assert.deepEqual([...new Set(counts)], [0, 1], 'it came once, and stayed');
  });

  it('does not send the message again if the answer has not begun, but lets the user retry', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await fixture.control('POST', 'faults', {kind: 'lose', accepted: false, on: 'send', times: 3});
    const posted = async (): Promise<number> =>
      Object.values((await chatPage.stats()).messages).reduce((sum, count) => sum + count, 0);
    const before = await posted();
    await chatPage.send('what is 6 * 7');
    await chatPage.page
      .getByText('We could not confirm that your message arrived')
      .first()
      .waitFor();
    assert.equal(await posted(), before);
    await fixture.control('DELETE', 'faults');
    await chatPage.page.getByRole('button', {name: 'Try again'}).first().click();
    await chatPage.page.getByText(numberPattern(42)).first().waitFor();
    assert.equal(await posted(), before + 1);
  });
});
