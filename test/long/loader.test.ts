import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {build} from 'esbuild';
import type {Browser, Page} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';

/** Puts another body in the place of the current one, as routers do. */
const changes: Readonly<Record<string, () => void>> = {
  'replaced by a new one': () => {
    const body = document.createElement('body');
    body.append(Object.assign(document.createElement('h1'), {textContent: 'Next'}));
    document.body.replaceWith(body);
  },
  'replaced by a copy from a cache': () => {
    document.body.replaceWith(document.body.cloneNode(true));
  },
  'morphed, without elements that the next page does not have': () => {
    for (const element of [...document.body.children])
      if (element.localName !== 'h1') element.remove();
  },
  emptied: () => {
    document.body.replaceChildren();
  },
};

interface Site {
  readonly library: string;
  readonly visit: () => unknown;
  /** Whether a visit is an entry of the history. */
  readonly isEntry?: true;
}

/** Sites that replace the content of the page by that of another page or an earlier one. */
const sites: Readonly<Record<string, Site>> = {
  'Turbo Drive': {
    isEntry: true,
    library: `import '@hotwired/turbo';`,
    visit: () => document.querySelector('a')?.click(),
  },
  'Turbo with morphing': {
    library: `import '@hotwired/turbo';
      document.head.insertAdjacentHTML('beforeend', '<meta name="turbo-refresh-method" content="morph">');`,
    visit: () => {
      const {Turbo} = window as unknown as {Turbo: {visit(url: string, options: object): void}};
      Turbo.visit(location.href, {action: 'replace'});
    },
  },
  'htmx with hx-boost': {
    isEntry: true,
    library: `import htmx from 'htmx.org'; document.body.setAttribute('hx-boost', 'true'); htmx.process(document.body);`,
    visit: () => document.querySelector('a')?.click(),
  },
  idiomorph: {
    library: `import {Idiomorph} from 'idiomorph'; window.Idiomorph = Idiomorph;`,
    visit: async () => {
      const {Idiomorph} = window as unknown as {
        Idiomorph: {morph(element: Element, html: string): void};
      };
      const text = await (await fetch('/next')).text();
      Idiomorph.morph(
        document.body,
        new DOMParser().parseFromString(text, 'text/html').body.outerHTML,
      );
    },
  },
};

