import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {decodeJwt} from 'jose';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, serverKey} from '../client.js';

const path = '/api/v1/agent-sessions';

describe('the tokens of a server with credentials of real services', () => {
  let data: string;
  let server: AgentServer;
  let earlier: Client;

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'ubik-chat-'));
    server = await startServer({data});
    earlier = await Client.of(server, 'victim');
    assert.equal((await earlier.call(path)).status, 200);
    await server.stop();
    server = await startServer({
      data,
      env: {ANTHROPIC_API_KEY: 'the-key', UBIK_DEMO_API_KEY: serverKey},
    });
  });
  after(async () => {
    await server.stop();
    await rm(data, {recursive: true, force: true});
  });

  it('name the user of the demo pages, unless the API key names another one', async () => {
    const client = new Client(server);
    const [status, {detail}] = await client.status('/demo/token', {body: {user: 'victim'}});
    assert.equal(status, 403);
    assert.match(String(detail), /tokens of demo-user only/);
    for (const body of [{}, {user: 'demo-user'}]) {
      const {access_token: token} = await client.ok('/demo/token', {body});
      assert.equal(decodeJwt(String(token))['user'], 'demo-user');
    }
    const {token = ''} = await Client.withKey(server, 'ada');
    assert.equal(decodeJwt(token)['user'], 'ada');
  });

  it('are not those that the same server created before it had credentials', async () => {
    assert.equal((await new Client(server, earlier.token).call(path)).status, 401);
    assert.equal((await (await Client.withKey(server, 'victim')).call(path)).status, 200);
  });
});
