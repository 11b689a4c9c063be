import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {after, before, describe, it} from 'node:test';
import {createContext, Script} from 'node:vm';
import {build} from 'esbuild';
import ts from 'typescript';
import {mintToken} from '../../../examples/proxy/token.js';
import type {Json} from '../client.js';

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
    TransformStream,
    TextDecoderStream,
    TextEncoderStream,
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
        const {method, headers, signal, url} = request;
        const body = method === 'POST' ? await request.text() : null;
        return fetch(new URL(new URL(url).pathname, origin), {method, headers, body, signal});
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
    const {default: ask, GET, POST} = exported as {default: Ask; GET: Ask; POST: Ask};
    assert.deepEqual([GET, POST], [ask, ask]);
    return {ask};
  },
  async 'an edge platform'(secrets) {
    const exported = runIn(await bundle('edge'), {}) as {default: Worker};
    return {ask: request => exported.default.fetch(request, secrets)};
  },
};

interface ServiceCase {
  /** The path of the proxy, and of the service. */
  readonly path: string;
  readonly upstreamPath: string;
  readonly body: object;
  /** The field of the request to the service that has the model. */
  readonly model: (body: Json) => unknown;
}

const user = {role: 'user', content: 'hello'};

/** A request of each protocol, in which the page names another model. */
const services: Readonly<Record<string, ServiceCase>> = {
  anthropic: {
    path: '/anthropic/v1/messages',
    upstreamPath: '/v1/messages',
    body: {stream: true, model: 'another', messages: [user]},
    model: ({model}) => model,
  },
  'openai-chat': {
    path: '/openai-chat/chat/completions',
    upstreamPath: '/chat/v1/chat/completions',
    body: {stream: true, model: 'another', messages: [user]},
    model: ({model}) => model,
  },
  openai: {
    path: '/openai/responses',
    upstreamPath: '/responses/v1/responses',
    body: {stream: true, model: 'another', input: [user]},
    model: ({model}) => model,
  },
  'ai-sdk': {
    path: '/ai-sdk',
    upstreamPath: '/api/chat',
    body: {
      id: 's',
      model: 'another',
      trigger: 'submit-message',
      messages: [{id: 'u', role: 'user', parts: [{type: 'text', text: 'hello'}]}],
    },
    model: ({model}) => model,
  },
  'ag-ui': {
    path: '/ag-ui',
    upstreamPath: '/agent',
    body: {
      threadId: 't',
      runId: 'r',
      state: {},
      messages: [{id: 'u', ...user}],
      tools: [],
      context: [],
      forwardedProps: {model: 'another'},
    },
    model: ({forwardedProps}) => (forwardedProps as Json)['model'],
  },
};

const textOf = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> =>
  new TextDecoder().decode((await reader.read()).value);

/** The text until it contains the words. */
async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  words: string,
): Promise<void> {
  let text = '';
  while (!text.includes(words)) {
    const chunk = await textOf(reader);
    assert.notEqual(chunk, '', `the body ended with ${text}`);
    text += chunk;
  }
}

