import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import {en} from '../../src/elements/locales/en.js';
import {testMs} from '../support/limits.mjs';
import {until} from '../support/until.js';
import type {ChatPage} from './chat-page.js';
import {chatMarkup, Fixture} from './fixture.js';
import {startScriptedAgent} from './scripted-agent.js';

const {announce, author, chat, composer, consent, errors, launcher, message, request} = en;

describe('a chat announces', () => {
  const fixture = new Fixture({pace: 0.2});

  /** Opens a page that records what it announces, and whose clock the test controls. */
  const openChat = (body = chatMarkup(), path = ''): Promise<ChatPage> =>
    fixture.open(body, {
      path,
      async prepare(context) {
        await context.addInitScript({path: 'test/support/announcements.js'});
        await context.clock.install();
      },
    });

  const heard = async (page: Page): Promise<string> =>
    (await page.evaluate(() => [...announcements])).join(' ');

  /**
   * Waits until a text is announced. Returns everything that was announced. The clock of the page is ahead of the server
   * only by the pauses between announcements: the end of a run is awaited in real time, and other texts in steps between
   * which the server can respond.
   */
  async function waitFor({page}: ChatPage, text: string): Promise<string> {
    if (text === announce.finished) {
      await page.waitForFunction(() => {
        const chat = document.querySelector('ubik-chat');
        return chat?.status === 'idle' && chat.conversation.children.at(-1)?.status === 'done';
      });
    }
    await until(
      async () => {
        const isHeard = (await heard(page)).includes(text);
        if (!isHeard) await page.clock.fastForward(500);
        return isHeard;
      },
      async () => [text, await heard(page)],
      testMs,
    );
    return heard(page);
  }

  /**
   * Waits for the end of the run. The clock of the page is slower than that of a busy machine, because an answer that takes
   * long is announced as such.
   */
  async function waitForRun({page}: ChatPage): Promise<void> {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await until(async () => {
      await page.clock.runFor(10);
      return page.evaluate(() => document.querySelector('ubik-chat')?.status === 'idle');
    });
  }

  /** Advances the clock long enough for everything that is due. Returns what was announced. */
  async function settle({page}: ChatPage): Promise<string> {
    for (let step = 0; step < 30; step++) await page.clock.fastForward(1000);
    return heard(page);
  }

  const count = (said: string, text: string): number => said.split(text).length - 1;

  it('a run: its steps and tools with a verb, the answer, and its end [WCAG 4.1.3]', async () => {
    const agent = await startScriptedAgent();
    // The tool works until it was announced.
    agent.send({
      type: 'tool_update',
      tool_execution_id: 'calculator',
      tool_name: 'calculator_tool',
      data: {phase: 'CALCULATION', status: 'started'},
    });
    const chatPage = await openChat(`<ubik-chat endpoint="${agent.origin}/api/v1"></ubik-chat>`);
    // The browser treats the page as a public one, which needs a permission for a local address.
    await chatPage.page.context().grantPermissions(['local-network-access']);
    await chatPage.send('what is 6 * 7');
    const begun = await waitFor(chatPage, announce.tool('Calculator tool'));
    assert.ok(begun.startsWith(announce.working));
    agent.endTool('calculator', {result: 42});
    agent.completeRun('The result is 42.');
    const said = await waitFor(chatPage, announce.finished);
    assert.match(
      said,
      /Using the tool Calculator tool\. The result is 42\. The answer is complete\.$/,
    );
    assert.equal(count(said, announce.working), 1);
  });

  it('only the beginning and the end of a run in brief narration', async () => {
    const chatPage = await openChat(chatMarkup('narration="brief"'));
    await chatPage.send('what is 6 * 7');
    await waitForRun(chatPage);
    assert.equal(
      await waitFor(chatPage, announce.finished),
      `${announce.working} ${announce.finished}`,
    );
  });

  it('nothing with the narration off', async () => {
    const chatPage = await openChat(chatMarkup('narration="off"'));
    await chatPage.send('what is 6 * 7');
    await chatPage.page.getByText('42').first().waitFor();
    assert.equal(await settle(chatPage), '');
  });

  for (const [status, retryAfter, reason] of [
    [401, undefined, errors.unauthorized],
    [429, 30, errors.rate_limited],
    [500, undefined, errors.server_error],
  ] as const) {
    it(`the status ${status} of a message with its reason, once, and no completion [WCAG 4.1.3]`, async () => {
      const chatPage = await openChat();
      const wait = retryAfter === undefined ? {} : {retry_after: retryAfter};
      const fault = {kind: 'status', status, ...wait, on: 'send', times: 20};
      await fixture.control('POST', 'faults', fault);
      await chatPage.send('what is 6 * 7');
      await waitFor(chatPage, reason);
      const said = await settle(chatPage);
      assert.equal(said.slice(0, announce.working.length), announce.working);
      assert.equal(count(said, reason), 1);
      assert.equal(said.endsWith('. You can try again in 30 seconds.'), retryAfter === 30);
      assert.doesNotMatch(said, /complete|could not answer/);
    });
  }

  it('that the browser is offline and what happens to the message, and that it is back [WCAG 4.1.3]', async () => {
    const chatPage = await openChat();
    await chatPage.page.context().setOffline(true);
    await waitFor(chatPage, errors.offline);
    await chatPage.send('what is 6 * 7');
    assert.doesNotMatch(await waitFor(chatPage, chat.sendLater), new RegExp(announce.working));
    await chatPage.page.context().setOffline(false);
    const said = await waitFor(chatPage, announce.finished);
    assert.match(said, /You are back online\..*The assistant is working\..*42/);
    assert.equal(count(said, errors.offline), 1);
    assert.equal(count(said, announce.working), 1);
  });

  it('a question while the chat is closed, and nothing as complete [WCAG 4.1.3]', async () => {
    const chatPage = await openChat(chatMarkup('layout="float"'));
    const {page} = chatPage;
    await page.evaluate(() => document.querySelector('ubik-chat')?.show());
    await chatPage.send('ask me');
    await page.evaluate(() => document.querySelector('ubik-chat')?.hide());
    await waitFor(chatPage, announce.waiting);
    const said = await settle(chatPage);
    assert.match(said, /\?.* The assistant is waiting for your answer\./);
    assert.doesNotMatch(said, /complete/);
  });

  it('the question whether a tool may be used, and completion only after it [WCAG 4.1.3]', async () => {
    const chatPage = await openChat(chatMarkup(), 'anthropic.html');
    await chatPage.send('set theme dark');
    await waitFor(chatPage, 'Allow Set theme');
    assert.doesNotMatch(await settle(chatPage), /complete/);
    await chatPage.page.getByRole('button', {name: 'Allow once'}).press('Enter');
    await waitFor(chatPage, announce.finished);
  });

  it('a person who takes over, types and leaves, each once, and no working assistant meanwhile [WCAG 4.1.3]', async () => {
    const chatPage = await openChat(chatMarkup(), 'plain.html');
    await chatPage.send('talk to a person');
    const taken = await waitFor(chatPage, announce.finished);
    // A busy page displays the typing and the message in one frame, and announces only the message.
    assert.match(
      taken,
      /asking a colleague to take over\. Mia joined the conversation\.(?: Mia is typing…)?.*Mia: Hello, this is Mia\./,
    );
    assert.ok(count(taken, author.typing('Mia')) <= 1, taken);
    assert.equal(await chatPage.page.getByRole('heading', {name: 'Mia'}).count(), 1);
    await chatPage.page.evaluate(() => void announcements.splice(0));
    await chatPage.send('goodbye');
    const said = await waitFor(chatPage, 'How can I help?');
    assert.ok(said.startsWith(author.waiting('Mia')), said);
    assert.match(
      said,
      /Mia: Goodbye!.* Mia left the conversation\. Assistant: I am the assistant again\./,
    );
    assert.ok(count(said, author.typing('Mia')) <= 1, said);
    assert.doesNotMatch(said, new RegExp(announce.working));
    assert.equal(await chatPage.page.getByRole('heading', {name: 'Mia'}).count(), 0);
  });

  it('how much more time the server gave for a question [WCAG 2.2.1, 4.1.3]', async () => {
    const chatPage = await openChat(chatMarkup(), 'plain.html');
    await chatPage.send('ask me');
    const button = chatPage.page.getByRole('button', {name: request.moreTime});
    await waitFor(chatPage, announce.waiting);
    for (let step = 0; step < 50; step++) await chatPage.page.clock.fastForward(1000);
    await waitFor(chatPage, '20 seconds left');
    await button.press('Enter');
    await waitFor(chatPage, '1 minute left');
  });

  it('nothing until the user has agreed to the use of the chat, except that the user has declined [WCAG 4.1.3]', async () => {
    const chatPage = await openChat(chatMarkup('consent'));
    const {page} = chatPage;
    const question = page.getByRole('group', {name: consent.title});
    await question.getByRole('button', {name: consent.decline}).press('Enter');
    await waitFor(chatPage, consent.declined);
    assert.equal(await settle(chatPage), consent.declined);
    await question.getByRole('button', {name: consent.agree}).press('Enter');
    await page.getByRole('textbox', {name: composer.label}).waitFor();
    await chatPage.send('what is 6 * 7');
    const said = await waitFor(chatPage, announce.finished);
    assert.ok(said.startsWith(`${consent.declined} ${announce.working}`));
    assert.equal(count(said, consent.declined), 1);
  });

  it('that the user has declined a floating chat, after it was closed [WCAG 4.1.3]', async () => {
    const chatPage = await openChat(chatMarkup('layout="float" consent'));
    const {page} = chatPage;
    await page.getByRole('button', {name: launcher.open}).press('Enter');
    const question = page.getByRole('group', {name: consent.title});
    await question.getByRole('button', {name: consent.decline}).press('Enter');
    await question.waitFor({state: 'hidden'});
    assert.equal(await waitFor(chatPage, consent.declined), consent.declined);
  });

  it('by one way: `ariaNotify`, or a live region where the browser does not have it', async () => {
    const chatPage = await openChat();
    const {page} = chatPage;
    await chatPage.send('what is 6 * 7');
    await waitFor(chatPage, announce.finished);
    const ways = () => page.evaluate(() => [...announcements.ways]);
    const hasNotify = await page.evaluate(() => 'ariaNotify' in Element.prototype);
    assert.deepEqual(await ways(), [hasNotify ? 'ariaNotify' : 'live region']);
    await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'ariaNotify'));
    await page.reload();
    await chatPage.send('what is 6 * 8');
    await waitFor(chatPage, announce.finished);
    assert.deepEqual(await ways(), ['live region']);
  });

  it('and shows at once that the assistant works, and after a while that it takes long [WCAG 4.1.3]', async () => {
    const chatPage = await openChat();
    const {page, transcript} = chatPage;
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    await page.route('**/messages', async route => {
      await held;
      await route.continue();
    });
    await chatPage.send('what is 6 * 7');
    const working = transcript.getByRole('article', {name: 'Assistant'});
    for (let step = 0; (await working.count()) === 0 && step < 100; step++) {
      await page.clock.runFor(1);
    }
    assert.match(await working.ariaSnapshot(), new RegExp(message.working));
    assert.equal(await transcript.getByText(message.slow).count(), 0);
    await waitFor(chatPage, announce.slow);
    await transcript.getByText(message.slow).waitFor();
    assert.equal(count(await settle(chatPage), announce.slow), 1);
    release();
    await waitFor(chatPage, announce.finished);
    assert.equal(await transcript.getByText(message.slow).count(), 0);
    assert.equal(await working.count(), 1);
  });
});
