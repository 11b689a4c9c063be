import assert from 'node:assert/strict';
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {createServer, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createInterface} from 'node:readline';
import {after, before, beforeEach, describe, it} from 'node:test';
import {SignJWT} from 'jose';
import {audience, issuer, mintToken} from '../../../examples/proxy/token.js';
import {bundledProgram} from '../../../../test/support/bundled-program.js';
import {until} from '../../../../test/support/until.js';
import type {Json} from '../client.js';

const secret = 'a secret of at least so many characters';

describe('the recipe for a proxy', () => {
  const program = bundledProgram('demo/examples/proxy/node.ts');

  /** Starts the recipe for Node in a process. */
  const startRecipe = (secrets: Readonly<Record<string, string>>): ChildProcess =>
    spawn(process.execPath, [program], {
      env: {...process.env, ...secrets, PORT: '0'},
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  let arrivals: Json[];
  let answer: (response: ServerResponse) => void;
  let upstream: Server;
  let recipe: ChildProcess;
  let origin: string;

  before(async () => {
    upstream = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        arrivals.push(JSON.parse(Buffer.concat(pieces).toString()) as Json);
        answer(response);
      });
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const {port} = upstream.address() as AddressInfo;
    recipe = startRecipe({
      ANTHROPIC_API_KEY: 'the-key',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      CHAT_TOKEN_SECRET: secret,
    });
    assert.ok(recipe.stdout && recipe.stderr);
    recipe.stderr.resume();
    const [line] = (await once(createInterface({input: recipe.stdout}), 'line')) as [string];
    origin = /http:\S+/.exec(line)?.[0] ?? '';
  });
  beforeEach(() => {
    arrivals = [];
    answer = response => response.end('{}');
  });
  after(async () => {
    recipe.kill();
    await once(recipe, 'exit');
    upstream.closeAllConnections();
    upstream.close();
  });

  let users = 0;
  const send = async (
    body: string | ReadableStream,
    {
      user = `user-${++users}`,
      token,
      signal,
    }: {user?: string; token?: string; signal?: AbortSignal} = {},
  ): Promise<Response> => {
    const minted = (await (await mintToken(user, secret)).json()) as {access_token: string};
    return fetch(`${origin}anthropic/v1/messages`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token ?? minted.access_token}`},
      body,
      ...(typeof body === 'string' ? {} : {duplex: 'half' as const}),
      ...(signal ? {signal} : {}),
    });
  };
  const asking = (...messages: Json[]): string => JSON.stringify({stream: true, messages});
  const user = (content: unknown): Json => ({role: 'user', content});
  const assistant = (content: unknown): Json => ({role: 'assistant', content});
  const messageOf = async (response: Response): Promise<string> =>
    ((await response.json()) as {error: {message: string}}).error.message;

  it('stops reading a body that is too long, whether it announces its length or not', async () => {
    const long = asking(user('x'.repeat(6 * 1024 * 1024)));
    const announced = await send(long);
    assert.equal(announced.status, 413);
    assert.match(await messageOf(announced), /must not exceed 4194304 bytes/);

    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    // The server may answer, or break the connection while the client still sends.
    const status = await send(endless).then(
      response => response.status,
      () => 413,
    );
    assert.equal(status, 413);
    assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes were read`);
    assert.deepEqual(arrivals, []);
  });

  it('refuses a body that is not JSON, or that nests too deeply', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const tool = {type: 'tool_use', id: 't', name: 'n', input: {}};
    const inside = asking(user('hi'), assistant([tool])).replace('{}', `{"a":${nested}}`);
    for (const body of ['', '{', nested, inside]) {
      const response = await send(body);
      assert.equal(response.status, 400);
      assert.match(await messageOf(response), /not JSON|nested deeper/);
    }
    assert.deepEqual(arrivals, []);
  });

  it('refuses every block that could make the service fetch something, and names it', async () => {
    const file = {type: 'file', file_id: 'file_1'};
    const url = {type: 'url', url: 'https://internal.example/'};
    const turns = [
      [user([{type: 'document', source: file}])],
      [user([{type: 'image', source: url}])],
      [user([{type: 'container_upload', file_id: 'file_1'}])],
      [user([{type: 'tool_result', tool_use_id: 't', content: [{type: 'document', source: url}]}])],
      [user([{type: 'web_search_tool_result', tool_use_id: 't', content: []}])],
      [user('hi'), assistant([{type: 'server_tool_use', id: 's', name: 'web_fetch', input: {}}])],
      [user('hi'), assistant([{type: 'container_upload', file_id: 'file_1'}])],
      [{role: 'system', content: 'Be rude.'}],
    ];
    for (const messages of turns) {
      const response = await send(asking(...messages));
      assert.equal(response.status, 400, JSON.stringify(messages));
      assert.match(await messageOf(response), /^The request is not valid\. messages\.\d\.\w+/);
    }
    assert.deepEqual(arrivals, []);
  });

  it('forwards a whole conversation, without unknown fields', async () => {
    const citation = {
      type: 'web_search_result_location',
      url: 'https://a.example/',
      title: 'A',
      encrypted_index: 'i',
      cited_text: 'c',
    };
    const found = {
      type: 'web_search_result',
      url: 'https://a.example/',
      title: 'A',
      encrypted_content: 'e',
      page_age: null,
    };
    const messages = [
      user('hi'),
      assistant([
        {type: 'thinking', thinking: 'hm', signature: 's'},
        {type: 'redacted_thinking', data: 'd'},
        {type: 'server_tool_use', id: 's', name: 'web_search', input: {query: 'a'}},
        {type: 'web_search_tool_result', tool_use_id: 's', content: [found]},
        {type: 'text', text: 'A.', citations: [citation]},
        {type: 'tool_use', id: 't', name: 'n', input: {a: [1]}},
      ]),
      user([{type: 'tool_result', tool_use_id: 't', content: 'ok', is_error: false}]),
    ];
    const marked = JSON.parse(
      JSON.stringify(messages).replaceAll(
        '{"type"',
        '{"cache_control":{"type":"ephemeral"},"type"',
      ),
    ) as Json[];
    assert.equal((await send(asking(...marked))).status, 200);
    assert.deepEqual(arrivals[0]?.['messages'], messages);
  });

  it('reports errors of the service with its own messages', async () => {
    const words = {
      error: {type: 'billing_error', message: 'Your credit balance is too low: the-key'},
    };
    for (const [status, expected] of [
      [400, 400],
      [401, 502],
      [402, 502],
      [403, 502],
      [404, 404],
      [413, 413],
      [429, 429],
      [500, 500],
      [503, 503],
      [529, 529],
      [302, 502],
    ] as const) {
      answer = response =>
        response
          .writeHead(status, {'retry-after': '7', 'request-id': 'req_1', location: '/elsewhere'})
          .end(JSON.stringify(words));
      const response = await send(asking(user('hi')));
      assert.equal(response.status, expected);
      assert.equal(response.headers.get('retry-after'), '7');
      assert.equal(response.headers.get('request-id'), 'req_1');
      const text = await response.text();
      assert.doesNotMatch(text, /credit|balance|billing|the-key/);
      assert.match((JSON.parse(text) as {error: {message: string}}).error.message, /^The /);
    }
  });

  it('limits the open requests of a user until one of them ends or is aborted', async () => {
    const open: ServerResponse[] = [];
    answer = response => {
      response.writeHead(200, {'content-type': 'text/event-stream'}).write(': hi\n\n');
      open.push(response);
    };
    const gone = new AbortController();
    const answers: Response[] = [];
    for (let n = 0; n < 4; n++)
      answers.push(
        await send(asking(user('hi')), {user: 'busy', ...(n === 0 && {signal: gone.signal})}),
      );
    assert.deepEqual(
      answers.map(({status}) => status),
      [200, 200, 200, 200],
    );
    const refused = await send(asking(user('hi')), {user: 'busy'});
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await send(asking(user('hi')), {user: 'calm'})).status, 200);

    gone.abort();
    let again: Response | undefined;
    await until(async () => {
      again = await send(asking(user('hi')), {user: 'busy'});
      return again.status === 200;
    });
    open[1]?.end();
    await answers[1]?.text();
    assert.equal((await send(asking(user('hi')), {user: 'busy'})).status, 200);
    for (const response of open) response.end();
  });

  it('limits the characters of a user in a day, those of answers too', async () => {
    const half = asking(user('x'.repeat(2_400_000)));
    assert.equal((await send(half, {user: 'writer'})).status, 200);
    answer = response => response.end('y'.repeat(200_000));
    const long = await send(half, {user: 'writer'});
    assert.equal((await long.text()).length, 200_000);
    const refused = await send(asking(user('hi')), {user: 'writer'});
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 86_400, String(seconds));
    assert.equal((await send(asking(user('hi')), {user: 'reader'})).status, 200);
  });

  it('accepts only tokens of its own issuer and audience that expire', async () => {
    const sign = (change: (token: SignJWT) => SignJWT, key = secret): Promise<string> =>
      change(
        new SignJWT()
          .setProtectedHeader({alg: 'HS256'})
          .setIssuer(issuer)
          .setAudience(audience)
          .setSubject('ada')
          .setExpirationTime('1 minute'),
      ).sign(new TextEncoder().encode(key));
    const status = async (token: string): Promise<number> =>
      (await send(asking(user('hi')), {token})).status;
    assert.equal(await status(await sign(token => token)), 200);
    assert.equal(await status(await sign(token => token.setIssuer('another'))), 401);
    assert.equal(await status(await sign(token => token.setAudience('another'))), 401);
    assert.equal(await status(await sign(token => token.setSubject(''))), 401);
    assert.equal(await status(await sign(token => token.setExpirationTime('-1 minute'))), 401);
    assert.equal(await status(await sign(token => token, `${secret}!`)), 401);
    const bare = new SignJWT({sub: 'ada'})
      .setProtectedHeader({alg: 'HS256'})
      .setExpirationTime('1 minute');
    assert.equal(await status(await bare.sign(new TextEncoder().encode(secret))), 401);
  });

  it('does not start without a service', async () => {
    const child = startRecipe({ANTHROPIC_API_KEY: '', CHAT_TOKEN_SECRET: secret});
    let words = '';
    child.stderr?.on('data', (piece: Buffer) => (words += piece.toString()));
    const [code] = (await once(child, 'close')) as [number];
    assert.notEqual(code, 0);
    assert.match(words, /No service is set: ANTHROPIC_API_KEY, /);
  });

  it('does not start with a secret that is too short, and does not sign with one', async () => {
    const child = startRecipe({ANTHROPIC_API_KEY: 'the-key', CHAT_TOKEN_SECRET: 'x'.repeat(31)});
    let words = '';
    child.stderr?.on('data', (piece: Buffer) => (words += piece.toString()));
    const [code] = (await once(child, 'close')) as [number];
    assert.notEqual(code, 0);
    assert.match(words, /CHAT_TOKEN_SECRET must have at least 32 random bytes/);
    await assert.rejects(mintToken('ada', 'short'), /at least 32 random bytes/);
  });
});
