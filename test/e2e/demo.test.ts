import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, afterEach, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser} from '../support/browser.js';
import {visit, type Visitor} from './visitor.js';

describe('the demo page', () => {
  let browser: Browser;
  let server: AgentServer;
  let visitor: Visitor | undefined;

  const arrive = async (path = '/'): Promise<Visitor> => {
    visitor = await visit(browser, `${server.origin}${path}`);
    return visitor;
  };

  before(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startServer({env: {UBIK_DEMO_PACE: '0.3'}}),
    ]);
  });
  afterEach(() => visitor?.leave());
  after(() => Promise.all([browser.close(), server.stop()]));

  it('shows a run with its steps, tools, reasoning, checkpoint, question and final answer', async () => {
    const {page, transcript, write, words: read, settled, complaints} = await arrive();
    await write('compare two numbers and search the docs');

    await page.getByRole('button', {name: /Compare the numbers/}).waitFor();
    await page.getByRole('button', {name: /Search the documentation/}).waitFor();
    await page.getByText('Checkpoint: after_search').waitFor();
    const question = page.getByRole('textbox', {name: /answer/i}).first();
    await question.fill('table');
    await page.getByRole('button', {name: 'Send answer'}).click();

    const words = await settled();
    assert.match(words, /17 \* 23 is less than 19 \* 21/);
    assert.ok((await transcript.getByRole('table').count()) > 0);
    assert.match(words, /3 sources/);

    // Finished steps are folded; what they hold is there.
    await page.getByRole('button', {name: /Compare the numbers/}).click();
    await page
      .getByRole('button', {name: /Calculator/})
      .first()
      .click();
    await transcript.getByText('391').first().waitFor();
    const opened = await read();
    assert.match(opened, /Thought/);
    assert.match(opened, /17 \* 23/);
    assert.match(opened, /391/);
    assert.deepEqual(complaints, []);
  });

  it('stops in mid-stream, tells the server, and keeps the text', async () => {
    const {page, transcript, write, words, settled, streams} = await arrive();
    await write('write a long answer of 64 KB');
    await page.waitForFunction(
      () => (document.querySelector('ubik-chat')?.conversation.children.length ?? 0) === 2,
    );
    await transcript.getByText('a list with item').first().waitFor();
    const before = await words();
    await page.getByRole('button', {name: 'Stop', exact: true}).click();
    const after = await settled();
    assert.match(after, /Stopped/);
    assert.ok(after.length >= before.length);
    await streams(0);
  });

  it('shows the conversation again after a reload', async () => {
    const {page, write, settled} = await arrive();
    await write('what is 6 * 7');
    assert.match(await settled(), /42/);
    await page.reload();
    await page.getByText('what is 6 * 7').first().waitFor();
    assert.match(await settled(), /42/);
  });

  it('says so when the token is refused, and keeps what was written', async () => {
    const {page, write, words, transcript} = await arrive();
    await page.route('**/demo/token', route =>
      route.fulfill({json: {access_token: 'wrong', token_type: 'bearer', expires_in: 3600}}),
    );
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await write('hello');
    await page
      .getByRole('alert')
      .or(transcript.getByText(/sign|access|token/i))
      .first()
      .waitFor();
    const composer = page.getByRole('textbox', {name: 'Message'});
    const kept = `${await words()} ${await composer.inputValue()}`;
    assert.match(kept, /hello/);
  });

  it('passes over malformed frames with a diagnostic and loses nothing', async () => {
    const {page, fault, write, settled} = await arrive();
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, {seen});
      document.addEventListener('ubik-diagnostic', event => seen.push(event.diagnostic.code));
    });
    await fault({kind: 'malformed', every: 2});
    await write('what is 6 * 7');
    assert.match(await settled(), /42/);
    const seen = await page.evaluate(() => (window as unknown as {seen: string[]}).seen);
    assert.ok(seen.includes('frame-unreadable'), seen.join());
  });

  it('joins a run again that was dropped, without a second message', async () => {
    const {fault, write, settled, stats} = await arrive();
    const before = Object.values((await stats()).messages).reduce((sum, n) => sum + n, 0);
    await fault({kind: 'drop', at_frame: 6});
    await write('what is 6 * 7');
    const words = await settled();
    assert.match(words, /42/);
    const after = Object.values((await stats()).messages).reduce((sum, n) => sum + n, 0);
    assert.equal(after - before, 1);
  });

  for (const [name, sign] of [
    ['a-single-step', /Exponential backoff/],
    ['b-multi-step-web-search', /closed on Monday and Tuesday/],
    ['c-input-required', /marie@example\.com/],
    ['d-error-mid-step', /sandbox did not answer/],
  ] as const) {
    it(`replays ${name} into the page`, async () => {
      const {write, settled} = await arrive();
      await write(`/replay ${name} pace 0`);
      const words = await settled();
      assert.match(words, sign);
      assert.doesNotMatch(words, /<<[A-Zt/]|Traceback/);
    });
  }
});

describe('the demo page and a server that dies', () => {
  let browser: Browser;
  let data: string;

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'ubik-chat-'));
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await rm(data, {recursive: true, force: true});
  });

  /** A long answer is cut short by the end of its server. */
  const cutShort = async (): Promise<{visitor: Visitor; port: number; before: string}> => {
    const server = await startServer({data, env: {UBIK_DEMO_PACE: '1'}});
    const visitor = await visit(browser, `${server.origin}/`);
    await visitor.write('write a long answer of 64 KB');
    await visitor.transcript.getByText('a list with item').first().waitFor();
    const before = answered(await visitor.words()).slice(0, 25);
    await server.kill();
    await visitor.page
      .getByText(/Connection lost. Reconnecting/)
      .filter({visible: true})
      .first()
      .waitFor();
    assert.ok(answered(await visitor.words()).startsWith(before));
    return {visitor, port: Number(new URL(server.origin).port), before};
  };

  it('comes back by itself when the server is there again, and learns what became of the run', async () => {
    const {visitor, port, before} = await cutShort();
    const server = await startServer({data, port});
    try {
      const words = await visitor.settled();
      assert.ok(answered(words).startsWith(before), words);
      await visitor.page.getByRole('button', {name: 'Try again'}).first().click();
      await visitor.page.getByRole('button', {name: 'Stop', exact: true}).waitFor();
    } finally {
      await visitor.leave();
      await server.stop();
    }
  });

  it('keeps every word and offers a retry when the server stays away', async () => {
    const {visitor, before} = await cutShort();
    const retry = visitor.page.getByRole('button', {name: 'Try again'});
    await retry.first().waitFor({timeout: 300_000});
    assert.ok(answered(await visitor.words()).startsWith(before));
    await visitor.leave();
  });
});

/** What the agent wrote, from its first heading on: what stands before it tells the time that passed. */
const answered = (words: string): string => words.slice(words.indexOf('Section 1'));
