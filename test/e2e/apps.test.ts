import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Frame, Page} from 'playwright-core';
import {until} from '../support/until.js';
import type {ChatPage} from './chat-page.js';
import {Fixture} from './fixture.js';

interface Options {
  readonly apps?: 'show' | 'off';
}

/** Opens the example with its strict policy, and asks for a tool with an app. */
async function showClock(fixture: Fixture, {apps}: Options = {}): Promise<ChatPage> {
  const chatPage = await fixture.open('');
  const {page} = chatPage;
  await page.goto(`${fixture.server.origin}/examples/mcp-apps.html`);
  await page.waitForFunction(() => customElements.get('ubik-app') !== undefined);
  await page.evaluate(mode => {
    const chat = document.querySelector('ubik-chat');
    if (chat && mode) chat.apps = mode;
  }, apps);
  await chatPage.send('Show a world clock');
  await chatPage.waitForAnswer();
  return chatPage;
}

/** The frame with the document of the app, inside of the shell. */
async function appFrame(page: Page): Promise<Frame> {
  const find = (): Frame | undefined =>
    page.frames().find(frame => frame.url() === 'about:srcdoc' && frame.parentFrame() !== null);
  await until(() => find() !== undefined);
  const frame = find();
  assert.ok(frame);
  return frame;
}

/** Presses Tab until the page has the focus on a button with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', {name});
  for (let tabs = 0; tabs < 20; tabs++) {
    if (await button.evaluate(node => node.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${name} was not reached.`);
}

/** Answers a question by keyboard, once a key can be meant for it. */
async function answerQuestion(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', {name, exact: true});
  await tabTo(page, name);
  await until(async () => {
    if ((await button.count()) > 0) await page.keyboard.press('Enter');
    return (await button.count()) === 0;
  });
}

/** Starts a call of the app by keyboard. */
async function addCity(page: Page, app: Frame, city: string): Promise<void> {
  await app.getByRole('textbox', {name: 'City'}).fill(city);
  await app.getByRole('textbox', {name: 'City'}).press('Enter');
  await page.getByText('The app wants to run find_time_zone.').first().waitFor();
}

describe('the app of a tool', () => {
  const fixture = new Fixture();

  it('opens on request, is operated by keyboard, and calls a tool with consent', async () => {
    const {page, browserErrors} = await showClock(fixture);
    assert.equal(await page.locator('iframe').count(), 0);
    await page.getByRole('button', {name: 'Open app'}).focus();
    await page.keyboard.press('Enter');
    const app = await appFrame(page);
    const rows = app.getByRole('rowheader');
    await rows.first().waitFor();
    const shell = app.parentFrame();
    assert.equal(await shell?.evaluate(() => document.documentElement.lang), 'en');

    // Into the app, through its controls, and out at its end.
    await page.getByRole('button', {name: 'Skip app'}).focus();
    await page.keyboard.press('Tab');
    await app.waitForFunction(() => document.activeElement?.localName === 'input');
    await page.keyboard.type('Lima');
    await page.keyboard.press('Enter');
    await page.getByText('The app wants to run find_time_zone.').first().waitFor();
    const before = await rows.count();
    await tabTo(page, 'Back to the controls of the app');
    await answerQuestion(page, 'Allow once');
    await rows.getByText('America/Lima').waitFor();
    assert.equal(await rows.count(), before + 1);

    // A refusal is an error of the call.
    await addCity(page, app, 'Oslo');
    await answerQuestion(page, 'Deny');
    await app.getByText('Denied by the user').waitFor();
    assert.equal(await rows.count(), before + 1);

    // The buttons around the app lead past it and back.
    await page.getByRole('button', {name: 'Skip app'}).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Close app');
    await page.keyboard.press('Enter');
    await page.getByRole('button', {name: 'Open app'}).waitFor();
    assert.equal(await page.locator('iframe').count(), 0);
    // Chromium does not know the directive `webrtc` yet.
    assert.deepEqual(
      browserErrors.filter(error => !error.includes("directive 'webrtc'")),
      [],
    );
  });

  it('opens with its controls in view, and is reduced when the focus moves behind it [WCAG 2.4.11]', async () => {
    const {page} = await showClock(fixture);
    await page.setViewportSize({width: 320, height: 480});
    await page.getByRole('button', {name: 'Open app'}).focus();
    await page.keyboard.press('Enter');
    await (await appFrame(page)).getByRole('rowheader').first().waitFor();
    const isInView = (name: string): Promise<boolean> =>
      page.getByRole('button', {name}).evaluate(button => {
        const {left, top, width, height} = button.getBoundingClientRect();
        const root = button.getRootNode() as ShadowRoot;
        return button.contains(root.elementFromPoint(left + width / 2, top + height / 2));
      });
    await page.getByRole('button', {name: 'Expand'}).waitFor();
    assert.ok(await isInView('Close app'));
    await page.getByRole('button', {name: 'Expand'}).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', {name: 'Collapse'}).waitFor();
    await tabTo(page, 'Regenerate answer');
    await page.getByRole('button', {name: 'Expand'}).waitFor();
    assert.ok(await isInView('Regenerate answer'));
  });

  it('writes a draft that only the user sends', async () => {
    const {page} = await showClock(fixture);
    await page.getByRole('button', {name: 'Open app'}).focus();
    await page.keyboard.press('Enter');
    const app = await appFrame(page);
    await app.getByRole('button', {name: 'Ask about these times'}).press('Enter');
    const composer = page.getByRole('textbox', {name: 'Message'});
    await until(async () => (await composer.inputValue()).includes('good time for a meeting'));
    const messages = await page.evaluate(
      () => document.querySelector('ubik-chat')?.conversation.children.length,
    );
    assert.equal(messages, 2);
  });

  it('opens at once where the page wants it', async () => {
    const {page} = await showClock(fixture, {apps: 'show'});
    const app = await appFrame(page);
    await app.getByRole('rowheader').first().waitFor();
  });

  it('is only the card of the tool where apps are off', async () => {
    const {page, transcript} = await showClock(fixture, {apps: 'off'});
    await transcript.getByRole('button', {name: /World clock/}).waitFor();
    assert.equal(await page.locator('ubik-app').count(), 0);
  });
});
