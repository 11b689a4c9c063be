import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chatMarkup, Fixture} from './fixture.js';

const question = '/replay b-multi-step-web-search pace 0';
const beginning = 'I will check the museum';
const ending = /closed on Monday and Tuesday/;

// How often and when a stream is resumed is tested without a page: `run.test.ts`, `retry.test.ts` and `protocol-client.test.ts`
// in `test/controller`.
describe('a lost stream', () => {
  const fixture = new Fixture();

  it('is resumed at once when the page is online again', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await fixture.control('POST', 'faults', {kind: 'stall', at_frame: 12});
    await send(question);
    await page.getByText(beginning).first().waitFor();
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    assert.match(await waitForAnswer(), ending);
  });

  it('keeps the displayed text without shrinking or duplicating it while resuming', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await fixture.control('POST', 'faults', [
      {kind: 'drop', at_frame: 12},
      {kind: 'drop', at_frame: 5, on: 'attach'},
      {kind: 'drop', at_frame: 20, on: 'attach'},
    ]);
    await chatPage.page.evaluate(`
      counts = [];
      (function look() {
        const transcript = document.querySelector('ubik-chat').shadowRoot.querySelector('.transcript');
        counts.push(visibleText(transcript).split('I will check').length - 1);
        requestAnimationFrame(look);
      })();
    `);
    await chatPage.send(question);
    assert.match(await chatPage.waitForAnswer(), ending);
    const counts = await chatPage.page.evaluate(
      () => (window as unknown as {counts: number[]}).counts,
    );
    assert.deepEqual([...new Set(counts)], [0, 1], 'it came once, and stayed');
  });
});
