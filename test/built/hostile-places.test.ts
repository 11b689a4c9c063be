import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {until} from '../support/until.js';
import {ask, HostilePages} from './hostile.js';
import {numberPattern} from '../e2e/fixture.js';

const phone = {viewport: {width: 390, height: 700}, hasTouch: true, isMobile: true};

/** The top and bottom of the visible parts of an open chat, in CSS pixels from the top of the screen. */
const span = `(() => {
  const {shadowRoot} = document.querySelector('ubik-chat');
  const [header, composer] = ['.header', '.composer'].map(part => shadowRoot.querySelector(part));
  return [header.getBoundingClientRect().top, composer.getBoundingClientRect().bottom];
})()`;

describe('a chat in an unusual place', () => {
  const pages = new HostilePages();

  it('returns the focus to a button in another shadow tree', async () => {
    const {page, browserErrors} = await pages.open('nested');
    const help = page.getByRole('button', {name: 'Help'});
    await help.click();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.press('j');
    assert.equal(await composer.inputValue(), 'j');
    await composer.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'hidden'});
    await until(() => help.evaluate(button => button.matches(':focus')));
    assert.deepEqual(await page.evaluate('shortcuts'), []);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('opens its menu inside shadow trees', async () => {
    const {page, browserErrors} = await pages.open('nested');
    await page.getByRole('button', {name: 'Help'}).click();
    await ask(page, 'what is 6 * 7');
    await page.getByRole('button', {name: 'More actions'}).click();
    await page.getByRole('button', {name: 'Save'}).first().waitFor();
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('shares nothing with another chat beside it', async () => {
    const {page, browserErrors} = await pages.open('two');
    const [first, second] = [
      page.getByRole('region', {name: 'First'}),
      page.getByRole('region', {name: 'Second'}),
    ];
    await ask(page, 'what is 6 * 7');
    const field = second.getByRole('textbox', {name: 'Message'});
    await field.fill('what is 2 * 4');
    assert.equal(await first.getByRole('textbox', {name: 'Message'}).inputValue(), '');
    await field.press('Enter');
    await second.getByText(numberPattern(8)).first().waitFor();
    assert.equal(await first.getByRole('article').count(), 2);
    assert.equal(await second.getByRole('article').count(), 2);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  for (const [permanent, method] of [
    [true, 'with the same element'],
    [false, 'with a new element'],
  ] as const) {
    it(`continues when the page replaces its body, ${method}`, async () => {
      const {page, browserErrors} = await pages.open('swap');
      await ask(page, 'what is 6 * 7');
      await page.getByRole('textbox', {name: 'Message'}).fill('half a sen');
      await page.evaluate(`swap(${permanent})`);
      await page.getByRole('heading', {name: 'Another page'}).waitFor();
      await page.getByText(numberPattern(42)).first().waitFor();
      assert.equal(await page.getByRole('textbox', {name: 'Message'}).inputValue(), 'half a sen');
      await ask(page, 'what is 2 * 4');
      assert.equal(await page.getByRole('article').count(), 4);
      assert.deepEqual(browserErrors, []);
      await page.context().close();
    });
  }

  it('continues when the page replaces its body in a view transition', async () => {
    const {page, browserErrors} = await pages.open('swap');
    await ask(page, 'what is 6 * 7');
    await page.evaluate('document.startViewTransition(() => swap(true)).finished');
    await ask(page, 'what is 2 * 4');
    assert.equal(await page.getByRole('article').count(), 4);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('covers the screen of a phone and keeps its size when the user zooms in [WCAG 1.4.4]', async () => {
    const {page, browserErrors} = await pages.open('phone', phone);
    const panel = page.getByRole('dialog');
    await panel.waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setPageScaleFactor', {pageScaleFactor: 2});
    await page.waitForFunction('visualViewport.scale === 2');
    const size = await panel.evaluate(element => [element.clientWidth, element.clientHeight]);
    assert.deepEqual(size, [390, 700]);
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  for (const layout of ['float', 'sidebar', 'full']) {
    it(`respects the safe areas and the keyboard of a phone in the layout ${layout}`, async () => {
      const {page, browserErrors} = await pages.open('phone', phone);
      await page.getByRole('dialog').waitFor();
      await page.evaluate(`document.querySelector('ubik-chat').layout = '${layout}'`);
      await page.getByRole('region', {name: 'Assistant'}).or(page.getByRole('dialog')).waitFor();
      const devtools = await page.context().newCDPSession(page);
      const insets = {top: 40, topMax: 40, bottom: 30, bottomMax: 30};
      await devtools.send('Emulation.setSafeAreaInsetsOverride', {insets});
      await page.waitForFunction(`${span}[0] === 40`);
      const [, end = 0] = await page.evaluate<number[]>(span);
      assert.ok(end <= 670, `${end}`);
      // A phone with a keyboard keeps the size of the page and reduces the visual viewport.
      await page.evaluate(`
        Object.defineProperty(visualViewport, 'height', {value: 400});
        visualViewport.dispatchEvent(new Event('resize'));
      `);
      await page.waitForFunction(`${span}[1] <= 400`);
      assert.deepEqual(browserErrors, []);
      await page.context().close();
    });
  }

  it('keeps its button inside the safe areas of a phone', async () => {
    const {page, browserErrors} = await pages.open('phone', phone);
    const chat = page.locator('ubik-chat');
    await page.getByRole('dialog').waitFor();
    await page.evaluate("document.querySelector('ubik-chat').open = false");
    await page.getByRole('button', {name: 'Open chat'}).waitFor();
    const box = await chat.boundingBox();
    const devtools = await page.context().newCDPSession(page);
    const insets = {right: 20, rightMax: 20, bottom: 30, bottomMax: 30};
    await devtools.send('Emulation.setSafeAreaInsetsOverride', {insets});
    await page.waitForFunction(
      ([x, y]) => {
        const {left, top} = document.querySelector('ubik-chat')?.getBoundingClientRect() ?? {};
        return left === x && top === y;
      },
      [(box?.x ?? 0) - 20, (box?.y ?? 0) - 30] as const,
    );
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });

  it('has no text field that makes a phone zoom in', async () => {
    const {page, browserErrors} = await pages.open('phone', phone);
    await page.locator('ubik-chat').evaluate(chat => chat.setAttribute('feedback', ''));
    await page.getByRole('textbox', {name: 'Message'}).fill('what is 6 * 7');
    // Enter makes a line on a phone.
    await page.getByRole('button', {name: 'Send message'}).click();
    await page.getByRole('button', {name: 'Bad answer'}).click();
    await page.getByRole('textbox', {name: 'Tell us why'}).waitFor();
    await page.getByRole('button', {name: 'Edit'}).click();
    await page.getByRole('textbox', {name: 'Edit your message'}).waitFor();
    const fields = await page.getByRole('textbox').all();
    const sizes = await Promise.all(
      fields.map(field =>
        field.evaluate(element => parseFloat(getComputedStyle(element).fontSize)),
      ),
    );
    assert.ok(sizes.length >= 3);
    assert.ok(
      sizes.every(size => size >= 16),
      sizes.join(),
    );
    assert.deepEqual(browserErrors, []);
    await page.context().close();
  });
});
