import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, afterEach, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {ownPort} from '../support/own-port.mjs';
import {openBrowser} from '../support/browser.js';
import {openChatPage, type ChatPage} from '../e2e/chat-page.js';

describe('the demo page', () => {
  let browser: Browser;
  let server: AgentServer;
  let chatPage: ChatPage | undefined;

  const openChat = async (path = '/'): Promise<ChatPage> => {
    chatPage = await openChatPage(browser, `${server.origin}${path}`);
    return chatPage;
  };

  before(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startServer({env: {UBIK_DEMO_PACE: '0.3'}}),
    ]);
  });
  afterEach(() => chatPage?.close());
  after(() => Promise.all([browser.close(), server.stop()]));

  it('displays a run with its steps, tools, reasoning, checkpoint, question and final answer', async () => {
    const {page, transcript, send, readTranscript, waitForAnswer, openWork, browserErrors} =
      await openChat();
    await send('compare two numbers and search the docs');

    await page.getByRole('button', {name: /Compare the numbers/}).waitFor();
    await page.getByRole('button', {name: /Search the documentation/}).waitFor();
    // One row for two checkpoints.
    await page.getByRole('button', {name: 'Restore to here: Choose form'}).waitFor();
    const question = page.locator('ubik-request').getByRole('textbox');
    await question.fill('table');
    await page.getByRole('button', {name: 'Send answer'}).click();

    const text = await waitForAnswer();
    assert.match(text, /17 \* 23 is less than 19 \* 21/);
    assert.ok((await transcript.getByRole('table').count()) > 0);
    assert.match(text, /3 sources/);

    // The work of a finished run is folded; a step with a text is expanded, its tools are collapsed.
    await openWork();
    await page
      .getByRole('button', {name: /Calculator/})
      .first()
      .click();
    await transcript.getByText('391').first().waitFor();
    const opened = await readTranscript();
    assert.match(opened, /Thought/);
    assert.match(opened, /17 \* 23/);
    assert.match(opened, /391/);
    assert.deepEqual(browserErrors, []);
  });

  it('stops a run during the stream, here and on the server, and keeps the text', async () => {
    const {page, transcript, send, readTranscript, waitForAnswer, waitForStreams} =
      await openChat();
    await send('write a long answer of 64 KB');
    await page.waitForFunction(
      () => (document.querySelector('ubik-chat')?.conversation.children.length ?? 0) === 2,
    );
    await transcript.getByText('a list with item').first().waitFor();
    const before = await readTranscript();
    await page.getByRole('button', {name: 'Stop', exact: true}).click();
    const after = await waitForAnswer();
    assert.match(after, /Stopped/);
    assert.ok(after.length >= before.length);
    await waitForStreams(0);
  });

  it('restores the conversation after a reload', async () => {
    const {page, send, waitForAnswer} = await openChat();
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /42/);
    await page.reload();
    await page.getByText('what is 6 * 7').first().waitFor();
    assert.match(await waitForAnswer(), /42/);
  });

  it('displays that the token was rejected and keeps the message', async () => {
    const {page, send, readTranscript, transcript} = await openChat();
    await page.route('**/demo/token', route =>
      route.fulfill({json: {access_token: 'wrong', token_type: 'bearer', expires_in: 3600}}),
    );
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await send('hello');
    await page
      .getByRole('alert')
      .or(transcript.getByText(/sign|access|token/i))
      .first()
      .waitFor();
    const composer = page.getByRole('textbox', {name: 'Message'});
    const kept = `${await readTranscript()} ${await composer.inputValue()}`;
    assert.match(kept, /hello/);
  });

  it('skips malformed frames with a diagnostic and loses no text', async () => {
    const {page, injectFault, send, waitForAnswer} = await openChat();
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, {seen});
      document.addEventListener('ubik-diagnostic', event => seen.push(event.diagnostic.code));
    });
    await injectFault({kind: 'malformed', every: 2});
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /42/);
    const seen = await page.evaluate(() => (window as unknown as {seen: string[]}).seen);
    assert.ok(seen.includes('frame-unreadable'), seen.join());
  });

  it('resumes a run after the connection was dropped, without a second message', async () => {
    const {injectFault, send, waitForAnswer, stats} = await openChat();
    const before = Object.values((await stats()).messages).reduce((sum, n) => sum + n, 0);
    await injectFault({kind: 'drop', at_frame: 6});
    await send('what is 6 * 7');
    const text = await waitForAnswer();
    assert.match(text, /42/);
    const after = Object.values((await stats()).messages).reduce((sum, n) => sum + n, 0);
    assert.equal(after - before, 1);
  });

  for (const [name, sign] of [
    ['a-single-step', /Exponential backoff/],
    ['b-multi-step-web-search', /closed on Monday and Tuesday/],
    ['c-input-required', /marie@example\.com/],
    ['d-error-mid-step', /sandbox did not answer/],
  ] as const) {
    it(`displays the recording ${name}`, async () => {
      const {send, waitForAnswer} = await openChat();
      await send(`/replay ${name} pace 0`);
      const text = await waitForAnswer();
      assert.match(text, sign);
      assert.doesNotMatch(text, /<<[A-Zt/]|Traceback/);
    });
  }
});

describe('the demo page with a server that crashes', () => {
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

  /** Starts a long answer and kills the server during it. */
  const interruptAnswer = async (): Promise<{chatPage: ChatPage; port: number; before: string}> => {
    const server = await startServer({data, port: await ownPort(), env: {UBIK_DEMO_PACE: '1'}});
    const chatPage = await openChatPage(browser, `${server.origin}/`);
    await chatPage.send('write a long answer of 64 KB');
    await chatPage.transcript.getByText('a list with item').first().waitFor();
    const before = answered(await chatPage.readTranscript()).slice(0, 25);
    await server.kill();
    await chatPage.page
      .getByText(/Connection lost. Reconnecting/)
      .filter({visible: true})
      .first()
      .waitFor();
    assert.ok(answered(await chatPage.readTranscript()).startsWith(before));
    return {chatPage, port: Number(new URL(server.origin).port), before};
  };

  it('reconnects when the server is available again and displays the state of the run', async () => {
    const {chatPage, port, before} = await interruptAnswer();
    const server = await startServer({data, port});
    try {
      const text = await chatPage.waitForAnswer();
      assert.ok(answered(text).startsWith(before), text);
      await chatPage.page.getByRole('button', {name: 'Try again'}).first().click();
      await chatPage.page.getByRole('button', {name: 'Stop', exact: true}).waitFor();
    } finally {
      await chatPage.close();
      await server.stop();
    }
  });

  it('keeps the text and offers a retry when the server remains unavailable', async () => {
    const {chatPage, before} = await interruptAnswer();
    const retry = chatPage.page.getByRole('button', {name: 'Try again'});
    await retry.first().waitFor({timeout: 300_000});
    assert.ok(answered(await chatPage.readTranscript()).startsWith(before));
    await chatPage.close();
  });
});

/** The answer from its first heading on. The text before it contains durations. */
const answered = (text: string): string => text.slice(text.indexOf('Section 1'));
