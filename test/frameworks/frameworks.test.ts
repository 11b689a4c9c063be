import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import type {Browser, BrowserContextOptions} from 'playwright-core';
import {snippets} from '../../demo/client/snippets.js';
import {number} from '../e2e/setting.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {entriesOf, tags, type Manifest} from '../support/entries.js';
import {serveFiles} from '../support/file-server.js';

/** The apps of `demo/frameworks` beside the packed package, outside of this repository: made by the script. */
const project = process.env['PROJECT'] ?? '';
// Astro would report what it builds to its makers.
const env = {...process.env, ASTRO_TELEMETRY_DISABLED: '1'};
const execute = promisify(execFile);
const run = (file: string, words: readonly string[], {cwd}: {cwd: string}) =>
  execute(file, words, {cwd, env});

/** Apps that exclude each other are in rooms of their own. */
const folderOf = (app: string): string => {
  const rooms = readdirSync(project).map(room => join(project, room, app));
  return rooms.find(folder => existsSync(folder)) ?? '';
};

const apps = readdirSync('demo/frameworks', {withFileTypes: true})
  .filter(entry => entry.isDirectory())
  .map(({name}) => name);

/** Of these, a server draws the page: what was said stands in it before any script. Their floating chat is on another. */
const drawn = ['astro'];
const pageOf = (app: string): string => (drawn.includes(app) ? '/floating/' : '/');

/** What a page does with the component that the playground writes, by its framework. */
const mounted = {
  React: {
    app: 'react19',
    file: 'Chat.tsx',
    main: `import {createElement} from 'react';
      import {createRoot} from 'react-dom/client';
      import {Chat} from './Chat.js';
      createRoot(document.querySelector('main')!).render(createElement(Chat));`,
  },
  Vue: {
    app: 'vue',
    file: 'Chat.vue',
    main: `import {createApp} from 'vue';
      import Chat from './Chat.vue';
      createApp(Chat).mount('main');`,
  },
  Svelte: {
    app: 'svelte',
    file: 'Chat.svelte',
    main: `import {mount} from 'svelte';
      import Chat from './Chat.svelte';
      mount(Chat, {target: document.querySelector('main')!});`,
  },
} as const;

/** Keeps what the server has drawn of a conversation, from the moment it is there. */
const rememberTurns = `new MutationObserver(() => {
  window.turns ??= document.querySelector('ubik-chat')?.shadowRoot.querySelector('ubik-transcript');
}).observe(document, {childList: true, subtree: true})`;

/** What a template says that the types of the tags do not allow, where no compiler but the framework's own reads it. */
const templates: Readonly<Record<string, string>> = {vue: 'Chat.vue', svelte: 'Chat.svelte'};

describe('the types of a framework', () => {
  it('stand with those of all others in one program, to the last declaration', async () => {
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
    await run(join(room, 'node_modules', '.bin', 'tsc'), ['-p', 'all.json'], {cwd: room});
  });

  for (const app of apps) {
    it(`fit an app: ${app}`, async () => {
      await run('npm', ['run', 'check', '--if-present'], {cwd: folderOf(app)});
    });
    const template = templates[app];
    if (template === undefined) continue;

    it(`refuse a layout that there is not, and a listener of another event: ${app}`, async () => {
      const folder = folderOf(app);
      const file = join(folder, template);
      const right = await readFile(file, 'utf8');
      const wrong = right.replace('"float"', '"wide"').replace('event.open', 'event.shut');
      await writeFile(file, wrong);
      try {
        await assert.rejects(
          run('npm', ['run', 'check'], {cwd: folder}),
          ({stdout}: {stdout: string}) => stdout.includes('wide') && stdout.includes('shut'),
        );
      } finally {
        await writeFile(file, right);
      }
    });
  }
});

