import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {build, type BuildOptions} from 'esbuild';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {enginePages, type EnginePage} from '../support/engine-page.js';
import type {LocalServer} from '../support/listen.js';
import {servePages} from '../support/page-server.js';
import {until} from '../support/until.js';

const replaceBody = (): void => {
  const body = document.createElement('body');
  body.append(Object.assign(document.createElement('h1'), {textContent: 'Next'}));
  document.body.replaceWith(body);
};

const copyBody = (): void => {
  document.body.replaceWith(document.body.cloneNode(true));
};

/** Puts another body in the place of the current one, as routers do. */
const changes: Readonly<Record<string, () => unknown>> = {
  'replaced by a new one': replaceBody,
  'replaced by a copy from a cache': copyBody,
  'morphed, without elements that the next page does not have': () => {
    for (const element of [...document.body.children])
      if (element.localName !== 'h1') element.remove();
  },
  emptied: () => {
    document.body.replaceChildren();
  },
  'replaced with the whole document': () => {
    const html = document.createElement('html');
    html.append(document.createElement('body'));
    document.documentElement.replaceWith(html);
  },
  'kept, but not the element into which the page has moved the chat': async () => {
    const main = document.createElement('main');
    document.body.append(main);
    main.append(...document.querySelectorAll('ubik-chat'));
    await new Promise(resolve => setTimeout(resolve));
    main.replaceChildren();
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

/** A script of one file. */
async function bundle(options: BuildOptions): Promise<string> {
  const {outputFiles} = await build({...options, bundle: true, write: false});
  return outputFiles[0]?.text ?? '';
}

/** An expression that calls a function of no names but those of the page. */
const call = (run: () => unknown): string => `(${String(run)})()`;

const CHAT = `document.querySelector('ubik-chat')`;

const pageErrors = await readFile('test/support/page-errors.js', 'utf8');
const loader = await bundle({entryPoints: ['src/loader.ts'], format: 'iife'});

for (const [engine, openEngine] of Object.entries(enginePages)) {
  describe(`the chat of the loader in ${engine}, on a page`, () => {
    const pages = new Map([
      ['/loader.js', loader],
      ['/empty', '<!doctype html>'],
    ]);
    let agent: AgentServer;
    let server: LocalServer;
    let page: EnginePage;

    before(async () => {
      [agent, page] = await Promise.all([startServer({env: {UBIK_DEMO_PACE: '1'}}), openEngine()]);
      server = await servePages(pages, agent.origin);
    });
    after(async () => {
      await page.close();
      await server.stop();
      await agent.stop();
    });

    /** Opens a page with a library and a script tag for each list of attributes, and with empty storage. */
    async function open(scripts: readonly string[] = [''], library = ''): Promise<void> {
      const tags = scripts.map(
        attributes => `<script src="/loader.js" data-endpoint="/api/v1"
          data-token-endpoint="/demo/token" data-lenis-prevent data-onclick="alert(1)" ${attributes}></script>`,
      );
      const head = `<link rel="icon" href="data:,"><script>${pageErrors}</script>
        <script type="module" src="/library.js"></script>`;
      const html = (title: string, link: string): string =>
        `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head>
        <body><h1>${title}</h1><div>Text</div><a href="${link}">Visit</a>${tags.join('')}</body></html>`;
      pages.set('/', html('Page', '/next')).set('/next', html('Next', '/'));
      const stdin = {contents: library, resolveDir: '.'};
      pages.set('/library.js', await bundle({stdin, format: 'esm'}));
      await page.open(`${server.origin}/empty`);
      await page.evaluate('localStorage.clear()');
      await page.evaluate('sessionStorage.clear()');
      await page.open(`${server.origin}/`);
    }

    /** Waits until an expression of the page is true. */
    const holds = (expression: string): Promise<void> =>
      until(
        async () => (await page.evaluate(`Boolean(${expression})`)) === true,
        () => expression,
      );

    const loaded = (): Promise<void> => holds(`${CHAT}?.shadowRoot`);

    const assertNoErrors = async (): Promise<void> =>
      assert.deepEqual(await page.evaluate('browserErrors'), []);

    async function assertOne(): Promise<void> {
      await holds(`document.querySelectorAll('ubik-chat').length === 1`);
      await holds(`document.querySelectorAll('ubik-loader-button').length === 0`);
      await holds(`${CHAT}.shadowRoot?.querySelector('ubik-launcher')?.checkVisibility()`);
      const isPushed = await page.evaluate(
        `new Promise(resolve => ubikChat.push(chat => resolve(chat.isConnected)))`,
      );
      assert.equal(isPushed, true);
      await assertNoErrors();
    }

    /** Sends a message and waits until the answer is complete. */
    async function ask(text: string): Promise<void> {
      await page.evaluate(`${CHAT}.send(${JSON.stringify(text)}).then(() => undefined)`);
    }

    for (const [what, change] of Object.entries(changes)) {
      it(`whose body is ${what}, stays, before and after it has loaded`, async () => {
        await open();
        await page.evaluate(call(change));
        await loaded();
        await page.evaluate(call(change));
        await assertOne();
      });
    }

    it('whose body is replaced, goes on with its answer', async () => {
      await open();
      await loaded();
      await page.evaluate(`${CHAT}.show()`);
      await page.evaluate(`void ${CHAT}.send('write a long answer of 4 KB')`);
      await holds(`${CHAT}.status === 'streaming' && ${CHAT}.conversation.children.length === 2`);
      await page.evaluate(call(replaceBody));
      await holds(CHAT);
      // An answer may take longer than a wait.
      await page.evaluate(`new Promise(done => {
        if (${CHAT}.status === 'idle') done();
        else ${CHAT}.addEventListener('ubik-turn-end', () => done(), {once: true});
      })`);
      await holds(`${CHAT}.status === 'idle'`);
      assert.equal(await page.evaluate(`${CHAT}.conversation.children.at(-1)?.status`), 'done');
      await assertNoErrors();
    });

    it('that removes it again at once, leaves the page usable', async () => {
      await open();
      await page.evaluate(
        call(() => {
          new MutationObserver(() =>
            document
              .querySelectorAll('ubik-chat, ubik-loader-button')
              .forEach(each => each.remove()),
          ).observe(document.body, {childList: true});
          document.querySelector('ubik-chat')?.remove();
        }),
      );
      // A later task begins only if the loader waits between two attempts.
      const later = 'new Promise(done => setTimeout(() => setTimeout(() => done(true))))';
      assert.equal(await page.evaluate(later), true);
    });

    for (const [name, {library, visit, isEntry}] of Object.entries(sites)) {
      it(`of ${name}, stays with its conversation`, async () => {
        await open([''], library);
        await loaded();
        await ask('hello');
        await page.evaluate(`document.body.prepend('Old text.')`);
        await page.evaluate(`void ${call(visit)}`);
        await holds(`document.body && !document.body.textContent.includes('Old text.')`);
        await assertOne();
        if (isEntry) {
          await page.evaluate('history.back()');
          await holds(`document.querySelector('h1')?.textContent === 'Page'`);
          await assertOne();
        }
        assert.equal(await page.evaluate(`${CHAT}.conversation.children.length`), 2);
      });
    }

    it('moved by Lenis, scrolls its conversation under the pointer, and not the page', async () => {
      await open(
        [''],
        `import Lenis from 'lenis'; document.body.style.minHeight = '5000px'; new Lenis({autoRaf: true});`,
      );
      await loaded();
      await page.evaluate(`${CHAT}.show()`);
      await ask('write a long answer of 4 KB');
      const scroller = `${CHAT}.shadowRoot.querySelector('ubik-transcript').shadowRoot.querySelector('.scroller')`;
      await holds(`${scroller}.scrollHeight > ${scroller}.clientHeight`);
      await page.evaluate(`${scroller}.scrollTop = 0`);
      const [x, y] = (await page.evaluate(
        `(({x, y, width, height}) => [x + width / 2, y + height / 2])(${scroller}.getBoundingClientRect())`,
      )) as [number, number];
      await page.wheel(x, y, 200);
      await holds(`${scroller}.scrollTop > 0`);
      assert.equal(await page.evaluate('scrollY'), 0);
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
      await holds(`document.querySelector('[role=dialog]')`);
      for (const layout of ['sidebar', 'float']) {
        await page.evaluate(
          `${CHAT}.hide().then(() => ${CHAT}.setAttribute('layout', '${layout}'))`,
        );
        await page.evaluate(`${CHAT}.show()`);
        const field = `${CHAT}.shadowRoot.querySelector('ubik-composer').shadowRoot.querySelector('textarea')`;
        const place = (): Promise<unknown> =>
          page.evaluate(
            `(({x, y, width, height}) => [x + width / 2, y + height / 2])(${field}.getBoundingClientRect())`,
          );
        // The panel moves when it opens.
        await until(async () => String(await place()) === String(await place()));
        const [x, y] = (await place()) as [number, number];
        await page.click(x, y);
        await page.type('hello');
        await holds(`${field}.value === 'hello'`);
        await page.evaluate(`${CHAT}.setDraft('')`);
        await holds(`${field}.value === ''`);
        assert.equal(await page.evaluate(`document.querySelector('[role=dialog]') !== null`), true);
      }
      await assertNoErrors();
    });

    it('with two scripts, is one, and its attributes for libraries keep their names', async () => {
      await open(['data-turbo-permanent', 'data-turbo-permanent']);
      await loaded();
      await assertOne();
      const names = (await page.evaluate(`${CHAT}.getAttributeNames()`)) as string[];
      for (const name of ['data-turbo-permanent', 'data-lenis-prevent', 'endpoint'])
        assert.ok(names.includes(name), name);
      assert.equal(names.includes('onclick'), false);
    });

    it('with a second script for the next user, has the attributes of the next user', async () => {
      await open(['data-user-id="ann" data-agent-id="first"', 'data-user-id="bob"']);
      await loaded();
      await assertOne();
      const attributes = await page.evaluate(
        `['user-id', 'agent-id', 'layout'].map(name => ${CHAT}.getAttribute(name))`,
      );
      assert.deepEqual(attributes, ['bob', null, 'float']);
    });

    for (const dir of ['ltr', 'rtl']) {
      for (const [what, scripts] of Object.entries({
        'at the start': ['data-position="start"'],
        'moved to the start by a second script': ['', 'data-position="start"'],
      })) {
        it(`has its button where it has been while the chat was loading, ${what}: ${dir}`, async () => {
          // No idle callback runs, so that the chat is loaded when the pointer approaches the button.
          await open(
            scripts,
            `document.documentElement.dir = '${dir}'; window.requestIdleCallback = () => 0;`,
          );
          const place = (button: string): Promise<unknown> =>
            page.evaluate(
              `(({x, y, width, height}) => [x, y, width, height].map(Math.round))(${button}.getBoundingClientRect())`,
            );
          const host = `document.querySelector('ubik-loader-button')`;
          await holds(host);
          const painted = (await place(`${host}.shadowRoot.querySelector('button')`)) as number[];
          const isLeft = (await page.evaluate(`${painted[0]} < innerWidth / 2`)) as boolean;
          assert.equal(isLeft, dir === 'ltr');
          await page.evaluate(`void ${host}.dispatchEvent(new Event('pointerenter'))`);
          await loaded();
          await assertOne();
          const launcher = `${CHAT}.shadowRoot.querySelector('ubik-launcher').shadowRoot.querySelector('button')`;
          assert.deepEqual(await place(launcher), painted);
        });
      }
    }

    for (const layout of ['float', 'inline']) {
      for (const [next, dataset] of [
        ['another user', {userId: 'bob'}],
        ['nobody', {}],
      ] as const) {
        it(`restored from a cache for ${next}, does not show the user before: ${layout}`, async () => {
          await open([`data-layout="${layout}" data-user-id="ann"`]);
          await loaded();
          await ask('hello');
          assert.equal(await page.evaluate(`${CHAT}.conversation.children.length`), 2);
          await page.evaluate(call(copyBody));
          await page.evaluate(`(() => {
            const script = document.querySelector('body script');
            const again = document.createElement('script');
            for (const {name, value} of script.attributes) again.setAttribute(name, value);
            delete again.dataset.userId;
            Object.assign(again.dataset, ${JSON.stringify(dataset)});
            script.replaceWith(again);
          })()`);
          const user = 'userId' in dataset ? dataset.userId : null;
          await holds(`${CHAT}?.getAttribute('user-id') === ${JSON.stringify(user)}`);
          await holds(`document.querySelectorAll('ubik-chat').length === 1`);
          await page.evaluate(`${CHAT}.ready.then(() => undefined)`);
          assert.equal(await page.evaluate(`${CHAT}.conversation.children.length`), 0);
          await assertNoErrors();
        });
      }
    }
  });
}
