import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {until} from '../support/until.js';
import {openChatPage, type ChatPage} from './chat-page.js';
import {sharedBrowser} from './fixture.js';

describe('a reloaded page', () => {
  let browser: Browser;
  let server: AgentServer;
  let chatPage: ChatPage | undefined;

  const openChat = async (): Promise<ChatPage> => {
    chatPage = await openChatPage(browser, `${server.origin}/`);
    return chatPage;
  };

  before(async () => {
    [browser, server] = await Promise.all([sharedBrowser(), startServer()]);
  });
  afterEach(() => chatPage?.close());
  after(() => server.stop());

  it('restores the draft', async () => {
    const {page} = await openChat();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.pressSequentially('half a sen');
    await page.reload();
    await until(async () => (await composer.inputValue()) === 'half a sen');
  });

  it('restores an open question with its unfinished answer, which can be completed', async () => {
    const {page, transcript, send, waitForAnswer} = await openChat();
    await send('ask me something');
    const field = transcript.getByRole('textbox');
    await field.pressSequentially('ada@exam');
    await page.reload();
    await until(async () => (await field.inputValue()) === 'ada@exam');
    await field.focus();
    await page.keyboard.press('End');
    await field.pressSequentially('ple.com');
    await page.keyboard.press('Enter');
    assert.match(await waitForAnswer(), /ada@example\.com/);
  });

  it('restores the scroll position', async () => {
    const {page, transcript, send, waitForAnswer} = await openChat();
    await send('write a long answer of 8 KB');
    await waitForAnswer();
    const shown = transcript.getByText('A quotation, number 11').first();
    await transcript.hover();
    await page.mouse.wheel(0, -1);
    await shown.scrollIntoViewIfNeeded();
    const before = await shown.boundingBox();
    await page.reload();
    await shown.waitFor();
    await page.waitForFunction(() => {
      const chat = document.querySelector('ubik-chat');
      const list = chat?.shadowRoot?.querySelector('ubik-transcript')?.shadowRoot;
      return list?.querySelector('.latest');
    });
    assert.ok(before);
    await until(async () => {
      const after = await shown.boundingBox();
      return after !== null && Math.abs(before.y - after.y) < 100;
    });
  });

  it('scrolls to the end if the end was in view', async () => {
    const {page, send, waitForAnswer} = await openChat();
    const waitForEnd = (): Promise<unknown> =>
      page.waitForFunction(() => {
        const chat = document.querySelector('ubik-chat');
        const list = chat?.shadowRoot?.querySelector('ubik-transcript')?.shadowRoot;
        const box = list?.querySelector('.scroller');
        return box && box.scrollTop > 0 && box.scrollHeight - box.scrollTop - box.clientHeight < 24;
      });
    await send('write a long answer of 8 KB');
    await waitForAnswer();
    // An answer that is longer than the view is read from its beginning.
    await page.getByRole('button', {name: /Jump to latest message/}).click();
    await waitForEnd();
    await page.reload();
    await waitForAnswer();
    await waitForEnd();
  });

  for (const open of [true, false]) {
    it(`keeps a floating chat ${open ? 'open' : 'closed'}`, async () => {
      const {page} = await openChat();
      const float = (): Promise<boolean | undefined> =>
        page.evaluate(async () => {
          // The page loads the chat after its first paint.
          await customElements.whenDefined('ubik-chat');
          document.querySelector('ubik-chat')?.remove();
          const chat = document.createElement('ubik-chat');
          Object.assign(chat, {endpoint: '/api/v1', layout: 'float'});
          document.body.append(chat);
          await chat.updateComplete;
          return chat.open;
        });
      assert.equal(await float(), false);
      await page.getByRole('button', {name: 'Open chat'}).click();
      if (!open) await page.getByRole('button', {name: 'Close chat'}).first().click();
      await page.reload();
      assert.equal(await float(), open);
    });
  }
});
