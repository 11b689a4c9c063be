import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {openBrowser, openPage} from '../support/browser.js';
import {type TurnPosition, samePlaces} from '../support/places.js';
import {env, folderOf} from './apps.js';

interface DevServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** A development server: its folder, its command and the pattern of its script requests. */
interface DevServerTool {
  readonly name: string;
  readonly folder: () => Promise<string>;
  /** The script in `node_modules` and its arguments. */
  readonly command: readonly string[];
  readonly path: string;
  readonly scripts: RegExp;
}

/** Copies the Astro app with an additional page next to its installed dependencies. */
async function copyAstro(): Promise<string> {
  const original = folderOf('astro');
  const room = dirname(original);
  const folder = join(room, 'developed/astro');
  await cp(join(room, 'tsconfig.json'), join(room, 'developed/tsconfig.json'));
  await cp(original, folder, {
    recursive: true,
    filter: path => !/[\\/](node_modules|dist|\.astro)$/.test(path),
  });
  await cp('test/frameworks/long.astro', join(folder, 'src/pages/long.astro'));
  await cp('test/frameworks/weather.js', join(folder, 'src/weather.js'));
  return folder;
}

async function copyNext(): Promise<string> {
  const folder = join(dirname(folderOf('next')), 'developed/next');
  await cp('test/frameworks/next', folder, {recursive: true});
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

/** Starts a development server, and waits until it listens. */
async function start({name, folder, command}: DevServerTool): Promise<DevServer> {
  const cwd = await folder();
  const [file = '', ...words] = command;
  const script = join(cwd, '../../node_modules', file);
  const child = spawn(process.execPath, [script, ...words], {
    cwd,
    // With `CI` Astro does not look for a newer version of itself.
    env: {...env, CI: 'true', NO_COLOR: '1'},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  const exited = once(child, 'exit');
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+(?=[\s/])/.exec(output)?.[0];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`${name} ended before it listened: ${output}`)));
  });
  const stop = async (): Promise<void> => {
    kill();
    await exited;
    process.off('exit', kill);
  };
  return {origin, stop};
}

/** The console warning of the development build of Lit. */
const developmentWarning = 'Lit is in dev mode';

for (const tool of tools) {
  describe(`the development server of ${tool.name}`, () => {
    let browser: Browser;
    let server: DevServer;
    before(async () => {
      [browser, server] = await Promise.all([openBrowser(), start(tool)]);
    });
    after(() => Promise.all([browser.close(), server.stop()]));

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
