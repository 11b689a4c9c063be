import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {until} from '../../../test/support/until.js';
import {Client, eventsOf} from './client.js';

describe('tokens', () => {
  let server: AgentServer;
  let anyone: Client;
  const key = {'X-API-KEY': 'demo-key'};

  before(async () => {
    server = await startServer();
    anyone = new Client(server);
  });
  after(() => server.stop());

  it('refuses requests without a credential, with a bad token, or with a bad key', async () => {
    assert.deepEqual(await anyone.status('/agent-sessions'), [401, {detail: 'Not authenticated'}]);
    for (const headers of [{Authorization: 'Bearer nonsense'}, {'X-API-KEY': 'wrong'}]) {
      const response = await anyone.call('/agent-sessions', {headers});
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    }
  });

  it('mints for the account only, within the documented times', async () => {
    const body = {external_user_id: 'ada', expires_in_minutes: 60};
    const minted = await anyone.ok('/auth/token', {headers: key, body});
    assert.equal(minted['token_type'], 'bearer');
    const client = new Client(server, String(minted['access_token']));
    assert.equal((await client.ok('/users/me'))['external_user_id'], 'ada');
    assert.equal((await client.status('/auth/token', {body}))[0], 401);

    const [status, {detail}] = await anyone.status('/auth/token', {
      headers: key,
      body: {...body, expires_in_minutes: 4},
    });
    assert.equal(status, 422);
    const [problem] = detail as {loc: unknown; msg: string; type: string}[];
    assert.deepEqual(problem?.loc, ['body', 'expires_in_minutes']);
    assert.ok(problem.msg && problem.type);
  });

  it('returns a token to the site that expires as stated', async () => {
    for (const [seconds, status] of [
      [3600, 200],
      [1, 401],
    ] as const) {
      const minted = await anyone.ok('/demo/token', {body: {expires_in: seconds}});
      assert.equal(minted['expires_in'], seconds);
      const client = new Client(server, String(minted['access_token']));
      await until(async () => (await client.call('/users/me')).status === status);
    }
  });

  it('revokes tokens', async () => {
    const client = await Client.of(server);
    assert.equal((await client.call('/users/me')).status, 200);
    assert.equal((await anyone.call('/demo/tokens', {method: 'DELETE'})).status, 204);
    assert.equal((await client.call('/users/me')).status, 401);
    assert.equal((await (await Client.of(server)).call('/users/me')).status, 200);
  });

  it('accepts a token in the query of a stream, and nowhere else', async () => {
    const client = await Client.of(server);
    const session = await client.session();
    await client.send(session, 'hello');
    const query = `?token=${client.token}`;
    assert.ok((await eventsOf(await anyone.attach(session, query))).length > 3);
    assert.equal((await anyone.call(`/agent-sessions/${session}${query}`)).status, 401);
  });

  it('keeps sessions private to their user', async () => {
    const ada = await Client.of(server, 'ada');
    const bob = await Client.of(server, 'bob');
    const session = await ada.session();
    assert.equal((await bob.call(`/agent-sessions/${session}`)).status, 404);
    assert.equal((await bob.open(session, 'hello')).status, 404);
    assert.deepEqual((await bob.ok('/agent-sessions'))['items'], []);
    assert.equal((await anyone.call(`/agent-sessions/${session}`, {headers: key})).status, 403);
    const named = {...key, 'X-End-User-ID': 'ada'};
    assert.equal((await anyone.call(`/agent-sessions/${session}`, {headers: named})).status, 200);
    const posing = await bob.call('/agent-sessions', {headers: {'X-End-User-ID': 'ada'}});
    assert.equal(posing.status, 403);
  });

  it('lists assistants for the account, and not for end users', async () => {
    const ada = await Client.of(server);
    assert.equal((await ada.call('/assistants')).status, 403);
    assert.equal((await anyone.call('/assistants', {headers: key})).status, 200);
  });
});
