import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ask, HostilePages} from './hostile.js';
import {number} from './setting.js';

describe('a chat in an odd place', () => {
  const pages = new HostilePages();

  it('gives the focus back to a button in another shadow tree', async () => {
    const {page, complaints} = await pages.open('nested');
    const help = page.getByRole('button', {name: 'Help'});
    await help.click();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.press('j');
    assert.equal(await composer.inputValue(), 'j');
    await composer.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'hidden'});
    assert.equal(await help.evaluate(button => button.matches(':focus')), true);
    assert.deepEqual(await page.evaluate('shortcuts'), []);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('pops up its menu beside the button, within shadow trees', async () => {
    const {page, complaints} = await pages.open('nested');
    await page.getByRole('button', {name: 'Help'}).click();
    await ask(page, 'what is 6 * 7');
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('button', {name: 'Save'}).first().waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('shares nothing with another chat beside it', async () => {
    const {page, complaints} = await pages.open('two');
    const [first, second] = [
      page.getByRole('region', {name: 'First'}),
      page.getByRole('region', {name: 'Second'}),
    ];
    await ask(page, 'what is 6 * 7');
    const field = second.getByRole('textbox', {name: 'Message'});
    await field.fill('what is 2 * 4');
    assert.equal(await first.getByRole('textbox', {name: 'Message'}).inputValue(), '');
    await field.press('Enter');
    await second.getByText(number(8)).first().waitFor();
    assert.equal(await first.getByRole('article').count(), 2);
    assert.equal(await second.getByRole('article').count(), 2);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  for (const [permanent, means] of [
    [true, 'moved into the new one'],
    [false, 'made anew there'],
  ] as const) {
    it(`goes on where a page swaps its body, ${means}`, async () => {
      const {page, complaints} = await pages.open('swap');
      await ask(page, 'what is 6 * 7');
      await page.getByRole('textbox', {name: 'Message'}).fill('half a sen');
      await page.evaluate(`swap(${permanent})`);
      await page.getByRole('heading', {name: 'Another page'}).waitFor();
      await page.getByText(number(42)).first().waitFor();
      assert.equal(await page.getByRole('textbox', {name: 'Message'}).inputValue(), 'half a sen');
      await ask(page, 'what is 2 * 4');
      assert.equal(await page.getByRole('article').count(), 4);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  it('goes on where a page swaps its body by a view transition', async () => {
    const {page, complaints} = await pages.open('swap');
    await ask(page, 'what is 6 * 7');
    await page.evaluate('document.startViewTransition(() => swap(true)).finished');
    await ask(page, 'what is 2 * 4');
    assert.equal(await page.getByRole('article').count(), 4);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('covers a phone, but keeps its size where the reader zooms in', async () => {
    const {page, complaints} = await pages.open('phone', {
      viewport: {width: 390, height: 700},
      hasTouch: true,
      isMobile: true,
    });
    const panel = page.getByRole('dialog');
    await panel.waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setPageScaleFactor', {pageScaleFactor: 2});
    await page.waitForFunction('visualViewport.scale === 2');
    const size = await panel.evaluate(element => [element.clientWidth, element.clientHeight]);
    assert.deepEqual(size, [390, 700]);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
});
