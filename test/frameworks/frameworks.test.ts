import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import type {Browser, BrowserContextOptions} from 'playwright-core';
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
