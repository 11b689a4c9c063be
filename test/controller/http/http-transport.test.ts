import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ChatError} from '../../../src/controller/http/errors.js';
import {defaultLimits, Settings} from '../../../src/controller/settings.js';
import {Credentials} from '../../../src/controller/http/credentials.js';
import {HttpTransport} from '../../../src/controller/http/http-transport.js';
import type {Reception} from '../../../src/controller/http/http-transport.js';
import type {ChatOptions} from '../../../src/controller/types.js';
import {defaultEnvironment} from '../../../src/controller/environment.js';
import type {Environment} from '../../../src/controller/environment.js';
import type {Frame, RequestShape} from '../../../src/core/index.js';
import {ManualEnvironment} from '../support/manual-environment.js';
import {json, serve, stream} from '../support/web-server.js';

const get: RequestShape = {method: 'GET', path: '/things', accept: 'stream'};
const {idleTimeoutMs} = defaultLimits;
const never = new AbortController().signal;

function transportTo(
  options: ChatOptions,
  environment: Environment = defaultEnvironment,
): HttpTransport {
  const settings = new Settings(options, environment);
  return new HttpTransport({
    settings,
    protocol: {},
    credentials: new Credentials(settings),
    report: () => undefined,
  });
}

async function framesOf(reception: Reception): Promise<Frame[]> {
  assert.ok('frames' in reception, 'a stream was expected');
  const frames: Frame[] = [];
  for await (const frame of reception.frames) frames.push(frame);
  return frames;
}

const fails = (code: string, sent?: boolean) => (error: unknown) => {
  assert.ok(error instanceof ChatError, String(error));
  assert.equal(error.info.code, code);
  if (sent !== undefined) assert.equal(error.sent, sent);
  return true;
};

