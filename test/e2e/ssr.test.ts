import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import type {Browser, BrowserContextOptions} from 'playwright-core';
import {emptyConversation, type Conversation} from '../../src/core/index.js';
import type {renderChat as RenderChat, ServerChat} from '../../src/ssr/index.js';
import {ChatController} from '../../src/controller/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {otherPages} from '../support/engine-page.js';
import {serveFiles, type FileServer} from '../support/file-server.js';
import {number} from './setting.js';

const built = new URL('../../dist/ssr/index.js', import.meta.url).href;
const {renderChat} = (await import(built)) as {readonly renderChat: typeof RenderChat};

/** Hears what the page complains about, also where the browser's driver does not tell. */
const witness = await readFile('test/support/page-witness.js', 'utf8');

/** What moves is counted from the moment on that the scripts are let in. */
const start = `
  window.allOf = (selector, root = document) =>
    [...root.querySelectorAll('*')].flatMap(part => [
      ...(part.matches(selector) ? [part] : []),
      ...(part.shadowRoot ? allOf(selector, part.shadowRoot) : []),
    ]);
  window.attack = () => (window.attacked = true);
  window.start = async () => {
    window.shifts = 0;
    new PerformanceObserver(list => {
      for (const {value} of list.getEntries()) window.shifts += value;
    }).observe({type: 'layout-shift'});
    await import('/cdn/hydrate.js');
    await import('/cdn/ubik-chat.js');
    const chat = document.querySelector('ubik-chat');
    if (chat.endpoint) await chat.ready;
  };
`;

/** The boxes in all shadow trees of a chat, in whole pixels, but for pictures. */
const boxes = `(() => {
  const found = [];
  const walk = root => {
    for (const part of root.querySelectorAll('*')) {
      const {x, width, height} = part.getBoundingClientRect();
      if (height > 0 && !part.closest('svg')) {
        found.push([part.localName, ...[x, width, height].map(Math.round)].join(' '));
      }
      if (part.shadowRoot) walk(part.shadowRoot);
    }
  };
  walk(document.querySelector('ubik-chat').shadowRoot);
  return found;
})()`;

/** A conversation in which an answer says this. */
const saying = (text: string): Conversation => {
  const answer = {id: 'answer', kind: 'message', role: 'assistant', status: 'done'} as const;
  const words = {id: 'words', kind: 'text', text, status: 'done', children: []} as const;
  return {...emptyConversation, children: [{...answer, children: [words]}]};
};

/** What a text may try, and what all of Markdown looks like beside it. */
const hostile = `
# Heading <script>attack()</script>

[one](javascript:attack()) [two](JaVaScRiPt&#58;attack()) [three](https://a.example/?next=javascript:attack())
[four](vbscript:attack()) [five](data:text/html,<script>attack()</script>) [good.example](https://bad.example "a \u202Etitle")
[six](/path 'x" onmouseover="attack()') [seven](#part) <https://auto.example/?a=1&b=2> \u202Etxt.exe

<b onclick=attack()>bold</b> <svg onload=attack()> <!-- <script>attack()</script> -->
![image](https://images.example/x.png"onerror="attack())

<script>attack()</script>

<iframe srcdoc="<script>attack()</script>"></iframe>

\`code \u202E</code><script>attack()</script>\` **strong _both_** ~~gone~~ &copy; line\\
break

- [x] done
- [ ] </template><script>attack()</script>

1. one

   loose

2. two

> quote </ubik-markdown></div><script>attack()</script>

| left | right |
| :-- | --: |
| <u onclick=attack()>cell</u> | "cell" |

~~~js" onclick="attack()
const x = '</code></pre><script>attack()</script>'; // \u202E
~~~

---
`;

/** HTML that the script draws as links and images, and the server as it was written. */
const raw =
  '<a href="javascript:attack()">a</a> <img src=x onerror=attack()> <a href=/ onclick=attack()>b</a>';

