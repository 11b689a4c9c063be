import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Locator, Page} from 'playwright-core';
import {openChatOf, openWithAgent, startScriptedAgent} from './scripted-agent.js';
import {chatOf} from '../../src/testing/index.js';
import {chatMarkup, openTab, Fixture} from './fixture.js';

// What an answer does to the run is tested in `test/controller/turns/replies.test.ts`, the forms and the time left in
// `test/elements/ubik-request`.
describe('a question', () => {
  const fixture = new Fixture();

  it('of the agent cannot be answered in the composer, which says so and keeps its text', async () => {
    const {page, send, waitForAnswer} = await fixture.open(chatMarkup());
    await send('ask me');
    await page.getByText('A question is still open. Answer it first.').waitFor();
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

  it('does not get the draft of the same question in another session', async () => {
    const {page, send} = await fixture.open(chatMarkup());
    const field = page.locator('ubik-request').getByRole('textbox');
    await send('ask me');
    await field.fill('marie@');
    await page.evaluate(() => document.querySelector('ubik-chat')?.newSession());
    await field.waitFor({state: 'detached'});
    await send('ask me');
    await field.waitFor();
    assert.equal(await field.inputValue(), '');
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

  it('is answered by `chatOf`, with a text, a choice or a button', async () => {
    const agent = await startScriptedAgent();
    agent.requestInput('name', {question: 'Whose name?', input_types: ['text']});
    const {page} = await openWithAgent(fixture, agent);
    const chat = chatOf(page, {timeoutMs: 600_000});
    await chat.whole();
    await assert.rejects(chat.send('Marie'), /call `reply`/);
    await chat.reply('Marie');
    agent.requestInput('seats', {question: 'How many seats?', choices: ['two', 'four']});
    await page.getByRole('radio', {name: 'four'}).waitFor();
    await assert.rejects(chat.reply('five'), /no button or choice “five”/);
    await chat.reply('four');
    agent.requestInput('ok', {question: 'By the window?', input_types: ['confirm']});
    await page.getByRole('button', {name: 'Yes', exact: true}).waitFor();
    await chat.reply('Yes');
    const bodies = (await agent.waitForAnswers(3)).map(({body}) => body);
    for (const [at, text] of ['Marie', 'four', 'yes'].entries()) {
      assert.match(bodies[at] ?? '', new RegExp(`"${text}"`));
    }
  });

  it('of a tool can be answered with a file, which is sent as multipart form data', async () => {
    const agent = await startScriptedAgent();
    agent.requestInput('scan', {question: 'Your receipt?', input_types: ['file']});
    const {page, waitForAnswer, readTranscript} = await openWithAgent(fixture, agent);
    const bytes = Buffer.from('Two coffees, five euros');
    await page
      .getByLabel('Choose a file')
      .setInputFiles({name: 'receipt.txt', mimeType: 'text/plain', buffer: bytes});
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('Answered', {exact: true}).waitFor();
    const [sent] = await agent.waitForAnswers(1);
    assert.match(sent?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
    assert.match(sent?.body ?? '', /name="input_data_json"/);
    assert.match(sent?.body ?? '', /name="file"; filename="receipt\.txt"/);
    assert.match(sent?.body ?? '', /Two coffees, five euros/);
    agent.endTool('scan', {total: 5});
    agent.completeRun('It was five euros.');
    await waitForAnswer();
    await expandTools(page);
    assert.match(await readTranscript(), /receipt\.txt[^]*It was five euros/);
  });

  it('of a tool can be open at the same time as others, which are answered in any order', async () => {
    const agent = await startScriptedAgent();
    agent.requestInput('name', {question: 'Whose name?', input_types: ['text']});
    agent.requestInput('seats', {question: 'How many seats?', choices: ['two', 'four']});
    const {page, waitForAnswer, openWork, readTranscript} = await openWithAgent(fixture, agent);
    const card = (text: string): Locator => page.locator('ubik-request', {hasText: text});
    await card('Whose name?').waitFor();
    await card('How many seats?').getByRole('radio', {name: 'four'}).check();
    const send = card('How many seats?').getByRole('button', {name: 'Send answer'});
    const pressed = await send.evaluate(
      button => button.getBoundingClientRect().toJSON() as DOMRect,
    );
    await send.click();
    await card('How many seats?').getByText('Answered', {exact: true}).waitFor();
    // The whole question, so that a key that is pressed twice confirms nothing.
    await card('Whose name?').locator('.card:focus').waitFor();
    // Nor does a pointer that presses twice.
    const next = await card('Whose name?')
      .getByRole('button')
      .evaluate(button => button.getBoundingClientRect().toJSON() as DOMRect);
    assert.ok(next.bottom < pressed.top || next.top > pressed.bottom);
    agent.endTool('seats', {seats: 'four'});
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'waiting');
    await card('Whose name?').getByRole('textbox').fill('Marie');
    await card('Whose name?').getByRole('textbox').press('Enter');
    await card('Whose name?').getByText('Answered', {exact: true}).waitFor();
    agent.endTool('name', {name: 'Marie'});
    agent.completeRun('A table for four, Marie.');
    await waitForAnswer();
    await openWork();
    await expandTools(page);
    assert.match(await readTranscript(), /Marie[^]*four[^]*A table for four, Marie/);
    assert.deepEqual(
      (await agent.waitForAnswers(2)).map(({path}) => path),
      ['seats', 'name'].map(id => `/api/v1/tool-executions/${id}/provide-input`),
    );
  });

  it('of a tool can be answered as long as the server waits, although the clock of the page is nine hours fast', async () => {
    const agent = await startScriptedAgent();
    const {page, send} = await openChatOf(fixture, agent);
    await page.addInitScript(() => {
      const {now} = Date;
      Date.now = () => now() + 9 * 60 * 60_000;
    });
    await page.reload();
    // The timestamp is from another clock, so the deadline of a live question counts from its arrival.
    agent.send({
      type: 'tool_input_required',
      tool_execution_id: 'name',
      tool_name: 'ask_name',
      tool_input: {question: 'Whose name?', input_types: ['text'], timeout: 900},
      timestamp: new Date(Date.now() - 400_000).toISOString(),
    });
    await send('please ask');
    const left = page.locator('ubik-request .left');
    await left.waitFor();
    assert.match(await left.innerText(), /^1[345] min/);
    // When replayed, its age is calculated with the clock of the server.
    await page.reload();
    await left.waitFor();
    assert.match(await left.innerText(), /^[5678] min/);
    await page.locator('ubik-request').getByRole('textbox').waitFor();
  });
});

/** Expands all tools. A tool with an answered question is collapsed and contains the question. */
const expandTools = (page: Page): Promise<void> =>
  page
    .locator('ubik-tool')
    .evaluateAll(tools => tools.forEach(tool => Object.assign(tool, {open: true})));
