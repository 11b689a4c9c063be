import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import type {Browser} from 'playwright-core';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';

/** The apps of `demo/frameworks` beside the packed package, outside of this repository: made by the script. */
const project = process.env['PROJECT'] ?? '';
const run = promisify(execFile);

const apps = readdirSync('demo/frameworks', {withFileTypes: true})
  .filter(entry => entry.isDirectory())
  .map(({name}) => name);

describe('an app of a framework', () => {
  let browser: Browser;

  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  for (const app of apps) {
    it(`binds, listens, draws a tool of its own and leaves: ${app}`, async () => {
      await run('npm', ['run', 'build'], {cwd: join(project, app)});
      const built = join(project, app, 'dist');
      const files = await serveFiles(built, {
        '/': await readFile(join(built, 'index.html'), 'utf8'),
      });
      const {page, complaints} = await openPage(browser, files.origin);
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
});
