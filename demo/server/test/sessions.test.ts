import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client, type Json} from './client.js';

describe('sessions', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  it('creates, reads, changes and deletes', async () => {
    const created = await client.ok('/agent-sessions', {body: {title: 'First', model_name: 'm'}});
    assert.equal(created['external_user_id'], 'ada');
    assert.equal(created['status'], 'active');
    const path = `/agent-sessions/${String(created['id'])}`;
    assert.deepEqual(await client.ok(path), created);

    const changed = await client.ok(path, {
      method: 'PATCH',
      body: {title: 'Second', status: 'completed'},
    });
    assert.equal(changed['title'], 'Second');
    assert.equal(changed['status'], 'completed');
    assert.equal(changed['model_name'], 'm');
    assert.ok(String(changed['updated_at']) > String(created['updated_at']));
    assert.equal((await client.ok(path, {method: 'PATCH', body: {title: null}}))['title'], null);

    assert.equal((await client.call(path, {method: 'DELETE'})).status, 204);
    assert.deepEqual(await client.status(path), [404, {detail: 'Session not found'}]);
  });

  it('belong to their user, who cannot give them to another one', async () => {
    const id = await client.session();
    const path = `/agent-sessions/${id}`;
    const give = (user: string | null): Promise<[number, Json]> =>
      client.status(path, {method: 'PATCH', body: {external_user_id: user, title: 'A gift'}});
    const [status, {detail}] = await give('bob');
    assert.equal(status, 403);
    assert.match(String(detail), /cannot give a session to another user/);
    const bob = await Client.of(server, 'bob');
    assert.deepEqual((await bob.ok('/agent-sessions'))['items'], []);
    assert.equal((await client.ok(path))['title'], null);
    for (const own of ['ada', null]) {
      const [changed, session] = await give(own);
      assert.deepEqual([changed, session['external_user_id']], [200, 'ada']);
    }
  });

  it('lists in pages, last changed first', async () => {
    const other = await Client.of(server, 'pager');
    const ids = [await other.session(), await other.session(), await other.session()];
    await other.ok(`/agent-sessions/${ids[0]}`, {method: 'PATCH', body: {title: 'touched'}});
    const first = await other.ok('/agent-sessions?page=1&limit=2');
    assert.equal(first['total'], 3);
    assert.equal(first['has_more'], true);
    const second = await other.ok('/agent-sessions?page=2&limit=2');
    assert.equal(second['has_more'], false);
    const listed = [first, second].flatMap(page => page['items'] as Json[]);
    assert.deepEqual(
      listed.map(({id}) => id),
      [ids[0], ids[2], ids[1]],
    );
  });

  it('answers 422 with one entry a problem', async () => {
    const [status, {detail}] = await client.status('/agent-sessions', {
      body: {title: 7, tool_ids: ['no uuid']},
    });
    assert.equal(status, 422);
    const places = (detail as {loc: unknown}[]).map(({loc}) => loc);
    assert.deepEqual(places, [
      ['body', 'title'],
      ['body', 'tool_ids', 0],
    ]);
    assert.equal((await client.call('/agent-sessions?limit=101')).status, 422);
    const broken = await fetch(`${server.url}/agent-sessions`, {
      method: 'POST',
      headers: {Authorization: `Bearer ${client.token}`},
      body: '{',
    });
    assert.equal(broken.status, 422);
  });

  it('names its tools, with schemas', async () => {
    const session = await client.session();
    const tools = (await client.ok(`/agent-sessions/${session}/tools`)) as unknown as Json[];
    assert.deepEqual(
      tools.map(({name}) => name),
      [
        'calculator',
        'clock',
        'chart',
        'human_confirmation',
        'human_form',
        'docs_search',
        'sql',
        'web_processor',
        'world_clock',
      ],
    );
    assert.ok(tools.every(({input_schema}) => typeof input_schema === 'object'));
    const {items} = await client.ok('/tools?limit=2');
    assert.equal((items as Json[]).length, 2);
    assert.equal((await client.ok('/tools/clock'))['name'], 'clock');
    assert.equal((await client.call('/tools/none')).status, 404);
  });

  it('ends a run before it deletes the session', async () => {
    const session = await client.session();
    const response = await client.open(session, 'ask me');
    assert.equal((await client.call(`/agent-sessions/${session}`, {method: 'DELETE'})).status, 204);
    assert.match(await response.text(), /"agent_processing_complete"/);
    assert.equal((await client.open(session, 'hello')).status, 404);
  });

  it('uses the first text of an unnamed session as its title', async () => {
    const session = await client.session();
    await client.send(session, 'hello there');
    assert.equal((await client.ok(`/agent-sessions/${session}`))['title'], 'hello there');
  });

  it('responds with 404 to unknown paths, and reports its health', async () => {
    assert.equal((await client.call('/nowhere')).status, 404);
    assert.equal((await client.ok('/health'))['status'], 'ok');
    assert.ok(Array.isArray(await client.ok('/models')));
  });
});
