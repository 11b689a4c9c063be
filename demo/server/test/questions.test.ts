import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client, events, eventsOf, eventsUntil, finalContent, ofType, type Json} from './client.js';

describe('questions', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  function form(parts: Record<string, string | File>): FormData {
    const body = new FormData();
    for (const [name, value] of Object.entries(parts)) body.set(name, value);
    return body;
  }

  /** A session in which a tool waits, with its execution. */
  async function waitingTool(): Promise<{session: string; path: string}> {
    const session = await client.session();
    const all = await eventsUntil(await client.open(session, 'confirm'), 'tool_input_required');
    return {session, path: `/tool-executions/${String(all.at(-1)?.['tool_execution_id'])}`};
  }

  it("treats the next message as the answer to the agent's question", async () => {
    const session = await client.session();
    const open = events(await client.open(session, 'ask me'));
    const first: Json[] = [];
    let answered: Json[] = [];
    for await (const event of open) {
      first.push(event);
      if (event['type'] === 'input_required')
        answered = await client.send(session, 'ada@example.com');
    }
    const asked = ofType(first, 'input_required')[0];
    assert.equal(asked?.['checkpoint_name'], 'wait_for_answer');
    assert.deepEqual(asked['input_types'], ['text', 'json']);
    assert.deepEqual(
      answered.slice(1),
      first.slice(1),
      'the answer streams the same task, from its start',
    );
    assert.match(
      finalContent(first),
      /Expected input types: text, json\n\n<<USER_INPUT_PROVIDED_START>>\n\{"input": "ada@example.com", "type": "text"\}\n/,
    );
    const history = await client.history(session);
    assert.deepEqual(
      history.map(({content}) => content),
      ['ask me', finalContent(first)],
    );
  });

  it('accepts structured answers if it asked for them', async () => {
    const session = await client.session();
    await eventsUntil(await client.open(session, 'ask me'), 'input_required');
    const all = await client.send(session, '{"mail": "ada@example.com"}');
    assert.match(finalContent(all), /\{"input": \{"mail": "ada@example.com"\}, "type": "json"\}/);
  });

  it("accepts the answer to a tool's question, once", async () => {
    const {session, path} = await waitingTool();
    assert.equal((await client.ok(path))['status'], 'waiting_for_input');
    const body = form({input_data_json: JSON.stringify({input: 'yes', type: 'text'})});
    assert.equal((await client.call(`${path}/provide-input`, {body})).status, 202);
    const all = await eventsOf(await client.attach(session));
    assert.match(finalContent(all), /\{"answer": "yes"\}[^]*The table is \*\*booked\*\*/);
    assert.equal((await client.call(`${path}/provide-input`, {body})).status, 409);
    assert.equal((await client.ok(path))['status'], 'completed');
  });

  it('accepts other formats of the answer, and files', async () => {
    const shapes: [Record<string, string | File>, RegExp][] = [
      [{input_data_json: '{"answer": "yes", "comment": "Window seat"}'}, /"answer": "yes"/],
      [{input_data_json: '"yes"'}, /"answer": "yes"/],
      [{file: new File(['hello'], 'note.txt')}, /"answer": \{"document_id": "/],
    ];
    for (const [parts, result] of shapes) {
      const {session, path} = await waitingTool();
      assert.equal((await client.call(`${path}/provide-input`, {body: form(parts)})).status, 202);
      assert.match(finalContent(await eventsOf(await client.attach(session))), result);
    }
  });

  it('rejects an invalid answer', async () => {
    const {session, path} = await waitingTool();
    const provide = (body: unknown): Promise<Response> =>
      client.call(`${path}/provide-input`, {body});
    assert.equal((await provide({input: 'yes'})).status, 422);
    assert.equal((await provide(form({}))).status, 422);
    assert.equal((await provide(form({input_data_json: '{'}))).status, 422);
    const stray = {body: form({input_data_json: '1'})};
    assert.equal(
      (await client.call('/tool-executions/call_none/provide-input', stray)).status,
      404,
    );
    const bob = await Client.of(server, 'bob');
    assert.equal((await bob.call(`${path}/provide-input`, stray)).status, 404);
    assert.equal((await client.open(session, 'yes')).status, 409);
  });

  it('ends the stream while it waits, if requested, and still accepts the answer', async () => {
    const session = await client.session();
    await client.fault({kind: 'close_waiting', session});
    const all = await client.send(session, 'ask me');
    assert.equal(all.at(-1)?.['type'], 'input_required');
    finalContent(await client.send(session, 'ada@example.com'));

    await client.ok('/demo/settings', {body: {waiting: 'close'}});
    const second = await client.session();
    assert.equal((await client.send(second, 'confirm')).at(-1)?.['type'], 'tool_input_required');
    await client.ok('/demo/settings', {body: {waiting: 'open'}});
  });
});
