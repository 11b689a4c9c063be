import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {enginePages, type EnginePage} from '../support/engine-page.js';
import {until} from '../support/until.js';

const layouts = ['panel', 'dashboard', 'page'] as const;
type Layout = (typeof layouts)[number];

const readLayout = (layout: Layout): Promise<string> =>
  readFile(`demo/examples/parts-${layout}.html`, 'utf8');

const visibleText = await readFile('test/support/visible-text.js', 'utf8');

describe('the layouts of the documentation', () => {
  for (const layout of layouts) {
    it(`take at most 30 lines: ${layout}`, async () => {
      const [, code = ''] = /<!-- region page -->\n([^]*?) *<!-- endregion -->/.exec(
        await readLayout(layout),
      ) ?? [''];
      const lines = code.trimEnd().split('\n');
      assert.ok(lines.length > 10 && lines.length <= 30, `${lines.length} lines`);
    });
  }
});

for (const [engine, openEngine] of Object.entries(enginePages)) {
  describe(`a layout from parts in ${engine}`, () => {
    let server: AgentServer;
    let page: EnginePage;

    before(async () => {
      [server, page] = await Promise.all([startServer(), openEngine()]);
    });
    after(() => Promise.all([page.close(), server.stop()]));

    const textOf = async (selector: string): Promise<string> =>
      String(await page.evaluate(`visibleText(document.querySelector('${selector}'))`));

    /** Waits until an element displays a text. */
    const displays = (selector: string, text: RegExp): Promise<void> =>
      until(
        async () => text.test(await textOf(selector)),
        () => textOf(selector),
      );

    /** Opens a layout with a new conversation. */
    const openLayout = async (layout: Layout): Promise<void> => {
      const address = `${server.origin}/examples/parts-${layout}.html`;
      await page.open(address);
      await page.evaluate('localStorage.clear()');
      await page.open(address);
      await page.evaluate(`(() => {${visibleText}})()`);
      await page.evaluate(`customElements.whenDefined('ubik-composer').then(() => undefined)`);
      await page.evaluate(
        `document.querySelector('ubik-conversation').ready.then(() => undefined)`,
      );
      await until(
        async () =>
          (await page.evaluate(`document.querySelector('ubik-composer').disabled`)) === false,
      );
    };

    const ask = async (text: string): Promise<void> => {
      await page.evaluate(`document.querySelector('ubik-composer').focus()`);
      await page.type(text);
      await page.press('Enter');
    };

    /** An expression for an element in the list of conversations. */
    const inList = (selector: string): string =>
      `document.querySelector('ubik-sessions').shadowRoot.querySelector('${selector}')`;

    /** Operates a button of the list of conversations by keyboard. */
    const pressInList = async (selector: string): Promise<void> => {
      await until(async () => (await page.evaluate(`${inList(selector)} !== null`)) === true);
      await page.evaluate(`${inList(selector)}.focus()`);
      await page.press('Enter');
    };

    /** The texts of all elements that a selector matches. */
    const textsOf = (selector: string): Promise<unknown> =>
      page.evaluate(`[...document.querySelectorAll('${selector}')].map(visibleText)`);

    it('answers in a panel beside an editor, and sends after the answer', async () => {
      await openLayout('panel');
      await ask('What is 2 * (3 + 4)?');
      await displays('ubik-transcript', /\b14\b/);
      await until(
        async () => (await page.evaluate(`document.querySelector('ubik-composer').busy`)) === false,
      );
      assert.equal(await page.evaluate(`document.querySelector('ubik-composer').value`), '');
      await ask('What is 15 % of 240?');
      await displays('ubik-transcript', /\b36\b/);
    });

    it('displays the steps, a tool and a question of a run in a dashboard', async () => {
      await openLayout('dashboard');
      assert.deepEqual(await textsOf('.cards > *'), ['', '', '', '']);
      await ask('Show me a run with tools');
      await displays('ubik-message', /table or as a list\?/);
      await displays(
        'ubik-items[kind="step"]',
        /Compare the numbers\n[^]*Search the documentation/,
      );
      await displays('ubik-tool', /^Calculator/);
      await displays('ubik-composer', /A question is still open/);
    });

    it('sends a suggestion, and lists the conversation on a full page', async () => {
      await openLayout('page');
      await displays('ubik-suggestions', /Show me a run with tools/);
      const [x, y] = (await page.evaluate(`(() => {
        const {shadowRoot} = document.querySelector('ubik-suggestions');
        const {x, y, width, height} = shadowRoot.querySelector('button').getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      })()`)) as [number, number];
      await page.click(x, y);
      await displays('ubik-transcript', /table or as a list\?/);
      await displays('ubik-sessions', /Show me a run with tools/);
      await displays('ubik-items', /Step 1\nCompare the numbers/);
      assert.equal(await textOf('ubik-suggestions'), '');
    });

    it('renames and deletes a conversation in a list on a page', async () => {
      await openLayout('page');
      await ask('What is 6 * 7?');
      await displays('ubik-transcript', /\b42\b/);
      await displays('ubik-sessions', /What is 6 \* 7/);
      await pressInList('.rename');
      const field = inList('input');
      await until(async () => (await page.evaluate(`${field} !== null`)) === true);
      await page.evaluate(`(${field}.focus(), ${field}.select())`);
      await page.type('The answer');
      await page.press('Enter');
      await displays('ubik-sessions', /^[^]*The answer/);
      await pressInList('.remove');
      await displays('ubik-sessions', /Delete “?The answer/);
      await pressInList('[type="submit"]');
      await until(
        async () => !(await textOf('ubik-sessions')).includes('The answer'),
        () => textOf('ubik-sessions'),
      );
    });
  });
}
