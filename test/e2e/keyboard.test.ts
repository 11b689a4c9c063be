import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Page} from 'playwright-core';
import {chat, number, Setting} from './setting.js';

/** What has the focus, wherever it stands in shadow trees: its name, else its tag. */
const focusedName = `(() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  const words = node?.textContent.replace(/\\s+/g, ' ').trim();
  return node?.ariaLabel || (node === document.body ? '' : words) || node?.localName || '';
})()`;

const focused = (page: Page): Promise<string> => page.evaluate(focusedName);

/** Waits until something with this name has the focus. */
const comesTo = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction(`${focusedName} === ${JSON.stringify(name)}`);

/** Whatever is done, the focus stays on something that a person can go on from. */
async function keeps(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.activeElement !== null && document.activeElement !== document.body,
  );
}

/** Goes by a key until something with this name has the focus. */
async function goTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let n = 0; n < 400; n++) {
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

describe('by keyboard alone', () => {
  const setting = new Setting();

  it('a chat is opened, asked, answered, walked, stopped, reworded, rated and closed', async () => {
    const {page, transcript, settled} = await setting.arrive(
      `<button>Before</button>${chat('layout="float" feedback')}`,
    );
    const {keyboard} = page;
    await press(page, /^Open chat$/);
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.open);
    await comesTo(page, 'Message');

    // A question of the agent, reached backwards from the composer.
    await keyboard.type('please book it');
    await keyboard.press('Enter');
    await transcript.getByRole('button', {name: 'Yes', exact: true}).waitFor();
    await press(page, /^Yes$/, 'Shift+Tab');
    await settled();
    await keeps(page);

    // The answer: its steps, its buttons, its words.
    await goTo(page, /^Message$/);
    await press(page, /Book Done/, 'Shift+Tab');
    await goTo(page, /^Copy as Markdown$/);
    const copied = comesTo(page, 'Copied'); // That passes: it is looked for from now on.
    await keyboard.press('Enter');
    await copied;
    await press(page, /^Good answer$/);
    await goTo(page, /^input$|optional/);
    await keyboard.type('clear');
    await keyboard.press('Enter');
    await transcript.getByText('Thank you for your feedback.').waitFor();
    await keeps(page);

    // From turn to turn.
    await goTo(page, /^Message$/);
    await goTo(page, /^Assistant$/, 'Shift+Tab');
    await keyboard.press('ArrowUp');
    await comesTo(page, 'You');
    await keyboard.press('End');
    await comesTo(page, 'Assistant');

    // The last message in other words, as a branch, and back.
    await goTo(page, /^Message$/);
    await keyboard.press('ArrowUp');
    await comesTo(page, 'Edit your message');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('what is 6 * 7');
    await keyboard.press('Enter');
    await transcript.getByText(number(42)).first().waitFor();
    await settled();
    await keeps(page);
    await goTo(page, /^Message$/);
    await press(page, /^Previous version$/, 'Shift+Tab');
    await transcript.getByText('please book it').waitFor();
    await keeps(page);

    // A long answer is stopped by the button in the place of the one that sends.
    await goTo(page, /^Message$/);
    await keyboard.type('write a long answer of 64 KB');
    await keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'streaming');
    await press(page, /^Stop$/);
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'idle');
    await keeps(page);

    // The list of conversations and the menu, and out.
    await press(page, /^Conversations$/, 'Shift+Tab');
    await page.locator('ubik-sessions').getByRole('listitem').first().waitFor();
    await keyboard.press('Escape');
    await comesTo(page, 'Conversations');
    await press(page, /^More$/);
    await page.getByRole('button', {name: 'Save as Markdown'}).waitFor();
    await press(page, /^Save as JSON$/);
    await goTo(page, /^More$/);
    await keyboard.press('Escape');
    await comesTo(page, 'Open chat');
  });
});
