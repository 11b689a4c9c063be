import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import type {Browser, Locator} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {until} from '../support/until.js';
import {number} from './setting.js';
import {visit, type Visitor} from './visitor.js';

describe('the pages of the wires', () => {
  let browser: Browser;
  let server: AgentServer;
  let visitor: Visitor | undefined;

  const arrive = async (path: string): Promise<Visitor> => {
    visitor = await visit(browser, `${server.origin}/${path}`);
    return visitor;
  };
  const button = (name: string | RegExp): Locator => visitor!.page.getByRole('button', {name});

  before(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startServer({env: {UBIK_DEMO_PACE: '0.2'}}),
    ]);
  });
  afterEach(() => visitor?.leave());
  after(() => Promise.all([browser.close(), server.stop()]));

  describe('Anthropic Messages', () => {
    it('shows reasoning, tools, a search, a question, sources and an answer', async () => {
      const {page, transcript, write, settled, complaints} = await arrive('anthropic.html');
      await write('compare two numbers and search the docs');
      const question = page.getByRole('textbox', {name: /answer/i}).first();
      await question.fill('table');
      await button('Send answer').click();
      const words = await settled();
      assert.match(words, /17 \* 23 is less than 19 \* 21/);
      assert.match(words, /3 sources/);
      assert.ok((await transcript.getByRole('table').count()) > 0);
      assert.ok((await button(/Web search/i).count()) > 0);
      assert.deepEqual(complaints, []);
    });

    it('asks before a tool of the page acts, and tells the agent what came of it', async () => {
      const {page, write, settled} = await arrive('anthropic.html');
      await write('read the page title and set theme dark');
      await button('Allow once').click();
      const words = await settled();
      assert.match(words, /Ubik Chat · Anthropic Messages/);
      assert.match(words, /The page is dark now/);
      assert.equal(await page.evaluate(() => document.documentElement.style.colorScheme), 'dark');
    });

    it('tells the agent why the user does not allow it', async () => {
      const {page, write, settled} = await arrive('anthropic.html');
      await write('set theme dark');
      await page.getByRole('textbox', {name: /why not/i}).fill('My eyes are fine.');
      await button('Deny').click();
      assert.match(await settled(), /The user declined\. My eyes are fine\./);
      assert.equal(await page.evaluate(() => document.documentElement.style.colorScheme), '');
    });

    it('asks no more about a tool that is always allowed', async () => {
      const {page, write, settled} = await arrive('anthropic.html');
      await write('set theme dark');
      await button('Always allow').click();
      assert.match(await settled(), /The page is dark now/);
      await write('set theme light');
      await page.getByText('The page is light now').first().waitFor();
      assert.equal(await button('Allow once').count(), 0);
    });

    it('tells the agent that a tool of the page failed, and the turn goes on', async () => {
      const {page, write, settled} = await arrive('anthropic.html');
      await page.evaluate(() =>
        document.querySelector('ubik-chat')?.tools.register('page_title', {
          description: 'Reads the title of the page',
          permission: 'allow',
          run() {
            throw new Error('The title is hidden.');
          },
        }),
      );
      const goesOn = page.waitForRequest(request =>
        (request.postData() ?? '').includes('"is_error":true'),
      );
      await write('read the page title');
      assert.match((await goesOn).postData() ?? '', /The title is hidden/);
      assert.match(await settled(), /The title is hidden/);
    });

    it('goes on with a turn that the service paused, in the same message', async () => {
      const {page, write, settled, transcript} = await arrive('anthropic.html');
      await write('pause, then what is 6 * 7');
      await button('Continue').click();
      await page.getByText(number(42)).first().waitFor();
      assert.match(await settled(), /calculator/i);
      assert.equal(await transcript.getByRole('article').count(), 2);
    });

    it('sends thoughts back with their signature, to the letter', async () => {
      const {page, write, settled} = await arrive('anthropic.html');
      await write('think for a while');
      await settled();
      const kept = await page.evaluate(() =>
        JSON.stringify(document.querySelector('ubik-chat')?.conversation),
      );
      const [thought] = /"signature":"[^"]{8,}"/.exec(kept) ?? [];
      const next = page.waitForRequest(/messages$/);
      await write('what is 6 * 7');
      const body = (await next).postData() ?? '';
      assert.ok(thought !== undefined && body.includes(thought), body);
    });

    it('goes on with an answer that was cut', async () => {
      const {write, settled} = await arrive('anthropic.html');
      await write('cut the answer: what can you do');
      const cut = await settled();
      assert.match(cut, /cut because it became too long/);
      await button('Continue').click();
      const whole = await settled();
      assert.doesNotMatch(whole, /too long/);
      assert.match(whole, /play a recording/);
    });

    it('says that the model declined, and what failed', async () => {
      const {write, settled} = await arrive('anthropic.html');
      await write('please refuse');
      assert.match(await settled(), /declined to answer/);
      await write('fail');
      assert.match(await settled(), /sandbox did not answer/);
    });
  });

  describe('AISHU Data Agent', () => {
    it('introduces the agent, and suggests what to ask next', async () => {
      const {page, settled} = await arrive('aishu.html');
      await page.getByText('I am a scripted agent behind the Data Agent API').waitFor();
      await button('Draw a chart of 3, 5, 8').click();
      await page.getByRole('img', {name: 'As you asked'}).waitFor();
      await button('What can you do?').waitFor();
      const words = await settled();
      assert.match(words, /Context: Order 4711/);
      assert.ok((await button('What can you do?').count()) > 0);
    });

    it('asks by an interrupt, and goes on in the same message', async () => {
      const {page, write, settled} = await arrive('aishu.html');
      await write('confirm the booking');
      await button('Yes').click();
      assert.match(await settled(), /The table is booked/);
      assert.equal(
        await page.evaluate(
          () => document.querySelector('ubik-chat')?.conversation.children.length,
        ),
        2,
      );
    });

    it('shows a table of what was asked of a database', async () => {
      const {write, settled, transcript} = await arrive('aishu.html');
      await write('a table of the documents');
      await settled();
      await button(/longest documents/i).click();
      await transcript.getByRole('table').first().waitFor();
    });

    it('shows a page that a skill made, in a frame, once the user wants it', async () => {
      const {page, write, settled, complaints} = await arrive('aishu.html');
      await write('make a web page about themes');
      await settled();
      assert.equal(page.frames().length, 1);
      await button(/^Load page from/).click();
      await page.frameLocator('iframe').getByText('theme').first().waitFor();
      await button('Expand').click();
      await button('Collapse').click();
      await button('Expand').waitFor();
      assert.deepEqual(complaints, []);
    });

    it('stops on the server, and shows the conversation again after a reload', async () => {
      const {page, write, settled, transcript, streams} = await arrive('aishu.html');
      await write('write a long answer of 64 KB');
      await transcript.getByText('a list with item').first().waitFor();
      await button('Stop').click();
      assert.match(await settled(), /Stopped/);
      await streams(0);
      await page.reload();
      await transcript.getByText('a list with item').first().waitFor();
      assert.match(await settled(), /Stopped/);
    });

    it('goes on with a run after a reload, to its end', async () => {
      const {page, write, settled, transcript, stats} = await arrive('aishu.html');
      await write('write a long answer of 4 KB');
      await transcript.getByText('a list with item').first().waitFor();
      const posted = Object.values((await stats()).messages).length;
      await page.reload();
      await transcript.getByText('a list with item').first().waitFor();
      const {length} = await settled();
      assert.ok(length > 2500, String(length));
      assert.equal(Object.values((await stats()).messages).length, posted);
      assert.equal(await transcript.getByRole('article').count(), 2);
    });

    it('lists the conversations, renames and deletes them', async () => {
      const {page, write, settled, transcript} = await arrive('aishu.html');
      await write('what is 6 * 7');
      await settled();
      await button('New conversation').click();
      await transcript.getByText(number(42)).first().waitFor({state: 'detached'});
      await write('what is 3 * 3');
      await settled();
      const list = page.getByRole('dialog', {name: 'Conversations'});
      await page.getByRole('button', {name: 'Conversations', exact: true}).click();
      await list.getByRole('button', {name: 'Rename what is 6 * 7'}).click();
      await list.getByRole('textbox', {name: 'Title'}).fill('The answer');
      await list.getByRole('button', {name: 'Save'}).click();
      await list.getByRole('button', {name: 'Delete what is 3 * 3'}).click();
      await list.getByRole('button', {name: 'Delete', exact: true}).click();
      await list.getByText('3 * 3').waitFor({state: 'detached'});
      await list.getByRole('button', {name: /^The answer/}).click();
      await transcript.getByText(number(42)).first().waitFor();
    });

    it('takes a file up to the conversation, and with the message', async () => {
      const {page, write, settled} = await arrive('aishu.html');
      const sent = page.waitForRequest(/chat\/completion$/);
      const buffer = Buffer.from('A short text about lighthouses.');
      const file = {name: 'light houses.txt', mimeType: 'text/plain', buffer};
      await page.locator('input[type="file"]').setInputFiles(file);
      await page.locator('[part="attachment"][data-status="ready"]').nth(1).waitFor();
      await write('please take this');
      const {selected_files: files} = (await sent).postDataJSON() as Record<string, unknown>;
      assert.match(JSON.stringify(files), /uploads\/temparea\/light.*houses\.txt/);
      assert.match(await settled(), /light houses\.txt/);
    });

    it('fetches one new token when it is refused, and the message goes out once', async () => {
      const {page, write, settled} = await arrive('aishu.html');
      await write('what is 6 * 7');
      await settled();
      const asked: string[] = [];
      page.on('response', response => {
        const {pathname} = new URL(response.url());
        if (/token$|completion$/.test(pathname)) asked.push(`${pathname} ${response.status()}`);
      });
      await fetch(`${server.origin}/demo/tokens`, {method: 'DELETE'});
      await write('what is 6 * 8');
      await page.getByText(number(48)).first().waitFor();
      const chat = '/aishu/api/agent-factory/v1/app/demo/chat/completion';
      await until(() => asked.includes(`${chat} 200`));
      // What the chat asks behind an answer may be refused first, and fetch the token for both.
      const [first, ...rest] = asked;
      const taken = ['/demo/token 200', `${chat} 200`];
      assert.deepEqual(first === `${chat} 401` ? rest : asked, taken);
    });

    it('lets the user take away what the page lays beside a message', async () => {
      const {write, settled} = await arrive('aishu.html');
      await button('Remove Order 4711').click();
      await write('hello');
      assert.doesNotMatch(await settled(), /Order 4711/);
    });

    it('says what failed, and what to do about it', async () => {
      const {write, settled} = await arrive('aishu.html');
      await write('fail');
      const words = await settled();
      assert.match(words, /sandbox did not answer/);
      assert.match(words, /Ask for something else/);
    });
  });

  it('turns to another wire in mid-stream: one conversation ends, and another begins', async () => {
    const {page, write, settled, streams} = await arrive('anthropic.html');
    await write('write a long answer of 64 KB');
    await page.getByText('a list with item').first().waitFor();
    await page.evaluate(() => {
      const chat = document.querySelector('ubik-chat')!;
      chat.protocol = 'aishu';
      chat.endpoint = '/aishu/api/agent-factory/v1';
      chat.agentId = 'demo';
    });
    await page.getByText('I am a scripted agent behind the Data Agent API').waitFor();
    await streams(0);
    await write('what is 6 * 7');
    const words = await settled();
    assert.match(words, /42/);
    assert.doesNotMatch(words, /long answer/);
  });

  it('shows a wire of its own like any other', async () => {
    const {write, settled, complaints} = await arrive('plain.html');
    await write('what is 6 * 7');
    assert.match(await settled(), /Calculator[^]*42/);
    assert.deepEqual(complaints, []);
  });

  it('asks one agent over three wires, side by side', async () => {
    const {page, complaints} = await openPage(browser, `${server.origin}/wires.html`);
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
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
});
