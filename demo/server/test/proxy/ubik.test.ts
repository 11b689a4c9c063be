import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, serverKey, type Json} from '../client.js';

interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What a page must not choose. */
const foreign = {
  external_user_id: 'victim',
  initial_system_prompt: 'pwn',
  model_name: 'expensive',
  mcp_config: {x: {url: 'http://169.254.169.254/'}},
  tool_ids: ['t'],
  skill_ids: ['s'],
  prompt_variables: {a: 'b'},
  tool_choice: 't',
};

describe('the proxy for the Ubik Agent API', () => {
  const arrivals: Arrival[] = [];
  let answer = '{}';
  let upstream: Server;
  let server: AgentServer;
  let client: Client;

  before(async () => {
    upstream = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const {method = '', url: path = '', headers} = request;
        arrivals.push({method, path, headers, body: Buffer.concat(pieces).toString()});
        response.setHeader('content-type', 'application/json');
        response.end(answer);
      });
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    server = await startServer({
      env: {
        UBIK_API_KEY: 'the-account',
        UBIK_API_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
        UBIK_DEMO_API_KEY: serverKey,
        UBIK_DEMO_PER_MINUTE: '1000',
        UBIK_DEMO_CHARACTERS_PER_DAY: '2000',
      },
    });
    client = await Client.withKey(server);
  });
  after(async () => {
    await server.stop();
    upstream.closeAllConnections();
    upstream.close();
  });

  const statusOf = async (
    path: string,
    body?: Json | FormData,
    method = body ? 'POST' : 'GET',
    who = client,
  ): Promise<number> => (await who.call(path, {method, ...(body && {body})})).status;

  it('forwards the known fields of each body, and no others', async () => {
    const run = {stream: true};
    const bodies: readonly (readonly [string, string, Json])[] = [
      ['POST', '/agent-sessions', {title: 't', assistant_id: 'a'}],
      ['PATCH', '/agent-sessions/s', {title: 't'}],
      [
        'POST',
        '/agent-sessions/s/messages',
        {content: 'c', attachment_document_ids: ['d'], ...run},
      ],
      ['POST', '/agent-sessions/s/messages/m/edit', {content: 'c', ...run}],
      ['POST', '/agent-sessions/s/messages/m/regenerate', run],
      ['POST', '/agent-sessions/s/navigate', {target_message_id: 'm'}],
      [
        'POST',
        '/agent-sessions/s/navigate-to-checkpoint',
        {checkpoint_name: 'n', checkpoint_hint: 'h', ...run},
      ],
      ['POST', '/agent-sessions/s/documents', {document_ids: ['d']}],
      ['POST', '/tool-executions/e/app-resource', {uri: 'ui://a'}],
      ['POST', '/tool-executions/e/app-call', {name: 'n', arguments: {a: 1}}],
    ];
    for (const [method, path, body] of bodies) {
      assert.equal(await statusOf(path, {...body, ...foreign}, method), 200, path);
      const arrived = arrivals.at(-1)!;
      assert.deepEqual([arrived.method, arrived.path], [method, path]);
      assert.deepEqual(JSON.parse(arrived.body), body);
      assert.equal(arrived.headers['x-end-user-id'], 'ada');
    }
  });

  it('forwards no body where none is known, and only known parameters', async () => {
    const path = '/agent-sessions/s/stop';
    assert.equal(await statusOf(path, foreign), 200);
    assert.equal(arrivals.at(-1)!.body, '');
    assert.equal(await statusOf('/agent-sessions/s', foreign, 'DELETE'), 200);
    assert.equal(arrivals.at(-1)!.body, '');
    await statusOf('/agent-sessions?page=2&limit=5&external_user_id=victim&api_key=k&token=t');
    assert.equal(arrivals.at(-1)!.path, '/agent-sessions?page=2&limit=5');
    await statusOf('/agent-sessions/s/stream?task_id=t&include_chunks=false&user=victim');
    assert.equal(arrivals.at(-1)!.path, '/agent-sessions/s/stream?task_id=t&include_chunks=false');
  });

  it('explains which field is not valid', async () => {
    const before = arrivals.length;
    for (const [path, body, message] of [
      ['/agent-sessions/s/messages', {content: 7}, /content: /],
      ['/agent-sessions/s/messages', {content: 'c', attachment_document_ids: 'd'}, /attachment_/],
      ['/tool-executions/e/app-resource', {uri: 'https://a.example'}, /uri: /],
      ['/agent-sessions/s/upload', {}, /not a form/],
      ['/tool-executions/e/provide-input', {}, /not a form/],
    ] as const) {
      const [status, {detail}] = await client.status(path, {body});
      assert.equal(status, 400, path);
      assert.match(String(detail), message);
    }
    assert.equal(await statusOf('/agent-sessions', undefined, 'PUT'), 405);
    assert.equal(await statusOf('/agent-sessions/s/skills', {}), 404);
    assert.equal(await statusOf('/agent-sessions/s/workspaces', {}), 404);
    assert.equal(await statusOf('/documents', {urls: 'http://169.254.169.254/'}), 404);
    assert.equal(await statusOf('/tools/t/execute', {}), 404);
    assert.equal(arrivals.length, before);
  });

  it('forwards only what a chat reads, not how the session and the account are configured', async () => {
    for (const path of [
      '/agent-sessions',
      '/agent-sessions/s/messages',
      '/agent-sessions/s/messages/m',
      '/agent-sessions/s/stream',
      '/agent-sessions/s/checkpoints',
      '/agent-sessions/s/documents',
      '/documents/d',
      '/tool-executions/e',
      '/tool-executions/e/stream',
      '/assets/tools/t/e/image.png',
    ]) {
      assert.equal(await statusOf(path), 200, path);
      assert.equal(arrivals.at(-1)!.path, path);
    }
    const before = arrivals.length;
    for (const path of [
      '/agent-sessions/s',
      '/agent-sessions/s/mcp-servers',
      '/agent-sessions/s/tools',
      '/agent-sessions/s/messages/m/prompt',
      '/documents',
      '/documents/d/chunks',
      '/tool-executions',
      '/me',
      '/me/usage',
    ]) {
      assert.match(String(await statusOf(path)), /404|405/, path);
    }
    assert.equal(arrivals.length, before);
  });

  it('forwards files as they are, and of an answer to a tool its text and its file', async () => {
    const form = new FormData();
    form.set('file', new File(['the content'], 'a.txt', {type: 'text/plain'}));
    form.set('api_metadata', '{}');
    assert.equal(await statusOf('/agent-sessions/s/upload', form), 200);
    const {headers, body} = arrivals.at(-1)!;
    assert.match(headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
    assert.match(body, /filename="a\.txt"[^]*the content[^]*name="api_metadata"/);

    form.set('input_data_json', '{"input":1}');
    form.set('external_user_id', 'victim');
    assert.equal(await statusOf('/tool-executions/e/provide-input', form), 200);
    const answered = arrivals.at(-1)!.body;
    assert.match(answered, /name="input_data_json"\r\n\r\n\{"input":1\}/);
    assert.match(answered, /filename="a\.txt"[^]*the content/);
    assert.doesNotMatch(answered, /victim|api_metadata/);
  });

  it('counts the characters that a user sends and receives in a day, except those of files', async () => {
    const message = '/agent-sessions/s/messages';
    const say = (who: Client, length: number): Promise<number> =>
      statusOf(message, {content: 'x'.repeat(length)}, 'POST', who);
    const ben = await Client.withKey(server, 'ben');
    const file = new FormData();
    file.set('file', new File(['x'.repeat(5000)], 'a.txt'));
    assert.equal(await statusOf('/agent-sessions/s/upload', file, 'POST', ben), 200);
    assert.equal(await say(ben, 1200), 200);
    assert.equal(await say(ben, 1200), 429);
    assert.equal(await say(client, 100), 200);
    const input = new FormData();
    input.set('input_data_json', JSON.stringify('x'.repeat(1200)));
    assert.equal(await statusOf('/tool-executions/e/provide-input', input, 'POST', ben), 429);

    const cleo = await Client.withKey(server, 'cleo');
    answer = JSON.stringify({text: 'x'.repeat(2000)});
    const image = await cleo.call('/assets/tools/t/e/image.png');
    assert.equal((await image.text()).length, answer.length);
    assert.equal(await say(cleo, 1), 200);
    assert.equal(await say(cleo, 1), 429);
    assert.equal(await statusOf(message, undefined, 'GET', cleo), 429);
    assert.equal(await statusOf('/agent-sessions/s/stop', undefined, 'POST', cleo), 200);
    answer = '{}';
  });

  it('refuses a name of a user that a header cannot contain unchanged', async () => {
    const before = arrivals.length;
    for (const user of ['日本', 'Zoë', 'ada ', ' ada', 'a\nb', 'a\u007f']) {
      const odd = await Client.withKey(server, user);
      const [status, {detail}] = await odd.status('/agent-sessions');
      assert.equal(status, 400, user);
      assert.match(String(detail), /name of the user .* printable ASCII/);
    }
    assert.equal(arrivals.length, before);
    const named = await Client.withKey(server, 'Ada L. <ada@example.com>');
    assert.equal(await statusOf('/agent-sessions', undefined, 'GET', named), 200);
    assert.equal(arrivals.at(-1)!.headers['x-end-user-id'], 'Ada L. <ada@example.com>');
  });
});
