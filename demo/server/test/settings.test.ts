import assert from 'node:assert/strict';
import type {AddressInfo} from 'node:net';
import {describe, it} from 'node:test';
import {listen} from '../listen.js';
import {isLoopback, readSettings, urlOf} from '../settings.js';
import {startServer} from '../../../test/support/agent-server.js';
import {ownPort} from '../../../test/support/own-port.mjs';
import {Client} from './client.js';

describe('settings', () => {
  it('have defaults', () => {
    const {port, host, behaviour} = readSettings([], {});
    assert.deepEqual([port, host], [undefined, '127.0.0.1']);
    assert.deepEqual(behaviour, {pace: 1, answer: 'sse', waiting: 'open', keepAlive: 15_000});
  });

  it('are read from the environment, and first from the command line', () => {
    const env = {UBIK_DEMO_PACE: '2', UBIK_DEMO_KEEP_ALIVE: '500', UBIK_DEMO_API_KEY: 'secret'};
    const settings = readSettings(['--pace', '0.5', '--answer', 'json'], env);
    assert.deepEqual(settings.behaviour, {
      pace: 0.5,
      answer: 'json',
      waiting: 'open',
      keepAlive: 500,
    });
    assert.equal(settings.apiKey, 'secret');
    assert.equal(readSettings([], {PORT: '3000'}).port, 3000);
    assert.equal(readSettings(['--port', '3001'], {PORT: '3000'}).port, 3001);
    assert.equal(readSettings([], {PORT: ''}).port, undefined);
    assert.equal(readSettings([], {UBIK_DEMO_UPLOAD_LIMIT: '77'}).uploadLimit, 77);
    assert.equal(readSettings(['--upload-limit', '78'], {}).uploadLimit, 78);
  });

  it('have no option for the key, which other users of the machine could read', () => {
    assert.throws(() => readSettings(['--api-key', 'secret'], {}), /--api-key/);
    assert.throws(() => readSettings(['--apiKey', 'secret'], {}), /--apiKey/);
  });

  it('report what is wrong', () => {
    for (const port of ['x', '1.5', '-1', '65536']) {
      const isClear = /Invalid settings:[^]*The port is a whole number from 0 to 65535/;
      assert.throws(() => readSettings([`--port=${port}`], {}), isClear);
      assert.throws(() => readSettings([], {PORT: port}), isClear);
    }
    assert.throws(() => readSettings([], {UBIK_DEMO_ANSWER: 'xml'}), /Invalid settings:[^]*answer/);
    assert.throws(() => readSettings(['--prot', '1'], {}), /--prot/);
  });

  it('accept an IPv6 address with and without brackets', () => {
    for (const host of ['::1', '[::1]']) {
      assert.equal(readSettings(['--host', host], {}).host, '::1');
    }
    assert.equal(urlOf('::1', 8787), 'http://[::1]:8787/');
    assert.equal(urlOf('127.0.0.1', 8787), 'http://127.0.0.1:8787/');
  });

  it('know the addresses of this machine', () => {
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]'])
      assert.ok(isLoopback(host));
    for (const host of ['0.0.0.0', '10.0.0.1', 'evil.example', '127.evil.example', '127.1'])
      assert.ok(!isLoopback(host));
  });
});

describe('the server', () => {
  it('reports in one sentence why it does not start', async () => {
    await assert.rejects(
      startServer({env: {UBIK_DEMO_WAITING: 'x'}}),
      /Invalid settings:[^]*waiting/,
    );
  });

  it('does not start with a short API key if the key protects real credentials or is reachable', async () => {
    const settings = [
      {ANTHROPIC_API_KEY: 'the-key'},
      {AISHU_TOKEN: 'the-token', AISHU_URL: 'http://127.0.0.1:9'},
      {UBIK_API_KEY: 'the-account', UBIK_API_URL: 'http://127.0.0.1:9'},
      {UBIK_DEMO_HOST: '0.0.0.0'},
      {UBIK_DEMO_HOST: '::'},
      {UBIK_DEMO_HOST: '0.0.0.0', UBIK_DEMO_API_KEY: 'k'.repeat(31)},
      {ANTHROPIC_API_KEY: 'the-key', UBIK_DEMO_API_KEY: 'demo-key'},
    ];
    const isClear = /Set UBIK_DEMO_API_KEY to at least 32 random bytes/;
    for (const env of settings) assert.throws(() => readSettings([], env), isClear);
    await assert.rejects(startServer({env: {ANTHROPIC_API_KEY: 'the-key'}}), isClear);
  });

  it('starts with an API key of 32 bytes, with real credentials too', async () => {
    const env = {ANTHROPIC_API_KEY: 'the-key', UBIK_DEMO_API_KEY: 'é'.repeat(16)};
    const server = await startServer({env});
    await server.stop();
  });

  it('uses the next port if the default one is in use', async () => {
    const port = await ownPort();
    const answer = (): Response => new Response();
    const first = await listen(answer, '127.0.0.1', undefined, port);
    const second = await listen(answer, '127.0.0.1', undefined, port);
    const [one = 0, two = 0] = [first, second].map(
      server => (server.address() as AddressInfo).port,
    );
    assert.equal(one, port);
    assert.ok(two > port);
    for (const server of [first, second]) server.close();
  });

  it('does not start if the given port is in use', async () => {
    const server = await startServer();
    const port = Number(new URL(server.origin).port);
    await assert.rejects(startServer({port}), new RegExp(`Port ${port} is in use`));
    await assert.rejects(startServer({port: undefined, env: {PORT: String(port)}}), /in use/);
    await server.stop();
  });

  it('responds with JSON if configured', async () => {
    const server = await startServer({env: {UBIK_DEMO_ANSWER: 'json'}});
    const client = await Client.of(server);
    const response = await client.open(await client.session(), 'hello');
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    await server.stop();
  });

  it('has no levers when other machines can reach it', async () => {
    const server = await startServer({
      env: {UBIK_DEMO_HOST: '0.0.0.0', UBIK_DEMO_API_KEY: 'k'.repeat(32)},
    });
    const client = new Client(server);
    assert.equal((await client.call('/demo/stats')).status, 404);
    assert.equal((await client.call('/demo/token', {method: 'POST'})).status, 404);
    await server.stop();
  });
});
