import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../support/agent-server.js';
import {Client, serverKey, type Json} from '../client.js';

const app = '/api/agent-factory/v1/app/k';

describe('the proxy for the Data Agent API', () => {
  const arrivals: {method: string; path: string; body: Json}[] = [];
  /** The account upstream already has conversations of others. */
  const conversations = Array.from({length: 150}, (_, n) => `foreign-${n}`);
  let upstream: Server;
  let server: AgentServer;
  let ada: Client;
  let bob: Client;

  before(async () => {
    upstream = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const {method = '', url: path = ''} = request;
        const text = Buffer.concat(pieces).toString();
        arrivals.push({method, path, body: text.startsWith('{') ? (JSON.parse(text) as Json) : {}});
        response.setHeader('content-type', 'application/json');
        const {pathname, searchParams} = new URL(path, 'http://upstream');
        if (pathname !== `${app}/conversation`) return response.end('{}');
        if (method === 'POST') {
          const id = `own-${conversations.length}`;
          conversations.push(id);
          return response.end(JSON.stringify({id}));
        }
        const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))];
        const entries = conversations.slice((page - 1) * size, page * size).map(id => ({id}));
        return response.end(JSON.stringify({entries, total: conversations.length}));
      });
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    server = await startServer({
      env: {
        AISHU_TOKEN: 'the-token',
        AISHU_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
        UBIK_DEMO_API_KEY: serverKey,
        UBIK_DEMO_PER_MINUTE: '1000',
      },
    });
    [ada, bob] = await Promise.all([Client.withKey(server, 'ada'), Client.withKey(server, 'bob')]);
  });
  after(async () => {
    await server.stop();
    upstream.closeAllConnections();
    upstream.close();
  });

  const call = (who: Client, method: string, path: string, body?: Json): Promise<Response> =>
    fetch(`${server.origin}/aishu${path}`, {
      method,
      headers: {authorization: `Bearer ${who.token}`, 'content-type': 'application/json'},
      body: body === undefined ? null : JSON.stringify(body),
    });
  const create = async (who: Client): Promise<string> =>
    String(
      ((await (await call(who, 'POST', `${app}/conversation`, {title: 't'})).json()) as Json)['id'],
    );
  const listed = async (who: Client): Promise<unknown> =>
    ((await (await call(who, 'GET', `${app}/conversation?page=1&size=5`)).json()) as Json)[
      'entries'
    ];

  it('lists only the conversations of the user, wherever they are in the list of the account', async () => {
    const id = await create(ada);
    assert.deepEqual(await listed(ada), [{id}]);
    assert.deepEqual(await listed(bob), []);
  });

  it('prevents other users from reading, changing, continuing, joining, stopping or deleting a conversation', async () => {
    const id = await create(ada);
    const name = {conversation_id: id};
    const file = `conversation-${id}/uploads/a.txt`;
    const requests = [
      ['GET', `${app}/conversation/${id}`],
      ['PUT', `${app}/conversation/${id}`, {id, title: 'x'}],
      ['PUT', `${app}/conversation/${id}/mark_read`, {latest_read_index: 1}],
      ['POST', `${app}/chat/completion`, {...name, query: 'hi'}],
      ['POST', `${app}/chat/resume`, name],
      ['POST', `${app}/chat/termination`, name],
      ['POST', `/api/v1/sessions/s/files/upload?path=${encodeURIComponent(file)}`, {}],
      ['DELETE', `${app}/conversation/${id}`],
    ] as const;
    const before = arrivals.length;
    for (const [method, path, body] of requests)
      assert.equal((await call(bob, method, path, body)).status, 404, `${method} ${path}`);
    assert.equal(arrivals.length, before);
    for (const [method, path, body] of requests)
      assert.equal((await call(ada, method, path, body)).status, 200, `${method} ${path}`);
    assert.equal(arrivals.length, before + requests.length);
  });

  it('accepts no conversation of another user in a body or in the path of a file', async () => {
    const [theirs, own] = [await create(ada), await create(bob)];
    const before = arrivals.length;
    const ask = (fields: Json): Promise<Response> =>
      call(bob, 'POST', `${app}/chat/completion`, {conversation_id: own, query: 'hi', ...fields});
    const file = (path: string): Json => ({selected_files: [{file_name: path}]});
    assert.equal((await ask(file(`conversation-${theirs}/a.txt`))).status, 404);
    assert.equal(
      (await ask(file(`conversation-${own}/../conversation-${theirs}/a.txt`))).status,
      404,
    );
    assert.equal((await ask({temp_files: [{id: 'a'}]})).status, 400);
    const renamed = await call(bob, 'PUT', `${app}/conversation/${own}`, {id: theirs, title: 'x'});
    assert.equal(renamed.status, 400);
    assert.equal((await call(bob, 'POST', '/api/v1/sessions/s/files/upload', {})).status, 404);
    assert.equal((await call(bob, 'GET', `${app}/admin`)).status, 404);
    assert.equal(arrivals.length, before);
    assert.equal((await ask(file(`conversation-${own}/a.txt`))).status, 200);
  });

  it('creates a conversation for a message that has none, and stores its owner', async () => {
    const sent = await call(bob, 'POST', `${app}/chat/completion`, {agent_id: 'a', query: 'hello'});
    assert.equal(sent.status, 200);
    const [created, asked] = arrivals.slice(-2);
    assert.deepEqual(created?.body, {title: 'hello', agent_id: 'a'});
    const id = String(asked?.body['conversation_id']);
    assert.equal((await call(bob, 'GET', `${app}/conversation/${id}`)).status, 200);
    assert.equal((await call(ada, 'GET', `${app}/conversation/${id}`)).status, 404);
  });
});
