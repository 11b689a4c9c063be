import assert from 'node:assert/strict';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {Browser, BrowserContextOptions} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {entriesOf, tags, type Manifest} from '../support/entries.js';
import {serveFiles, type FileServer} from '../support/file-server.js';
import {until} from '../support/until.js';
import {apps, folderOf, run} from './apps.js';

/** The agent in the sources of the apps: the default address of `npm start`. */
const agent = 'http://127.0.0.1:8787';

/** The source files of an app. */
const sources = /^(?!node_modules|dist|\.).*\.(tsx?|vue|svelte|astro)$/;

/** Server-rendered apps, whose HTML contains the conversation. Their floating chat is on another page. */
const serverRendered = ['astro'];
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
    const names = await readdir(folder, {recursive: true, encoding: 'utf8'});
    for (const name of names.filter(one => sources.test(one))) {
      const source = await readFile(join(folder, name), 'utf8');
      if (source.includes(agent))
        await writeFile(join(folder, name), source.replaceAll(agent, server.origin));
    }
    await run('npm', ['run', 'build'], folder);
    return join(folder, 'dist');
  };

  const builds = new Map<string, Promise<string>>();
  const serveApp = async (app: string): Promise<FileServer> => {
    const building = builds.get(app) ?? build(app);
    builds.set(app, building);
    const built = await building;
    return serveFiles(built, {'/': await readFile(join(built, 'index.html'), 'utf8')});
  };

  for (const app of apps) {
    it(`binds properties, listens to events, renders a tool and unmounts in ${app}`, async () => {
      const files = await serveApp(app);
      const {page, browserErrors} = await openPage(browser, files.origin + pageOf(app));
      try {
        // `open` is bound in both directions.
        const open = page.getByRole('checkbox', {name: 'Open'});
        await page.getByRole('button', {name: 'Open chat'}).click();
        await page.getByRole('dialog').waitFor();
        await until(() => open.isChecked());
        await open.uncheck();
        await page.getByRole('dialog').waitFor({state: 'hidden'});
        await open.check();

        await page.getByRole('button', {name: 'What is 2 * (3 + 4)?'}).click();
        await page.getByText('1 turns').waitFor();
        const line = page.locator('.calculation').getByText('2 * (3 + 4) = 14', {exact: true});
        await line.waitFor();

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
