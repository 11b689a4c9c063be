import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chat, Setting} from './setting.js';

const long = 'write a long answer of 64 KB at 50 events a second';

describe('stopping', () => {
  const setting = new Setting({UBIK_DEMO_PACE: '1'});

  it('stops the server too, says so, and keeps the text', async () => {
    const {page, transcript, write, words, settled, streams} = await setting.arrive(chat());
    await write(long);
    await transcript.getByText('a list with item').first().waitFor();
    const before = await words();
    await page.getByRole('button', {name: 'Stop', exact: true}).click();
    const after = await settled();
    assert.match(after, /Stopped/);
    assert.ok(after.length >= before.length);
    await streams(0);
    await page.reload();
    await page.getByText('Stopped').first().waitFor();
  });

  it('shows that it is under way until the server has stopped', async () => {
    const {page, transcript, write, settled} = await setting.arrive(chat());
    await write(long);
    await transcript.getByText('a list with item').first().waitFor();
    let goOn: () => void = () => undefined;
    await page.route('**/stop', async route => {
      await new Promise<void>(resolve => (goOn = resolve));
      await route.continue();
    });
    await page.getByRole('button', {name: 'Stop', exact: true}).click();
    await page.getByRole('button', {name: 'Stopping'}).waitFor();
    assert.equal(
      await page.evaluate(() => document.querySelector('ubik-chat')?.status),
      'stopping',
    );
    goOn();
    assert.match(await settled(), /Stopped/);
  });

  it('stops a run that was resumed after a reload', async () => {
    const {page, transcript, write, settled, streams} = await setting.arrive(chat());
    await write(long);
    await transcript.getByText('a list with item').first().waitFor();
    await page.reload();
    await transcript.getByText('a list with item').first().waitFor();
    await page.getByRole('button', {name: 'Stop', exact: true}).click();
    assert.match(await settled(), /Stopped/);
    await streams(0);
  });
});
