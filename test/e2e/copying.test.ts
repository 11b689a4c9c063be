import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {openBrowser, openPage} from '../support/browser.js';
import {otherPages, type EnginePage} from '../support/engine-page.js';
import {serveFiles, type FileServer} from '../support/file-server.js';

async function openChromium(): Promise<EnginePage> {
  const browser = await openBrowser();
  const {page} = await openPage(browser, 'about:blank');
  return {
    open: async url => {
      await page.goto(url);
    },
    evaluate: expression => page.evaluate(expression),
    enterFrame: () => Promise.reject(new Error('There is no frame.')),
    type: text => page.keyboard.type(text),
    press: keys => page.keyboard.press(keys),
    click: (x, y) => page.mouse.click(x, y),
    close: () => browser.close(),
  };
}

const html = (witness: string): string => `<!doctype html><html lang="en"><title>Copying</title>
  <script>${witness}</script>
  <ubik-message author="assistant" content="The museum is **open**."></ubik-message>
  <p><textarea></textarea></p>
  <script>
    // Firefox counts what a page is still waiting for as a part of loading it.
    addEventListener('load', () => setTimeout(() => import('/cdn/ubik-chat.js')));
    globalThis.events = [];
    addEventListener('ubik-copy', ({text}) => events.push('copied: ' + text));
    addEventListener('ubik-error', ({fault}) => events.push(fault.code));
    globalThis.copy = () =>
      document.querySelector('ubik-message').shadowRoot?.querySelector('.actions .copy');
    addEventListener('paste', ({clipboardData}) => {
      globalThis.pasted = ['text/plain', 'text/html'].map(type => clipboardData.getData(type));
    });
  </script>`;

const plain = 'The museum is **open**.';

for (const [engine, openEngine] of Object.entries({Chromium: openChromium, ...otherPages})) {
  describe(`copying an answer before the Markdown view is loaded, in ${engine}`, () => {
    let page: EnginePage;
    let witness: string;
    let files: FileServer;

    before(async () => {
      witness = await readFile('test/support/page-witness.js', 'utf8');
      page = await openEngine();
    });
    after(() => page.close());

    const press = async (target: string): Promise<void> => {
      const middle = `(({x, y, width, height}) => [x + width / 2, y + height / 2])
        (${target}.getBoundingClientRect())`;
      const [x = 0, y = 0] = (await page.evaluate(middle)) as number[];
      await page.click(x, y);
    };

    /** Opens the page and presses the button while what draws Markdown is still to come. */
    const pressEarly = async (view: Promise<string>): Promise<void> => {
      files = await serveFiles('dist', {
        '/': html(witness),
        '/favicon.ico': '',
        '/cdn/ubik-markdown/markdown-engine.js': view,
      });
      await page.open(`${files.origin}/`);
      await page.evaluate('until(() => copy())');
      await press('copy()');
      // Longer than an element waits before it shows a text as it was written.
      await sleep(1500);
      assert.equal(await page.evaluate('copy().ariaLabel'), 'Copy');
    };

    /** What the button says in the end, what the page hears, and what is pasted elsewhere. */
    const outcome = async (): Promise<unknown> => {
      // It says so for a moment only.
      await page.evaluate(`until(() => (globalThis.label = copy().ariaLabel) !== 'Copy')`);
      const label = await page.evaluate('label');
      await press(`document.querySelector('textarea')`);
      await page.press('Control+v');
      await page.evaluate('until(() => globalThis.pasted)');
      const [words, markup] = (await page.evaluate('pasted')) as string[];
      const events = await page.evaluate('events');
      const rich = /<(strong|pre).*\/\1>/.exec(markup ?? '')?.[0].replace(/ style="[^"]*"/, '');
      await files.stop();
      return {label, events, words, rich};
    };

    it('waits for it, and copies rich text', async () => {
      let deliver: (text: string) => void = () => undefined;
      await pressEarly(new Promise(resolve => (deliver = resolve)));
      deliver(await readFile('dist/cdn/ubik-markdown/markdown-engine.js', 'utf8'));
      assert.deepEqual(await outcome(), {
        label: 'Copied',
        events: [`copied: ${plain}`],
        words: plain,
        rich: '<strong>open</strong>',
      });
    });

    it('copies plain text where it cannot be loaded, and says so', async () => {
      let fail: (error: Error) => void = () => undefined;
      await pressEarly(new Promise((_, reject) => (fail = reject)));
      fail(new Error('The file is gone.'));
      assert.deepEqual(await outcome(), {
        label: 'Copied as plain text. The formatting could not be loaded.',
        events: [`copied: ${plain}`, 'copied_plain'],
        words: plain,
        rich: `<pre>${plain}</pre>`,
      });
    });
  });
}