describe('a request', () => {
  it('is sent to its path below the endpoint, with its query, headers and JSON', async () => {
    const server = await serve((_, response) => json(response, {ok: true}));
    const headers = {'x-end-user-id': 'u7'};
    const transport = transportTo({endpoint: `${server.origin}/api/v1?tenant=a`, headers});
    const {status, body} = await transport.request(
      {
        method: 'POST',
        path: '/things/1',
        query: {page: 2, deep: true, none: undefined, name: 'é&='},
        headers: {'x-more': 'm'},
        body: {json: {a: 'ü'}},
      },
      {signal: never},
    );
    assert.deepEqual([status, body], [200, {ok: true}]);
    const [asked] = server.asked;
    assert.equal(asked?.path, '/api/v1/things/1?tenant=a&page=2&deep=true&name=%C3%A9%26%3D');
    assert.equal(asked.body, '{"a":"ü"}');
    assert.equal(asked.headers.accept, 'application/json');
    assert.equal(asked.headers['content-type'], 'application/json');
    assert.equal(asked.headers['x-end-user-id'], 'u7');
    assert.equal(asked.headers['x-more'], 'm');
    await server.close();
  });

  it('carries files and texts as a form', async () => {
    const server = await serve((_, response) => json(response, {}));
    const file = new File(['content'], 'a "b".txt', {type: 'text/plain'});
    const form = [
      {name: 'meta', value: '{"a":1}'},
      {name: 'file', value: file},
    ];
    const transport = transportTo({endpoint: server.origin});
    await transport.request({method: 'POST', path: 'f', body: {form}}, {signal: never});
    const [asked] = server.asked;
    assert.match(asked?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
    assert.match(asked?.body ?? '', /name="meta"\r\n\r\n\{"a":1\}/);
    assert.match(
      asked?.body ?? '',
      /name="file"; filename="a %22b%22\.txt"\r\nContent-Type: text\/plain\r\n\r\ncontent/,
    );
    await server.close();
  });

  it('fails without an endpoint, and with one that is no address', async () => {
    await assert.rejects(
      transportTo({}).request(get, {signal: never}),
      fails('no_endpoint', false),
    );
    const nowhere = transportTo({endpoint: 'relative/in/node'});
    await assert.rejects(nowhere.request(get, {signal: never}), fails('no_endpoint', false));
  });

  it('reports that it was never sent without a server', async () => {
    const server = await serve((_, response) => json(response, {}));
    await server.close();
    const transport = transportTo({endpoint: server.origin});
    await assert.rejects(transport.request(get, {signal: never}), fails('unreachable', false));
  });

  it('reports that it may have arrived when the connection is lost', async () => {
    const server = await serve((_, response) => void response.socket?.destroy());
    const transport = transportTo({endpoint: server.origin});
    await assert.rejects(transport.open(get, {signal: never}), fails('unreachable', true));
    await server.close();
  });

  it('rejects with the reason it was aborted for', async () => {
    const abort = new AbortController();
    const reason = new Error('left');
    const server = await serve(() => abort.abort(reason));
    const transport = transportTo({endpoint: server.origin});
    await assert.rejects(transport.open(get, {signal: abort.signal}), reason);
    await server.close();
  });

  it('reports the error of the server', async () => {
    const server = await serve((_, response) =>
      json(response, {detail: 'Slowly.'}, 429, {'retry-after': '3'}),
    );
    const transport = transportTo({endpoint: server.origin});
    await assert.rejects(transport.open(get, {signal: never}), (error: unknown) => {
      assert.ok(error instanceof ChatError);
      assert.deepEqual(error.info, {
        code: 'rate_limited',
        status: 429,
        detail: 'Slowly.',
        retryAfter: 3,
        retryable: true,
        method: 'GET',
        url: `${server.origin}/things`,
        contentType: 'application/json',
      });
      return true;
    });
    await server.close();
  });
});

describe('the answer to a request for a stream', () => {
  for (const type of ['text/event-stream', 'Text/Event-Stream; charset=utf-8']) {
    it(`is a stream if its type is ${type}`, async () => {
      const server = await serve((_, response) => {
        response.writeHead(200, {'content-type': type});
        response.end('data: one\n\nevent: e\nid: 7\ndata: two\ndata: lines\n\ndata: last');
      });
      const reception = await transportTo({endpoint: server.origin}).open(get, {signal: never});
      assert.deepEqual(await framesOf(reception), [
        {data: 'one'},
        {event: 'e', id: '7', data: 'two\nlines'},
        {data: 'last'},
      ]);
      assert.equal(server.asked[0]?.headers.accept, 'text/event-stream, application/json');
      await server.close();
    });
  }

  it('is not a stream if it is JSON', async () => {
    const server = await serve((_, response) => json(response, {task_id: 't'}, 202));
    const reception = await transportTo({endpoint: server.origin}).open(get, {signal: never});
    assert.ok('received' in reception);
    assert.deepEqual([reception.received.status, reception.received.body], [202, {task_id: 't'}]);
    await server.close();
  });

  it('has no body if its status is 204', async () => {
    const server = await serve((_, response) => {
      response.writeHead(204).end();
    });
    const reception = await transportTo({endpoint: server.origin}).open(get, {signal: never});
    assert.ok('received' in reception);
    assert.equal(reception.received.body, undefined);
    await server.close();
  });

  it('is an error if it is a page', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, {'content-type': 'text/html'}).end('<!doctype html><title>x');
    });
    const transport = transportTo({endpoint: server.origin});
    await assert.rejects(transport.open(get, {signal: never}), fails('not_a_stream'));
    await server.close();
  });

  it('is read the same wherever its bytes are cut', async () => {
    const text = 'data: é😀 — ½\r\n\r\nevent: ü\rdata: {"a":"\\u00e9"}\r\r';
    const bytes = Buffer.from(text);
    const server = await serve(async ({path}, response) => {
      stream(response);
      const at = Number(path.slice(1));
      response.write(bytes.subarray(0, at));
      await new Promise(resolve => setTimeout(resolve, 2));
      response.end(bytes.subarray(at));
    });
    const transport = transportTo({endpoint: server.origin});
    for (let at = 0; at <= bytes.length; at++) {
      const reception = await transport.open({method: 'GET', path: String(at)}, {signal: never});
      const expected = [{data: 'é😀 — ½'}, {event: 'ü', data: '{"a":"\\u00e9"}'}];
      assert.deepEqual(await framesOf(reception), expected, `cut at byte ${at}`);
    }
    await server.close();
  });

  it('keeps the frames that arrived before the connection was lost', async () => {
    const server = await serve((_, response) => {
      stream(response).write('data: one\n\ndata: half', () => response.socket?.destroy());
    });
    const reception = await transportTo({endpoint: server.origin}).open(get, {signal: never});
    assert.ok('frames' in reception);
    const frames: Frame[] = [];
    const read = async (): Promise<void> => {
      for await (const frame of reception.frames) frames.push(frame);
    };
    await assert.rejects(read(), fails('truncated', true));
    assert.deepEqual(frames, [{data: 'one'}]);
    await server.close();
  });

  it('ends with an error after the idle timeout, and closes the connection', async () => {
    const environment = new ManualEnvironment();
    let closed: () => void = () => undefined;
    const left = new Promise<void>(resolve => (closed = resolve));
    const server = await serve((_, response) => {
      stream(response).write('data: one\n\n');
      response.on('close', closed);
    });
    const reception = await transportTo({endpoint: server.origin}, environment).open(get, {
      signal: never,
    });
    assert.ok('frames' in reception);
    const iterator = reception.frames[Symbol.asyncIterator]();
    assert.deepEqual(await iterator.next(), {done: false, value: {data: 'one'}});
    const next = iterator.next();
    environment.advance(idleTimeoutMs + idleTimeoutMs / 4);
    await assert.rejects(next, fails('timeout'));
    await left;
    assert.deepEqual(environment.pending, []);
    await server.close();
  });

  it('closes the connection when the reader leaves', async () => {
    let closed: () => void = () => undefined;
    const left = new Promise<void>(resolve => (closed = resolve));
    const server = await serve((_, response) => {
      stream(response).write('data: one\n\n');
      response.on('close', closed);
    });
    const environment = new ManualEnvironment();
    const reception = await transportTo({endpoint: server.origin}, environment).open(get, {
      signal: never,
    });
    assert.ok('frames' in reception);
    for await (const frame of reception.frames) {
      assert.equal(frame.data, 'one');
      break;
    }
    await left;
    assert.deepEqual(environment.pending, []);
    await server.close();
  });

  it('is read through the transport of the page instead of HTTP', async () => {
    const asked: RequestShape[] = [];
    const transport = transportTo({
      async *transport(request) {
        asked.push(request);
        await Promise.resolve();
        yield {data: 'one'};
        throw new Error('gone');
      },
    });
    const reception = await transport.open(get, {signal: never});
    await assert.rejects(framesOf(reception), fails('unreachable'));
    assert.deepEqual(asked, [get]);
  });
});

