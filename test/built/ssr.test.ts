import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {BrowserContextOptions} from 'playwright-core';
import {emptyConversation, type Conversation} from '../../src/core/index.js';
import {openPage} from '../support/browser.js';
import {openPages, renderChat, type ServerPages} from './server-pages.js';
import {numberPattern} from '../e2e/fixture.js';

/** A conversation in which an answer has this text. */
const conversationWith = (text: string): Conversation => {
  const answer = {id: 'answer', kind: 'message', role: 'assistant', status: 'done'} as const;
  const words = {id: 'words', kind: 'text', text, status: 'done', children: []} as const;
  return {...emptyConversation, children: [{...answer, children: [words]}]};
};

/** A hostile text beside all constructs of Markdown. */
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

/** HTML that the script renders as links and images, and the server as source text. */
const raw =
  '<a href="javascript:attack()">a</a> <img src=x onerror=attack()> <a href=/ onclick=attack()>b</a>';

/** An answer with an item of every kind, all with this text in every field. */
function textInEveryField(words: string): Conversation {
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

/** Attempts to break out of the markup around a text. */
const breakout =
  `"'--></textarea></title></style></script></template><img src=x onerror=attack()>` +
  `<script>attack()</script><svg onload=attack()>`;

/** The rendered Markdown as a list of elements with their text and attributes. */
const renderedMarkdown = `(() => {
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

describe('a server-rendered chat', () => {
  let pages: ServerPages;
  let conversation: Conversation;

  before(async () => {
    pages = await openPages({
      hostile: {conversation: conversationWith(hostile)},
      parts: {conversation: textInEveryField(breakout)},
      raw: {conversation: conversationWith(raw)},
    });
    ({conversation} = pages);
  });
  after(() => pages.close());

  const open = (path = '/', options: BrowserContextOptions = {}) =>
    openPage(pages.browser, pages.origin + path, options);

  it('displays the conversation without any script', async () => {
    const {page, browserErrors} = await open('/', {javaScriptEnabled: false});
    assert.equal(await page.getByRole('article').count(), conversation.children.length);
    await page.getByText('42').first().waitFor();
    await page.getByRole('textbox', {name: 'Message'}).waitFor();
    assert.equal(await page.locator('pre').first().isVisible(), true);
    await page.getByText('tell me a joke <script>', {exact: true}).waitFor();
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('sends the next message', async () => {
    const {page, browserErrors} = await open();
    await page.evaluate('start()');
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.fill('what is 2 * 4');
    await composer.press('Enter');
    const turns = page.getByRole('article');
    await turns
      .nth(conversation.children.length + 1)
      .getByText(numberPattern(8))
      .first()
      .waitFor();
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('is rendered by the browser if only the browser knows whether it is open', async () => {
    const {page, browserErrors} = await open('/floating');
    await page.evaluate('start()');
    await page.getByRole('button', {name: 'Open chat'}).click();
    await page.getByRole('article').first().waitFor();
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('renders a text as the browser does and runs no script of it', async () => {
    const {page, browserErrors} = await open('/hostile');
    const before = await page.evaluate<string[]>(renderedMarkdown);
    await page.evaluate('start()');
    await page.evaluate('new Promise(requestAnimationFrame)');
    const after = await page.evaluate<string[]>(renderedMarkdown);
    assert.ok(before.length > 50);
    assert.equal(before.join('\n'), after.join('\n'));
    assert.equal(await page.evaluate('globalThis.attacked'), undefined);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('escapes the text of every kind of item', async () => {
    const {page, browserErrors} = await open('/parts');
    assert.equal(await page.locator('body > *').count(), 1);
    assert.equal(await page.locator('img').count(), 0);
    await page.evaluate('start()');
    await page.getByRole('article').first().waitFor();
    assert.equal(await page.evaluate('globalThis.attacked'), undefined);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('displays links and images in HTML as source text without any script', async () => {
    const {page, browserErrors} = await open('/raw', {javaScriptEnabled: false});
    await page.locator('ubik-markdown').getByText(raw).waitFor();
    assert.equal(await page.locator('a, img').count(), 0);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('rejects an invalid nonce and adds a valid one to every style', async () => {
    await assert.rejects(renderChat({nonce: '"><script>'}), TypeError);
    const html = await renderChat({nonce: 'r4nd0m', conversation});
    assert.equal(html.split('<style').length, html.split('<style nonce="r4nd0m">').length);
  });
});
