import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Locator} from 'playwright-core';
import {startScriptedAgent, type ScriptedAgent} from './scripted-agent.js';
import {Fixture} from './fixture.js';
import type {ChatPage} from './chat-page.js';

describe('a question of a tool', () => {
  const fixture = new Fixture();

  /** Opens a chat with an agent on another origin and sends a message. */
  async function openWithAgent(
    agent: ScriptedAgent,
  ): Promise<ChatPage & {card: (text: string) => Locator}> {
    const chatPage = await fixture.open(
      `<ubik-chat endpoint="${agent.origin}/api/v1"></ubik-chat>`,
    );
    // The browser treats the page as a public one, which needs a permission for a local address.
    await chatPage.page.context().grantPermissions(['local-network-access']);
    await chatPage.send('please ask');
    return {...chatPage, card: text => chatPage.page.locator('ubik-request', {hasText: text})};
  }

  /** Expands all tools. A tool with an answered question is collapsed and contains the question. */
  async function expandTools({page}: Pick<ChatPage, 'page'>): Promise<void> {
    await page
      .locator('ubik-tool')
      .evaluateAll(tools => tools.forEach(tool => Object.assign(tool, {open: true})));
  }

  it('can be answered with a file, which is sent as multipart form data', async () => {
    const agent = await startScriptedAgent();
    agent.requestInput('scan', {question: 'Your receipt?', input_types: ['file']});
    const {page, waitForAnswer, readTranscript} = await openWithAgent(agent);
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
    await expandTools({page});
    assert.match(await readTranscript(), /receipt\.txt[^]*It was five euros/);
  });

  it('can be a confirmation of the documented form, answered with yes or no', async () => {
    const agent = await startScriptedAgent();
    agent.send({
      type: 'tool_input_required',
      tool_execution_id: 'call_1',
      tool_name: 'human_confirmation',
      tool_input: {question: 'Do you confirm the booking?'},
    });
    const {card, waitForAnswer} = await openWithAgent(agent);
    await card('Do you confirm').getByRole('button', {name: 'No'}).waitFor();
    assert.equal(await card('Do you confirm').getByRole('textbox').count(), 0);
    await card('Do you confirm').getByRole('button', {name: 'Yes'}).click();
    await card('Do you confirm').getByText('Answered', {exact: true}).waitFor();
    const [sent] = await agent.waitForAnswers(1);
    assert.match(sent?.body ?? '', /"input":"yes"/);
    agent.endTool('call_1', {answer: 'yes'});
    agent.completeRun('It is booked.');
    assert.match(await waitForAnswer(), /It is booked/);
  });

  it('cannot be answered without a file if it asks for one', async () => {
    const agent = await startScriptedAgent();
    agent.requestInput('scan', {question: 'Your receipt?', input_types: ['file']});
    const {page} = await openWithAgent(agent);
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByRole('alert').getByText('Enter an answer.').waitFor();
    assert.deepEqual(await agent.waitForAnswers(0), []);
  });

  it('can be open at the same time as others, which are answered in any order', async () => {
    const agent = await startScriptedAgent();
    agent.requestInput('name', {question: 'Whose name?', input_types: ['text']});
    agent.requestInput('seats', {question: 'How many seats?', choices: ['two', 'four']});
    const {page, card, waitForAnswer, openWork, readTranscript} = await openWithAgent(agent);
    await card('Whose name?').waitFor();
    await card('How many seats?').getByRole('radio', {name: 'four'}).check();
    await card('How many seats?').getByRole('button', {name: 'Send answer'}).click();
    await card('How many seats?').getByText('Answered', {exact: true}).waitFor();
    agent.endTool('seats', {seats: 'four'});
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'waiting');
    await card('Whose name?').getByRole('textbox').fill('Marie');
    await card('Whose name?').getByRole('textbox').press('Enter');
    await card('Whose name?').getByText('Answered', {exact: true}).waitFor();
    agent.endTool('name', {name: 'Marie'});
    agent.completeRun('A table for four, Marie.');
    await waitForAnswer();
    await openWork();
    await expandTools({page});
    assert.match(await readTranscript(), /Marie[^]*four[^]*A table for four, Marie/);
    assert.deepEqual(
      (await agent.waitForAnswers(2)).map(({path}) => path),
      ['seats', 'name'].map(id => `/api/v1/tool-executions/${id}/provide-input`),
    );
  });

  it('displays the time left, and then that it can no longer be answered', async () => {
    const agent = await startScriptedAgent();
    agent.requestInput('name', {question: 'Whose name?', input_types: ['text'], timeout: 3});
    agent.requestInput('seats', {question: 'How many seats?', input_types: ['text'], timeout: 600});
    agent.requestInput('menu', {question: 'Which menu?', input_types: ['text']});
    const {card} = await openWithAgent(agent);
    await card('How many seats?')
      .getByText(/^\d+ min.* left$/)
      .waitFor();
    await card('Whose name?').getByText('can no longer be answered').waitFor();
    for (const [question, forms] of [
      ['Whose name?', 0],
      ['How many seats?', 1],
      ['Which menu?', 1],
    ] as const) {
      assert.equal(await card(question).getByRole('textbox').count(), forms, question);
    }
    assert.equal(
      await card('Which menu?')
        .getByText(/ left$/)
        .count(),
      0,
    );
  });

  for (const [offset, shift] of [
    ['two minutes fast', 120_000],
    ['two minutes slow', -120_000],
    ['nine hours fast', 32_400_000],
    ['nine hours slow', -32_400_000],
  ] as const) {
    it(`can be answered as long as the server waits if the clock of the page is ${offset}`, async () => {
      const agent = await startScriptedAgent();
      const {page, send} = await fixture.open(
        `<ubik-chat endpoint="${agent.origin}/api/v1"></ubik-chat>`,
      );
      await page.context().grantPermissions(['local-network-access']);
      await page.addInitScript(milliseconds => {
        const {now} = Date;
        Date.now = () => now() + milliseconds;
      }, shift);
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
  }

  it('is closed when it was answered elsewhere', async () => {
    const agent = await startScriptedAgent();
    agent.requestInput('name', {question: 'Whose name?', input_types: ['text']});
    const {card, waitForAnswer} = await openWithAgent(agent);
    await card('Whose name?').getByRole('textbox').fill('Mar');
    agent.endTool('name', {name: 'Paul'});
    await card('Whose name?').getByRole('textbox').waitFor({state: 'detached'});
    agent.completeRun('Welcome, Paul.');
    assert.match(await waitForAnswer(), /Welcome, Paul/);
    assert.deepEqual(await agent.waitForAnswers(0), []);
  });

  for (const [status, reason] of [
    [409, 'was answered elsewhere at the same time'],
    [404, 'has expired on the server'],
  ] as const) {
    it(`displays that it ${reason} (${status})`, async () => {
      const agent = await startScriptedAgent(() => status);
      agent.requestInput('name', {question: 'Whose name?', input_types: ['text']});
      const {card, waitForAnswer} = await openWithAgent(agent);
      await card('Whose name?').getByRole('textbox').fill('Marie');
      await card('Whose name?').getByRole('button', {name: 'Send answer'}).click();
      await card('Whose name?').getByText('can no longer be answered').waitFor();
      assert.equal(await card('Whose name?').getByRole('textbox').count(), 0);
      assert.equal((await agent.waitForAnswers(1)).length, 1);
      agent.endTool('name', {name: 'Paul'});
      agent.completeRun('Welcome, Paul.');
      assert.match(await waitForAnswer(), /Welcome, Paul/);
    });
  }

  it('can be answered after the stream was closed while waiting', async () => {
    const agent = await startScriptedAgent();
    agent.requestInput('name', {question: 'Whose name?', input_types: ['text']});
    const {page, card, waitForAnswer} = await openWithAgent(agent);
    await card('Whose name?').waitFor();
    agent.closeStreams();
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'waiting');
    await card('Whose name?').getByRole('textbox').fill('Marie');
    await card('Whose name?').getByRole('button', {name: 'Send answer'}).click();
    await card('Whose name?').getByText('Answered', {exact: true}).waitFor();
    agent.endTool('name', {name: 'Marie'});
    agent.completeRun('Welcome, Marie.');
    assert.match(await waitForAnswer(), /Welcome, Marie/);
    assert.equal((await agent.waitForAnswers(1)).length, 1);
  });
});
