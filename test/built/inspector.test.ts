import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {after, before, describe, it} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {framesOf, readRecording} from '../../src/core/recording/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';
import {numberPattern} from '../e2e/fixture.js';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe('the page of the inspector', () => {
  let browser: Browser;
  let server: AgentServer;

  const sample = 'demo/recordings/ubik/b-multi-step-web-search.jsonl';

  before(async () => {
    [browser, server] = await Promise.all([openBrowser(), startServer()]);
  });
  after(() => Promise.all([browser.close(), server.stop()]));

  const inspected = (page: Page): Promise<{place: number; all: number; text: string}> =>
    page.evaluate(() => {
      const inspector = document.querySelector('ubik-inspector');
      const text = JSON.stringify(inspector?.conversation.children ?? []);
      return {place: inspector?.position ?? -1, all: inspector?.length ?? -1, text};
    });

  it('seeks in a run, saves it and displays the same when the file is dropped', async () => {
    const {page, browserErrors} = await openPage(browser, `${server.origin}/inspector.html`);
    const field = page.locator('#chat textarea');
    await field.fill('what is 6 * 7');
    await field.press('Enter');
    await page.waitForFunction(() => {
      const inspector = document.querySelector('ubik-inspector');
      const [message] = inspector?.conversation.children ?? [];
      const over = document.querySelector('ubik-chat')?.status === 'idle';
      return over && message?.status === 'done' && inspector?.position === inspector?.length;
    });
    const end = await inspected(page);
    assert.match(end.text, numberPattern(42));
    const live = (): Promise<string> =>
      page.evaluate(() => {
        const answer = document.querySelector('ubik-chat')?.conversation.children.at(-1);
        return JSON.stringify(answer?.children);
      });
    const shown = await live();

    await page.getByRole('button', {name: 'First'}).click();
    await page.getByRole('button', {name: 'Next'}).click();
    await page.waitForFunction(() => document.querySelector('ubik-inspector')?.position === 1);
    assert.doesNotMatch((await inspected(page)).text, numberPattern(42));
    assert.equal(await live(), shown);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', {name: 'Save recording', exact: true}).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    const recording = readRecording(file);
    assert.deepEqual(recording.errors, []);
    assert.equal([...framesOf(recording)].length, end.all);

    await page.getByRole('button', {name: 'Clear runs'}).click();
    await page.evaluate(text => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'run.jsonl'));
      const drop = new DragEvent('drop', {dataTransfer, cancelable: true});
      document.querySelector('ubik-inspector')?.dispatchEvent(drop);
    }, file);
    await page.waitForFunction(
      all => document.querySelector('ubik-inspector')?.position === all,
      end.all,
    );
    assert.deepEqual(await inspected(page), end);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('hides its chat for a recording that is opened with the button, until the chat is selected', async () => {
    const {page, browserErrors} = await openPage(browser, `${server.origin}/inspector.html`);
    const chat = page.locator('#chat');
    await chat.waitFor();
    await page.locator('ubik-inspector input[type=file]').setInputFiles(sample);
    await chat.waitFor({state: 'hidden'});
    await page.getByRole('button', {name: 'The agent of this page'}).click();
    await chat.waitFor();
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  for (const protocol of ['Anthropic Messages', 'AISHU']) {
    it(`opens a recording of ${protocol} without accessibility violations`, async () => {
      // The policy of the page would refuse the script of axe.
      const {page, browserErrors} = await openPage(browser, `${server.origin}/inspector.html`, {
        bypassCSP: true,
      });
      await page.getByRole('button', {name: protocol}).click();
      await page.waitForFunction(() => (document.querySelector('ubik-inspector')?.length ?? 0) > 9);
      await page.locator('ubik-inspector [role=grid]').press('ArrowDown');
      await page.addScriptTag({path: axe});
      const found = await page.evaluate<string[]>(
        `axe.run(document).then(({violations}) => violations.map(({id}) => id))`,
      );
      assert.deepEqual(found, []);
      assert.deepEqual(browserErrors, []);
      await page.context().close();
    });
  }

  const chat = '<script type="module" src="/cdn/ubik-chat.js"></script>';
  const inspector = '<script type="module" src="/cdn/inspector.js"></script>';
  for (const [place, scripts] of [
    ['after the module of a chat', chat + inspector],
    ['before the module of a chat', inspector + chat],
    ['beside the standalone script', `<script src="/cdn/ubik-chat.iife.js"></script>${inspector}`],
    ['on a page without a chat', inspector],
  ] as const) {
    it(`renders a recording with the file of a CDN ${place}`, async () => {
      const html = `<!doctype html><html lang="en"><title>Inspector</title>${scripts}<ubik-inspector></ubik-inspector>`;
      const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
      const {page, browserErrors} = await openPage(browser, `${files.origin}/`);
      await page.locator('ubik-inspector input[type=file]').setInputFiles(sample);
      await page.locator('ubik-inspector ubik-message').getByText('closed on Monday').waitFor();
      const copies = await page.evaluate(() =>
        performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/ubik-chat.js')),
      );
      assert.equal(copies.length, 1);
      assert.deepEqual(browserErrors, []);
      await page.context().close();
      await files.stop();
    });
  }
});