describe('an app of a framework', () => {
  let browser: Browser;

  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  for (const app of apps) {
    it(`binds, listens, draws a tool of its own and leaves: ${app}`, async () => {
      await run('npm', ['run', 'build'], {cwd: folderOf(app)});
      const built = join(folderOf(app), 'dist');
      const files = await serveFiles(built, {
        '/': await readFile(join(built, 'index.html'), 'utf8'),
      });
      const {page, complaints} = await openPage(browser, files.origin + pageOf(app));
      try {
        // Open, in both directions.
        const open = page.getByRole('checkbox', {name: 'Open'});
        await page.getByRole('button', {name: 'Open chat'}).click();
        await page.getByRole('dialog').waitFor();
        assert.equal(await open.isChecked(), true);
        await open.uncheck();
        await page.getByRole('dialog').waitFor({state: 'hidden'});
        await open.check();

        const composer = page.getByRole('textbox', {name: 'Message'});
        await composer.fill('How is the weather?');
        await composer.press('Enter');
        await page.getByText('1 turns').waitFor();
        await page.getByText('searches for “weather in Lisbon”: done').waitFor();
        await page.getByText('It is sunny in Lisbon.').first().waitFor();

        const tool = await page.locator('.search').elementHandle();
        await page.getByRole('button', {name: 'Leave'}).evaluate(button => {
          (button as HTMLElement).click();
        });
        await page.waitForFunction(() => !document.querySelector('ubik-chat'));
        assert.equal(await tool.evaluate(node => node.isConnected), false);
        assert.deepEqual(complaints, []);
      } finally {
        await page.context().close();
        await files.stop();
      }
    });
  }

  for (const app of drawn) {
    it(`shows what was said without a script, goes on with it and leaves: ${app}`, async () => {
      await run('npm', ['run', 'build'], {cwd: folderOf(app)});
      const built = join(folderOf(app), 'dist');
      const files = await serveFiles(built, {
        '/': await readFile(join(built, 'index.html'), 'utf8'),
      });
      const open = (options: BrowserContextOptions) =>
        openPage(browser, files.origin, options, async context => {
          await context.addInitScript(rememberTurns);
        });
      try {
        const still = await open({javaScriptEnabled: false});
        const said = still.page.getByRole('article').getByText('It is sunny in Lisbon.').first();
        assert.equal(await said.isVisible(), true);
        assert.deepEqual(still.complaints, []);
        await still.page.context().close();

        const {page, complaints} = await open({});
        await page.locator('.search').first().waitFor();
        assert.equal(await page.getByRole('article').count(), 1);
        assert.equal(await page.evaluate('turns.isConnected'), true);
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
        assert.deepEqual(complaints, []);
        await page.context().close();
      } finally {
        await files.stop();
      }
    });
  }
});

describe('what the playground writes', () => {
  let browser: Browser;
  let agent: AgentServer;

  before(async () => {
    [browser, agent] = await Promise.all([openBrowser(), startServer()]);
  });
  after(() => Promise.all([browser.close(), agent.stop()]));

  for (const [framework, {app, file, main}] of Object.entries(mounted)) {
    it(`is a chat when it is pasted into an app of ${framework}`, async () => {
      const state = {heading: 'Ask "us" & {others}', lang: 'fr', accent: '#0b7a5c'};
      const written = (kind: string): string =>
        (snippets[kind]?.(state) ?? '')
          .replace('"/api/v1"', `"${agent.url}"`)
          .replace('"/demo/token"', `"${agent.origin}/demo/token"`);
      const folder = join(folderOf(app), 'copied');
      await mkdir(folder);
      const page = `<!doctype html><html lang="en"><title>Copied</title>
        <link rel="icon" href="data:," /><main></main><script type="module" src="main.ts"></script>`;
      await writeFile(join(folder, 'index.html'), page);
      await writeFile(join(folder, 'main.ts'), main);
      await writeFile(join(folder, 'chat.css'), written('CSS'));
      await writeFile(join(folder, file), written(framework));
      const config = {
        extends: '../tsconfig.json',
        compilerOptions: {types: ['vite/client']},
        include: ['*'],
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const bin = (name: string): string => join(dirname(folderOf(app)), 'node_modules/.bin', name);
      await run(bin('vite'), ['build', 'copied', '--config', 'vite.config.mjs'], {
        cwd: folderOf(app),
      });
      if (framework === 'React') await run(bin('tsc'), ['-p', 'copied'], {cwd: folderOf(app)});

      const built = join(folder, 'dist');
      const files = await serveFiles(built, {});
      const {page: shown, complaints} = await openPage(browser, `${files.origin}/`);
      try {
        await shown.getByText(state.heading, {exact: true}).first().waitFor();
        const composer = shown.getByPlaceholder('Écrivez un message');
        await composer.fill('what is 6 * 7');
        await composer.press('Enter');
        await shown.getByRole('log').getByText(number(42)).first().waitFor();
        const accent = await shown.evaluate(() =>
          getComputedStyle(document.querySelector('ubik-chat')!).getPropertyValue('--ubik-accent'),
        );
        assert.equal(accent, state.accent);
        assert.deepEqual(complaints, []);
      } finally {
        await shown.context().close();
        await files.stop();
      }
    });
  }
});
