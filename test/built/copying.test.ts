import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {chunk} from '../support/chunks.js';
import {enginePages, type EnginePage} from '../support/engine-page.js';
import {serveFiles} from '../support/file-server.js';
import type {LocalServer} from '../support/listen.js';

const html = (witness: string): string => `<!doctype html><html lang="en"><title>Copying</title>
  <script>${witness}</script>
  <ubik-message author="assistant" content="The museum is **open**."></ubik-message>
  <p><textarea></textarea></p>
  <script>
    // Firefox delays the load event until pending requests have ended.
    addEventListener('load', () => setTimeout(() => import('/cdn/ubik-chat.js')));
    globalThis.events = [];
    addEventListener('ubik-copied', ({text}) => events.push('copied: ' + text));
    addEventListener('ubik-error', ({error}) => events.push(error.code));
    globalThis.copy = () =>
      document.querySelector('ubik-message').shadowRoot?.querySelector('.actions .copy');
    addEventListener('paste', ({clipboardData}) => {
      globalThis.pasted = ['text/plain', 'text/html'].map(type => clipboardData.getData(type));
    });
  </script>`;

const plain = 'The museum is **open**.';

for (const [engine, openEngine] of Object.entries(enginePages)) {
  describe(`copying an answer before the Markdown view is loaded in ${engine}`, () => {
    let page: EnginePage;
    let witness: string;
    let files: LocalServer;

    before(async () => {
      witness = await readFile('test/support/page-errors.js', 'utf8');
      page = await openEngine();
    });
    after(() => page.close());

    const press = async (target: string): Promise<void> => {
      const middle = `(({x, y, width, height}) => [x + width / 2, y + height / 2])
        (${target}.getBoundingClientRect())`;
      const [x = 0, y = 0] = (await page.evaluate(middle)) as number[];
      await page.click(x, y);
    };

    /** Opens the page and presses the button while the Markdown view is still loading. */
    const pressEarly = async (view: Promise<string>): Promise<void> => {
      files = await serveFiles('dist', {
        '/': html(witness),
        '/favicon.ico': '',
        [`/cdn/${chunk('markdown-engine')}`]: view,
      });
      await page.open(`${files.origin}/`);
      await page.evaluate('until(() => copy())');
      await press('copy()');
      // Longer than the delay after which an element displays the source text.
      await sleep(1500);
      assert.equal(await page.evaluate('copy().ariaLabel'), 'Copy');
    };

    /** The final label of the button, the events of the page and the pasted content. */
    const outcome = async (): Promise<unknown> => {
      // The label is displayed for a short time only.
      await page.evaluate(`until(() => (globalThis.label = copy().ariaLabel) !== 'Copy')`);
      const label = await page.evaluate('label');
      await press(`document.querySelector('textarea')`);
      await page.press('Control+v');
      await page.evaluate('until(() => globalThis.pasted)');
      const [text, markup] = (await page.evaluate('pasted')) as string[];
      const events = await page.evaluate('events');
      const rich = /<(strong|pre).*\/\1>/.exec(markup ?? '')?.[0].replace(/ style="[^"]*"/, '');
      await files.stop();
      return {label, events, text, rich};
    };

    it('waits until it is loaded and copies rich text', async () => {
      let deliver: (text: string) => void = () => undefined;
      await pressEarly(new Promise(resolve => (deliver = resolve)));
      deliver(await readFile(`dist/cdn/${chunk('markdown-engine')}`, 'utf8'));
      assert.deepEqual(await outcome(), {
        label: 'Copied',
        events: [`copied: ${plain}`],
        text: plain,
        rich: '<strong>open</strong>',
      });
    });

    it('copies plain text and reports an error if it cannot be loaded', async () => {
      let fail: (error: Error) => void = () => undefined;
      await pressEarly(new Promise((_, reject) => (fail = reject)));
      fail(new Error('The file is gone.'));
      assert.deepEqual(await outcome(), {
        label: 'Copied as Markdown. The formatting could not be loaded.',
        events: [`copied: ${plain}`, 'copied_plain'],
        text: plain,
        rich: `<pre>${plain}</pre>`,
      });
    });
  });
}
