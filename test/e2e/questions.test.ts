import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Locator} from 'playwright-core';
import {startAskingAgent, type AskingAgent} from './asking-agent.js';
import {Setting} from './setting.js';
import type {Visitor} from './visitor.js';

describe('what a tool asks', () => {
  const setting = new Setting();

  /** Somebody has written to an agent, and is asked. */
  async function asked(agent: AskingAgent): Promise<Visitor & {card: (words: string) => Locator}> {
    const visitor = await setting.arrive(
      `<ubik-chat endpoint="${agent.origin}/api/v1"></ubik-chat>`,
    );
    // To the browser, the page is one of the open web.
    await visitor.page.context().grantPermissions(['local-network-access']);
    await visitor.write('please ask');
    return {...visitor, card: words => visitor.page.locator('ubik-request', {hasText: words})};
  }

  /** A tool that has its answer is closed: its question is in it. */
  async function openTools({page}: Pick<Visitor, 'page'>): Promise<void> {
    await page
      .locator('ubik-tool')
      .evaluateAll(tools => tools.forEach(tool => Object.assign(tool, {open: true})));
  }

  it('may be a file, which goes as multipart form data with its bytes', async () => {
    const agent = await startAskingAgent();
    agent.ask('scan', {question: 'Your receipt?', input_types: ['file']});
    const {page, settled, words} = await asked(agent);
    const bytes = Buffer.from('Two coffees, five euros');
    await page
      .getByLabel('Choose a file')
      .setInputFiles({name: 'receipt.txt', mimeType: 'text/plain', buffer: bytes});
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByText('Answered', {exact: true}).waitFor();
    const [sent] = agent.answers();
    assert.match(sent?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
    assert.match(sent?.body ?? '', /name="input_data_json"/);
    assert.match(sent?.body ?? '', /name="file"; filename="receipt\.txt"/);
    assert.match(sent?.body ?? '', /Two coffees, five euros/);
    agent.finish('scan', {total: 5});
    agent.end('It was five euros.');
    await settled();
    await openTools({page});
    assert.match(await words(), /receipt\.txt[^]*It was five euros/);
  });

  it('may be a confirmation as the documentation has it, answered by yes or no', async () => {
    const agent = await startAskingAgent();
    agent.say({
      type: 'tool_input_required',
      tool_execution_id: 'call_1',
      tool_name: 'human_confirmation',
      tool_input: {question: 'Do you confirm the booking?'},
    });
    const {card, settled} = await asked(agent);
    await card('Do you confirm').getByRole('button', {name: 'No'}).waitFor();
    assert.equal(await card('Do you confirm').getByRole('textbox').count(), 0);
    await card('Do you confirm').getByRole('button', {name: 'Yes'}).click();
    await card('Do you confirm').getByText('Answered', {exact: true}).waitFor();
    assert.match(agent.answers()[0]?.body ?? '', /"input":"yes"/);
    agent.finish('call_1', {answer: 'yes'});
    agent.end('It is booked.');
    assert.match(await settled(), /It is booked/);
  });

  it('cannot be answered by no file at all', async () => {
    const agent = await startAskingAgent();
    agent.ask('scan', {question: 'Your receipt?', input_types: ['file']});
    const {page} = await asked(agent);
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByRole('alert').getByText('Enter an answer.').waitFor();
    assert.equal(agent.answers().length, 0);
  });

  it('may be several things at once, each answered by itself and in any order', async () => {
    const agent = await startAskingAgent();
    agent.ask('name', {question: 'Whose name?', input_types: ['text']});
    agent.ask('seats', {question: 'How many seats?', choices: ['two', 'four']});
    const {page, card, settled, words} = await asked(agent);
    await card('Whose name?').waitFor();
    await card('How many seats?').getByRole('radio', {name: 'four'}).check();
    await card('How many seats?').getByRole('button', {name: 'Send answer'}).click();
    await card('How many seats?').getByText('Answered', {exact: true}).waitFor();
    agent.finish('seats', {seats: 'four'});
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'waiting');
    await card('Whose name?').getByRole('textbox', {name: 'Your answer'}).fill('Marie');
    await card('Whose name?').getByRole('textbox', {name: 'Your answer'}).press('Enter');
    await card('Whose name?').getByText('Answered', {exact: true}).waitFor();
    agent.finish('name', {name: 'Marie'});
    agent.end('A table for four, Marie.');
    await settled();
    await openTools({page});
    assert.match(await words(), /Marie[^]*four[^]*A table for four, Marie/);
    assert.deepEqual(
      agent.answers().map(({path}) => path),
      ['seats', 'name'].map(id => `/api/v1/tool-executions/${id}/provide-input`),
    );
  });

  it('tells how long it can be answered, and then that it no longer can', async () => {
    const agent = await startAskingAgent();
    agent.ask('name', {question: 'Whose name?', input_types: ['text'], timeout: 3});
    agent.ask('seats', {question: 'How many seats?', input_types: ['text'], timeout: 600});
    agent.ask('menu', {question: 'Which menu?', input_types: ['text']});
    const {card} = await asked(agent);
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

  for (const [what, shift] of [
    ['two minutes fast', 120_000],
    ['two minutes slow', -120_000],
    ['nine hours fast', 32_400_000],
    ['nine hours slow', -32_400_000],
  ] as const) {
    it(`can be answered as long as the server waits, where the page's clock is ${what}`, async () => {
      const agent = await startAskingAgent();
      const {page, write} = await setting.arrive(
        `<ubik-chat endpoint="${agent.origin}/api/v1"></ubik-chat>`,
      );
      await page.context().grantPermissions(['local-network-access']);
      await page.addInitScript(milliseconds => {
        const {now} = Date;
        Date.now = () => now() + milliseconds;
      }, shift);
      await page.reload();
      // Its time is that of another clock: a live question counts from when it arrives.
      agent.say({
        type: 'tool_input_required',
        tool_execution_id: 'name',
        tool_name: 'ask_name',
        tool_input: {question: 'Whose name?', input_types: ['text'], timeout: 900},
        timestamp: new Date(Date.now() - 400_000).toISOString(),
      });
      await write('please ask');
      const left = page.locator('ubik-request .left');
      await left.waitFor();
      assert.match(await left.innerText(), /^1[345] min/);
      // Replayed, it has the age that the clock of the server gives it.
      await page.reload();
      await left.waitFor();
      assert.match(await left.innerText(), /^[5678] min/);
      await page.getByRole('textbox', {name: 'Your answer'}).waitFor();
    });
  }

  it('is no longer asked once it was answered elsewhere', async () => {
    const agent = await startAskingAgent();
    agent.ask('name', {question: 'Whose name?', input_types: ['text']});
    const {card, settled} = await asked(agent);
    await card('Whose name?').getByRole('textbox', {name: 'Your answer'}).fill('Mar');
    agent.finish('name', {name: 'Paul'});
    await card('Whose name?').getByRole('textbox').waitFor({state: 'detached'});
    agent.end('Welcome, Paul.');
    assert.match(await settled(), /Welcome, Paul/);
    assert.equal(agent.answers().length, 0);
  });

  for (const [status, why] of [
    [409, 'was answered elsewhere in the same moment'],
    [404, 'has expired on the server'],
  ] as const) {
    it(`says so where it ${why} (${status})`, async () => {
      const agent = await startAskingAgent(() => status);
      agent.ask('name', {question: 'Whose name?', input_types: ['text']});
      const {card, settled} = await asked(agent);
      await card('Whose name?').getByRole('textbox', {name: 'Your answer'}).fill('Marie');
      await card('Whose name?').getByRole('button', {name: 'Send answer'}).click();
      await card('Whose name?').getByText('can no longer be answered').waitFor();
      assert.equal(await card('Whose name?').getByRole('textbox').count(), 0);
      assert.equal(agent.answers().length, 1);
      agent.finish('name', {name: 'Paul'});
      agent.end('Welcome, Paul.');
      assert.match(await settled(), /Welcome, Paul/);
    });
  }

  it('may be answered although the stream was closed while it waited', async () => {
    const agent = await startAskingAgent();
    agent.ask('name', {question: 'Whose name?', input_types: ['text']});
    const {page, card, settled} = await asked(agent);
    await card('Whose name?').waitFor();
    agent.hangUp();
    await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'waiting');
    await card('Whose name?').getByRole('textbox', {name: 'Your answer'}).fill('Marie');
    await card('Whose name?').getByRole('button', {name: 'Send answer'}).click();
    await card('Whose name?').getByText('Answered', {exact: true}).waitFor();
    agent.finish('name', {name: 'Marie'});
    agent.end('Welcome, Marie.');
    assert.match(await settled(), /Welcome, Marie/);
    assert.equal(agent.answers().length, 1);
  });
});
