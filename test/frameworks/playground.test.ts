import assert from 'node:assert/strict';
import {cp, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright-core';
import {attributesOf, settings, tokensOf, type SettingValues} from '../../demo/client/settings.js';
import {snippets} from '../../demo/client/snippets.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';
import {folderOf, run} from './apps.js';

/** The apps and the component that the copied code replaces. */
const places: readonly (readonly [kind: string, app: string, file: string])[] = [
  ['React', 'react19', 'Chat.tsx'],
  ['Preact', 'preact', 'Chat.tsx'],
  ['Vue', 'vue', 'Chat.vue'],
  ['Svelte', 'svelte', 'Chat.svelte'],
  ['Solid', 'solid', 'Chat.tsx'],
  ['Angular', 'angular', 'chat.ts'],
];

/** A value other than the default for every control; the texts contain special characters of all languages. */
const everything: SettingValues = Object.fromEntries(
  settings.map(({name, kind, options, range}) => {
    if (name === 'layout') return [name, 'sidebar'];
    if (options) return [name, options.at(-1)?.[0] ?? ''];
    if (range) return [name, String(range[1])];
    return [name, kind === 'color' ? '#123456' : 'Ask "us" & <b>{{ x }}</b> `${y}` \\n @if \' 1'];
  }),
);

/** Copies an app next to the original, replaces its chat with the copied code and adds a default chat. */
async function paste(kind: string, app: string, file: string): Promise<string> {
  const original = folderOf(app);
  const room = dirname(original);
  const folder = join(room, 'copied', app);
  await cp(join(room, 'tsconfig.json'), join(room, 'copied/tsconfig.json'));
  await cp(original, folder, {
    recursive: true,
    filter: path => !/[\\/](node_modules|dist)$/.test(path),
  });
  const written = {[file]: kind, 'chat.css': 'CSS'};
  for (const [name, by] of Object.entries(written))
    await writeFile(join(folder, name), snippets[by]?.(everything) ?? '');
  await writeFile(join(folder, file.replace(/chat/i, 'Plain')), snippets[kind]?.({}) ?? '');
  // A project made by Vite knows that styles can be imported.
  await writeFile(join(folder, 'vite-env.d.ts'), '/// <reference types="vite/client" />\n');
  return folder;
}

describe('the code of the playground', () => {
  let browser: Browser;

  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  it('is tested for every framework', () => {
    const tried = new Set(places.map(([kind]) => kind));
    assert.deepEqual(
      Object.keys(snippets).filter(kind => !tried.has(kind)),
      ['HTML', 'CSS'],
    );
  });

  for (const [kind, app, file] of places) {
    it(`compiles and displays the chosen chat in ${app}`, async () => {
      const folder = await paste(kind, app, file);
      await run('npm', ['run', 'check', '--if-present'], folder);
      await run('npm', ['run', 'build'], folder);
      const built = join(folder, 'dist');
      const page = await readFile(join(built, 'index.html'), 'utf8');
      const files = await serveFiles(built, {'/': page});
      const shown = await openPage(browser, files.origin);
      try {
        const chat = await shown.page.locator('ubik-chat').elementHandle();
        await shown.page.waitForFunction(element => element.shadowRoot, chat);
        for (const [name, value] of attributesOf(everything)) {
          const property = name.replace(/-./g, ([, letter = '']) => letter.toUpperCase());
          const found = await chat.evaluate(
            (element, key) => Reflect.get(element, key) as unknown,
            property,
          );
          assert.equal(found, value, name);
        }
        for (const [token, value] of tokensOf(everything)) {
          const found = await chat.evaluate(
            (element, key) => getComputedStyle(element).getPropertyValue(key),
            token,
          );
          // A build minifies styles.
          const same = (words: string): string => words.replace(/["'\s]/g, '').replace(/^0\./, '.');
          assert.equal(same(found), same(value), token);
        }
      } finally {
        await shown.page.context().close();
        await files.stop();
      }
    });
  }
});
