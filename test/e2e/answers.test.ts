import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chat, openTab, Setting} from './setting.js';

describe('a question', () => {
  const setting = new Setting();

  it('of the agent is answered in its card', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await write('ask me');
    await page.getByRole('textbox', {name: 'Your answer'}).fill('marie@example.com');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('I took note of').first().waitFor();
    assert.match(await settled(), /marie@example\.com/);
  });

  it('of the agent is answered in the composer', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await write('ask me');
    await page.getByRole('button', {name: 'Send answer'}).waitFor();
    await write('marie@example.com');
    await page.getByText('I took note of').first().waitFor();
    assert.match(await settled(), /marie@example\.com/);
  });

  it('of a tool is answered by multipart form data', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await write('confirm');
    const sent = page.waitForRequest(/provide-input$/);
    await page.getByRole('button', {name: 'Yes', exact: true}).click();
    assert.match((await (await sent).headerValue('content-type')) ?? '', /^multipart\/form-data/);
    await page.getByText('The table is').first().waitFor();
    assert.match(await settled(), /booked/);
  });

  it('that was answered in another tab is shown as answered', async () => {
    const visitor = await setting.arrive(chat());
    await visitor.write('ask me');
    await visitor.page.getByRole('button', {name: 'Send answer'}).waitFor();
    const tab = await openTab(visitor);
    await tab.getByRole('textbox', {name: 'Your answer'}).fill('marie@example.com');
    await tab.getByRole('button', {name: 'Send answer'}).click();
    await visitor.page.getByText('I took note of').first().waitFor();
    await visitor.page.getByText('Answered', {exact: true}).waitFor();
    assert.equal(await visitor.page.getByRole('button', {name: 'Send answer'}).count(), 0);
  });

  it('may be answered although the stream has ended meanwhile', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await setting.lever('POST', 'faults', {kind: 'close_waiting'});
    await write('ask me');
    await page.getByRole('textbox', {name: 'Your answer'}).fill('marie@example.com');
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'waiting');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('I took note of').first().waitFor();
    assert.match(await settled(), /marie@example\.com/);
  });

  it('says that the answer could not be sent, and takes it again', async () => {
    const {page, write, settled} = await setting.arrive(chat());
    await setting.lever('POST', 'faults', {kind: 'status', status: 500, on: 'provide-input'});
    await write('confirm');
    await page.getByRole('button', {name: 'Yes', exact: true}).click();
    await page.getByText('Your answer could not be sent').waitFor();
    await page.getByRole('button', {name: 'Yes', exact: true}).click();
    await page.getByText('The table is').first().waitFor();
    assert.match(await settled(), /booked/);
  });

  it('whose run was stopped can no longer be answered', async () => {
    const {page, write} = await setting.arrive(chat());
    await write('ask me');
    await page.getByRole('button', {name: 'Send answer'}).waitFor();
    await page.evaluate(() => document.querySelector('ubik-chat')?.stop());
    await page.getByText('can no longer be answered').waitFor();
    assert.equal(await page.getByRole('button', {name: 'Send answer'}).count(), 0);
  });
});
