import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client, events, eventsOf, eventsUntil, finalContent, ofType, type Json} from './client.js';

describe('a restart', () => {
  let data: string;
  let server: AgentServer;
  let client: Client;

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'ubik-chat-'));
    server = await startServer({data});
    client = await Client.of(server);
  });
  after(async () => {
    await server.stop();
    await rm(data, {recursive: true});
  });

  /** Kills the server and starts another one on the same folder; the client keeps its token. */
  async function restart(): Promise<void> {
    await server.kill();
    server = await startServer({data});
    client = new Client(server, client.token);
  }

  it('keeps tokens revoked', async () => {
    await client.call('/demo/tokens', {method: 'DELETE'});
    const revoked = client;
    client = await Client.of(server);
    await restart();
    assert.equal((await client.call('/users/me')).status, 200);
    assert.equal((await new Client(server, revoked.token).call('/users/me')).status, 401);
  });

  it('loses no message, and replays a task that was over', async () => {
    const session = await client.session({title: 'kept'});
    const all = await client.send(session, 'what is 6 * 7?');
    const history = await client.history(session);
    await restart();
    assert.equal((await client.ok(`/agent-sessions/${session}`))['title'], 'kept');
    assert.deepEqual(await client.history(session), history);
    assert.deepEqual((await eventsOf(await client.attach(session))).slice(1), all.slice(1));
  });

  it('ends an interrupted run with an error, and keeps its text', async () => {
    const session = await client.session();
    const seen: Json[] = [];
    const response = await client.open(
      session,
      'write a long answer of 64 KB at 500 events a second',
    );
    for await (const event of events(response)) {
      seen.push(event);
      if (seen.length === 40) break;
    }
    await restart();
    const all = await eventsOf(await client.attach(session));
    assert.deepEqual(all.slice(1, seen.length), seen.slice(1));
    assert.equal(all.at(-1)?.['type'], 'agent_processing_error');
    const [question, answer] = await client.history(session);
    assert.equal(question?.['task_id'], null);
    assert.match(String(answer?.['content']), /<<ERROR_START>>\nError: The server was restarted/);
    await client.send(session, 'hello');
    assert.equal((await client.history(session)).length, 4);
  });

  it('keeps a waiting run, which continues after the answer', async () => {
    const session = await client.session();
    const words = 'compare 6 * 7 with 40 + 1 and search the docs';
    const before = await eventsUntil(await client.open(session, words), 'input_required');
    await restart();
    const waiting = events(await client.attach(session));
    const all: Json[] = [];
    for await (const event of waiting) {
      all.push(event);
      if (event['type'] === 'input_required') await client.send(session, 'as a list');
    }
    assert.deepEqual(all.slice(1, before.length), before.slice(1));
    const content = finalContent(all);
    assert.match(content, /\{"input": "as a list", "type": "text"\}/);
    assert.match(content, /- `6 \* 7` is \*\*42\*\*/);
    assert.deepEqual(
      ofType(all, 'agent_step_started').map(({step}) => step),
      [1, 2, 3],
    );
  });

  it('lets a tool wait on', async () => {
    const session = await client.session();
    const before = await eventsUntil(await client.open(session, 'confirm'), 'tool_input_required');
    await restart();
    const body = new FormData();
    body.set('input_data_json', '{"input": "yes", "type": "text"}');
    const id = String(before.at(-1)?.['tool_execution_id']);
    assert.equal((await client.call(`/tool-executions/${id}/provide-input`, {body})).status, 202);
    const all = await eventsOf(await client.attach(session));
    assert.deepEqual(all.slice(1, before.length), before.slice(1));
    const content = finalContent(all);
    assert.equal(content.split(`TOOL_STEP_START/human_confirmation:${id}`).length, 2);
    assert.match(content, /The table is \*\*booked\*\*/);
  });

  it('can stop a run that waits on', async () => {
    const session = await client.session();
    await eventsUntil(await client.open(session, 'ask me'), 'input_required');
    await restart();
    await client.ok(`/agent-sessions/${session}/stop`, {method: 'POST'});
    assert.deepEqual((await eventsOf(await client.attach(session))).at(-1)?.['result'], {
      status: 'stopped',
      steps: 0,
    });
    assert.equal((await client.history(session)).length, 2);
  });

  it('lets one server at a time have a folder', async () => {
    await assert.rejects(startServer({data}), /Process \d+ already uses this folder/);
  });
});
