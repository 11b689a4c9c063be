import assert from 'node:assert/strict';
import {readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {Browser, BrowserContextOptions} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {entriesOf, tags, type Manifest} from '../support/entries.js';
import {serveFiles} from '../support/file-server.js';
import {apps, folderOf, run, setAgent} from './apps.js';
import {calculate} from './calculate.js';
import {startTool, type ToolServer} from './tool-server.js';

/** Server-rendered apps, whose HTML contains the conversation. Their floating chat is on another page. */
const serverRendered = ['astro'];
/** Apps whose build is a server for Node.js, with its command. */
const servers: Readonly<Record<string, readonly string[]>> = {
  next: ['next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', 'PORT'],
  nuxt: ['./.output/server/index.mjs'],
};
const pageOf = (app: string): string => (serverRendered.includes(app) ? '/floating/' : '/');

/** Counts the frames without the conversation after the first frame with it. */
const watchFrames = `window.empty = 0;
const look = () => {
  const chat = document.querySelector('ubik-chat');
  const shown = Boolean(chat) && visibleText(chat).includes('It is sunny in Lisbon.');
  window.seen ||= shown;
  if (window.seen && chat && !shown) window.empty += 1;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);`;

/** Components with templates that only the compiler of the framework checks. */
const templates: Readonly<Record<string, string>> = {svelte: 'Chat.svelte', vue: 'Chat.vue'};

describe('the types of a framework', () => {
  it('compile in one program with those of all others, including declarations', async () => {
    const room = dirname(folderOf('vue'));
    const own = JSON.parse(await readFile('package.json', 'utf8')) as Manifest;
    const source = [
      ...entriesOf(own).map(entry => `import '${entry}';`),
      `export const all: readonly (keyof HTMLElementTagNameMap)[] = ${JSON.stringify(tags)};`,
    ];
    const config = {
      extends: './tsconfig.json',
      compilerOptions: {skipLibCheck: false},
      files: ['all.ts'],
    };
    await writeFile(join(room, 'all.ts'), source.join('\n'));
    await writeFile(join(room, 'all.json'), JSON.stringify(config));
    await run(join(room, 'node_modules', '.bin', 'tsc'), ['-p', 'all.json'], room);
  });

  for (const app of apps) {
    it(`accept the app ${app}`, async () => {
      await run('npm', ['run', 'check', '--if-present'], folderOf(app));
    });
    const template = templates[app];
    if (template === undefined) continue;

    it(`reject an unknown layout and a listener of another event in ${app}`, async () => {
      const folder = folderOf(app);
      const file = join(folder, template);
      const right = await readFile(file, 'utf8');
      const wrong = right
        .replace(/(layout=)"float"/, '$1"wide"')
        .replace('event.open', 'event.shut');
      await writeFile(file, wrong);
      try {
        await assert.rejects(run('npm', ['run', 'check'], folder), ({stdout}: {stdout: string}) =>
          ['wide', 'shut'].every(word => stdout.includes(word)),
        );
      } finally {
        await writeFile(file, right);
      }
    });
  }
});

describe('an app of a framework', () => {
  let browser: Browser;
  let server: AgentServer;

  before(async () => {
    [browser, server] = await Promise.all([openBrowser(), startServer()]);
  });
  after(() => Promise.all([browser.close(), server.stop()]));

  /** Builds an app with another address of the agent. */
  const build = async (app: string): Promise<string> => {
    const folder = folderOf(app);
    await setAgent(folder, server.origin);
    await run('npm', ['run', 'build'], folder);
    return folder;
  };

  const builds = new Map<string, Promise<string>>();
  const serveApp = async (app: string): Promise<ToolServer> => {
    const building = builds.get(app) ?? build(app);
    builds.set(app, building);
    const folder = await building;
    const command = servers[app];
    if (command) return startTool(folder, command);
    const built = join(folder, 'dist');
    return serveFiles(built, {'/': await readFile(join(built, 'index.html'), 'utf8')});
  };

  for (const app of apps) {
    it(`binds properties, listens to events, renders a tool and unmounts in ${app}`, async () => {
      const files = await serveApp(app);
      const {page, browserErrors} = await openPage(browser, files.origin + pageOf(app));
      try {
        const line = await calculate(page);
        const tool = await line.elementHandle();
        await page.getByRole('button', {name: 'Leave'}).evaluate(button => {
          (button as HTMLElement).click();
        });
        await page.waitForFunction(() => !document.querySelector('ubik-chat'));
        assert.equal(await tool.evaluate(node => node.isConnected), false);
        assert.deepEqual(browserErrors, []);
      } finally {
        await page.context().close();
        await files.stop();
      }
    });
  }

  for (const app of Object.keys(servers)) {
    it(`has the tag and its attributes in the HTML of the server of ${app}`, async () => {
      const {origin, stop} = await serveApp(app);
      try {
        const html = await (await fetch(origin)).text();
        const [tag = ''] = /<ubik-chat[^>]*>/.exec(html) ?? [];
        assert.match(tag, / layout="float"/);
        assert.ok(tag.includes(` token-endpoint="${server.origin}/demo/token"`), tag);
      } finally {
        await stop();
      }
    });
  }

  for (const app of serverRendered) {
    it(`displays the conversation without a script, continues it and unmounts in ${app}`, async () => {
      const files = await serveApp(app);
      const open = (options: BrowserContextOptions) =>
        openPage(browser, files.origin, options, async context => {
          await context.addInitScript(watchFrames);
        });
      try {
        const still = await open({javaScriptEnabled: false});
        const said = still.page.getByRole('article').getByText('It is sunny in Lisbon.').first();
        assert.equal(await said.isVisible(), true);
        assert.deepEqual(still.browserErrors, []);
        await still.page.context().close();

        const {page, browserErrors} = await open({});
        await page.locator('.search').first().waitFor();
        assert.equal(await page.getByRole('article').count(), 1);
        assert.deepEqual(await page.evaluate('[seen, empty]'), [true, 0]);
        const composer = page.getByRole('textbox', {name: 'Message'});
        await composer.fill('How is the weather?');
        await composer.press('Enter');
        await page.getByText('1 turns').waitFor();
        const tools = page.getByText('searches for “weather in Lisbon”: done');
        await tools.nth(1).waitFor();
        const tool = await tools.nth(1).elementHandle();
        await page.getByRole('button', {name: 'Leave'}).click();
        await page.waitForFunction(() => !document.querySelector('ubik-chat'));
        assert.equal(await tool.evaluate(node => node.isConnected), false);
        assert.deepEqual(browserErrors, []);
        await page.context().close();
      } finally {
        await files.stop();
      }
    });
  }
});