/** An answer with a part of every kind, all of whose words say this. */
function everywhere(words: string): Conversation {
  let count = 0;
  const part = (kind: string, fields: object, status = 'done'): object => ({
    id: `${kind}-${++count}`,
    kind,
    status,
    children: [],
    ...fields,
  });
  const rows = {title: words, data: [{[words]: words, n: 1}], chart_config: {chart_type: 'Pie'}};
  const found = {url: words, title: words, response: words, sources: [{url: words, title: words}]};
  const call = {name: words, title: words, input: words, log: words, error: words};
  const phases = [{name: words, status: 'started', message: words, data: {[words]: words}}];
  const ask = {prompt: words, inputTypes: [words], toolName: words};
  const parts = [
    part('text', {text: words, marks: [{offset: 0, source: words, label: words}]}),
    part('thinking', {text: words}, 'streaming'),
    part('step', {title: words}, 'streaming'),
    part('tool', {...call, output: words, phases}, 'streaming'),
    part('tool', {...call, output: JSON.stringify(found)}, 'streaming'),
    part('tool', {...call, name: 'json2plot', output: JSON.stringify(rows)}),
    part('checkpoint', {name: words}),
    part('request', {...ask, schema: {properties: {[words]: {type: 'string'}}}}, 'waiting'),
    part('request', {...ask, choices: [words]}, 'waiting'),
    part('source', {number: 1, title: words, url: words, snippet: words}),
    part('file', {name: words, url: words}),
    part('notice', {code: words, text: words}),
    part('error', {code: words, text: words, advice: words}, 'failed'),
  ];
  const message = part('message', {role: 'assistant', messageId: words}, 'waiting');
  return {
    ...emptyConversation,
    children: [{...message, children: parts}],
  } as unknown as Conversation;
}

/** Ways out of what the words of a part stand in. */
const outbreak =
  `"'--></textarea></title></style></script></template><img src=x onerror=attack()>` +
  `<script>attack()</script><svg onload=attack()>`;

/** What stands in the place of Markdown, piece by piece: its elements in their order, with words and attributes. */
const drawn = `(() => {
  const found = [];
  const walk = root => {
    for (const part of root.querySelectorAll('*')) {
      if (part.localName === 'ubik-markdown') {
        const content = part.shadowRoot.querySelector('.content');
        for (const {localName, attributes, children, textContent} of content.querySelectorAll('*')) {
          if (['button', 'svg', 'path'].includes(localName)) continue;
          const words = children.length === 0 ? [textContent] : [];
          found.push([localName, ...[...attributes].map(({name, value}) => name + '=' + value).sort(), ...words].join(' '));
        }
      }
      if (part.shadowRoot) walk(part.shadowRoot);
    }
  };
  walk(document);
  return found;
})()`;

