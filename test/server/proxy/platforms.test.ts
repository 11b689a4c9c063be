import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createInterface} from 'node:readline';
import {after, before, describe, it} from 'node:test';
import {createContext, Script} from 'node:vm';
import {build} from 'esbuild';
import {mintToken} from '../../../demo/examples/proxy/token.js';

type Ask = (request: Request) => Promise<Response>;
type SecretValues = Readonly<Record<string, string>>;

/** A platform with its example deployed. Returns its request handler and how to stop it. */
type Platform = (secrets: SecretValues) => Promise<{ask: Ask; end?: () => Promise<void>}>;

interface Worker {
  fetch(request: Request, secrets: SecretValues): Promise<Response>;
}

const folder = 'demo/examples/proxy';

/** The example with all that it imports, as one script that leaves its exports in `example`. */
async function bundle(name: string): Promise<Script> {
  const {outputFiles} = await build({
    entryPoints: [`${folder}/${name}.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'example',
    // Code that needs Node does not build.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker', 'browser'],
  });
  return new Script(outputFiles[0]?.text ?? '');
}

/** Runs it with JavaScript and these globals only. */
function runIn(script: Script, globals: object): unknown {
  const web = {fetch, Request, Response, Headers, URL, TextEncoder, TextDecoder, crypto};
  const rest = {
    AbortSignal,
    CryptoKey,
    Uint8Array,
    structuredClone,
    atob,
    btoa,
    ReadableStream,
    console,
  };
  const context = createContext({...web, ...rest, ...globals});
  script.runInContext(context);
  return context['example'];
}

const platforms: Readonly<Record<string, Platform>> = {
  async Node(secrets) {
    const args = ['--import', 'tsx', `${folder}/node.ts`];
    const child = spawn(process.execPath, args, {
      env: {...process.env, ...secrets, PORT: '0'},
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({input: child.stdout}), 'line')) as [string];
    const origin = /http:\S+/.exec(line)?.[0] ?? '';
    return {
      ask: async request => {
        const {method, headers, signal} = request;
        const body = method === 'POST' ? await request.text() : null;
        return fetch(origin, {method, headers, body, signal});
      },
      async end() {
        child.kill();
        await once(child, 'exit');
      },
    };
  },
  async 'a serverless function'(secrets) {
    const script = await bundle('function');
    const exported = runIn(script, {process: {env: secrets}});
    const {default: ask, POST} = exported as {default: Ask; POST: Ask};
    assert.equal(POST, ask);
    return {ask};
  },
  async 'an edge platform'(secrets) {
    const exported = runIn(await bundle('edge'), {}) as {default: Worker};
    return {ask: request => exported.default.fetch(request, secrets)};
  },
};

for (const [name, open] of Object.entries(platforms)) {
  describe(`the proxy on ${name}`, () => {
    const secret = 'a secret of at least so many characters';
    let arrived: {headers: Readonly<Record<string, unknown>>; body: string; to: ServerResponse}[];
    let upstream: Server;
    let platform: Awaited<ReturnType<Platform>>;

    before(async () => {
      upstream = createServer((request, response) => {
        let body = '';
        request.on('data', (piece: Buffer) => (body += piece.toString()));
        request.on('end', () => {
          arrived.push({headers: request.headers, body, to: response});
          response.writeHead(200, {'content-type': 'text/event-stream'}).write('data: 1\n\n');
        });
      }).listen(0, '127.0.0.1');
      await once(upstream, 'listening');
      const {port} = upstream.address() as AddressInfo;
      platform = await open({
        ANTHROPIC_API_KEY: 'the-key',
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
        CHAT_TOKEN_SECRET: secret,
      });
    });
    after(async () => {
      await platform.end?.();
      upstream.closeAllConnections();
      upstream.close();
    });

    const asking = async (user: string, signal?: AbortSignal): Promise<Response> => {
      arrived = [];
      const minted = await mintToken(user, secret);
      const {access_token: token} = (await minted.json()) as {access_token: string};
      return platform.ask(
        new Request('https://site.example/anthropic/v1/messages', {
          method: 'POST',
          headers: {authorization: `Bearer ${token}`, cookie: 'a=1'},
          body: JSON.stringify({
            stream: true,
            model: 'another',
            messages: [{role: 'user', content: 'hello'}],
          }),
          ...(signal && {signal}),
        }),
      );
    };

    it('adds the key, fixes the model, and forwards every chunk as it arrives', async () => {
      const response = await asking('anna');
      const reader = response.body!.getReader();
      const text = async (): Promise<string> =>
        new TextDecoder().decode((await reader.read()).value);
      assert.equal(await text(), 'data: 1\n\n');
      const [{headers, body, to}] = arrived as [(typeof arrived)[0]];
      assert.equal(headers['x-api-key'], 'the-key');
      assert.equal(headers['authorization'], undefined);
      assert.equal(headers['cookie'], undefined);
      assert.equal((JSON.parse(body) as {model: string}).model, 'claude-sonnet-4-5');
      to.end('data: 2\n\n');
      assert.equal(await text(), 'data: 2\n\n');
    });

    it('cancels upstream when the client leaves', async () => {
      const gone = new AbortController();
      const response = await asking('ben', gone.signal);
      const closed = once(arrived[0]!.to, 'close');
      const failed = assert.rejects(response.text());
      gone.abort();
      await Promise.all([closed, failed]);
    });

    it('forwards no request of an unknown user, or beyond the limits', async () => {
      arrived = [];
      const request = (method: string, token: string): Promise<Response> =>
        platform.ask(
          new Request('https://site.example/', {
            method,
            headers: {authorization: `Bearer ${token}`},
          }),
        );
      assert.equal((await request('POST', 'made up')).status, 401);
      assert.equal((await request('GET', '')).status, 405);
      const statuses: number[] = [];
      for (let n = 0; n < 21; n++) {
        const response = await asking('cleo');
        statuses.push(response.status);
        await response.body?.cancel();
      }
      assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([200]));
      assert.equal(statuses[20], 429);
      assert.deepEqual(arrived, []);
    });
  });
}
