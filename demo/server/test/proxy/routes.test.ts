import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, serverKey, type Json} from '../client.js';

/** The requests that arrived upstream. */
interface Arrival {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Json;
  readonly response: ServerResponse;
}

describe('the proxy', () => {
  const arrivals: Arrival[] = [];
  let answer: (response: ServerResponse) => void;
  let upstream: Server;
  let server: AgentServer;
  let client: Client;

  before(async () => {
    upstream = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const body = (text === '' ? {} : JSON.parse(text)) as Json;
        arrivals.push({path: request.url ?? '', headers: request.headers, body, response});
        answer(response);
      });
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    server = await startServer({
      env: {
        ANTHROPIC_API_KEY: 'the-key',
        // A gateway whose address has a path.
        ANTHROPIC_BASE_URL: `${url}/gateway/`,
        ANTHROPIC_MODEL: 'a-model',
        ANTHROPIC_SYSTEM: 'Be brief.',
        ANTHROPIC_MAX_TOKENS: '99',
        AISHU_TOKEN: 'Bearer the-token',
        AISHU_URL: url,
        UBIK_API_KEY: 'the-account',
        UBIK_API_URL: `${url}/v9`,
        UBIK_DEMO_PER_MINUTE: '20',
        UBIK_DEMO_API_KEY: serverKey,
      },
    });
    client = await Client.withKey(server);
  });
  after(async () => {
    await server.stop();
    upstream.closeAllConnections();
    upstream.close();
  });

  const post = (body: unknown, who = client, signal?: AbortSignal): Promise<Response> =>
    fetch(`${server.origin}/anthropic/v1/messages`, {
      method: 'POST',
      headers: {authorization: `Bearer ${who.token}`, cookie: 'a=1'},
      body: JSON.stringify(body),
      ...(signal ? {signal} : {}),
    });
  const asked = {stream: true, messages: [{role: 'user', content: 'hello'}]};

  it('adds the key, the model, the system prompt and the limits, and accepts none from the page', async () => {
    answer = response => response.end('{}');
    await post({...asked, model: 'dear', system: 'Be rude.', max_tokens: 1e6, metadata: {x: 1}});
    const {path, headers, body} = arrivals.at(-1)!;
    assert.equal(path, '/gateway/v1/messages');
    assert.equal(headers['x-api-key'], 'the-key');
    assert.equal(headers['anthropic-version'], '2023-06-01');
    assert.deepEqual([headers.authorization, headers.cookie], [undefined, undefined]);
    assert.deepEqual(body, {...asked, model: 'a-model', system: 'Be brief.', max_tokens: 99});
  });

  it('asks for the rest of an answer that was cut by quoting its end', async () => {
    answer = response => response.end('{}');
    const cut = {role: 'assistant', content: [{type: 'text', text: 'Once upon'}]};
    await post({...asked, messages: [...asked.messages, cut], continue: true});
    const turns = arrivals.at(-1)!.body['messages'] as Json[];
    assert.equal(turns.length, 3);
    assert.match(String(turns[2]?.['content']), /"Once upon"$/);
  });

  it('forwards every chunk as it arrives', async () => {
    answer = response => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'request-id': 'r1',
        traceresponse: 't1',
        'x-trace-id': 't2',
        server: 'x',
      });
      response.write('data: 1\n\n');
    };
    const response = await post(asked);
    const reader = response.body!.getReader();
    const first = await reader.read();
    assert.equal(new TextDecoder().decode(first.value), 'data: 1\n\n');
    assert.equal(response.headers.get('request-id'), 'r1');
    assert.equal(response.headers.get('traceresponse'), 't1');
    assert.equal(response.headers.get('x-trace-id'), 't2');
    assert.equal(response.headers.get('server'), null);
    assert.match(response.headers.get('cache-control') ?? '', /no-transform/);
    arrivals.at(-1)!.response.end('data: 2\n\n');
    const second = await reader.read();
    assert.equal(new TextDecoder().decode(second.value), 'data: 2\n\n');
  });

  it('cancels the request upstream when the client leaves, before an answer and in the midst of one', async () => {
    for (const begins of [false, true]) {
      const arrived = new Promise<ServerResponse>(resolve => {
        answer = response => {
          if (begins)
            response.writeHead(200, {'content-type': 'text/event-stream'}).write(': hi\n\n');
          resolve(response);
        };
      });
      const gone = new AbortController();
      const failed = assert.rejects(
        post(asked, client, gone.signal).then(answered => answered.text()),
      );
      const closed = once(await arrived, 'close');
      gone.abort();
      await closed;
      await failed;
    }
  });

  it('hides a refused key behind a 502, and passes on how long to wait', async () => {
    answer = response => response.writeHead(401).end('{"key":"the-key"}');
    const refused = await post(asked);
    assert.equal(refused.status, 502);
    assert.ok(!(await refused.text()).includes('the-key'));
    answer = response => response.writeHead(429, {'retry-after': '7'}).end('{}');
    const later = await post(asked);
    assert.deepEqual([later.status, later.headers.get('retry-after')], [429, '7']);
  });

  it('forwards no invalid body, and no request of an unknown user', async () => {
    const before = arrivals.length;
    assert.equal((await post({messages: []})).status, 400);
    assert.equal((await post({...asked, tools: [{name: 'no name'}]})).status, 400);
    assert.equal((await post(asked, new Client(server, 'wrong'))).status, 401);
    const huge = {...asked, messages: [{role: 'user', content: 'x'.repeat(5_000_000)}]};
    assert.equal((await post(huge)).status, 413);
    assert.equal(arrivals.length, before);
  });

  it('limits the requests of a user per minute, but not those of others', async () => {
    answer = response => response.end('{}');
    const eager = await Client.withKey(server, 'eager');
    const statuses = [];
    for (let n = 0; n < 22; n++) statuses.push((await post(asked, eager)).status);
    assert.equal(statuses[0], 200);
    assert.equal(statuses.at(-1), 429);
    const response = await post(asked, eager);
    assert.ok(Number(response.headers.get('retry-after')) > 0);
    assert.equal((await post(asked, await Client.withKey(server, 'calm'))).status, 200);
  });

  it('accepts tokens that name a user, never the API key or a claimed user', async () => {
    answer = response => response.end('{}');
    const before = arrivals.length;
    const key = {'x-api-key': serverKey, 'x-end-user-id': 'victim'};
    const paths = ['/api/v1/agent-sessions', '/aishu/api/agent-factory/v1/app/k/conversation'];
    for (const path of paths)
      assert.equal((await fetch(server.origin + path, {headers: key})).status, 401);
    const messages = `${server.origin}/anthropic/v1/messages`;
    const body = JSON.stringify(asked);
    assert.equal((await fetch(messages, {method: 'POST', headers: key, body})).status, 401);

    const account = new Client(server);
    const minted = await account.ok('/auth/token', {headers: {'x-api-key': serverKey}, body: {}});
    account.token = String(minted['access_token']);
    assert.equal((await post(asked, account)).status, 403);
    const claims = {authorization: `Bearer ${client.token}`, 'x-end-user-id': 'victim'};
    assert.equal((await fetch(messages, {method: 'POST', headers: claims, body})).status, 403);
    assert.equal(arrivals.length, before);
  });

  it('creates a token for the API key, also if the rest of the API is proxied', async () => {
    answer = response => response.end('{}');
    const minted = await new Client(server).ok('/auth/token', {
      headers: {'x-api-key': serverKey},
      body: {external_user_id: 'eve'},
    });
    const user = new Client(server, String(minted['access_token']));
    assert.equal((await user.call('/agent-sessions')).status, 200);
    assert.equal(arrivals.at(-1)!.headers['x-end-user-id'], 'eve');
  });

  it('counts requests for each user, whatever other headers contain', async () => {
    answer = response => response.end('{}');
    const statuses = new Set<number>();
    const clients = Array.from({length: 22}, () => Client.withKey(server, 'fay'));
    for (const [n, {token}] of (await Promise.all(clients)).entries()) {
      const headers = {authorization: `Bearer ${token}`, 'x-forwarded-for': `10.0.0.${n}`};
      statuses.add((await fetch(`${server.url}/agent-sessions`, {headers})).status);
    }
    assert.deepEqual(statuses, new Set([200, 429]));
  });

  it('forwards the paths of the other two protocols, with their secrets, and no other path', async () => {
    answer = response => response.end('{}');
    const {token} = await Client.withKey(server, 'bo');
    const get = (path: string): Promise<Response> =>
      fetch(server.origin + path, {
        headers: {authorization: `Bearer ${token}`, 'x-business-domain': 'bd'},
      });

    assert.equal((await get('/aishu/api/agent-factory/v1/app/k/conversation?page=2')).status, 200);
    const data = arrivals.at(-1)!;
    assert.equal(data.path, '/api/agent-factory/v1/app/k/conversation?page=1&size=100');
    assert.equal(data.headers.authorization, 'Bearer the-token');
    assert.equal(data.headers['x-business-domain'], 'bd');

    assert.equal((await get('/api/v1/agent-sessions?token=secret')).status, 200);
    const ubik = arrivals.at(-1)!;
    assert.equal(ubik.path, '/v9/agent-sessions');
    assert.equal(ubik.headers['x-api-key'], 'the-account');
    assert.equal(ubik.headers['x-end-user-id'], 'bo');

    const before = arrivals.length;
    assert.equal((await get('/aishu/api/agent-factory/v1/admin')).status, 404);
    assert.equal((await get('/api/v1/agent-sessions/../../users')).status, 404);
    assert.equal(arrivals.length, before);
  });

  it('gives no path on that leads elsewhere when it is decoded, once or twice', async () => {
    answer = response => response.end('{}');
    const {token} = await Client.withKey(server, 'cy');
    const get = (path: string): Promise<Response> =>
      fetch(server.origin + path, {headers: {authorization: `Bearer ${token}`}});
    const before = arrivals.length;
    const ups = [
      '..%5c',
      '%zz/..%5c',
      '.%09./',
      '%0a../',
      '..%2f',
      '%252e%252e/',
      '..;/',
      '%2e.%3b/',
    ];
    for (const up of ups) {
      const ubik = await get(`/api/v1/agent-sessions/${up}${up}admin`);
      const data = await get(`/aishu/api/agent-factory/v1/app/${up}${up}${up}admin`);
      assert.deepEqual([up, ubik.status, data.status], [up, 404, 404]);
    }
    assert.equal(arrivals.length, before);
    assert.equal(
      (await get('/api/v1/assets/50%25%20of%20%C3%80%20la%20caf%C3%A9..txt')).status,
      200,
    );
    assert.equal(arrivals.at(-1)!.path, '/v9/assets/50%25%20of%20%C3%80%20la%20caf%C3%A9..txt');
  });

  it('lets no answer be a page or a script of this site', async () => {
    answer = response =>
      response
        .writeHead(200, {'content-type': 'text/html', 'set-cookie': 'a=1', location: '/away'})
        .end('<script>alert(1)</script>');
    const {token} = await Client.withKey(server, 'di');
    const {headers} = await fetch(`${server.origin}/api/v1/assets/x`, {
      headers: {authorization: `Bearer ${token}`},
    });
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.deepEqual([headers.get('set-cookie'), headers.get('location')], [null, null]);
  });
});
