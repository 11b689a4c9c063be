import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import type {Browser} from 'playwright-core';
import type {ErrorInfo} from '../../src/controller/index.js';
import {openBrowser} from '../support/browser.js';
import {until} from '../support/until.js';
import {json, serve, type WebServer} from './support/web-server.js';

/** A page with a controller that sends one message. */
const contents = `
    import {ChatController} from './src/controller/index.ts';
    import {protocols} from './src/controller/protocols.ts';
    window.talk = async (endpoint, name) => {
      const protocol = protocols.get(name);
      const chat = new ChatController(undefined, {endpoint, protocol, storage: null});
      const failed = await chat.send('hello').catch(error => ({error: error.info}));
      return failed.error;
    };`;

/** The modules of the page, by path. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const {outputFiles} = await build({
    stdin: {contents, resolveDir: process.cwd()},
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    chunkNames: '[name]-[hash]',
    write: false,
  });
  return new Map(outputFiles.map(({path, text}) => [path, text]));
}

describe('in a browser', () => {
  let browser: Browser;
  let api: WebServer;
  let modules: ReadonlyMap<string, string>;

  before(async () => {
    browser = await openBrowser();
    api = await serve((_, response) => json(response, {id: 's'}));
    modules = await bundle();
  });
  after(() => browser.close());

  /** Opens a page at an origin, sends a message to an endpoint, and returns the error with the line on the console. */
  async function talk(
    origin: string,
    endpoint: string,
    {
      head = '',
      headers = {},
      protocol = 'ubik',
    }: {head?: string; headers?: Record<string, string>; protocol?: string} = {},
  ): Promise<{error: ErrorInfo; line: string}> {
    const page = await browser.newPage();
    const lines: string[] = [];
    page.on('console', message => {
      if (message.text().startsWith('Ubik Chat')) lines.push(message.text());
    });
    await page.route(`${origin}/**`, route => {
      const path = new URL(route.request().url()).pathname;
      const script = modules.get(path);
      if (script !== undefined) {
        return route.fulfill({contentType: 'text/javascript', body: script});
      }
      const body = `<!doctype html>${head}<script type="module" src="/stdin.js"></script>`;
      return route.fulfill({contentType: 'text/html', body, headers});
    });
    await page.goto(`${origin}/`);
    await page.waitForFunction(() => 'talk' in window);
    const error = await page.evaluate(
      ([address, name]) => {
        const {talk} = window as unknown as {
          talk: (to?: string, name?: string) => Promise<ErrorInfo>;
        };
        return talk(address, name);
      },
      [endpoint, protocol] as const,
    );
    await until(
      () => lines.length > 0,
      () => error,
    );
    assert.equal(lines.length, 1, lines.join('\n'));
    await page.close();
    return {error, line: lines[0] ?? ''};
  }

  for (const [protocol, path] of Object.entries({
    ubik: '/agent-sessions',
    anthropic: '/v1/messages',
    'openai-chat': '/chat/completions',
    openai: '/responses',
    'ai-sdk': '',
    'ag-ui': '',
  })) {
    it(`reports a server of ${protocol} that does not allow the page, or does not run`, async () => {
      const {error, line} = await talk('http://shop.localhost', `${api.origin}/api`, {protocol});
      assert.equal(error.code, path === '/agent-sessions' ? 'cross_origin' : 'unconfirmed');
      assert.equal(error.url, `${api.origin}/api${path}`);
      assert.match(line, /^Ubik Chat: cross_origin\./);
      assert.match(line, new RegExp(`Either no server runs at ${api.origin}`));
      assert.match(line, /does not allow pages of the origin http:\/\/shop\.localhost/);
      assert.match(line, /Access-Control-Allow-Origin/);
    });
  }

  it('names the origin of a page that was opened from a disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'disk-'));
    const stdin = {contents, resolveDir: process.cwd()};
    await build({stdin, bundle: true, format: 'iife', outfile: join(folder, 'page.js')});
    await writeFile(join(folder, 'page.html'), '<!doctype html><script src="page.js"></script>');
    const page = await browser.newPage();
    const lines: string[] = [];
    page.on('console', message => lines.push(message.text()));
    await page.goto(pathToFileURL(join(folder, 'page.html')).href);
    await page.evaluate(`talk(${JSON.stringify(`${api.origin}/api`)}, 'ubik')`);
    await until(() =>
      lines.some(line => line.includes('does not allow pages of the origin null.')),
    );
    await page.close();
    await rm(folder, {recursive: true});
  });

  it('reports a request that the policy of the page blocks', async () => {
    const headers = {'content-security-policy': "connect-src 'self'"};
    const {error, line} = await talk('http://shop.localhost', `${api.origin}/api`, {headers});
    assert.equal(error.code, 'blocked_by_policy');
    assert.match(line, new RegExp(`Add ${api.origin} to \`connect-src\``));
  });

  it('reports an insecure server of a secure page', async () => {
    const {error, line} = await talk('https://shop.example', 'http://api.example/v1');
    assert.equal(error.code, 'mixed_content');
    assert.match(line, /https:\/\//);
  });

  it('reports a script with a wrong hash', async () => {
    const protocol = [...modules].find(([, text]) => text.includes('agent_step_started'))?.[0];
    assert.ok(protocol !== undefined && protocol !== '/stdin.js', [...modules.keys()].join(' '));
    const integrity = {[protocol]: `sha384-${btoa('0'.repeat(48))}`};
    const head = `<script type="importmap">${JSON.stringify({integrity})}</script>`;
    const {error, line} = await talk('http://shop.localhost', `${api.origin}/api`, {head});
    assert.equal(error.code, 'not_loaded');
    assert.match(line, new RegExp(protocol));
    assert.match(line, /integrity hashes/);
  });
});
