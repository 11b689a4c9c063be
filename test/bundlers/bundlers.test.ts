import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import type {Browser} from 'playwright-core';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';

/** A project outside of this repository with the packed package and the bundlers, created by `test/packed.mjs`. */
const project = process.env['PROJECT'] ?? '';
const run = promisify(execFile);

const build = async (bundler: string, entry: string): Promise<string> => {
  await run('node', ['build.mjs', bundler, entry], {cwd: project});
  return join(project, 'built', bundler, entry);
};

describe('a project with the packed package', () => {
  let browser: Browser;

  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  for (const bundler of ['esbuild', 'rollup', 'rspack', 'vite', 'webpack']) {
    it(`displays a chat when built with ${bundler}`, async () => {
      const folder = await build(bundler, 'chat');
      const files = await serveFiles(folder, {
        '/': await readFile(join(folder, 'index.html'), 'utf8'),
      });
      const {page, browserErrors} = await openPage(browser, files.origin);
      try {
        await page.getByRole('link', {name: 'this'}).waitFor();
        assert.deepEqual(browserErrors, []);
      } finally {
        await page.context().close();
        await files.stop();
      }
    });

    it(`contains no elements in the core when built with ${bundler}`, async () => {
      const file = join(await build(bundler, 'core'), 'core.js');
      assert.doesNotMatch(await readFile(file, 'utf8'), /customElements|attachShadow|HTMLElement/);
      const {stdout} = await run('node', [file], {cwd: project});
      assert.equal(stdout.trim(), 'Folded.');
    });
  }
});
