import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cp, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {pathToFileURL} from 'node:url';
import type {Browser, ConsoleMessage, Page} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {chunk, hashes} from '../support/chunks.js';
import {startCorsProxy} from '../support/cors-proxy.js';
import {serveFiles} from '../support/file-server.js';
import {ChatController} from '../../src/controller/index.js';
import type {Item, ToolItem} from '../../src/core/index.js';
import {ask} from './hostile.js';
import {numberPattern} from '../e2e/fixture.js';

/** The strictest policy that the widget supports. The endpoint is on another origin. */
const policy = (endpoint: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${endpoint}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html dompurify',
  ].join('; ');

/** The README of the package, with the hashes of all files. */
async function packedReadme(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'readme-'));
  try {
    for (const file of ['README.md', 'dist/cdn/integrity.json']) await cp(file, join(folder, file));
    execFileSync('node', [resolve('scripts/integrity.mjs'), 'fill'], {cwd: folder});
    return await readFile(join(folder, 'README.md'), 'utf8');
  } finally {
    await rm(folder, {recursive: true});
  }
}

/** The snippets of the README that load a file from a CDN, by the name of the file. */
const snippets = [...(await packedReadme()).matchAll(/```html\n([^]*?)```/g)]
  .map(
    ([, html = '']) => [/\/cdn\/([\w.-]+\.js)"\s+integrity/.exec(html)?.[1] ?? '', html] as const,
  )
  .filter(([name]) => name !== '');
const [importMap = ''] =
  /<script type="importmap">[^]*?<\/script>/.exec(snippets.map(([, html]) => html).join()) ?? [];

/** The addresses in the snippets of the README. */
const cdnAddress = /https:\/\/[^"]*?\/cdn\//g;

const tools = (items: readonly Item[]): ToolItem[] =>
  items.flatMap(item => (item.kind === 'tool' ? [item] : tools(item.children)));

/** Waits for the first console message of a page that contains a word. */
const waitForMessage = (page: Page, word: string): Promise<ConsoleMessage> =>
  page.waitForEvent('console', {predicate: message => message.text().includes(word)});

describe('a static page with a script tag and a chat tag', () => {
  let browser: Browser;
  let agent: AgentServer;

  before(async () => {
    [browser, agent] = await Promise.all([openBrowser(), startServer()]);
  });
  after(() => Promise.all([browser.close(), agent.stop()]));

  it('follows one tool execution without a chat', async () => {
    const chat = new ChatController(undefined, {
      endpoint: agent.url,
      tokenEndpoint: `${agent.origin}/demo/token`,
    });
    await chat.send('what is 6 * 7');
    const [tool] = tools(chat.conversation.children);
    chat.dispose();
    const html = `<!doctype html><html lang="de"><title>One tool</title>
      <script type="module" src="/cdn/ubik-chat.js"></script>
      <ubik-tool name="calculator" execution-id="${tool?.executionId ?? ''}" endpoint="${agent.url}"
        token-endpoint="${agent.origin}/demo/token"></ubik-tool>`;
    const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''}, {});
    const {page, browserErrors} = await openPage(browser, `${files.origin}/`);
    try {
      const header = page.getByRole('button', {name: /Calculator\s+Fertig/});
      await header.click();
      await page.getByText(numberPattern(42)).first().waitFor();
      assert.deepEqual(browserErrors, []);
    } finally {
      await page.context().close();
      await files.stop();
    }
  });

  for (const [name, script] of [
    ['the module', '<script type="module" src="/cdn/ubik-chat.js"></script>'],
    ['the classic script', '<script defer src="/cdn/ubik-chat.iife.js"></script>'],
  ] as const) {
    it(`works from a file server under the strictest policy with ${name}`, async () => {
      const html = `<!doctype html><html lang="en"><title>Embed</title>${script}
        <ubik-chat endpoint="${agent.url}" token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
      const headers = {'content-security-policy': policy(agent.origin)};
      const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''}, headers);
      const {page, browserErrors} = await openPage(browser, `${files.origin}/`);
      const outside: string[] = [];
      page.on('request', request => {
        const {origin} = new URL(request.url());
        if (origin !== files.origin && origin !== agent.origin) outside.push(request.url());
      });
      try {
        const composer = page.getByRole('textbox', {name: 'Message'});
        await composer.fill('show markdown');
        await composer.press('Enter');
        await page.waitForFunction(() => {
          const chat = document.querySelector('ubik-chat');
          return chat?.status === 'idle' && chat.conversation.children.length === 2;
        });
        await page.getByRole('log').getByRole('table').first().waitFor();
        await page.evaluate(() => (document.documentElement.lang = 'fr'));
        await page.getByPlaceholder('Écrivez un message').waitFor();
        assert.deepEqual(browserErrors, []);
        assert.deepEqual(outside, []);
      } finally {
        await page.context().close();
        await files.stop();
      }
    });
  }

  for (const script of [
    '<script type="module" src="/cdn/ubik-chat.js"></script>',
    '<script defer src="/cdn/ubik-chat.iife.js"></script>',
  ]) {
    it(`highlights code, and displays formulas with a module from the same folder, beside ${script}`, async () => {
      const text = '```js\nconst sum = 6 * 7; // all of it\n```\n\nso $x^2 = 42$';
      const html = `<!doctype html><html lang="en"><title>Modules</title>${script}
        <script type="module" src="/cdn/math.js"></script>
        <ubik-markdown text="${text.replaceAll('\n', '&#10;')}"></ubik-markdown>
        <ubik-chat endpoint="${agent.url}" token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
      const headers = {'content-security-policy': policy(agent.origin)};
      const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''}, headers);
      const {page, browserErrors} = await openPage(browser, `${files.origin}/`);
      try {
        const alone = page.locator('ubik-markdown').first();
        await alone.locator('math msup').waitFor();
        await page.waitForFunction(() => CSS.highlights.has('ubik-code-keyword'));
        const before = await page.evaluate(
          () => CSS.highlights.get('ubik-code-keyword')?.size ?? 0,
        );
        const composer = page.getByRole('textbox', {name: 'Message'});
        await composer.fill('show markdown');
        await composer.press('Enter');
        await page.waitForFunction(
          count => (CSS.highlights.get('ubik-code-keyword')?.size ?? 0) > count,
          before,
        );
        assert.deepEqual(browserErrors, []);
      } finally {
        await page.context().close();
        await files.stop();
      }
    });
  }

  for (const [name, snippet] of snippets) {
    it(`works with the snippet of the README and the hash of the file (${name})`, async () => {
      const cdn = await serveFiles('dist', {}, {'access-control-allow-origin': '*'});
      const html = snippet
        .replaceAll(cdnAddress, `${cdn.origin}/cdn/`)
        .replace('/api/v1', agent.url)
        .replace('/chat-token', `${agent.origin}/demo/token`);
      assert.match(html, /integrity="sha384-[\w+/]{64}"/);
      const page = (body: string): string =>
        `<!doctype html><html lang="en"><title>Embed</title><link rel="icon" href="data:,">${body}`;
      const broken = html.replace(/(?<= integrity=")sha384-./, start =>
        start.endsWith('A') ? 'sha384-B' : 'sha384-A',
      );
      const site = await serveFiles('dist', {'/': page(html), '/broken': page(broken)});
      const right = await openPage(browser, `${site.origin}/`);
      await right.page.waitForFunction(() => document.querySelector('ubik-chat')?.shadowRoot);
      assert.deepEqual(right.browserErrors, []);
      // With another hash the script does not run.
      const wrong = await openPage(browser, 'about:blank');
      const message = waitForMessage(wrong.page, 'integrity');
      await wrong.page.goto(`${site.origin}/broken`);
      assert.equal((await message).type(), 'error');
      assert.equal(
        await wrong.page.evaluate(() => customElements.get('ubik-chat') ?? 'none'),
        'none',
      );
      await Promise.all([right.page.context().close(), wrong.page.context().close()]);
      await Promise.all([cdn.stop(), site.stop()]);
    });
  }

  for (const [name, snippet] of snippets.filter(([name]) => !name.includes('standalone'))) {
    it(`rejects a changed lazy-loaded file with the snippet of the README (${name})`, async () => {
      const html = snippet.includes(importMap) ? snippet : importMap + snippet;
      const open = async (changed: string): Promise<{page: Page; stop(): Promise<unknown>}> => {
        const content = await readFile(`dist/${changed}`, 'utf8');
        const cdn = await serveFiles(
          'dist',
          {[`/${changed}`]: `${content}\nglobalThis.changed = true;`},
          {'access-control-allow-origin': '*'},
        );
        const body = html
          .replaceAll(cdnAddress, `${cdn.origin}/cdn/`)
          .replace('/api/v1', agent.url)
          .replace('/chat-token', `${agent.origin}/demo/token`);
        const site = await serveFiles('dist', {
          '/': `<!doctype html><html lang="en"><title>Embed</title><link rel="icon" href="data:,">${body}`,
        });
        const {page} = await openPage(browser, 'about:blank');
        const complaint = waitForMessage(page, 'integrity');
        await page.goto(`${site.origin}/`);
        // A closed chat does not load the Markdown view.
        if (name === 'loader.js') await page.getByRole('button', {name: 'Open chat'}).click();
        assert.ok((await complaint).text().includes(changed));
        return {page, stop: () => Promise.all([page.context().close(), cdn.stop(), site.stop()])};
      };
      for (const changed of [
        `cdn/${chunk('ubik')}`,
        `cdn/${chunk('markdown-engine')}`,
        'cdn/ubik-chat.js',
      ]) {
        const {page, stop} = await open(changed);
        assert.equal(await page.evaluate(() => 'changed' in globalThis), false, changed);
        await stop();
      }
    });
  }

  it('checks lazy-loaded files against the hashes of an import map', async () => {
    const part = chunk('anthropic');
    const page = (hash = ''): string => `<!doctype html><html lang="en"><title>Embed</title>
      <link rel="icon" href="data:,">
      <script type="importmap">${JSON.stringify({integrity: {[`/cdn/${part}`]: hash}})}</script>
      <script type="module" src="/cdn/ubik-chat.js"></script>
      <ubik-chat protocol="anthropic" endpoint="${agent.origin}/anthropic"
        token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
    const site = await serveFiles('dist', {
      '/': page(hashes[part]),
      '/broken': page(hashes[chunk('aishu')]),
    });
    const right = await openPage(browser, `${site.origin}/`);
    await ask(right.page, 'what is 6 * 7');
    assert.deepEqual(right.browserErrors, []);
    const wrong = await openPage(browser, 'about:blank');
    const message = waitForMessage(wrong.page, 'integrity');
    await wrong.page.goto(`${site.origin}/broken`);
    assert.equal((await message).type(), 'error');
    await Promise.all([right.page.context().close(), wrong.page.context().close()]);
    await site.stop();
  });

  it('renders a single tool from a separate folder, as in the quick start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'my-site-'));
    await cp('dist/cdn', join(folder, 'ubik-chat'), {recursive: true});
    const html = await readFile('demo/examples/own/index.html', 'utf8');
    assert.ok(html.includes('http://127.0.0.1:8787/'));
    const own = html.replaceAll('http://127.0.0.1:8787', agent.origin);
    const files = await serveFiles(folder, {'/': own});
    const {page, browserErrors} = await openPage(browser, `${files.origin}/`);
    try {
      const composer = page.getByRole('textbox', {name: 'Message'});
      await composer.fill('What is 2 * (3 + 4)?');
      await composer.press('Enter');
      await page.locator('p').getByText('2 * (3 + 4) = 14', {exact: true}).waitFor();
      assert.deepEqual(browserErrors, []);
    } finally {
      await page.context().close();
      await files.stop();
      await rm(folder, {recursive: true});
    }
  });

  for (const [name, script] of [
    ['the classic script', '<script defer src="ubik-chat.iife.js"></script>'],
    ['the module in the page', '<script type="module">MODULE</script>'],
  ] as const) {
    it(`displays an answer on a page opened as a file, with ${name}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'file-'));
      const proxy = await startCorsProxy(agent.origin);
      const module = await readFile('dist/cdn/ubik-chat.standalone.js', 'utf8');
      const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>File</title>
        ${script.replace('MODULE', () => module.replaceAll('</script', '<\\/script'))}
        <ubik-chat endpoint="${proxy.origin}/api/v1"
          token-endpoint="${proxy.origin}/demo/token"></ubik-chat>`;
      await cp('dist/cdn/ubik-chat.iife.js', join(folder, 'ubik-chat.iife.js'));
      await writeFile(join(folder, 'index.html'), html);
      const {page, browserErrors} = await openPage(
        browser,
        pathToFileURL(`${folder}/index.html`).href,
      );
      await ask(page, 'show markdown');
      await page.getByRole('log').getByRole('table').first().waitFor();
      assert.deepEqual(browserErrors, []);
      await page.context().close();
      await Promise.all([proxy.stop(), rm(folder, {recursive: true})]);
    });
  }

  it('needs one request and no CORS headers with the standalone classic script', async () => {
    const cdn = await serveFiles('dist', {});
    const html = `<!doctype html><html lang="de"><title>Embed</title><link rel="icon" href="data:,">
      <script defer src="${cdn.origin}/cdn/ubik-chat.iife.js"></script>
      <ubik-chat protocol="anthropic" endpoint="${agent.origin}/anthropic"
        token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
    const site = await serveFiles('dist', {'/': html});
    const {page, browserErrors} = await openPage(browser, 'about:blank');
    const files: string[] = [];
    page.on('request', request => {
      if (request.url().startsWith(cdn.origin)) files.push(new URL(request.url()).pathname);
    });
    await page.goto(site.origin);
    await page.getByPlaceholder('Nachricht schreiben').waitFor();
    await page.getByRole('textbox').fill('what is 6 * 7');
    await page.getByRole('textbox').press('Enter');
    await page.getByRole('log').getByText(numberPattern(42)).first().waitFor();
    assert.deepEqual(files, ['/cdn/ubik-chat.iife.js']);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
    await Promise.all([cdn.stop(), site.stop()]);
  });

  for (const [name, script] of [
    ['the classic script', '<script src="/cdn/ubik-chat.iife.js"></script><script>start(UbikChat)'],
    [
      'the standalone module',
      '<script type="module">import * as all from "/cdn/ubik-chat.standalone.js"; start(all)',
    ],
    [
      'the module and its core',
      `<script type="module">import * as chat from '/cdn/ubik-chat.js'; import * as core from '/cdn/core.js';
        start({...chat, ...core})`,
    ],
  ] as const) {
    it(`registers a protocol with options, with ${name}`, async () => {
      const requests: unknown[] = [];
      const html = `<!doctype html><html lang="en"><title>Options</title><script>
        function start({protocols, createAiSdk, createAgUi, createCopilotKit, createOpenai, createOpenaiChat,
          createProtocol, withLocalSessions}) {
          protocols.register('shop', withLocalSessions(createAiSdk({send: 'last', body: {shop: 1}})));
          window.creators = [createAgUi, createCopilotKit, createOpenai, createOpenaiChat, createProtocol]
            .map(creator => typeof creator);
        }</script>${script}</script>
        <ubik-chat protocol="shop" endpoint="/api/chat"></ubik-chat>`;
      const site = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
      const {page, browserErrors} = await openPage(browser, 'about:blank');
      await page.route('**/api/chat', async route => {
        requests.push(route.request().postDataJSON());
        const chunks = [{type: 'start'}, {type: 'text-start', id: '0'}];
        const rest = [{type: 'text-delta', id: '0', delta: 'Sold'}, {type: 'finish'}];
        const body = [...chunks, ...rest].map(part => `data: ${JSON.stringify(part)}\n\n`).join('');
        await route.fulfill({contentType: 'text/event-stream', body});
      });
      await page.goto(site.origin);
      await ask(page, 'a bag');
      await page.getByRole('log').getByText('Sold').waitFor();
      assert.deepEqual(await page.evaluate('window.creators'), Array(5).fill('function'));
      const [request] = requests as {shop: number; message: {role: string}}[];
      assert.deepEqual([request?.shop, request?.message.role], [1, 'user']);
      assert.deepEqual(browserErrors, []);
      await page.context().close();
      await site.stop();
    });
  }

  it('exports what a page without a bundler needs, from one copy of the code', async () => {
    const html = `<!doctype html><html lang="en"><title>Core</title><script type="module">
      import {renderers, protocols} from '/cdn/ubik-chat.js';
      import {createProtocol, foldFrames, parseFrames, sources, toMarkdown, toolInput, ubik} from '/cdn/core.js';
      const {children} = foldFrames(ubik, [...parseFrames(
        'data: {"type": "response_chunk", "content": "*Hello*"}\\n\\n',
      )]);
      window.result = {
        text: toMarkdown({children}),
        kinds: [createProtocol, sources, toolInput, renderers.register].map(value => typeof value),
        known: protocols.get('ubik') !== undefined,
      };
      </script>`;
    const site = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
    const {page, browserErrors} = await openPage(browser, `${site.origin}/`);
    const result = await page.waitForFunction('window.result');
    assert.deepEqual(await result.jsonValue(), {
      text: '*Hello*',
      kinds: Array(4).fill('function'),
      known: true,
    });
    assert.deepEqual(browserErrors, []);
    await page.context().close();
    await site.stop();
  });
});