describe('the token of a request', () => {
  const answering = (accepted: string) =>
    serve(({headers}, response) => {
      if (headers.authorization === `Bearer ${accepted}`) json(response, {ok: true});
      else json(response, {detail: 'No.'}, 401);
    });

  it('is refreshed once when it is rejected, and the request is repeated', async () => {
    const server = await answering('t2');
    let minted = 0;
    const transport = transportTo({endpoint: server.origin, getToken: () => `t${++minted}`});
    const {body} = await transport.request(get, {signal: never});
    assert.deepEqual(body, {ok: true});
    assert.deepEqual(
      server.asked.map(({headers}) => headers.authorization),
      ['Bearer t1', 'Bearer t2'],
    );
    await server.close();
  });

  it('fails when the new one is rejected as well', async () => {
    const server = await answering('none');
    let minted = 0;
    const transport = transportTo({endpoint: server.origin, getToken: () => `t${++minted}`});
    await assert.rejects(transport.request(get, {signal: never}), fails('unauthorized'));
    assert.deepEqual([minted, server.asked.length], [2, 2]);
    await server.close();
  });

  it('is not requested again if the site has none', async () => {
    const server = await answering('none');
    const transport = transportTo({endpoint: server.origin});
    await assert.rejects(transport.request(get, {signal: never}), fails('unauthorized'));
    assert.equal(server.asked.length, 1);
    await server.close();
  });

  it('is renewed once for requests that are refused together', async () => {
    const server = await answering('t2');
    let minted = 0;
    const transport = transportTo({endpoint: server.origin, getToken: () => `t${++minted}`});
    const all = [1, 2, 3, 4].map(() => transport.request(get, {signal: never}));
    const bodies = (await Promise.all(all)).map(({body}) => body);
    assert.deepEqual(bodies, [{ok: true}, {ok: true}, {ok: true}, {ok: true}]);
    assert.equal(minted, 2);
    await server.close();
  });

  it('follows an address on the same origin', async () => {
    const server = await serve((_, response) => {
      stream(response).end('data: one\n\n');
    });
    const transport = transportTo({endpoint: `${server.origin}/api`, getToken: () => 't'});
    const reception = await transport.follow('/elsewhere?task=1', {signal: never});
    assert.deepEqual(reception && (await framesOf(reception)), [{data: 'one'}]);
    assert.equal(server.asked[0]?.path, '/elsewhere?task=1');
    assert.equal(server.asked[0].headers.authorization, 'Bearer t');
    await server.close();
  });

  it('is never sent to another origin', async () => {
    const other = await serve((_, response) => {
      stream(response).end('data: one\n\n');
    });
    const server = await serve((_, response) => json(response, {}));
    const transport = transportTo({endpoint: server.origin, getToken: () => 't'});
    for (const address of [`${other.origin}/stream`, 'data:text/event-stream,x', 'http://[']) {
      assert.equal(transport.follow(address, {signal: never}), undefined);
    }
    assert.deepEqual([other.asked.length, server.asked.length], [0, 0]);
    await Promise.all([server.close(), other.close()]);
  });
});