describe('the chat of the loader, on a page', () => {
  let browser: Browser;
  let server: AgentServer;
  let script: string;
  let page: Page;
  let browserErrors: readonly string[];

  before(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startServer({env: {UBIK_DEMO_PACE: '1'}}),
    ]);
    const {outputFiles} = await build({
      entryPoints: ['src/loader.ts'],
      bundle: true,
      format: 'iife',
      write: false,
    });
    script = outputFiles[0]?.text ?? '';
  });
  afterEach(() => page.context().close());
  after(() => Promise.all([browser.close(), server.stop()]));

  async function open(scripts: readonly string[] = [''], library = ''): Promise<void> {
    const tags = scripts.map(
      attributes => `<script src="/loader.js" data-endpoint="/api/v1" data-token-endpoint="/demo/token"
        data-lenis-prevent data-onclick="alert(1)" ${attributes}></script>`,
    );
    const head = `<link rel="icon" href="data:,"><script type="module" src="/library.js"></script>`;
    const html = (title: string, link: string): string =>
      `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head>
      <body><h1>${title}</h1><div>Text</div><a href="${link}">Visit</a>${tags.join('')}</body></html>`;
    const pages: Record<string, string> = {'/': html('Page', '/next'), '/next': html('Next', '/')};
    const {outputFiles} = await build({
      stdin: {contents: library, resolveDir: '.'},
      bundle: true,
      format: 'esm',
      write: false,
    });
    ({page, browserErrors} = await openPage(browser, `${server.origin}/`, {}, async context => {
      await context.route(
        url => url.pathname in pages,
        route =>
          route.fulfill({
            contentType: 'text/html',
            body: pages[new URL(route.request().url()).pathname] ?? '',
          }),
      );
      await context.route('**/library.js', route =>
        route.fulfill({contentType: 'text/javascript', body: outputFiles[0]?.text ?? ''}),
      );
      await context.route('**/loader.js', route =>
        route.fulfill({contentType: 'text/javascript', body: script}),
      );
    }));
  }

  const loaded = (): Promise<unknown> =>
    page.waitForFunction(() => document.querySelector('ubik-chat')?.shadowRoot);

  async function assertOne(): Promise<void> {
    await page.waitForFunction(() => document.querySelectorAll('ubik-chat').length === 1);
    const opener = page.getByRole('button', {name: 'Open chat'});
    await opener.waitFor();
    assert.equal(await opener.count(), 1);
    const isPushed = await page.evaluate(
      () =>
        new Promise(resolve => {
          const queue = (
            window as unknown as {ubikChat: {push(call: (chat: Element) => void): void}}
          ).ubikChat;
          queue.push(chat => resolve(chat.isConnected));
        }),
    );
    assert.equal(isPushed, true);
    assert.deepEqual(browserErrors, []);
  }

  for (const [what, change] of Object.entries(changes)) {
    it(`whose body is ${what}, stays, before and after it has loaded`, async () => {
      await open();
      await page.evaluate(change);
      await loaded();
      await page.evaluate(change);
      await assertOne();
    });
  }

  it('whose body is replaced, goes on with its answer', async () => {
    await open();
    await loaded();
    await page.evaluate(() => document.querySelector('ubik-chat')?.show());
    await page.evaluate(
      () => void document.querySelector('ubik-chat')?.send('write a long answer of 4 KB'),
    );
    const isRunning = (): Promise<unknown> =>
      page.waitForFunction(() => {
        const chat = document.querySelector('ubik-chat');
        return chat?.status === 'streaming' && chat.conversation.children.length === 2;
      });
    await isRunning();
    await page.evaluate(changes['replaced by a new one'] ?? (() => undefined));
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'idle');
    const status = await page.evaluate(
      () => document.querySelector('ubik-chat')?.conversation.children.at(-1)?.status,
    );
    assert.equal(status, 'done');
    assert.deepEqual(browserErrors, []);
  });

  it('that removes it again at once, leaves the page usable', async () => {
    await open();
    await page.evaluate(() => {
      new MutationObserver(() =>
        document.querySelectorAll('ubik-chat, ubik-loader-button').forEach(each => each.remove()),
      ).observe(document.body, {childList: true});
      document.querySelector('ubik-chat')?.remove();
    });
    await page.getByRole('link', {name: 'Visit'}).click();
    await page.getByRole('heading', {name: 'Next'}).waitFor();
  });

  for (const [name, {library, visit, isEntry}] of Object.entries(sites)) {
    it(`of ${name}, stays with its conversation`, async () => {
      await open([''], library);
      await loaded();
      await page.evaluate(() => document.querySelector('ubik-chat')?.send('hello'));
      await page.evaluate(() => document.body.prepend('Old text.'));
      await page.evaluate(visit);
      await page.waitForFunction(() => !document.body.textContent.includes('Old text.'));
      await assertOne();
      if (isEntry) {
        await page.goBack();
        await page.getByRole('heading', {name: 'Page'}).waitFor();
        await assertOne();
      }
      const messages = await page.evaluate(
        () => document.querySelector('ubik-chat')?.conversation.children.length,
      );
      assert.equal(messages, 2);
    });
  }

  it('moved by Lenis, scrolls its conversation under the pointer, and not the page', async () => {
    await open(
      [''],
      `import Lenis from 'lenis'; document.body.style.minHeight = '5000px'; new Lenis({autoRaf: true});`,
    );
    await loaded();
    await page.evaluate(async () => {
      const chat = document.querySelector('ubik-chat');
      await chat?.show();
      await chat?.send('write a long answer of 4 KB');
    });
    const scroller = page.locator('ubik-chat .scroller');
    await scroller.evaluate(list => (list.scrollTop = 0));
    await scroller.hover();
    await page.mouse.wheel(0, 200);
    await page.waitForFunction(
      list => list instanceof Element && list.scrollTop > 0,
      await scroller.elementHandle(),
    );
    assert.equal(await page.evaluate(() => scrollY), 0);
  });

  it('with a modal dialog of Radix, takes the pointer and the keys, and does not close the dialog', async () => {
    await open(
      [''],
      `import {createElement as h} from 'react';
      import {createRoot} from 'react-dom/client';
      import {Root, Portal, Overlay, Content, Title} from '@radix-ui/react-dialog';
      const root = document.body.appendChild(document.createElement('main'));
      createRoot(root).render(
        h(Root, {defaultOpen: true}, h(Portal, {}, h(Overlay),
          h(Content, {'aria-describedby': undefined}, h(Title, {}, 'Modal'), h('input')))));`,
    );
    await loaded();
    const dialog = page.getByRole('dialog', {name: 'Modal'});
    await dialog.waitFor();
    for (const layout of ['sidebar', 'float']) {
      await page.evaluate(async layout => {
        const chat = document.querySelector('ubik-chat');
        await chat?.hide();
        chat?.setAttribute('layout', layout);
        await chat?.show();
      }, layout);
      const field = page.locator('ubik-chat textarea').first();
      await field.click();
      await page.keyboard.type('hello');
      assert.equal(await field.inputValue(), 'hello', layout);
      await field.fill('');
      assert.equal(await dialog.isVisible(), true, layout);
    }
    assert.deepEqual(browserErrors, []);
  });

  it('with two scripts, is one, and its attributes for libraries keep their names', async () => {
    await open(['data-turbo-permanent', 'data-turbo-permanent']);
    await loaded();
    await assertOne();
    const names = await page.evaluate(() =>
      document.querySelector('ubik-chat')?.getAttributeNames(),
    );
    for (const name of ['data-turbo-permanent', 'data-lenis-prevent', 'endpoint'])
      assert.ok(names?.includes(name), name);
    assert.equal(names?.includes('onclick'), false);
  });

  it('with a second script for the next user, has the attributes of the next user', async () => {
    await open(['data-user-id="ann" data-agent-id="first"', 'data-user-id="bob"']);
    await loaded();
    await assertOne();
    const attributes = await page.evaluate(() => {
      const chat = document.querySelector('ubik-chat');
      return ['user-id', 'agent-id', 'layout'].map(name => chat?.getAttribute(name));
    });
    assert.deepEqual(attributes, ['bob', null, 'float']);
  });

  it('restored from a cache, is one beside the script of another layout', async () => {
    await open(['data-layout="inline"']);
    await loaded();
    await page.evaluate(changes['replaced by a copy from a cache'] ?? (() => undefined));
    await page.evaluate(() => {
      const script = document.querySelector('body script');
      const again = document.createElement('script');
      for (const {name, value} of script?.attributes ?? []) again.setAttribute(name, value);
      again.dataset['userId'] = 'bob';
      script?.replaceWith(again);
    });
    await page.waitForFunction(
      () => document.querySelector('ubik-chat')?.getAttribute('user-id') === 'bob',
    );
    assert.equal(await page.locator('ubik-chat').count(), 1);
    assert.deepEqual(browserErrors, []);
  });
});
