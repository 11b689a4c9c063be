import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser} from '../support/browser.js';
import {openChatPage, type ChatPage} from '../e2e/chat-page.js';

// How a run is stopped, lost and resumed is tested in `test/controller`, and on a page in `test/e2e` and in `fault-recovery.test.ts`.
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
