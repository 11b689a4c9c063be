import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {otherPages, type EnginePage} from '../support/engine-page.js';
import type {FileServer} from '../support/file-server.js';
import {look, serveHostile} from './hostile.js';

/** Where a page keeps its chat, unless it is in the page itself. */
const places: Readonly<Record<string, string>> = {
  nested: `document.querySelector('outer-app').inner.firstChild`,
};

/** What is out of the ordinary in Chromium too is told in `hostile-{places,scripts,styles}.test.ts`. */
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

for (const [engine, openEngine] of Object.entries(otherPages)) {
  describe(`a page that is hard on others, in ${engine}`, () => {
    let files: FileServer;
    let page: EnginePage;

    before(async () => {
      const witness = ['page-witness.js', 'visible-words.js'].map(name =>
        readFile(`test/support/${name}`, 'utf8'),
      );
      files = await serveHostile((await Promise.all(witness)).join('\n'));
      page = await openEngine();
    });
    after(() => Promise.all([page.close(), files.stop()]));

    const complaints = (): Promise<unknown> => page.evaluate(`complaints.join('\\n')`);

    /** Opens a page that has never been seen, and waits until its chat is there. */
    const arrive = async (name: string): Promise<string> => {
      await page.open(`${files.origin}/plain`);
      await page.evaluate('localStorage.clear()');
      await page.open(`${files.origin}/${name}`);
      const chat = places[name] ?? `document.querySelector('ubik-chat')`;
      await page.evaluate(`until(() => ${chat}?.shadowRoot?.querySelector('ubik-composer'))`);
      await page.evaluate(`${chat}.ready.then(() => undefined)`);
      return chat;
    };

    /** Asks by the keyboard, and waits until the answer is seen. */
    const ask = async (chat: string, words: string, answer: RegExp): Promise<void> => {
      await page.evaluate(`${chat}.show().then(() => ${chat}.focusComposer())`);
      await page.type(words);
      await page.press('Enter');
      await page.evaluate(`until(() => ${String(answer)}.test(visibleWords(${chat})))`);
      await page.evaluate(`until(() => ${chat}.status === 'idle')`);
    };

    const lookOf = async (name: string): Promise<readonly unknown[]> => {
      await arrive(name);
      // These windows move what opens.
      await page.evaluate(`document.querySelectorAll('ubik-chat').forEach(({shadowRoot}) => {
        for (const animation of shadowRoot.getAnimations()) animation.finish();
      })`);
      return (await page.evaluate(look)) as unknown[];
    };

    for (const [name, means] of Object.entries(pages)) {
      it(`has a chat that answers, with nothing to complain about: ${means}`, async () => {
        const chat = await arrive(name);
        await ask(chat, 'what is 6 * 7', /(?<![\w:.-])42(?![\w:-])/);
        await ask(chat, 'show markdown', /Table/i);
        assert.equal(await complaints(), '');
      });
    }

    it('really refuses what a strict policy forbids, and tells of it', async () => {
      await arrive('strict');
      const tried = await page.evaluate(`(() => {
        try {
          document.createElement('p').innerHTML = '<b>let in</b>';
          return 'let in';
        } catch ({name}) {
          return name;
        }
      })()`);
      assert.equal(tried, 'TypeError');
      await page.evaluate(`until(() => complaints.length > 0)`);
      assert.match(String(await complaints()), /require-trusted-types-for/);
    });

    it('keeps a chat in a sandbox, which has no storage and no origin', async () => {
      await page.open(`${files.origin}/frame`);
      await page.enterFrame();
      const chat = `document.querySelector('ubik-chat')`;
      await page.evaluate(`until(() => ${chat}?.shadowRoot?.querySelector('ubik-composer'))`);
      await page.evaluate(`${chat}.ready.then(() => undefined)`);
      await page.click(100, 100);
      await page.evaluate(`${chat}.focusComposer()`);
      await page.type('Who are you?');
      await page.press('Enter');
      await page.evaluate(`until(() => visibleWords(${chat}).includes('No origin'))`);
      assert.equal(await complaints(), '');
    });

    for (const name of ['reset', 'words', 'small']) {
      it(`has chats that look as on a plain page: ${name}`, async () => {
        const plain = await lookOf('plain');
        assert.equal(plain.length, 2);
        assert.deepEqual(await lookOf(name), plain);
      });
    }

    it('has chats no larger than a reader may want, where a rem is a tenth of the screen', async () => {
      const chat = await arrive('large');
      const send = `${chat}.shadowRoot.querySelector('ubik-composer').shadowRoot.querySelector('.send')`;
      assert.equal(await page.evaluate(`${send}.getBoundingClientRect().width`), 54);
    });

    it('is dark and goes from right to left, and the chat with it', async () => {
      await arrive('dark-rtl');
      const seen = await page.evaluate(`[...document.querySelectorAll('ubik-chat')].map(chat => {
        const {backgroundColor, direction} = getComputedStyle(chat.shadowRoot.querySelector('.panel'));
        return [backgroundColor, direction].join(' ');
      }).at(-1)`);
      assert.equal(seen, 'rgb(22, 24, 29) rtl');
    });
  });
}
