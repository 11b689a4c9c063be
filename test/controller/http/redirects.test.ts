import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {build} from 'esbuild';
import type {Browser} from 'playwright-core';
import type * as Controller from '../../../src/controller/index.js';
import type {ChatEvent, ErrorInfo} from '../../../src/controller/index.js';
import {openBrowser} from '../../support/browser.js';
import {openChat} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, sse, stream, type Asked, type WebServer} from '../support/web-server.js';
import {testMs} from '../../support/limits.mjs';

const limit = {timeout: testMs};
const words = 'my secret words';
const headers = {'X-End-User-ID': 'u1'};

/** The CORS headers that a page of any origin needs to send any request and read the response. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization, x-end-user-id, content-type',
  'access-control-allow-methods': '*',
};

/** A Ubik agent that answers every message with one word. */
function answer({method, path}: Asked, response: ServerResponse): void {
  if (method === 'OPTIONS') response.writeHead(204, open).end();
  else if (path.endsWith('/agent-sessions')) json(response, {id: 's'}, 200, open);
  else if (method === 'POST' && path.endsWith('/messages')) {
    for (const [name, value] of Object.entries(open)) response.setHeader(name, value);
    const events = [
      {type: 'response_chunk', content: 'Hello'},
      {type: 'agent_processing_complete', result: {status: 'completed'}},
    ];
    const data = events.map(event => ({...event, timestamp: '2026-01-01T00:00:00Z'}));
    stream(response).end(sse(...data));
  } else json(response, {items: []}, 200, open);
}

const to = (response: ServerResponse, location: string, status = 307): void =>
  void response.writeHead(status, {...open, location}).end();

/** An agent server that redirects matching requests. */
const redirecting = (matches: RegExp, target: () => string, status?: number): Promise<WebServer> =>
  serve((asked, response) => {
    const isMeant = asked.method !== 'OPTIONS' && matches.test(`${asked.method} ${asked.path}`);
    if (isMeant) to(response, target() + asked.path.replace('/old/', '/new/'), status);
    else answer(asked, response);
  });

/** Requests of a chat: which, by its method and path, and the session that the chat is to load. */
const requests = [
  ['the first request, which begins the session', /^POST \/agent-sessions$/, undefined],
  ['the message', /^POST .*\/messages$/, undefined],
  ['the history', /^GET .*\/messages$/, 's'],
] as const;

