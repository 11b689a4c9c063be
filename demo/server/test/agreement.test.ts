import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {parseFrames, ubik, type GivenAnswer} from '../../../src/core/index.js';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client, events, type Json} from './client.js';

/**
 * The content of the server and the rebuild of the core were implemented separately, from the same documents: here
 * they are compared.
 */
describe('the server and the core agree on the content', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  /** Sends the message in a new session, with every question answered, until the run has ended. */
  async function run(words: string, answer: string): Promise<string> {
    const session = await client.session();
    for await (const event of events(await client.open(session, words))) {
      if (words.startsWith('/replay')) continue; // A recording does not wait.
      if (event['type'] === 'input_required') await client.send(session, answer);
      if (event['type'] === 'tool_input_required') await provide(event, answer);
    }
    return session;
  }

  async function provide({tool_execution_id}: Json, answer: string): Promise<void> {
    const body = new FormData();
    body.set('input_data_json', JSON.stringify({input: answer, type: 'text'}));
    await client.call(`/tool-executions/${String(tool_execution_id)}/provide-input`, {body});
  }

  async function stored(session: string): Promise<string> {
    return String((await client.history(session)).at(-1)?.['content']);
  }

  /** The result of the core for the raw stream of a session's last run. */
  async function rebuilt(session: string, answers: readonly GivenAnswer[] = []): Promise<string> {
    return ubik.rebuild(parseFrames(await (await client.attach(session)).text()), answers);
  }

  const given = (checkpoint_name: string, input: string): GivenAnswer[] => [
    {checkpoint_name, input, type: 'text'},
  ];

  for (const [words, answers] of [
    ['compare two numbers and search the docs', given('choose_form', 'yes')],
    ['ask me', given('wait_for_answer', 'yes')],
    ['confirm', []],
    ['help', []],
    ['hello', []],
    ['what is 2 * (3 + 4)?', []],
    ['show markdown', []],
    ['think', []],
    ['let a tool fail', []],
    ['fail', []],
    ['draw a chart of 1, 2', []],
    ['write a long answer of 30 KB with 20 tools', []],
    ['/replay a-single-step', []],
    ['/replay b-multi-step-web-search', []],
    ['/replay d-error-mid-step', []],
    ['/replay c-input-required', given('wait_for_email', 'marie@example.com')],
  ] as const) {
    it(`of "${words}"`, async () => {
      const session = await run(words, 'yes');
      assert.equal(await rebuilt(session, answers), await stored(session));
    });
  }

  it('of a stopped run', async () => {
    const session = await client.session();
    const words = 'write a long answer of 64 KB with 9 tools at 500 events a second';
    const seen: Json[] = [];
    for await (const event of events(await client.open(session, words))) {
      seen.push(event);
      if (seen.length === 60) await client.ok(`/agent-sessions/${session}/stop`, {method: 'POST'});
    }
    assert.equal(await rebuilt(session), await stored(session));
  });

  it('of a run that continued from a checkpoint', async () => {
    const session = await run('compare 2 with 3 and search the docs', 'table');
    const restore = {body: {checkpoint_name: 'after_search', checkpoint_hint: 'as a list'}};
    const path = `/agent-sessions/${session}/navigate-to-checkpoint`;
    for await (const event of events(await client.call(path, restore))) {
      if (event['type'] === 'input_required') await client.send(session, 'list');
    }
    assert.equal(await rebuilt(session, given('choose_form', 'list')), await stored(session));
  });

  for (const faults of [
    [{kind: 'framing', framing: 'F2'}],
    [{kind: 'framing', framing: 'F3'}],
    [{kind: 'framing', framing: 'F4'}],
    [{kind: 'line_ends', ends: 'crlf'}],
    [{kind: 'line_ends', ends: 'cr'}],
    [{kind: 'shuffle', window: 20, seed: 3}],
    [{kind: 'split', size: 11, shuffle: true}],
    [
      {kind: 'split', size: 7},
      {kind: 'shuffle', window: 9},
    ],
    [
      {kind: 'malformed', every: 1},
      {kind: 'comments', every: 1},
    ],
    [{kind: 'snapshot', every: 25}],
    [
      {kind: 'split', size: 40, shuffle: true},
      {kind: 'malformed', every: 2},
      {kind: 'framing', framing: 'F2'},
      {kind: 'line_ends', ends: 'crlf'},
    ],
  ]) {
    it(`through ${JSON.stringify(faults)}`, async () => {
      const session = await run('compare two numbers and search the docs', 'table');
      await client.fault(...faults);
      const content = await rebuilt(session, given('choose_form', 'table'));
      assert.equal(content, await stored(session));
    });
  }
});
