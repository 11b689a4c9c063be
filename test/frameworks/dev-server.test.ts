import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {openBrowser, openPage} from '../support/browser.js';
import {type Place, samePlaces} from '../support/places.js';
import {env, folderOf} from './apps.js';

interface DevServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** A copy of the Astro app with a long conversation, beside what the app was installed with. */
async function copyApp(): Promise<string> {
  const original = folderOf('astro');
  const parent = join(dirname(original), 'developed');
  const folder = join(parent, 'astro');
  await cp(join(dirname(original), 'tsconfig.json'), join(parent, 'tsconfig.json'));
  await cp(original, folder, {
    recursive: true,
    filter: path => !/[\\/](node_modules|dist|\.astro)$/.test(path),
  });
  await cp('test/frameworks/pages', join(folder, 'src/pages'), {recursive: true});
  return folder;
}

/** Starts `astro dev` at a free port: Vite takes the next one where its own is in use. */
async function startAstro(folder: string): Promise<DevServer> {
  const astro = join(folder, '../../node_modules/astro/astro.js');
  const child = spawn(process.execPath, [astro, 'dev', '--host', '127.0.0.1'], {
    cwd: folder,
    // With `CI` it does not look for a newer version of itself.
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
      const found = /http:\/\/127\.0\.0\.1:\d+(?=\/)/.exec(output)?.[0];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`astro dev ended before it listened: ${output}`)));
  });
  const stop = async (): Promise<void> => {
    kill();
    await exited;
    process.off('exit', kill);
  };
  return {origin, stop};
}

/** What Lit's development build says of itself. */
const developmentWarning = 'Lit is in dev mode';

describe('the development server of Astro', () => {
  let browser: Browser;
  let server: DevServer;
  before(async () => {
    [browser, server] = await Promise.all([openBrowser(), copyApp().then(startAstro)]);
  });
  after(() => Promise.all([browser.close(), server.stop()]));

  // The first visit finds nothing that the server has prepared.
  for (const visit of ['first', 'second']) {
    it(`keeps what a reader sees, scrolled to and wrote: ${visit} visit`, async () => {
      const {page, complaints} = await openPage(browser, 'about:blank', {}, async context => {
        await context.addInitScript({path: 'test/support/watch-frames.js'});
      });
      let release = (): void => undefined;
      const held = new Promise<void>(resolve => (release = resolve));
      await page.route(/type=script/, async route => {
        await held;
        await route.continue();
      });
      await page.goto(`${server.origin}/long`, {waitUntil: 'commit'});
      await page.locator('.turn').last().waitFor();
      await page.evaluate(`visible('.scroller')[0].scrollTop -= 400`);
      await page.getByRole('textbox', {name: 'Message'}).fill('How is the weather?');
      await page.evaluate('watch()');
      await page.evaluate('wait(3)');
      const [words, places] = await page.evaluate<[string[], Place[]]>('[frames[0], places()]');
      assert.equal(words.length, 12);

      release();
      await page.waitForFunction(() => !document.querySelector('[data-server-rendered]'));
      await page.evaluate('wait(10)');
      const frames = await page.evaluate<string[][]>('frames');
      const framePlaces = await page.evaluate<Place[][]>('framePlaces');
      assert.ok(frames.length > 10 && framePlaces.length > 10);
      for (const frame of frames) assert.deepEqual(frame, words);
      for (const seen of framePlaces) samePlaces(seen, places);
      assert.ok(Number(await page.evaluate('shifts')) <= 0.01);
      const [name, value] = await page.evaluate<string[]>('[focused().localName, focused().value]');
      assert.deepEqual([name, value], ['textarea', 'How is the weather?']);

      await page.getByRole('button', {name: 'Send message', disabled: false}).click();
      await page.getByText('It is sunny in Lisbon.').nth(12).waitFor();
      assert.deepEqual(
        complaints.filter(text => !text.startsWith(developmentWarning)),
        [],
      );
      await page.context().close();
    });
  }
});
