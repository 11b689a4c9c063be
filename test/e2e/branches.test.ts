import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chat, number, Setting} from './setting.js';

const file = (name: string, words = 'A short text about lighthouses.') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(words),
});

describe('in a conversation', () => {
  const setting = new Setting();

  it('a message is reworded as a new branch, and both can be looked at', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    assert.match(await settled(), /42/);
    await transcript.getByText('what is 6 * 7').first().hover();
    await page.getByRole('button', {name: 'Edit'}).first().click();
    await page.getByRole('textbox', {name: 'Edit your message'}).fill('what is 6 * 8');
    await page.getByRole('textbox', {name: 'Edit your message'}).press('Enter');
    await transcript.getByText(number(48)).first().waitFor();
    assert.equal(await transcript.getByText(number(42)).count(), 0);
    await transcript.getByText('what is 6 * 8').first().hover();
    await page.getByText('2 / 2').first().waitFor();
    await page.getByRole('button', {name: 'Previous version'}).first().click();
    await transcript.getByText(number(42)).first().waitFor();
    await page.getByText('1 / 2').first().waitFor();
    await page.reload();
    await transcript.getByText('what is 6 * 7').first().hover();
    await page.getByText('1 / 2').first().waitFor();
    await page.getByRole('button', {name: 'Next version'}).first().click();
    await transcript.getByText(number(48)).first().waitFor();
  });

  it('an answer is written anew, beside the old one', async () => {
    const {page, write, transcript, settled} = await setting.arrive(chat());
    await write('what is 6 * 7');
    await settled();
    await transcript.getByText(number(42)).last().hover();
    await page.getByRole('button', {name: 'Regenerate answer'}).last().click();
    await page.getByText('2 / 2').last().waitFor();
    assert.match(await settled(), /42/);
  });

  it('a checkpoint is listed, jumped to, and gone back to with a hint', async () => {
    const {page, write, transcript, settled, stats} = await setting.arrive(chat());
    await write('compare two numbers and search the docs');
    await page.getByRole('textbox', {name: 'Your answer'}).fill('table');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await transcript.getByRole('table').first().waitFor();
    await settled();
    await page.getByText('Checkpoint: after_search').waitFor();
    await transcript.press('Home');
    await page.getByRole('button', {name: 'More actions', exact: true}).click();
    await page.getByRole('button', {name: 'after_search', exact: true}).click();
    await page.waitForFunction(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.localName === 'ubik-checkpoint';
    });
    await page.getByRole('button', {name: 'Restore this checkpoint'}).first().click();
    await page.getByRole('textbox', {name: /should change/}).fill('as a list, please');
    await page.getByRole('button', {name: 'Restore', exact: true}).click();
    await page.getByRole('button', {name: 'Send answer'}).waitFor();
    assert.equal((await stats()).requests['restore'], 1);
    await page.getByRole('textbox', {name: 'Your answer'}).fill('any');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await transcript.getByText('The documentation', {exact: true}).first().waitFor();
    assert.equal(await transcript.getByRole('table').count(), 0, 'the hint was heard');
  });

  it('a file goes up, is waited for until it is ready, and goes with the message', async () => {
    const {page, write, settled, stats} = await setting.arrive(chat());
    await setting.lever('POST', 'settings', {pace: 1});
    await page.locator('input[type="file"]').setInputFiles(file('notes.txt'));
    await page.locator('[part="attachment"][data-status="ready"]').waitFor();
    await setting.lever('POST', 'settings', {pace: 0});
    assert.ok(((await stats()).requests['document'] ?? 0) > 0);
    await write('please take this');
    assert.match(await settled(), /notes\.txt/);
  });

  it('a file on its way tells how far it is, and can be called back', async () => {
    const {page, stats} = await setting.arrive(chat());
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 256 * 1024,
    });
    const uploaded = (await stats()).requests['upload'] ?? 0;
    const ended = page.waitForEvent('requestfailed', request => request.url().endsWith('/upload'));
    await page.locator('input[type="file"]').setInputFiles(file('slow.txt', 'x'.repeat(4 << 20)));
    const attachment = page.locator('[part="attachment"][data-status="uploading"]');
    const shares = new Set<string>();
    while (shares.size < 3) {
      const share = attachment.getByText(/^[1-9]\d?%$/);
      shares.add((await share.textContent()) ?? '');
    }
    const told = [...shares].map(share => parseInt(share, 10));
    assert.deepEqual(
      told,
      [...told].sort((a, b) => a - b),
      'it only grows',
    );
    await page.getByRole('button', {name: 'Remove slow.txt'}).click();
    await page.locator('[part="attachment"]').waitFor({state: 'detached'});
    assert.match((await ended).failure()?.errorText ?? '', /ABORTED/);
    assert.ok(((await stats()).requests['upload'] ?? 0) <= uploaded + 1, 'it is not sent again');
  });

  it('a file that was refused says so, and can be tried again', async () => {
    const {page} = await setting.arrive(chat());
    await setting.lever('POST', 'faults', {kind: 'status', status: 413, on: 'upload'});
    await page.locator('input[type="file"]').setInputFiles(file('big.txt'));
    await page.getByText('big.txt could not be uploaded.').waitFor();
    await page.getByRole('button', {name: 'Try again: big.txt'}).click();
    await page.locator('[part="attachment"][data-status="ready"]').waitFor();
  });
});
