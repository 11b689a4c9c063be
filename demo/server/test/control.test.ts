import assert from 'node:assert/strict';
import {once} from 'node:events';
import {request, type IncomingMessage} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client} from './client.js';

describe('the routes that control the server', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = new Client(server);
  });
  after(() => server.stop());

  /** The status of a request as a browser sends it: it writes the headers `Origin` and `Host` itself. */
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body = '',
  ): Promise<number | undefined> => {
    const sent = request(server.origin + path, {method, headers});
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  const fault = JSON.stringify({kind: 'status', status: 500});
  const pace = JSON.stringify({pace: 9});

  it('reject requests of a page of another site', async () => {
    for (const origin of ['https://evil.example', 'http://127.evil.example', 'null']) {
      for (const type of ['text/plain', 'application/json']) {
        const headers = {origin, 'content-type': type};
        assert.equal(await send('POST', '/demo/faults', headers, fault), 403);
        assert.equal(await send('POST', '/demo/settings', headers, pace), 403);
        assert.equal(await send('POST', '/demo/token', headers, '{}'), 403);
      }
      assert.equal(await send('DELETE', '/demo/tokens', {origin}), 403);
    }
    assert.deepEqual((await client.ok('/demo/faults'))['faults'], []);
    assert.equal((await client.ok('/demo/settings'))['pace'], 0);
  });

  it('ignore a body that is not sent as JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const headers: Record<string, string> = type === '' ? {} : {'content-type': type};
      assert.equal(await send('POST', '/demo/faults', headers, fault), 415);
      assert.equal(await send('POST', '/demo/settings', headers, pace), 415);
    }
    assert.deepEqual((await client.ok('/demo/faults'))['faults'], []);
    assert.equal((await client.ok('/demo/settings'))['pace'], 0);
  });

  it('change only the settings of the request', async () => {
    const before = await client.ok('/demo/settings');
    const after = await client.ok('/demo/settings', {body: {waiting: 'close'}});
    assert.deepEqual(after, {...before, waiting: 'close'});
    await client.ok('/demo/settings', {body: {waiting: before['waiting']}});
  });

  it('serve pages of this machine', async () => {
    const headers = {
      origin: 'http://localhost:5173',
      'content-type': 'application/json; charset=utf-8',
    };
    assert.equal(await send('POST', '/demo/token', {origin: 'http://localhost:5173'}), 200);
    assert.equal(await send('POST', '/demo/faults', headers, fault), 201);
    assert.equal(await send('DELETE', '/demo/faults', headers), 204);
  });

  it('refuse a host name that only looks like an address of this machine', async () => {
    const {port} = new URL(server.origin);
    assert.equal(await send('GET', '/demo/stats', {host: `127.evil.example:${port}`}), 403);
    assert.equal(await send('GET', '/demo/stats', {host: `127.0.0.1:${port}`}), 200);
  });

  it('refuse a body that nests too deeply', async () => {
    const body = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const headers = {'content-type': 'application/json'};
    assert.equal(await send('POST', '/demo/faults', headers, body), 422);
    assert.deepEqual((await client.ok('/demo/faults'))['faults'], []);
  });
});