for (const [name, open] of Object.entries(platforms)) {
  describe(`the proxy on ${name}`, () => {
    const secret = 'a secret of at least so many characters';
    let arrived: {request: IncomingMessage; body: Json; to: ServerResponse}[];
    let upstream: Server;
    let platform: Awaited<ReturnType<Platform>>;

    before(async () => {
      upstream = createServer((request, response) => {
        let body = '';
        request.on('data', (piece: Buffer) => (body += piece.toString()));
        request.on('end', () => {
          arrived.push({request, body: JSON.parse(body) as Json, to: response});
          response
            .writeHead(200, {'content-type': 'text/event-stream'})
            .write('data: {"type":"first"}\n\n');
        });
      }).listen(0, '127.0.0.1');
      await once(upstream, 'listening');
      const {port} = upstream.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      platform = await open({
        ANTHROPIC_API_KEY: 'the-key',
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_MODEL: 'ours',
        OPENAI_CHAT_URL: `${url}/chat/v1`,
        OPENAI_CHAT_KEY: 'the-key',
        OPENAI_CHAT_MODEL: 'ours',
        OPENAI_URL: `${url}/responses/v1`,
        OPENAI_KEY: 'the-key',
        OPENAI_MODEL: 'ours',
        AI_SDK_URL: `${url}/api/chat`,
        AI_SDK_TOKEN: 'the-key',
        AI_SDK_MODEL: 'ours',
        AG_UI_URL: `${url}/agent`,
        AG_UI_TOKEN: 'the-key',
        AG_UI_MODEL: 'ours',
        CHAT_TOKEN_SECRET: secret,
      });
    });
    after(async () => {
      await platform.end?.();
      upstream.closeAllConnections();
      upstream.close();
    });

    const asking = async (
      service: string,
      subject: string,
      signal?: AbortSignal,
    ): Promise<Response> => {
      arrived = [];
      const {path, body} = services[service] ?? assert.fail(service);
      const minted = await mintToken(subject, secret);
      const {access_token: token} = (await minted.json()) as {access_token: string};
      return platform.ask(
        new Request(`https://site.example${path}`, {
          method: 'POST',
          headers: {authorization: `Bearer ${token}`, cookie: 'a=1'},
          body: JSON.stringify(body),
          ...(signal && {signal}),
        }),
      );
    };

    for (const [service, {upstreamPath, model}] of Object.entries(services)) {
      it(`adds the key, fixes the model, and forwards each chunk as it arrives: ${service}`, async () => {
        const response = await asking(service, `anna-${service}`);
        assert.ok(response.body, `status ${response.status}`);
        const reader = response.body.getReader();
        await readUntil(reader, '"first"');
        const [{request, body, to} = assert.fail('nothing arrived')] = arrived;
        assert.equal(request.url, upstreamPath);
        const {authorization, cookie, 'x-api-key': key} = request.headers;
        assert.match(`${authorization ?? ''} ${String(key)}`, /the-key/);
        assert.doesNotMatch(authorization ?? '', /^Bearer ey/);
        assert.equal(cookie, undefined);
        assert.equal(model(body), 'ours');
        to.end('data: {"type":"second"}\n\n');
        await readUntil(reader, '"second"');
      });

      it(`cancels upstream when the client leaves: ${service}`, async () => {
        const gone = new AbortController();
        const response = await asking(service, `ben-${service}`, gone.signal);
        const [{to} = assert.fail('nothing arrived')] = arrived;
        const closed = once(to, 'close');
        const failed = assert.rejects(response.text());
        gone.abort();
        await Promise.all([closed, failed]);
      });
    }

    it('has the shell of the apps of tools, without an origin, for everyone', async () => {
      const shell = await platform.ask(new Request('https://site.example/mcp-app/shell.html'));
      assert.equal(shell.status, 200);
      assert.match(shell.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(shell.headers.get('content-security-policy') ?? '', /(^|; )sandbox /);
      assert.match(await shell.text(), /proxy-ready/);
    });

    it('forwards no request of an unknown user, to another path, or beyond the limits', async () => {
      arrived = [];
      const minted = await mintToken('dora', secret);
      const {access_token: valid} = (await minted.json()) as {access_token: string};
      const statusOf = async (method: string, path: string, token = valid): Promise<number> => {
        const headers = {authorization: `Bearer ${token}`};
        const url = `https://site.example${path}`;
        return (await platform.ask(new Request(url, {method, headers}))).status;
      };
      for (const {path} of Object.values(services)) {
        assert.equal(await statusOf('POST', path, 'made up'), 401);
        assert.equal(await statusOf('GET', path), 405);
      }
      assert.equal(await statusOf('POST', '/'), 404);
      assert.equal(await statusOf('POST', '/openai/responses/other'), 404);
      // While they are asked, some of the 20 requests of a minute are allowed again.
      const statuses: number[] = [];
      while (statuses.length < 200 && statuses.at(-1) !== 429) {
        const response = await asking('anthropic', 'cleo');
        statuses.push(response.status);
        await response.body?.cancel();
      }
      assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([200]));
      assert.equal(statuses.at(-1), 429);
      assert.deepEqual(arrived, []);
    });
  });
}

/** The files that these import, and those that they import. */
function filesBehind(files: readonly string[]): readonly string[] {
  const found = new Set(files);
  for (const file of found) {
    for (const {fileName} of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      if (fileName.startsWith('.'))
        found.add(join(dirname(file), fileName.replace(/\.js$/, '.ts')));
    }
  }
  return [...found];
}

describe('the page about the proxy', () => {
  it('names each file that the proxy needs', () => {
    // With the files of imported types, without which the copy does not compile.
    const needed = filesBehind([`${folder}/proxy.ts`]).filter(path =>
      path.startsWith('demo/server/'),
    );
    const page = readFileSync('demo/docs/credentials.md', 'utf8');
    assert.ok(needed.length > 5);
    assert.deepEqual(
      needed.filter(path => !page.includes(`\`${path.split('/').at(-1) ?? ''}\``)),
      [],
    );
  });
});
