import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {enginePages, type EnginePage} from '../support/engine-page.js';
import type {LocalServer} from '../support/listen.js';
import {layout, serveHostile} from './hostile.js';

/** Expressions for chats that are not in the document itself, by page. */
const places: Readonly<Record<string, string>> = {
  nested: `document.querySelector('outer-app').inner.firstChild`,
};

/** The pages in which a chat works as on any other page. What only some of them do is in `hostile-{places,scripts,styles}.test.ts`. */
const pages: Readonly<Record<string, string>> = {
  globals: 'with AMD, CommonJS and jQuery',
  libraries: 'with jQuery and RequireJS',
  prototypes: 'with extended prototypes',
  wrappers: 'with wrapped functions of the browser',
  registry: 'with the registries of older browsers',
  'scoped-registry': 'with a registry for every shadow tree',
  twice: 'that loads the script twice under a strict policy',
  strict: 'with every module under a strict policy',
  loader: 'with the loader under a strict policy',
  base: 'with a base address',
  nested: 'with shadow trees around the chat',
  two: 'with two chats',
};

for (const [engine, openEngine] of Object.entries(enginePages)) {
  describe(`a hostile page in ${engine}`, () => {
    let files: LocalServer;
    let page: EnginePage;

    before(async () => {
      const scripts = ['page-errors.js', 'visible-text.js'].map(name =>
        readFile(`test/support/${name}`, 'utf8'),
      );
      files = await serveHostile((await Promise.all(scripts)).join('\n'));
      page = await openEngine();
    });
    after(() => Promise.all([page.close(), files.stop()]));

    const browserErrors = (): Promise<unknown> => page.evaluate(`browserErrors.join('\\n')`);

    /** Opens a page with empty storage and waits until its chat is ready. */
    const openChat = async (name: string): Promise<string> => {
      await page.open(`${files.origin}/plain`);
      await page.evaluate('localStorage.clear()');
      await page.open(`${files.origin}/${name}`);
      const chat = places[name] ?? `document.querySelector('ubik-chat')`;
      await page.evaluate(`until(() => ${chat}?.shadowRoot?.querySelector('ubik-composer'))`);
      await page.evaluate(`${chat}.ready.then(() => undefined)`);
      return chat;
    };

    /** Sends a message with the keyboard and waits until the answer is visible. */
    const ask = async (chat: string, text: string, answer: RegExp): Promise<void> => {
      await page.evaluate(`${chat}.show().then(() => ${chat}.focusComposer())`);
      await page.type(text);
      await page.press('Enter');
      await page.evaluate(`until(() => ${String(answer)}.test(visibleText(${chat})))`);
      await page.evaluate(`until(() => ${chat}.status === 'idle')`);
    };

    const lookOf = async (name: string): Promise<readonly unknown[]> => {
      await openChat(name);
      // An opening panel is animated.
      await page.evaluate(`document.querySelectorAll('ubik-chat').forEach(({shadowRoot}) => {
        for (const animation of shadowRoot.getAnimations()) animation.finish();
      })`);
      return (await page.evaluate(layout)) as unknown[];
    };

    for (const [name, description] of Object.entries(pages)) {
      it(`has a working chat without browser errors: a page ${description}`, async () => {
        const chat = await openChat(name);
        await ask(chat, 'what is 6 * 7', /(?<![\w:.-])42(?![\w:-])/);
        await ask(chat, 'show markdown', /Table/i);
        assert.equal(await browserErrors(), '');
      });
    }

    it('enforces a strict policy and reports violations', async () => {
      await openChat('strict');
      const tried = await page.evaluate(`(() => {
        try {
          document.createElement('p').innerHTML = '<b>accepted</b>';
          return 'accepted';
        } catch ({name}) {
          return name;
        }
      })()`);
      assert.equal(tried, 'TypeError');
      await page.evaluate(`until(() => browserErrors.length > 0)`);
      assert.match(String(await browserErrors()), /require-trusted-types-for/);
    });

    it('has a working chat in a sandbox without storage and origin', async () => {
      await page.open(`${files.origin}/frame`);
      await page.enterFrame();
      const chat = `document.querySelector('ubik-chat')`;
      await page.evaluate(`until(() => ${chat}?.shadowRoot?.querySelector('ubik-composer'))`);
      await page.evaluate(`${chat}.ready.then(() => undefined)`);
      await page.click(100, 100);
      await page.evaluate(`${chat}.focusComposer()`);
      await page.type('Who are you?');
      await page.press('Enter');
      await page.evaluate(`until(() => visibleText(${chat}).includes('No origin'))`);
      assert.equal(await browserErrors(), '');
    });

    for (const name of ['reset', 'typography', 'small']) {
      it(`has chats that look the same as on a plain page: ${name}`, async () => {
        const plain = await lookOf('plain');
        assert.equal(plain.length, 2);
        assert.deepEqual(await lookOf(name), plain);
      });
    }

    it('limits the size of chats if a rem is a tenth of the screen', async () => {
      const chat = await openChat('large');
      const send = `${chat}.shadowRoot.querySelector('ubik-composer').shadowRoot.querySelector('.send')`;
      assert.equal(await page.evaluate(`${send}.getBoundingClientRect().width`), 54);
    });

    it('passes its dark scheme and right-to-left direction to the chat', async () => {
      await openChat('dark-rtl');
      const seen = await page.evaluate(`[...document.querySelectorAll('ubik-chat')].map(chat => {
        const {backgroundColor, direction} = getComputedStyle(chat.shadowRoot.querySelector('.panel'));
        return [backgroundColor, direction].join(' ');
      }).at(-1)`);
      assert.equal(seen, 'rgb(22, 24, 29) rtl');
    });
  });
}
