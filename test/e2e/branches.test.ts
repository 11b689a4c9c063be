import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Request} from 'playwright-core';
import {chatMarkup, numberPattern, Fixture} from './fixture.js';

const file = (name: string, text = 'A short text about lighthouses.') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

describe('a conversation', () => {
  const fixture = new Fixture();

  it('creates a branch for an edited message and displays either branch', async () => {
    const {page, send, transcript, waitForAnswer} = await fixture.open(chatMarkup());
    await send('what is 6 * 7');
    assert.match(await waitForAnswer(), /42/);
    await transcript.getByText('what is 6 * 7').first().hover();
    await page.getByRole('button', {name: 'Edit'}).first().click();
    await page.getByRole('textbox', {name: 'Edit your message'}).fill('what is 6 * 8');
    await page.getByRole('textbox', {name: 'Edit your message'}).press('Enter');
    await transcript.getByText(numberPattern(48)).first().waitFor();
    assert.equal(await transcript.getByText(numberPattern(42)).count(), 0);
    await transcript.getByText('what is 6 * 8').first().hover();
    await page.getByText('2 / 2').first().waitFor();
    await page.getByRole('button', {name: 'Previous version'}).first().click();
    await transcript.getByText(numberPattern(42)).first().waitFor();
    await page.getByText('1 / 2').first().waitFor();
    await page.reload();
    await transcript.getByText('what is 6 * 7').first().hover();
    await page.getByText('1 / 2').first().waitFor();
    await page.getByRole('button', {name: 'Next version'}).first().click();
    await transcript.getByText(numberPattern(48)).first().waitFor();
  });

  it('creates a branch for a regenerated answer', async () => {
    const {page, send, transcript, waitForAnswer} = await fixture.open(chatMarkup());
    await send('what is 6 * 7');
    await waitForAnswer();
    await transcript.getByText(numberPattern(42)).last().hover();
    await page.getByRole('button', {name: 'Regenerate answer'}).last().click();
    await page.getByText('2 / 2').last().waitFor();
    assert.match(await waitForAnswer(), /42/);
  });

  it('lists a checkpoint, scrolls to it and restores it with a hint', async () => {
    const {page, send, transcript, waitForAnswer, stats} = await fixture.open(chatMarkup());
    await send('compare two numbers and search the docs');
    await page.locator('ubik-request').getByRole('textbox').fill('table');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await transcript.getByRole('table').first().waitFor();
    await waitForAnswer();
    const restore = page.getByRole('button', {name: /^Restore to here: /});
    assert.equal(await restore.first().isVisible(), false);
    await transcript.press('Home');
    await page.getByRole('button', {name: 'More actions', exact: true}).click();
    await page.getByRole('button', {name: 'After search', exact: true}).click();
    await page.waitForFunction(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.localName === 'ubik-checkpoint';
    });
    await restore.first().click();
    await page.getByRole('textbox', {name: /should change/}).fill('as a list, please');
    await page.getByRole('button', {name: 'Restore', exact: true}).click();
    await page.getByRole('button', {name: 'Send answer'}).waitFor();
    assert.equal((await stats()).requests['restore'], 1);
    await page.locator('ubik-request').getByRole('textbox').fill('any');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await transcript.getByText('The documentation', {exact: true}).first().waitFor();
    assert.equal(await transcript.getByRole('table').count(), 0, 'the agent used the hint');
  });

  it('uploads a file, waits until it is processed and sends it with the message', async () => {
    const {page, send, waitForAnswer, stats} = await fixture.open(chatMarkup());
    await fixture.control('POST', 'settings', {pace: 1});
    await page.locator('input[type="file"]').setInputFiles(file('notes.txt'));
    await page.locator('[part="attachment"][data-status="ready"]').waitFor();
    await fixture.control('POST', 'settings', {pace: 0});
    assert.ok(((await stats()).requests['document'] ?? 0) > 0);
    await send('please take this');
    assert.match(await waitForAnswer(), /notes\.txt/);
  });

  it('displays the progress of an upload and can cancel it', async () => {
    const {page, stats} = await fixture.open(chatMarkup());
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 256 * 1024,
    });
    const uploaded = (await stats()).requests['upload'] ?? 0;
    const ended = new Promise<Request>(resolve => {
      page.on('requestfailed', request => request.url().endsWith('/upload') && resolve(request));
    });
    await page.locator('input[type="file"]').setInputFiles(file('slow.txt', 'x'.repeat(4 << 20)));
    const attachment = page.locator('[part="attachment"][data-status="uploading"]');
    const shares = new Set<string>();
    while (shares.size < 3) {
      const share = attachment.getByText(/^[1-9]\d?%$/);
      shares.add((await share.textContent()) ?? '');
    }
    const percentages = [...shares].map(share => parseInt(share, 10));
    assert.deepEqual(
      percentages,
      [...percentages].sort((a, b) => a - b),
      'the progress never decreases',
    );
    await page.getByRole('button', {name: 'Remove slow.txt'}).click();
    await page.locator('[part="attachment"]').waitFor({state: 'detached'});
    assert.match((await ended).failure()?.errorText ?? '', /ABORTED/);
    assert.ok(((await stats()).requests['upload'] ?? 0) <= uploaded + 1, 'it is not sent again');
  });

  it('displays that an upload was rejected and can retry it', async () => {
    const {page} = await fixture.open(chatMarkup());
    await fixture.control('POST', 'faults', {kind: 'status', status: 413, on: 'upload'});
    await page.locator('input[type="file"]').setInputFiles(file('big.txt'));
    await page.getByText('big.txt could not be uploaded.').waitFor();
    await page.getByRole('button', {name: 'Try again: big.txt'}).click();
    await page.locator('[part="attachment"][data-status="ready"]').waitFor();
  });
});
