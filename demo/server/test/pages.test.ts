import assert from 'node:assert/strict';
import {request} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';

describe('pages', () => {
  let server: AgentServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(server.origin + path, {headers});

  /** The status of a request whose path, and whose `Host`, are sent exactly as given. */
  function rawStatus(path: string, host?: string): Promise<number | undefined> {
    const {hostname, port} = new URL(server.origin);
    return new Promise((resolve, reject) => {
      const headers = host === undefined ? {} : {host};
      const sent = request({hostname, port, path, headers}, response => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once('error', reject).end();
    });
  }

  it('are those of the demo folder', async () => {
    const response = await get('/recordings/README.md');
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/markdown/);
    assert.match(await response.text(), /^# Recordings/);
    assert.equal((await get('/demo/recordings/README.md')).status, 200);
    const recording = await get('/recordings/ubik/a-single-step.jsonl');
    assert.match(recording.headers.get('content-type') ?? '', /^application\/jsonl/);
  });

  it('do not serve files outside of it', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/dist/../package.json',
      '/server/main.ts',
      '/demo/server/app.ts',
      '/site/site.ts',
      '/.data/agent.db',
      '/none.html',
      '/%',
    ]) {
      assert.equal(await rawStatus(path), 404, path);
    }
  });

  it('have one spelling each', async () => {
    assert.equal(await rawStatus('/ai-sdk.js'), 200);
    assert.equal(await rawStatus('/ai%2Dsdk.js'), 200);
    for (const path of [
      '//ai-sdk.js',
      '///ai-sdk.js',
      '/demo//ai-sdk.js',
      '/examples//ask.js',
      '/examples//ask.js.map',
      '/examples%2f%2fask.js',
      '/ai-sdk.js/',
      '//demo.css',
      '//recordings//README.md',
      '//server/README.md',
      '/server%2fREADME.md',
      '/demo/server%2fREADME.md',
      '//site/layout.ts',
      '/AI-SDK.js',
    ]) {
      assert.equal(await rawStatus(path), 404, path);
    }
  });

  it('include the widget, built from its sources with its decorators', async () => {
    const response = await get('/ubik-chat.js');
    assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/);
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    const code = await response.text();
    assert.doesNotMatch(code, /^throw new Error/);
    const map = await get(response.headers.get('sourcemap') ?? '');
    const {sources} = (await map.json()) as {sources: readonly string[]};
    assert.ok(sources.some(source => source.endsWith('ubik-chat.ts')));
    const tag = response.headers.get('etag') ?? '';
    assert.equal((await get('/ubik-chat.js', {'If-None-Match': tag})).status, 304);
  });

  it('are served for names of this machine only', async () => {
    const {port} = new URL(server.origin);
    assert.equal(await rawStatus('/recordings/README.md', `localhost:${port}`), 200);
    assert.equal(await rawStatus('/recordings/README.md', `evil.example:${port}`), 403);
    assert.equal(await rawStatus('/demo/stats', `evil.example:${port}`), 403);
  });

  it('may use the API from another port of this machine, and from nowhere else', async () => {
    const preflight = async (origin: string): Promise<Response> =>
      fetch(`${server.url}/agent-sessions`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization, content-type',
        },
      });
    const near = await preflight('http://localhost:8000');
    assert.equal(near.headers.get('access-control-allow-origin'), 'http://localhost:8000');
    assert.match(near.headers.get('access-control-allow-headers') ?? '', /authorization/);
    const far = await preflight('https://evil.example');
    assert.equal(far.headers.get('access-control-allow-origin'), null);
  });
});
