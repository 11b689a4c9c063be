import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import {chatMarkup, numberPattern, Fixture} from './fixture.js';

/** The name of the focused element, in any shadow tree, or else its tag. */
const focusedName = `(() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  const words = node?.textContent.replace(/\\s+/g, ' ').trim();
  return node?.ariaLabel || (node === document.body ? '' : words) || node?.localName || '';
})()`;

const focused = (page: Page): Promise<string> => page.evaluate(focusedName);

/** Waits until an element with this name has the focus. */
const waitForFocus = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction(`${focusedName} === ${JSON.stringify(name)}`);

/** Waits until an element other than the body has the focus, so that keyboard users keep their position. */
async function waitForAnyFocus(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.activeElement !== null && document.activeElement !== document.body,
  );
}

/** Presses a key until an element with this name has the focus. */
async function goTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let n = 0; n < 2000; n++) {
    const here = await focused(page);
    if (name.test(here)) return;
    passed.push(here);
    await page.keyboard.press(key);
  }
  assert.fail(`${String(name)} was not reached by ${key}: ${passed.join(', ')}`);
}

async function press(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  await goTo(page, name, key);
  await page.keyboard.press('Enter');
}

describe('a keyboard user', () => {
  const fixture = new Fixture();

  it('can open and close a chat, send, answer, navigate, stop, edit and rate [WCAG 2.1.1, 2.1.2, 2.4.3]', async () => {
    const {page, transcript, waitForAnswer} = await fixture.open(
      `<button>Before</button>${chatMarkup('layout="float" feedback')}`,
    );
    const {keyboard} = page;
    await press(page, /^Open chat$/);
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.open);
    await waitForFocus(page, 'Message');

    // Answer a question of the agent, reached backwards from the composer.
    await keyboard.type('please book it');
    await keyboard.press('Enter');
    await transcript.getByRole('button', {name: 'Yes', exact: true}).waitFor();
    await press(page, /^Yes$/, 'Shift+Tab');
    await waitForAnswer();
    await waitForAnyFocus(page);

    // Open the work of the answer and a step of it, and use the buttons of the answer.
    await goTo(page, /^Message$/);
    await press(page, /1 tool$/, 'Shift+Tab');
    await press(page, /Book Done/);
    await press(page, /^More options$/);
    await goTo(page, /^Copy as Markdown$/);
    // The label is displayed for a short time only, so wait from now on.
    const copied = transcript.getByRole('button', {name: 'Copied'}).waitFor();
    await keyboard.press('Enter');
    await copied;
    await waitForFocus(page, 'More options');
    await press(page, /^Good answer$/, 'Shift+Tab');
    await goTo(page, /^input$|optional/);
    await keyboard.type('clear');
    await keyboard.press('Enter');
    await transcript.getByText('Thank you for your feedback.').waitFor();
    await waitForAnyFocus(page);

    // Move from turn to turn.
    await goTo(page, /^Message$/);
    await goTo(page, /^Assistant$/, 'Shift+Tab');
    await keyboard.press('ArrowUp');
    await waitForFocus(page, 'You');
    await keyboard.press('End');
    await waitForFocus(page, 'Assistant');

    // Edit the last message, which creates a branch, and go back.
    await goTo(page, /^Message$/);
    await keyboard.press('ArrowUp');
    await waitForFocus(page, 'Edit your message');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('what is 6 * 7');
    await keyboard.press('Enter');
    await transcript.getByText(numberPattern(42)).first().waitFor();
    await waitForAnswer();
    await waitForAnyFocus(page);
    await goTo(page, /^Message$/);
    await press(page, /^Previous version$/, 'Shift+Tab');
    await transcript.getByText('please book it').waitFor();
    await waitForAnyFocus(page);

    // Stop an answer that the server does not continue, with the button that replaces the send button.
    await fixture.control('POST', 'faults', {kind: 'stall', at_frame: 12});
    await goTo(page, /^Message$/);
    await keyboard.type('write a long answer of 64 KB');
    await keyboard.press('Enter');
    await page.getByRole('button', {name: 'Stop', exact: true}).waitFor();
    await press(page, /^Stop$/);
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'idle');
    await waitForAnyFocus(page);

    // Open the list of conversations and the menu, then close the chat.
    await press(page, /^Conversations$/, 'Shift+Tab');
    await page.locator('ubik-sessions').getByRole('listitem').first().waitFor();
    await keyboard.press('Escape');
    await waitForFocus(page, 'Conversations');
    await press(page, /^More actions$/);
    await page.getByRole('button', {name: 'Save as Markdown'}).waitFor();
    await press(page, /^Save as JSON$/);
    await goTo(page, /^More actions$/);
    await keyboard.press('Escape');
    await waitForFocus(page, 'Open chat');
  });
});
