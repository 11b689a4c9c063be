import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import type {Browser, Locator} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {numberPattern} from '../e2e/fixture.js';
import {openChatPage, type ChatPage} from '../e2e/chat-page.js';

// The rules of page tools and tokens are tested without a page: `turns/page-tools.test.ts` and `http/protocol-client.test.ts` in
// `test/controller`.
describe('the page of a protocol', () => {
  let browser: Browser;
  let server: AgentServer;
  let chatPage: ChatPage | undefined;

  const openChat = async (path: string): Promise<ChatPage> => {
    chatPage = await openChatPage(browser, `${server.origin}/${path}`);
    return chatPage;
  };
  const button = (name: string | RegExp): Locator => chatPage!.page.getByRole('button', {name});

  before(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startServer({env: {UBIK_DEMO_PACE: '0.2'}}),
    ]);
  });
  afterEach(() => chatPage?.close());
  after(() => Promise.all([browser.close(), server.stop()]));

  describe('Anthropic Messages', () => {
    it('displays reasoning, tools, a search, a question, sources and an answer', async () => {
      const {page, transcript, send, waitForAnswer, openWork, browserErrors} =
        await openChat('anthropic.html');
      await send('compare two numbers and search the docs');
      const question = page.locator('ubik-request').getByRole('textbox');
      await question.fill('table');
      await button('Send answer').click();
      const text = await waitForAnswer();
      assert.match(text, /17 \* 23 is less than 19 \* 21/);
      assert.match(text, /3 sources/);
      assert.ok((await transcript.getByRole('table').count()) > 0);
      await openWork();
      await button(/Web search/i)
        .first()
        .waitFor();
      assert.deepEqual(browserErrors, []);
    });

    it('asks before a page tool runs and sends its result to the agent', async () => {
      const {page, send, waitForAnswer} = await openChat('anthropic.html');
      await send('read the page title and set theme dark');
      await button('Allow once').click();
      const text = await waitForAnswer();
      assert.match(text, /Anthropic Messages · Ubik Chat/);
      assert.match(text, /The page is dark now/);
      assert.equal(await page.evaluate(() => document.documentElement.style.colorScheme), 'dark');
    });

    it('continues a turn that the service paused in the same message', async () => {
      const {page, send, waitForAnswer, transcript} = await openChat('anthropic.html');
      await send('pause, then what is 6 * 7');
      await button('Continue').click();
      await page.getByText(numberPattern(42)).first().waitFor();
      assert.match(await waitForAnswer(), /calculator/i);
      assert.equal(await transcript.getByRole('article').count(), 2);
    });

    it('continues a truncated answer', async () => {
      const {send, waitForAnswer} = await openChat('anthropic.html');
      await send('cut the answer: what can you do');
      const cut = await waitForAnswer();
      assert.match(cut, /cut off because it became too long/);
      await button('Continue').click();
      const whole = await waitForAnswer();
      assert.doesNotMatch(whole, /too long/);
      assert.match(whole, /play a recording/);
    });

    it('displays that the model declined and what failed', async () => {
      const {send, waitForAnswer} = await openChat('anthropic.html');
      await send('please refuse');
      assert.match(await waitForAnswer(), /declined to answer/);
      await send('fail');
      assert.match(await waitForAnswer(), /sandbox did not answer/);
    });
  });

  describe('AISHU Data Agent', () => {
    it('introduces the agent and suggests next questions', async () => {
      const {page, waitForAnswer} = await openChat('aishu.html');
      await page.getByText('I am a scripted agent behind the Data Agent API').waitFor();
      await button('Draw a chart of 3, 5, 8').click();
      await page.getByRole('img', {name: 'As you asked'}).waitFor();
      await button('What can you do?').waitFor();
      const text = await waitForAnswer();
      assert.match(text, /Context: Order 4711/);
      assert.ok((await button('What can you do?').count()) > 0);
    });

    it('displays an interrupt as a question and continues in the same message', async () => {
      const {page, send, waitForAnswer} = await openChat('aishu.html');
      await send('confirm the booking');
      await button('Yes').click();
      assert.match(await waitForAnswer(), /The table is booked/);
      assert.equal(
        await page.evaluate(
          () => document.querySelector('ubik-chat')?.conversation.children.length,
        ),
        2,
      );
    });

    it('displays the result of a database query as a table', async () => {
      const {send, waitForAnswer, transcript} = await openChat('aishu.html');
      await send('a table of the documents');
      await waitForAnswer();
      await button(/longest documents/i).click();
      await transcript.getByRole('table').first().waitFor();
    });

    it('displays a page of a skill in a frame when the user requests it', async () => {
      const {page, send, waitForAnswer, browserErrors} = await openChat('aishu.html');
      await send('make a web page about themes');
      await waitForAnswer();
      assert.equal(page.frames().length, 1);
      await button(/^Load page from/).click();
      await page.frameLocator('iframe').getByText('theme').first().waitFor();
      await button('Expand').click();
      await button('Collapse').click();
      await button('Expand').waitFor();
      assert.deepEqual(browserErrors, []);
    });

    it('stops a run on the server and restores the conversation after a reload', async () => {
      const {page, send, waitForAnswer, transcript, waitForStreams} = await openChat('aishu.html');
      await send('write a long answer of 64 KB');
      await transcript.getByText('a list with item').first().waitFor();
      await button('Stop').click();
      assert.match(await waitForAnswer(), /Stopped/);
      await waitForStreams(0);
      await page.reload();
      await transcript.getByText('a list with item').first().waitFor();
      assert.match(await waitForAnswer(), /Stopped/);
    });

    it('resumes a run after a reload until it ends', async () => {
      const {page, send, waitForAnswer, transcript, stats} = await openChat('aishu.html');
      await send('write a long answer of 4 KB');
      await transcript.getByText('a list with item').first().waitFor();
      const posted = Object.values((await stats()).messages).length;
      await page.reload();
      await transcript.getByText('a list with item').first().waitFor();
      const {length} = await waitForAnswer();
      assert.ok(length > 2500, String(length));
      assert.equal(Object.values((await stats()).messages).length, posted);
      assert.equal(await transcript.getByRole('article').count(), 2);
    });

    it('lists, renames and deletes sessions', async () => {
      const {page, send, waitForAnswer, transcript} = await openChat('aishu.html');
      await send('what is 6 * 7');
      await waitForAnswer();
      await button('New conversation').click();
      await transcript.getByText(numberPattern(42)).first().waitFor({state: 'detached'});
      await send('what is 3 * 3');
      await waitForAnswer();
      const list = page.getByRole('dialog', {name: 'Conversations'});
      await page.getByRole('button', {name: 'Conversations', exact: true}).click();
      await list.getByRole('button', {name: 'Rename what is 6 * 7'}).click();
      await list.getByRole('textbox', {name: 'Title'}).fill('The answer');
      await list.getByRole('button', {name: 'Save'}).click();
      await list.getByRole('button', {name: 'Delete what is 3 * 3'}).click();
      await list.getByRole('button', {name: 'Delete', exact: true}).click();
      await list.getByText('3 * 3').waitFor({state: 'detached'});
      await list.getByRole('button', {name: /^The answer/}).click();
      await transcript.getByText(numberPattern(42)).first().waitFor();
    });

    it('uploads a file and sends it with the message', async () => {
      const {page, send, waitForAnswer} = await openChat('aishu.html');
      const sent = page.waitForRequest(/chat\/completion$/);
      const buffer = Buffer.from('A short text about lighthouses.');
      const file = {name: 'light houses.txt', mimeType: 'text/plain', buffer};
      await page.locator('input[type="file"]').setInputFiles(file);
      await page.locator('[part="attachment"][data-status="ready"]').nth(1).waitFor();
      await send('please take this');
      const {selected_files: files} = (await sent).postDataJSON() as Record<string, unknown>;
      assert.match(JSON.stringify(files), /uploads\/temparea\/light.*houses\.txt/);
      assert.match(await waitForAnswer(), /light houses\.txt/);
    });

    it('lets the user remove the context that the page adds to a message', async () => {
      const {send, waitForAnswer} = await openChat('aishu.html');
      await button('Remove Order 4711').click();
      await send('hello');
      assert.doesNotMatch(await waitForAnswer(), /Order 4711/);
    });

    it('displays what failed and what to do about it', async () => {
      const {send, waitForAnswer} = await openChat('aishu.html');
      await send('fail');
      const text = await waitForAnswer();
      assert.match(text, /sandbox did not answer/);
      assert.match(text, /Ask for something else/);
    });
  });

  it('ends the conversation and starts another one when the protocol changes during a stream', async () => {
    const {page, send, waitForAnswer, waitForStreams} = await openChat('anthropic.html');
    await send('write a long answer of 64 KB');
    await page.getByText('a list with item').first().waitFor();
    await page.evaluate(() => {
      const chat = document.querySelector('ubik-chat')!;
      chat.protocol = 'aishu';
      chat.endpoint = '/aishu/api/agent-factory/v1';
      chat.agentId = 'demo';
    });
    await page.getByText('I am a scripted agent behind the Data Agent API').waitFor();
    await waitForStreams(0);
    await send('what is 6 * 7');
    const text = await waitForAnswer();
    assert.match(text, /42/);
    assert.doesNotMatch(text, /long answer/);
  });

  it('displays a conversation of a custom protocol', async () => {
    const {send, waitForAnswer, browserErrors} = await openChat('plain.html');
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /Calculator[^]*42/);
    assert.deepEqual(browserErrors, []);
  });

  it('sends a message to one agent over three protocols side by side', async () => {
    const {page, browserErrors} = await openPage(browser, `${server.origin}/protocols.html`);
    await page.getByRole('textbox', {name: 'Ask all three'}).fill('what is 6 * 7');
    await page.getByRole('button', {name: 'Ask', exact: true}).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('ubik-chat')].every(
        ({status, conversation}) => status === 'idle' && conversation.children.length === 2,
      ),
    );
    const answers = await page.evaluate(() =>
      [...document.querySelectorAll('ubik-chat')].map(({conversation}) =>
        JSON.stringify(conversation.children[1]),
      ),
    );
    for (const answer of answers) assert.match(answer, /is \*\*42\*\*/);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });
});