describe('a chat that a server has drawn', () => {
  let browser: Browser;
  let agent: AgentServer;
  let files: FileServer;
  let conversation: Conversation;
  const questions = ['what is 6 * 7', 'show markdown', 'tell me a joke <script>'];

  before(async () => {
    [browser, agent] = await Promise.all([openBrowser(), startServer()]);
    const settings = {endpoint: agent.url, tokenEndpoint: `${agent.origin}/demo/token`};
    const talk = new ChatController(undefined, settings);
    for (const question of questions) await talk.send(question);
    const sessionId = talk.session?.id ?? '';
    talk.dispose();
    // As a site does: the session as the server has it.
    const chat = new ChatController(undefined, {...settings, sessionId});
    await chat.ready;
    ({conversation} = chat);
    chat.dispose();
    const attributes = {
      endpoint: settings.endpoint,
      'token-endpoint': settings.tokenEndpoint,
      'session-id': sessionId,
    };
    const page = async (chat: ServerChat, head = ''): Promise<string> =>
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Drawn</title>${head}
        <link rel="icon" href="data:,"><script src="/start.js"></script>
        <body>${await renderChat(chat)}`;
    const strict = `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-r4nd0m'; img-src data:;
      connect-src ${agent.origin}; require-trusted-types-for 'script'; trusted-types lit-html dompurify`;
    files = await serveFiles('dist', {
      '/': await page({conversation, attributes}),
      '/empty': await page({attributes: {endpoint: settings.endpoint}}),
      '/still': await page({conversation, attributes: {heading: 'Drawn'}}),
      '/floating': await page({conversation, attributes: {...attributes, layout: 'float'}}),
      '/hostile': await page({conversation: saying(hostile)}),
      '/parts': await page({conversation: everywhere(outbreak)}),
      '/raw': await page({conversation: saying(raw)}),
      '/strict': await page(
        {conversation, attributes, nonce: 'r4nd0m'},
        `<meta http-equiv="Content-Security-Policy" content="${strict}">`,
      ),
      '/start.js': witness + start,
    });
  });
  after(() => Promise.all([browser.close(), agent.stop(), files.stop()]));

  const open = (path = '/', options: BrowserContextOptions = {}) =>
    openPage(browser, files.origin + path, options);

  it('shows what was said without any script', async () => {
    const {page, complaints} = await open('/', {javaScriptEnabled: false});
    assert.equal(await page.getByRole('article').count(), conversation.children.length);
    await page.getByText('42').first().waitFor();
    await page.getByRole('textbox', {name: 'Message'}).waitFor();
    assert.equal(await page.locator('pre').first().isVisible(), true);
    await page.getByText('tell me a joke <script>', {exact: true}).waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('goes on with the same nodes, in the same places, with nothing to complain about', async () => {
    const {page, complaints} = await open();
    const turns = await page.getByRole('article').elementHandles();
    const bubbles = await page.locator('.bubble').elementHandles();
    const places = await page.evaluate(boxes);
    await page.evaluate('start()');
    await page.evaluate('new Promise(requestAnimationFrame)');
    for (const turn of [...turns, ...bubbles]) {
      assert.equal(await turn.evaluate(node => node.isConnected), true);
    }
    assert.deepEqual(await page.evaluate(boxes), places);
    const shifts = Number(await page.evaluate('shifts'));
    // Sections out of view are measured anew: a tenth of what is held to be noticed.
    assert.ok(shifts < 0.05, `${shifts}`);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('takes the next message', async () => {
    const {page, complaints} = await open();
    await page.evaluate('start()');
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.fill('what is 2 * 4');
    await composer.press('Enter');
    const turns = page.getByRole('article');
    await turns
      .nth(conversation.children.length + 1)
      .getByText(number(8))
      .first()
      .waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('is drawn by the browser where only that knows whether it is open', async () => {
    const {page, complaints} = await open('/floating');
    await page.evaluate('start()');
    await page.getByRole('button', {name: 'Open chat'}).click();
    await page.getByRole('article').first().waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('draws what a text says as the browser does, and lets it do nothing', async () => {
    const {page, complaints} = await open('/hostile');
    const before = await page.evaluate<string[]>(drawn);
    await page.evaluate('start()');
    await page.evaluate('new Promise(requestAnimationFrame)');
    const after = await page.evaluate<string[]>(drawn);
    assert.ok(before.length > 50);
    assert.equal(before.join('\n'), after.join('\n'));
    assert.equal(await page.evaluate('globalThis.attacked'), undefined);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('lets the words of no part out of their place', async () => {
    const {page, complaints} = await open('/parts');
    assert.equal(await page.locator('body > *').count(), 1);
    assert.equal(await page.locator('img').count(), 0);
    await page.evaluate('start()');
    await page.getByRole('article').first().waitFor();
    assert.equal(await page.evaluate('globalThis.attacked'), undefined);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('shows HTML that is a link or an image as it was written, without any script', async () => {
    const {page, complaints} = await open('/raw', {javaScriptEnabled: false});
    await page.locator('ubik-markdown').getByText(raw).waitFor();
    assert.equal(await page.locator('a, img').count(), 0);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('goes on under a strict policy', async () => {
    const {page, complaints} = await open('/strict');
    const [turn] = await page.getByRole('article').elementHandles();
    await page.evaluate('start()');
    await page.getByRole('button', {name: 'Copy code'}).first().waitFor();
    assert.equal(await turn?.evaluate(node => node.isConnected), true);
    const styles = await page.evaluate(
      'document.querySelector("ubik-chat").shadowRoot.querySelectorAll("style").length',
    );
    assert.equal(styles, 0);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  for (const [engine, openEngine] of Object.entries(otherPages)) {
    it(`goes on with the same nodes under a strict policy: ${engine}`, async () => {
      const page = await openEngine();
      try {
        await page.open(`${files.origin}/strict`);
        await page.evaluate(`(window.kept = allOf('ubik-message, textarea, .bubble')).length`);
        await page.evaluate('start().then(() => undefined)');
        await page.evaluate(`until(() => allOf('.bar button').length > 0)`);
        const count = await page.evaluate('kept.length');
        assert.ok(Number(count) > conversation.children.length);
        assert.equal(await page.evaluate('kept.filter(node => node.isConnected).length'), count);
        assert.equal(await page.evaluate(`allOf('style').length`), 0);
        assert.equal(await page.evaluate(`complaints.join('\\n')`), '');
      } finally {
        await page.close();
      }
    });
  }

  it('shows what the page has set before the script came, by the nodes that are there', async () => {
    const {page, complaints} = await open('/still');
    const composer = page.getByRole('textbox', {name: 'Message'});
    const kept = [composer, page.getByRole('heading', {name: 'Drawn'})];
    const nodes = await Promise.all(kept.map(part => part.elementHandle()));
    assert.equal(await page.locator('ubik-composer[disabled]').count(), 1);
    await page.evaluate(`Object.assign(document.querySelector('ubik-chat'), {
      transport: () => [],
      placeholder: 'Ask about the weather',
      heading: 'Weather <tomorrow>',
      storage: null,
    })`);
    await page.evaluate('start()');
    await page.getByRole('heading', {name: 'Weather <tomorrow>', exact: true}).waitFor();
    await page.getByPlaceholder('Ask about the weather').fill('What now?');
    await page.getByRole('button', {name: 'Send message', disabled: false}).waitFor();
    assert.equal(await page.locator('ubik-composer[disabled]').count(), 0);
    for (const node of nodes) assert.equal(await node.evaluate(part => part.isConnected), true);
    // What comes later is drawn as ever.
    await page.evaluate(() => (document.querySelector('ubik-chat')!.heading = 'Later'));
    await page.getByRole('heading', {name: 'Later', exact: true}).waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('draws anew what the page knows better', async () => {
    const {page, complaints} = await open('/empty');
    await page.evaluate(`document.querySelector('ubik-chat').suggestions = ['Ask me']`);
    await page.evaluate('start()');
    await page.getByRole('button', {name: 'Ask me'}).waitFor();
    assert.equal(await page.getByRole('textbox', {name: 'Message'}).count(), 1);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('is drawn anew on a page that does not go on with it, or begins to too late', async () => {
    for (const scripts of [['ubik-chat'], ['ubik-chat', 'hydrate']]) {
      const {page, complaints} = await open();
      for (const script of scripts) await page.evaluate(`import('/cdn/${script}.js')`);
      await page.evaluate(() => document.querySelector('ubik-chat')?.ready);
      // The session has what another test said in it.
      const turns = await page.evaluate(
        () => document.querySelector('ubik-chat')?.conversation.children.length ?? 0,
      );
      await page
        .getByRole('article')
        .nth(turns - 1)
        .waitFor();
      assert.equal(await page.getByRole('article').count(), turns);
      assert.equal(await page.getByRole('textbox', {name: 'Message'}).count(), 1);
      assert.deepEqual(complaints, []);
      await page.context().close();
    }
  });

  it('refuses what is no nonce, and gives one to every style', async () => {
    await assert.rejects(renderChat({nonce: '"><script>'}), TypeError);
    const html = await renderChat({nonce: 'r4nd0m', conversation});
    assert.equal(html.split('<style').length, html.split('<style nonce="r4nd0m">').length);
  });
});
