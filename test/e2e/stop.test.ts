import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chatMarkup, Fixture} from './fixture.js';

const long = 'write a long answer of 64 KB at 50 events a second';

describe('stopping', () => {
  const fixture = new Fixture({pace: 1});

  it('ends the run on the server, displays the state and keeps the text', async () => {
    const {page, transcript, send, readTranscript, waitForAnswer, waitForStreams} =
      await fixture.open(chatMarkup());
    await send(long);
    await transcript.getByText('a list with item').first().waitFor();
    const before = await readTranscript();
    await page.getByRole('button', {name: 'Stop', exact: true}).click();
    const after = await waitForAnswer();
    assert.match(after, /Stopped/);
    assert.ok(after.length >= before.length);
    await waitForStreams(0);
    await page.reload();
    await page.getByText('Stopped').first().waitFor();
  });

  it('displays its progress until the server has ended the run', async () => {
    const {page, transcript, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send(long);
    await transcript.getByText('a list with item').first().waitFor();
    let continueRequest: () => void = () => undefined;
    await page.route('**/stop', async route => {
      await new Promise<void>(resolve => (continueRequest = resolve));
      await route.continue();
    });
    await page.getByRole('button', {name: 'Stop', exact: true}).click();
    await page.getByRole('button', {name: 'Stopping'}).waitFor();
    assert.equal(
      await page.evaluate(() => document.querySelector('ubik-chat')?.status),
      'stopping',
    );
    continueRequest();
    assert.match(await waitForAnswer(), /Stopped/);
  });

  it('ends a run that was resumed after a reload', async () => {
    const {page, transcript, send, waitForAnswer, waitForStreams} =
      await fixture.open(chatMarkup());
    await send(long);
    await transcript.getByText('a list with item').first().waitFor();
    await page.reload();
    await transcript.getByText('a list with item').first().waitFor();
    await page.getByRole('button', {name: 'Stop', exact: true}).click();
    assert.match(await waitForAnswer(), /Stopped/);
    await waitForStreams(0);
  });
});
