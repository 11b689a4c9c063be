import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {chatMarkup, Fixture} from './fixture.js';
import {en} from '../../src/elements/locales/en.js';
import {serve} from '../controller/support/web-server.js';
import {until} from '../support/until.js';
import {openWithAgent, startScriptedAgent, type ScriptedAgent} from './scripted-agent.js';

declare global {
  /** Defined by `support/watch-frames.js`. */
  var visible: (selector: string) => readonly Element[];
}

describe('the work of a run', () => {
  const fixture = new Fixture();

  const callTool = (agent: ScriptedAgent, id: string, output: string): void =>
    agent.send({
      type: 'response_chunk',
      content:
        `<<TOOL_STEP_START/read_file:${id}>>\n<<TOOL_STEP_INPUT_START>>\n{"path": "${id}.ts"}\n<<TOOL_STEP_INPUT_END>>\n` +
        `<<TOOL_STEP_RESULT_START>>\n${output}\n<<TOOL_STEP_RESULT_END>>\n<<TOOL_STEP_END/read_file:${id}>>\n`,
    });

  it('is folded into one line when the run is done, and after a reload', async () => {
    const {page, send, waitForAnswer, browserErrors} = await fixture.open(chatMarkup());
    await send('compare the numbers 3 and 4');
    await page.getByRole('button', {name: /^Step 2/}).waitFor();
    await page.locator('ubik-request').getByRole('textbox').fill('table');
    await page.getByRole('button', {name: 'Send answer'}).click();
    await page.getByRole('heading', {name: 'The numbers'}).waitFor();
    await waitForAnswer();
    const line = page.getByRole('button', {name: /3 steps · 3 tools/});
    await line.waitFor();
    assert.equal(await page.getByRole('button', {name: /^Step/}).count(), 0);
    await line.click();
    await page.getByRole('button', {name: /^Step 1/}).waitFor();
    await page.getByRole('heading', {name: 'The numbers'}).waitFor();
    await page.reload();
    await page.getByRole('heading', {name: 'The numbers'}).waitFor();
    await page.getByRole('button', {name: /3 steps · 3 tools/}).waitFor();
    assert.equal(await page.getByRole('button', {name: /^Step/}).count(), 0);
    assert.deepEqual(browserErrors, []);
  });

  it('shows its first sign in the first frames after Enter, while the server holds every request back [WCAG 4.1.3]', async () => {
    const silent = await serve(() => undefined);
    const {page} = await fixture.open(
      `<ubik-chat endpoint="${silent.origin}/api/v1" token-endpoint="${silent.origin}/token"></ubik-chat>`,
      {
        prepare: async context => {
          await context.addInitScript({path: 'test/support/watch-frames.js'});
        },
      },
    );
    // The browser treats the page as a public one, which needs a permission for a local address.
    await page.context().grantPermissions(['local-network-access']);
    const field = page.getByRole('textbox', {name: 'Message'});
    await field.fill('what is 6 * 7');
    // Counted from the key on: whether each frame displays that the assistant works.
    const signs = page.evaluate(async () => {
      await new Promise(resolve =>
        addEventListener('keydown', resolve, {capture: true, once: true}),
      );
      const seen: boolean[] = [];
      while (seen.length < 10) {
        await new Promise(requestAnimationFrame);
        seen.push(visible('.working').length > 0);
      }
      return seen;
    });
    await field.press('Enter');
    const seen = await signs;
    assert.ok(seen.slice(2).every(Boolean), String(seen));
    await page.getByRole('article', {name: 'Assistant'}).getByText(en.message.working).waitFor();
  });

  it('with thirty tool calls shows the newest call, then one line that opens all', async () => {
    const agent = await startScriptedAgent();
    const {page, waitForAnswer} = await openWithAgent(fixture, agent);
    for (let call = 0; call < 30; call++) callTool(agent, `call_${call}`, '"fine"');
    const group = page.getByRole('button', {name: 'Used 30 tools'});
    const calls = page.getByRole('button', {name: /^Read file/});
    await group.waitFor();
    assert.equal(await calls.count(), 1);
    agent.completeRun('All files are fine.');
    await page.getByText('All files are fine.').waitFor();
    assert.match(await waitForAnswer(), /All files are fine/);
    assert.equal(await calls.count(), 0);
    await group.click();
    await calls.nth(29).waitFor();
    assert.equal(await calls.count(), 30);
  });

  it('shows five questions at once, each with a field of its own', async () => {
    const agent = await startScriptedAgent();
    for (let call = 0; call < 5; call++) {
      agent.requestInput(`ask_${call}`, {
        question: `What is number ${call}?`,
        input_types: ['text'],
      });
    }
    const {page, waitForAnswer} = await openWithAgent(fixture, agent);
    const fields = page.locator('ubik-request').getByRole('textbox');
    await fields.nth(4).waitFor();
    for (let call = 0; call < 5; call++) {
      await page.getByRole('group', {name: `What is number ${call}?`}).waitFor();
      await fields.first().fill(String(call));
      await page.getByRole('button', {name: 'Send answer'}).first().click();
      agent.endTool(`ask_${call}`, {answer: call});
      await until(async () => (await fields.count()) === 4 - call);
    }
    agent.completeRun('Thank you.');
    assert.match(await waitForAnswer(), /Thank you/);
    await page.getByRole('button', {name: 'Used 5 tools'}).waitFor();
  });
});