describe('a redirect, in Node', () => {
  let other: WebServer;
  before(async () => {
    other = await serve(answer);
  });

  async function faultsOf(endpoint: string, sessionId?: string): Promise<ErrorInfo[]> {
    const faults: ErrorInfo[] = [];
    const onEvent = (event: ChatEvent): void => {
      if (event.type === 'error') faults.push(event.error);
    };
    const session = sessionId !== undefined && {sessionId};
    const chat = openChat(
      {endpoint, headers, storage: null, onEvent, ...session},
      new FastEnvironment(),
    );
    if (sessionId === undefined) await chat.send(words);
    else await chat.ready;
    chat.dispose();
    return faults;
  }

  for (const status of [301, 302, 303, 307, 308]) {
    for (const [what, matches, session] of requests) {
      it(`of ${what} (${status}) does not reach another origin`, limit, async () => {
        const known = other.asked.length;
        const server = await redirecting(matches, () => other.origin, status);
        const [fault] = await faultsOf(server.origin, session);
        assert.equal(fault?.code, 'redirected');
        assert.equal(fault.retryable, false);
        assert.match(fault.detail ?? '', new RegExp(`^${server.origin}/.* → ${other.origin}/`));
        assert.equal(other.asked.length, known);
      });
    }
  }

  it('within the origin is followed, with body and headers', limit, async () => {
    const server: WebServer = await redirecting(/ \/old\//, () => server.origin);
    assert.deepEqual(await faultsOf(`${server.origin}/old`), []);
    const post = server.asked.find(
      ({method, path}) => method === 'POST' && path === '/new/agent-sessions/s/messages',
    );
    assert.ok(post);
    assert.ok(post.body.includes(words));
    assert.equal(post.headers['x-end-user-id'], 'u1');
  });

  it('within the origin that never ends is refused', limit, async () => {
    const server: WebServer = await redirecting(/./, () => server.origin);
    assert.equal((await faultsOf(server.origin))[0]?.code, 'redirected');
  });

  it('that a fetch of the page followed is refused', limit, async () => {
    const server = await redirecting(/^GET .*\/messages$/, () => other.origin);
    const faults: ErrorInfo[] = [];
    const chat = openChat({
      endpoint: server.origin,
      sessionId: 's',
      storage: null,
      fetch: (input, init) => fetch(input, {...init, redirect: 'follow'}),
      onEvent: event => {
        if (event.type === 'error') faults.push(event.error);
      },
    });
    await chat.ready;
    assert.equal(faults[0]?.code, 'redirected');
  });

  it('of the token does not reach another origin', limit, async () => {
    const server = await serve(({path}, response) => {
      if (path === '/token') to(response, `${other.origin}/token`);
      else json(response, {});
    });
    const known = other.asked.length;
    const chat = openChat({
      endpoint: server.origin,
      tokenEndpoint: `${server.origin}/token`,
      storage: null,
    });
    await chat.send(words);
    assert.equal(chat.lastError?.code, 'redirected');
    assert.equal(other.asked.length, known);
    chat.dispose();
  });
});

describe('a redirect, in a page', () => {
  let browser: Browser;
  let script = '';
  let other: WebServer;

  before(async () => {
    browser = await openBrowser();
    const entryPoints = ['src/controller/index.ts'];
    const options = {bundle: true, format: 'esm', write: false, target: 'es2022'} as const;
    script = (await build({entryPoints, ...options})).outputFiles[0]?.text ?? '';
    other = await serve(answer);
  });
  after(() => browser.close());

  /** A site with a page that has the controller, which redirects matching requests. */
  const site = (matches: RegExp, target: () => string): Promise<WebServer> =>
    serve((asked, response) => {
      const {method, path} = asked;
      if (path === '/')
        response.writeHead(200, {'content-type': 'text/html'}).end('<!doctype html>');
      else if (path === '/controller.js')
        response.writeHead(200, {'content-type': 'text/javascript'}).end(script);
      else if (method !== 'OPTIONS' && matches.test(`${method} ${path}`))
        to(response, target() + path.replace('/old/', '/new/'));
      else answer(asked, response);
    });

  interface Trial {
    readonly endpoint: string;
    readonly act: 'send' | 'load' | 'upload';
  }

  /** The error of an action of a chat in a page of an origin. */
  async function tryIn(origin: string, trial: Trial): Promise<ErrorInfo | undefined> {
    const page = await browser.newPage();
    try {
      await page.goto(origin);
      return await page.evaluate(async ({endpoint, act}) => {
        const address = '/controller.js';
        const module = (await import(address)) as typeof Controller;
        const chat = new module.ChatController(undefined, {
          endpoint,
          headers: {'X-End-User-ID': 'u1'},
          storage: null,
          ...(act === 'load' && {sessionId: 's'}),
        });
        try {
          if (act === 'send') await chat.send('my secret words');
          else if (act === 'load') await chat.ready;
          else await chat.upload(new File(['text'], 'a.txt'), {onProgress: Boolean});
          return chat.lastError;
        } catch (error) {
          return error instanceof module.ChatError ? error.info : undefined;
        } finally {
          chat.dispose();
        }
      }, trial);
    } finally {
      await page.close();
    }
  }

  for (const [what, matches, act] of [
    ['the first request, which begins the session', /^POST \/agent-sessions$/, 'send'],
    ['the message', /^POST .*\/messages$/, 'send'],
    ['the history', /^GET .*\/messages$/, 'load'],
  ] as const) {
    it(`of ${what} does not reach another origin, from the page's own`, limit, async () => {
      const known = other.asked.length;
      const own = await site(matches, () => other.origin);
      const fault = await tryIn(own.origin, {endpoint: own.origin, act});
      assert.equal(fault?.code, 'redirected');
      assert.ok(fault.detail?.startsWith(`${own.origin}/agent-sessions`), fault.detail);
      assert.deepEqual(other.asked.slice(known), []);
    });

    it(`of ${what} does not reach a third origin`, limit, async () => {
      const known = other.asked.length;
      const own = await site(/^never$/, () => '');
      const api = await redirecting(matches, () => other.origin);
      const fault = await tryIn(own.origin, {endpoint: api.origin, act});
      assert.equal(fault?.code, 'redirected');
      assert.ok(fault.detail?.startsWith(`${api.origin}/agent-sessions`), fault.detail);
      assert.deepEqual(other.asked.slice(known), []);
    });
  }

  it("of a GET within the page's own origin is followed", limit, async () => {
    const own: WebServer = await site(/^GET \/old\//, () => own.origin);
    const fault = await tryIn(own.origin, {endpoint: `${own.origin}/old`, act: 'load'});
    assert.equal(fault, undefined);
    const followed = own.asked.find(({path}) => path.startsWith('/new/agent-sessions/s/messages'));
    assert.equal(followed?.headers['x-end-user-id'], 'u1');
  });

  it('of an upload is refused, and named', limit, async () => {
    const own = await site(/\/upload$/, () => other.origin);
    const fault = await tryIn(own.origin, {endpoint: own.origin, act: 'upload'});
    assert.equal(fault?.code, 'redirected');
    assert.ok(fault.detail?.includes(` → ${other.origin}/`), fault.detail);
  });
});
