import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {chunk} from '../support/chunks.js';
import {serveFiles} from '../support/file-server.js';
import type {LocalServer} from '../support/listen.js';
import {numberPattern} from '../e2e/fixture.js';

declare global {
  /** Each copy of Lit on a page adds its version to this list. */
  var litElementVersions: readonly string[];
}

describe('a part that is loaded when it is first needed', () => {
  let browser: Browser;
  let agent: AgentServer;

  before(async () => {
    [browser, agent] = await Promise.all([openBrowser(), startServer()]);
  });
  after(() => Promise.all([browser.close(), agent.stop()]));

  it('keeps the content if loading fails, is loaded later and reuses loaded code', async () => {
    const html = `<!doctype html><html lang="en"><title>Parts</title>
        <script type="module" src="/cdn/ubik-chat.js"></script>
        <ubik-chat endpoint="${agent.url}" token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
    const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
    const {page} = await openPage(browser, `${files.origin}/`);
    const part = `**/cdn/${chunk('ubik-request.define')}`;
    await page.route(part, route => route.abort());
    try {
      const missed = page.waitForEvent('requestfailed');
      const composer = page.getByRole('textbox', {name: 'Message'});
      await composer.fill('please book it');
      await composer.press('Enter');
      await missed;
      const question = page.getByRole('log').locator('ubik-request');
      await question.filter({hasText: /\w.*\?/}).waitFor();

      await page.unroute(part);
      // It is displayed after the page has processed the failure, slightly later than the driver reports it.
      await page.waitForFunction(() => {
        dispatchEvent(new Event('online'));
        return customElements.get('ubik-request') !== undefined;
      });
      await question.getByRole('button', {name: 'Yes', exact: true}).click();
      await page.waitForFunction(() => {
        const chat = document.querySelector('ubik-chat');
        const last = chat?.conversation.children.at(-1);
        return chat?.status === 'idle' && last?.status === 'done';
      });
      assert.equal(await page.evaluate(() => litElementVersions.length), 1);
    } finally {
      await page.context().close();
      await files.stop();
    }
  });

  describe('the Markdown view', () => {
    const engine = `**/cdn/${chunk('markdown-engine')}`;
    let files: LocalServer;

    before(async () => {
      const html = `<!doctype html><html lang="en"><title>Markdown</title>
        <script type="module" src="/cdn/ubik-chat.js"></script>
        <ubik-chat endpoint="${agent.url}" token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
      files = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
    });
    after(() => files.stop());

    it('is loaded before the first answer', async () => {
      const {page} = await openPage(browser, `${files.origin}/`);
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({name}) => name.includes('markdown-engine')),
      );
      assert.equal(await page.getByRole('article').count(), 0);
      await page.context().close();
    });

    it('is replaced by the source text until it can be loaded', async () => {
      const {page} = await openPage(browser, `${files.origin}/`, {}, async context => {
        await context.route(engine, route => route.abort());
      });
      const composer = page.getByRole('textbox', {name: 'Message'});
      await composer.fill('write a long answer of 3 KB at 2000 events a second');
      await composer.press('Enter');
      const log = page.getByRole('log');
      await log.getByText(/^#+ /).first().waitFor();
      assert.equal(await log.getByRole('heading').count(), 0);
      await page.context().unrouteAll();
      // It is displayed after the page has processed the failure, slightly later than the driver reports it.
      await page.evaluate(() => void setInterval(() => dispatchEvent(new Event('online')), 100));
      await log.getByRole('heading').first().waitFor();
      assert.equal(await log.getByText(/^#+ /).count(), 0);
      await page.context().close();
    });
  });

  it('fails the call of a page tool if the code for it cannot be loaded, and runs the next one', async () => {
    const html = `<!doctype html><html lang="en"><title>Page tools</title>
        <script type="module" src="/cdn/ubik-chat.js"></script>
        <ubik-chat protocol="anthropic" endpoint="${agent.origin}/anthropic"
          token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
    const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
    const {page} = await openPage(browser, `${files.origin}/`, {}, async context => {
      await context.route(`**/cdn/${chunk('page-tools')}`, route => route.abort());
    });
    const call = (): Promise<{readonly error?: string; readonly output?: string} | undefined> =>
      page.evaluate(async () => {
        await customElements.whenDefined('ubik-chat');
        const chat = document.querySelector('ubik-chat');
        chat?.tools.register('page_title', {
          description: 'Title',
          permission: 'allow',
          run() {
            return 'The title is Page tools.';
          },
        });
        await chat?.send('read the page title');
        const items = chat?.conversation.children.flatMap(({children}) => children) ?? [];
        return items.findLast(item => item.kind === 'tool');
      });
    try {
      assert.match((await call())?.error ?? '', /could not be loaded/);
      await page.context().unrouteAll();
      assert.equal((await call())?.output, 'The title is Page tools.');
    } finally {
      await page.context().close();
      await files.stop();
    }
  });

  it('uploads a file without its progress if the code for that cannot be loaded', async () => {
    const html = `<!doctype html><html lang="en"><title>Upload</title>
        <script type="module" src="/cdn/ubik-chat.js"></script>
        <ubik-chat endpoint="${agent.url}" token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
    const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
    const {page} = await openPage(browser, `${files.origin}/`, {}, async context => {
      await context.route(`**/cdn/${chunk('upload-sender')}`, route => route.abort());
    });
    try {
      const missed = page.waitForEvent('requestfailed');
      const notes = {name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text')};
      await page.locator('input[type="file"]').setInputFiles(notes);
      await missed;
      await page.locator('[part="attachment"][data-status="ready"]').waitFor();
    } finally {
      await page.context().close();
      await files.stop();
    }
  });

  it('reports that a message cannot be edited if the editor cannot be loaded, and opens it later', async () => {
    const html = `<!doctype html><html lang="en"><title>Edit</title>
        <script type="module" src="/cdn/ubik-chat.js"></script>
        <ubik-chat endpoint="${agent.url}" token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
    const files = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
    const {page} = await openPage(browser, `${files.origin}/`, {}, async context => {
      await context.route(`**/cdn/${chunk('message-editor')}`, route => route.abort());
    });
    try {
      const composer = page.getByRole('textbox', {name: 'Message'});
      await composer.fill('what is 6 * 7');
      await composer.press('Enter');
      await page.getByRole('log').getByText(numberPattern(42)).first().waitFor();
      const edit = page.getByRole('button', {name: 'Edit', exact: true});
      await edit.press('Enter');
      await page.getByRole('region').getByText('could not be loaded').first().waitFor();
      await page.context().unrouteAll();
      await edit.press('Enter');
      const field = page.getByRole('textbox', {name: 'Edit your message'});
      await field.waitFor();
      assert.equal(await field.inputValue(), 'what is 6 * 7');
    } finally {
      await page.context().close();
      await files.stop();
    }
  });

  for (const name of ['ubik', 'anthropic'] as const) {
    describe(`the protocol ${name}`, () => {
      const protocolFile = `**/cdn/${chunk(name)}`;
      let files: LocalServer;

      before(async () => {
        const endpoint = name === 'ubik' ? agent.url : `${agent.origin}/anthropic`;
        const html = `<!doctype html><html lang="en"><title>Protocol</title>
        <script type="module" src="/cdn/ubik-chat.js"></script>
        <ubik-chat protocol="${name}" endpoint="${endpoint}"
          token-endpoint="${agent.origin}/demo/token"></ubik-chat>`;
        files = await serveFiles('dist', {'/': html, '/favicon.ico': ''});
      });
      after(() => files.stop());

      async function ask(page: Page): Promise<void> {
        const composer = page.getByRole('textbox', {name: 'Message'});
        await composer.fill('what is 6 * 7');
        await composer.press('Enter');
      }

      const answered = (page: Page): Promise<void> =>
        page.getByRole('log').getByText(numberPattern(42)).first().waitFor();

      it('is awaited by a message', async () => {
        let allow = (): void => undefined;
        const allowed = new Promise<void>(resolve => (allow = resolve));
        const {page} = await openPage(browser, `${files.origin}/`, {}, async context => {
          await context.route(protocolFile, route => allowed.then(() => route.continue()));
        });
        await ask(page);
        await page.locator('ubik-composer:not([filled])').waitFor();
        assert.equal(await page.getByRole('article').count(), 0);
        allow();
        await answered(page);
        await page.context().close();
      });

      it('returns a message to the composer if it cannot be loaded, and is loaded for the next one', async () => {
        const {page} = await openPage(browser, `${files.origin}/`, {}, async context => {
          await context.route(protocolFile, route => route.abort());
        });
        await ask(page);
        await page.getByRole('region').getByText('The connection was lost').first().waitFor();
        assert.equal(
          await page.getByRole('textbox', {name: 'Message'}).inputValue(),
          'what is 6 * 7',
        );
        await page.context().unrouteAll();
        await ask(page);
        await answered(page);
        await page.context().close();
      });

      it('returns a suggestion to the composer without replacing the draft', async () => {
        const {page} = await openPage(browser, `${files.origin}/`, {}, async context => {
          await context.route(protocolFile, route => route.abort());
        });
        const field = page.getByRole('textbox', {name: 'Message'});
        const press = () => page.getByRole('button', {name: 'what is 6 * 7'}).click();
        await page.locator('ubik-chat').evaluate(chat => {
          Object.assign(chat, {suggestions: ['what is 6 * 7']});
        });
        await press();
        await page.getByRole('region').getByText('The connection was lost').first().waitFor();
        assert.equal(await field.inputValue(), 'what is 6 * 7');
        await field.fill('mine');
        const failed = page.waitForEvent('requestfailed', request =>
          request.url().includes('/cdn/'),
        );
        await press();
        await failed; // Only then can the next press load the file.
        assert.equal(await field.inputValue(), 'mine');
        await page.context().unrouteAll();
        await press();
        await answered(page);
        assert.equal(await field.inputValue(), 'mine');
        await page.context().close();
      });
    });
  }
});
