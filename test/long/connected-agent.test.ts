import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {server as model} from '../../demo/examples/openai-chat/by-hand.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser} from '../support/browser.js';
import {listen} from '../support/listen.js';
import {openChatPage} from '../e2e/chat-page.js';

describe('npm start with --agent', () => {
  let browser: Browser;
  let server: AgentServer;

  before(async () => {
    const url = `${(await listen(model)).origin}/v1`;
    [browser, server] = await Promise.all([
      openBrowser(),
      startServer({args: ['--agent', 'openai-chat', '--url', url, '--model', 'echo']}),
    ]);
  });
  after(async () => {
    await Promise.all([browser.close(), server.stop()]);
    model.close();
  });

  it('connects the home page to the agent, and keeps the conversation over a reload', async () => {
    const {page, send, waitForAnswer, transcript, browserErrors, close} = await openChatPage(
      browser,
      `${server.origin}/`,
    );
    await page.getByText('Connected to echo at').waitFor();
    await page.getByRole('heading', {name: 'echo'}).waitFor();
    await send('Good morning');
    assert.match(await waitForAnswer(), /Good morning[^]*Good morning/);
    await page.reload();
    await transcript.getByText('Good morning').nth(1).waitFor();
    assert.deepEqual(browserErrors, []);
    await close();
  });
});
