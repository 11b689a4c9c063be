import type {CDPSession, Page} from 'playwright-core';
import {startServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import type {Budget} from './budget.js';
import {median} from './statistics.js';

/** Characters. */
const LENGTH = 1 << 20;
const LETTERS = 10;
/** An odd number, for the median. */
const ROUNDS = 5;

/**
 * Measures the time of the main thread for a letter that is typed at the end of a long text in the message field, as a multiple of
 * the same in a plain `<textarea>` of the same size.
 */
export async function benchComposer(): Promise<readonly Budget[]> {
  const [server, browser] = await Promise.all([startServer(), openBrowser()]);
  try {
    const {page} = await openPage(browser, `${server.origin}/plain.html`);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', {timeDomain: 'threadTicks'});
    await page.locator('ubik-composer textarea').first().waitFor();
    await addPlainField(page);
    const costs = {plain: [] as number[], ours: [] as number[]};
    for (let round = 0; round < ROUNDS; round++) {
      costs.plain.push(await costIn(page, session, '#plain'));
      costs.ours.push(await costIn(page, session, 'ubik-composer textarea'));
    }
    const [plain, ours] = [median(costs.plain), median(costs.ours)];
    console.log(`A letter in 1 MB: ${ours.toFixed(1)} ms, plain field ${plain.toFixed(1)} ms.`);
    const what = '× the cost of a letter in a plain field, both with 1 MB of text';
    return [{what, figure: ours / plain, most: 2}];
  } finally {
    await Promise.all([browser.close(), server.stop()]);
  }
}

/** A plain field beside the chat, with the size and the font of a message field that holds a long text. */
async function addPlainField(page: Page): Promise<void> {
  const field = page.locator('ubik-composer textarea').first();
  await field.fill('x'.repeat(10_000));
  await field.evaluate(ours => {
    const plain = document.createElement('textarea');
    plain.id = 'plain';
    const {font, padding, lineHeight} = getComputedStyle(ours);
    const [width, height] = [`${ours.clientWidth}px`, `${ours.clientHeight}px`];
    const box = {boxSizing: 'border-box', overflowWrap: 'anywhere', width, height} as const;
    Object.assign(plain.style, {font, padding, lineHeight, ...box});
    document.body.prepend(plain);
  });
  await field.fill('');
}

/** Milliseconds of the main thread for a letter, with everything that follows from it until its paint. */
async function costIn(page: Page, session: CDPSession, selector: string): Promise<number> {
  const field = page.locator(selector).first();
  await field.evaluate((element, length) => {
    if (!(element instanceof HTMLTextAreaElement)) throw new Error('No field.');
    const paragraph = `${'Some words of prose in a paragraph. '.repeat(28)}\n`;
    element.value = paragraph.repeat(Math.ceil(length / paragraph.length)).slice(0, length);
    element.dispatchEvent(new InputEvent('input', {bubbles: true, composed: true}));
    element.focus();
    element.setSelectionRange(length, length);
  }, LENGTH);
  const type = async (letter: string): Promise<void> => {
    await page.keyboard.press(letter);
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))),
    );
  };
  await type('a');
  const before = await taskTime(session);
  for (let letter = 0; letter < LETTERS; letter++) await type('b');
  const cost = ((await taskTime(session)) - before) / LETTERS;
  await field.evaluate(element => {
    if (element instanceof HTMLTextAreaElement) element.value = '';
    element.dispatchEvent(new InputEvent('input', {bubbles: true, composed: true}));
  });
  return cost;
}

async function taskTime(session: CDPSession): Promise<number> {
  const {metrics} = await session.send('Performance.getMetrics');
  return (metrics.find(({name}) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}
