import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chatMarkup, Fixture} from '../e2e/fixture.js';

describe('a printed conversation', () => {
  const fixture = new Fixture();

  it('contains the work of a run, which is folded on the screen', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send('compare the numbers 3 and 4');
    await page.locator('ubik-request').getByRole('textbox').fill('table');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByRole('heading', {name: 'The numbers'}).waitFor();
    await waitForAnswer();
    const step = page.getByRole('button', {name: /^Step 2/});
    await page.getByRole('button', {name: /3 steps · 3 tools/}).waitFor();
    assert.equal(await step.count(), 0);
    await page.emulateMedia({media: 'print'});
    await step.waitFor();
    await page.getByRole('button', {name: /^Step 3/}).waitFor();
  });

  it('contains all messages and nothing else of the page, also from a shadow tree', async () => {
    const {page, send} = await fixture.open(
      `<h1>Shop</h1><main><aside>News</aside><site-box><template shadowrootmode="open"><p>Box</p>${chatMarkup()}</template></site-box></main>`,
    );
    await page.evaluate('window.print = () => (window.printed = true)');
    await send('write a long answer of 4 KB');
    await page.getByRole('button', {name: 'Regenerate answer'}).waitFor();
    await page.getByRole('button', {name: 'Send message'}).waitFor();
    await page.getByRole('button', {name: 'More actions', exact: true}).click();
    await page.getByRole('button', {name: 'Print'}).click();
    await page.waitForFunction('window.printed');
    await page.emulateMedia({media: 'print'});
    for (const text of ['Shop', 'News', 'Box']) {
      assert.equal(await page.getByText(text, {exact: true}).isVisible(), false, text);
    }
    assert.equal(await page.getByRole('textbox').isVisible(), false);
    const [shown, whole] = await page.getByRole('log').evaluate(log => {
      const box = log as HTMLElement;
      return [box.clientHeight, box.scrollHeight];
    });
    assert.ok(shown > 900 && whole <= shown, `${shown} of ${whole} pixels`);

    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await page.getByText('Shop', {exact: true}).isVisible(), true);
  });

  it('is not cut off at the edges of the paper: code, tables, and an open chat on small paper', async () => {
    const {page} = await fixture.open(
      `${chatMarkup('layout="float" open')}<ubik-markdown></ubik-markdown>`,
    );
    const cells = Array.from({length: 8}, (_, n) => `long-name-of-a-column-${n}`).join(' | ');
    const rule = '-|'.repeat(8);
    const line = 'const value = compute("a long line of code"); '.repeat(8);
    const text = `| ${cells} |\n|${rule}\n| ${cells} |\n\n\`\`\`js\n${line}\n\`\`\`\n`;
    await page
      .locator('ubik-markdown')
      .last()
      .evaluate((view, value) => {
        Object.assign(view, {text: value});
      }, text);
    await page.getByRole('table').waitFor();
    await page.emulateMedia({media: 'print'});
    for (const width of [800, 420]) {
      await page.setViewportSize({width, height: 600});
      const cut = await page
        .locator('ubik-markdown')
        .last()
        .locator('pre, table')
        .evaluateAll(
          boxes =>
            boxes.filter(
              box =>
                box.getBoundingClientRect().right > innerWidth || box.scrollWidth > box.clientWidth,
            ).length,
        );
      assert.equal(cut, 0, `at ${width} px`);
      const position = await page
        .locator('ubik-chat')
        .evaluate(
          chat => getComputedStyle(chat.shadowRoot?.querySelector('.panel') ?? chat).position,
        );
      assert.equal(position, 'static', `at ${width} px`);
    }
  });

  it('contains the whole of a long message of the user', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send('A long message. '.repeat(200));
    await waitForAnswer();
    await page.getByRole('button', {name: 'Show more'}).waitFor();
    const hidden = (): Promise<number> =>
      page.locator('.bubble').evaluate(text => text.scrollHeight - text.clientHeight);
    assert.ok((await hidden()) > 100);
    await page.emulateMedia({media: 'print'});
    assert.equal(await hidden(), 0);
    assert.equal(await page.getByRole('button', {name: 'Show more'}).isVisible(), false);
  });
});
