import assert from 'node:assert/strict';
import {cp, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {openBrowser, openPage} from '../support/browser.js';
import {type TurnPosition, samePlaces} from '../support/places.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {apps, folderOf, setAgent} from './apps.js';
import {calculate} from './calculate.js';
import {startTool, type ToolServer} from './tool-server.js';

/** A development server: its folder, its command and the pattern of its script requests. */
interface DevServerTool {
  readonly name: string;
  readonly folder: () => Promise<string>;
  /** The script in `node_modules` and its arguments. */
  readonly command: readonly string[];
  readonly path: string;
  readonly scripts: RegExp;
}

/** Copies an app next to the original, so that it finds the installed dependencies, without what was built. */
async function copyApp(app: string): Promise<string> {
  const original = folderOf(app);
  const folder = join(dirname(original), `developed-${app}`);
  await cp(original, folder, {
    recursive: true,
    filter: path => !/[\\/](node_modules|dist|\.\w+)$/.test(path),
  });
  return folder;
}

/** npm accepts no second workspace with the same name. */
const removeCopy = (folder: string): Promise<void> =>
  rm(folder, {recursive: true, force: true, maxRetries: 5});

/** Copies the Astro app with an additional page. */
async function copyAstro(): Promise<string> {
  const folder = await copyApp('astro');
  await cp('test/frameworks/long.astro', join(folder, 'src/pages/long.astro'));
  await cp('test/frameworks/weather.js', join(folder, 'src/weather.js'));
  return folder;
}

async function copyNext(): Promise<string> {
  const folder = await copyApp('next-ssr');
  await cp('test/frameworks/weather.js', join(folder, 'weather.js'));
  return folder;
}

const tools: readonly DevServerTool[] = [
  {
    name: 'Astro',
    folder: copyAstro,
    // Vite takes the next port where its own is in use.
    command: ['astro/astro.js', 'dev', '--host', '127.0.0.1'],
    path: '/long',
    scripts: /type=script/,
  },
  {
    name: 'Next.js',
    folder: copyNext,
    command: ['next/dist/bin/next', 'dev', '--hostname', '127.0.0.1', '--port', '0'],
    path: '/',
    scripts: /_next\/static\/chunks/,
  },
];

/** The console warning of the development build of Lit. */
const developmentWarning = 'Lit is in dev mode';

for (const tool of tools) {
  describe(`the development server of ${tool.name}`, () => {
    let browser: Browser;
    let folder: string;
    let server: ToolServer;
    before(async () => {
      folder = await tool.folder();
      [browser, server] = await Promise.all([openBrowser(), startTool(folder, tool.command)]);
    });
    after(async () => {
      await Promise.all([browser.close(), server.stop()]);
      await removeCopy(folder);
    });

    // For the first visit the server has nothing prepared.
    for (const visit of ['first', 'second']) {
      it(`keeps the content, the scroll position and the draft on the ${visit} visit`, async () => {
        const {page, browserErrors} = await openPage(browser, 'about:blank', {}, async context => {
          await context.addInitScript({path: 'test/support/watch-frames.js'});
        });
        let release = (): void => undefined;
        const held = new Promise<void>(resolve => (release = resolve));
        await page.route(tool.scripts, async route => {
          await held;
          await route.continue();
        });
        await page.goto(server.origin + tool.path, {waitUntil: 'commit'});
        await page.locator('.turn').last().waitFor();
        await page.evaluate(`visible('.scroller')[0].scrollTop -= 400`);
        await page.getByRole('textbox', {name: 'Message'}).fill('How is the weather?');
        await page.evaluate('watch()');
        await page.evaluate('wait(3)');
        const [words, places] =
          await page.evaluate<[string[], TurnPosition[]]>('[frames[0], places()]');
        assert.equal(words.length, 12);

        release();
        await page.waitForFunction(() => !document.querySelector('[data-server-rendered]'));
        await page.evaluate('wait(10)');
        const frames = await page.evaluate<string[][]>('frames');
        const framePlaces = await page.evaluate<TurnPosition[][]>('framePlaces');
        assert.ok(frames.length > 10 && framePlaces.length > 10);
        for (const frame of frames) assert.deepEqual(frame, words);
        for (const seen of framePlaces) samePlaces(seen, places);
        assert.ok(Number(await page.evaluate('shifts')) <= 0.01);
        const [name, value] = await page.evaluate<string[]>(
          '[focused().localName, focused().value]',
        );
        assert.deepEqual([name, value], ['textarea', 'How is the weather?']);

        await page.getByRole('button', {name: 'Send message', disabled: false}).waitFor();
        assert.deepEqual(
          browserErrors.filter(text => !text.startsWith(developmentWarning)),
          [],
        );
        await page.context().close();
      });
    }
  });
}

/** The development servers of apps with a floating chat. */
const vite = ['vite/bin/vite.js', '--host', '127.0.0.1', '--port', 'PORT'];
const floating: Readonly<Record<string, readonly string[]>> = {
  angular: ['@angular/cli/bin/ng.js', 'serve', '--host', '127.0.0.1', '--port', 'PORT'],
  next: ['next/dist/bin/next', 'dev', '--hostname', '127.0.0.1', '--port', 'PORT'],
  nuxt: ['nuxt/bin/nuxt.mjs', 'dev', '--host', '127.0.0.1', '--port', 'PORT'],
  preact: vite,
  react18: vite,
  react19: vite,
  solid: vite,
  svelte: vite,
  vue: vite,
};

describe('an app in its development server', () => {
  let browser: Browser;
  let agent: AgentServer;
  before(async () => {
    [browser, agent] = await Promise.all([openBrowser(), startServer()]);
  });
  after(() => Promise.all([browser.close(), agent.stop()]));

  it('exists for every app', () => {
    assert.deepEqual(
      apps.filter(app => !floating[app]),
      ['astro'],
    );
  });

  for (const [app, command] of Object.entries(floating)) {
    it(`displays a chat in ${app}`, async () => {
      const folder = await copyApp(app);
      await setAgent(folder, agent.origin);
      const server = await startTool(folder, command, {newerNode: true});
      try {
        const {page, browserErrors} = await openPage(browser, server.origin);
        await calculate(page);
        assert.deepEqual(
          browserErrors.filter(text => !text.startsWith(developmentWarning)),
          [],
        );
        await page.context().close();
      } finally {
        await server.stop();
        await removeCopy(folder);
      }
    });
  }
});
