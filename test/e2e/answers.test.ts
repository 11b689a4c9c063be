import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chatMarkup, openTab, Fixture} from './fixture.js';

describe('a question', () => {
  const fixture = new Fixture();

  it('of the agent can be answered in its form', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send('ask me');
    await page.locator('ubik-request').getByRole('textbox').fill('marie@example.com');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('I took note of').first().waitFor();
    assert.match(await waitForAnswer(), /marie@example\.com/);
  });

  it('of the agent cannot be answered in the composer, which points to the form and keeps its text', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send('ask me');
    await page.getByText('Answer the question above.').waitFor();
    const composer = page.getByRole('textbox', {name: 'Message'});
    await composer.fill('marie@example.com');
    await composer.press('Enter');
    const field = page.locator('ubik-request').getByRole('textbox');
    await field.fill('ada@example.com');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('I took note of').first().waitFor();
    assert.match(await waitForAnswer(), /ada@example\.com/);
    assert.equal(await composer.inputValue(), 'marie@example.com');
    const {length} = await page.locator('ubik-message').all();
    assert.equal(length, 2);
  });

  it('of a tool is answered with multipart form data', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send('confirm');
    const sent = page.waitForRequest(/provide-input$/);
    await page.getByRole('button', {name: 'Yes', exact: true}).click();
    assert.match((await (await sent).headerValue('content-type')) ?? '', /^multipart\/form-data/);
    await page.getByText('The table is').first().waitFor();
    assert.match(await waitForAnswer(), /booked/);
  });

  it('is displayed as answered after it was answered in another tab', async () => {
    const chatPage = await fixture.open(chatMarkup());
    await chatPage.send('ask me');
    await chatPage.page.getByRole('button', {name: 'Send answer'}).waitFor();
    const tab = await openTab(chatPage);
    await tab.locator('ubik-request').getByRole('textbox').fill('marie@example.com');
    await tab.getByRole('button', {name: 'Send answer'}).click();
    await chatPage.page.getByText('I took note of').first().waitFor();
    await chatPage.openWork();
    await chatPage.page.getByText('Answered', {exact: true}).waitFor();
    assert.equal(await chatPage.page.getByRole('button', {name: 'Send answer'}).count(), 0);
  });

  it('can be answered after the stream has ended', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await fixture.control('POST', 'faults', {kind: 'close_waiting'});
    await send('ask me');
    await page.locator('ubik-request').getByRole('textbox').fill('marie@example.com');
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'waiting');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('I took note of').first().waitFor();
    assert.match(await waitForAnswer(), /marie@example\.com/);
  });

  it('displays that an answer could not be sent and accepts it again', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await fixture.control('POST', 'faults', {kind: 'status', status: 500, on: 'provide-input'});
    await send('confirm');
    await page.getByRole('button', {name: 'Yes', exact: true}).click();
    await page.getByText('Your answer could not be sent').waitFor();
    await page.getByRole('button', {name: 'Yes', exact: true}).click();
    await page.getByText('The table is').first().waitFor();
    assert.match(await waitForAnswer(), /booked/);
  });

  it('can no longer be answered after its run was stopped', async () => {
    const {page, send} = await fixture.open(chatMarkup());
    await send('ask me');
    await page.getByRole('button', {name: 'Send answer'}).waitFor();
    await page.evaluate(() => document.querySelector('ubik-chat')?.stop());
    await page.getByText('can no longer be answered').waitFor();
    assert.equal(await page.getByRole('button', {name: 'Send answer'}).count(), 0);
  });
});
