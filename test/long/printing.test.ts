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
});
