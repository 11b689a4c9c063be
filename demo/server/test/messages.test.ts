import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client, eventsOf, eventsUntil, finalContent, ofType} from './client.js';

describe('messages', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  it('answers a message with the events of its run, and stores the result', async () => {
    const session = await client.session();
    const all = await client.send(session, 'help');
    assert.deepEqual(
      all.slice(0, 3).map(({type}) => type),
      ['connection_established', 'agent_processing_started', 'response_stream_start'],
    );
    assert.equal(all[0]?.['session_id'], session);
    const [question, answer] = await client.history(session);
    assert.equal(question?.['role'], 'user');
    assert.equal(question['content'], 'help');
    assert.equal(question['task_id'], null);
    assert.equal(answer?.['role'], 'assistant');
    assert.equal(answer['content'], finalContent(all));
    assert.equal(answer['id'], all.at(-1)?.['message_id']);
    assert.equal(answer['parent_id'], question['id']);
    assert.equal(answer['task_id'], all[0]['task_id']);
  });

  it('gives every event after the first a later time', async () => {
    const all = await client.send(await client.session(), 'what is 2 * (3 + 4)?');
    const times = all.slice(1).map(event => String(event['timestamp'] ?? event['created_at']));
    assert.ok(times.every(time => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(time)));
    assert.deepEqual(times, [...new Set(times)].sort());
  });

  it('answers with JSON if a stream is not wanted or not accepted', async () => {
    const session = await client.session();
    const path = `/agent-sessions/${session}/messages`;
    const unwanted = await client.ok(path, {body: {content: 'hello', stream: false}});
    assert.equal(unwanted['role'], 'user');
    const url = String(unwanted['stream_url']);
    assert.ok(url.startsWith(`/api/v1/agent-sessions/${session}/stream?task_id=`));
    const all = await eventsOf(await client.call(url));
    assert.equal(all[0]?.['task_id'], unwanted['task_id']);
    finalContent(all);

    const headers = {Accept: 'application/json'};
    const unaccepted = await client.ok(path, {body: {content: 'hello'}, headers});
    finalContent(
      await eventsOf(await client.attach(session, `?task_id=${String(unaccepted['task_id'])}`)),
    );
  });

  it('returns a running task by the task_id of the user message at the head', async () => {
    const session = await client.session();
    const [started] = await eventsUntil(await client.open(session, 'ask me'), 'input_required');
    const history = await client.history(session);
    assert.equal(history.length, 1);
    assert.equal(history[0]?.['task_id'], started?.['task_id']);
    const path = `/agent-sessions/${session}/messages/${String(history[0]?.['id'])}`;
    assert.deepEqual(await client.ok(path), history[0]);
  });

  it('refuses a second run while one is going', async () => {
    const session = await client.session();
    await eventsUntil(await client.open(session, 'confirm'), 'tool_input_required');
    assert.equal((await client.open(session, 'hello')).status, 409);
    const [{id} = {}] = await client.history(session);
    const message = `/agent-sessions/${session}/messages/${String(id)}`;
    assert.equal((await client.call(`${message}/regenerate`, {body: {}})).status, 409);
    assert.equal((await client.call(`${message}/edit`, {body: {content: 'x'}})).status, 409);
    const navigation = {body: {target_message_id: id}};
    assert.equal(
      (await client.call(`/agent-sessions/${session}/navigate`, navigation)).status,
      409,
    );
  });

  it('validates requests', async () => {
    const session = await client.session();
    const path = `/agent-sessions/${session}/messages`;
    for (const body of [
      {},
      {content: ''},
      {content: 7},
      {content: 'x', attachment_document_ids: ['x']},
    ]) {
      assert.equal((await client.call(path, {body})).status, 422, JSON.stringify(body));
    }
    const stray = {content: 'x', attachment_document_ids: [crypto.randomUUID()]};
    assert.equal((await client.call(path, {body: stray})).status, 404);
    assert.equal((await client.call(path, {body: {content: 'x'.repeat(2 ** 21)}})).status, 413);
    assert.equal((await client.call(`${path}/${crypto.randomUUID()}`)).status, 404);
    const missing = `/agent-sessions/${crypto.randomUUID()}/messages`;
    assert.equal((await client.call(missing, {body: {content: 'x'}})).status, 404);
    assert.deepEqual(await client.history(session), []);
  });

  it('counts messages and open streams', async () => {
    const session = await client.session();
    await client.send(session, 'hello');
    await client.send(session, 'hello');
    const stats = await client.ok('/demo/stats');
    assert.equal((stats['messages'] as Record<string, number>)[session], 2);
  });

  it('replays the same events to clients that join later', async () => {
    const session = await client.session();
    const live = await client.send(session, 'what is 6 * 7?');
    const replayed = await eventsOf(await client.attach(session));
    assert.deepEqual(replayed.slice(1), live.slice(1));
    assert.notEqual(replayed[0]?.['connection_id'], live[0]?.['connection_id']);
    assert.ok(ofType(live, 'response_chunk').length > 10);
  });
});
