import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import type {ChatController, ChatOptions} from '../../../src/controller/index.js';
import {ChatError} from '../../../src/controller/http/errors.js';
import {ProtocolClient, type Connection} from '../../../src/controller/http/protocol-client.js';
import {defaultEnvironment, type Environment} from '../../../src/controller/environment.js';
import {defaultLimits, Settings} from '../../../src/controller/settings.js';
import {
  anthropic,
  plainText,
  type Frame,
  type Operations,
  type Protocol,
  type RequestShape,
} from '../../../src/core/index.js';
import type {ResponseData} from '../../../src/core/protocol/types.js';
import {fails, openChat, said} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {ManualEnvironment} from '../support/manual-environment.js';
import {json, serve, stream} from '../support/web-server.js';
import {until} from '../../support/until.js';

/** Frames of a small protocol: `begin`, then text, then `end`. */
const frames = (...words: string[]): Frame[] => words.map(data => ({data}));
const whole = frames('begin', 'Hello', ' world', 'end');

/** The smallest protocol: it can send, plus the operations that a test adds. */
function smallProtocol(operations: Partial<Operations> = {}): Protocol {
  return {
    name: 'small',
    createDecoder: ({run = 'message'} = {}) => ({
      decode({data}) {
        const text = `${run}/text`;
        if (data === 'begin') {
          return [
            {op: 'open', id: run, kind: 'message', fields: {role: 'assistant', runId: 'r1'}},
            {op: 'open', id: text, parent: run, kind: 'text', fields: {text: ''}},
          ];
        }
        if (data === 'end') return [{op: 'close', id: run}];
        return [{op: 'append', id: text, field: 'text', text: data}];
      },
      end: reason => [
        {op: 'close', id: run, status: reason === 'stopped' ? 'stopped' : 'interrupted'},
      ],
    }),
    operations: {
      send: {
        request: ({text}) => ({method: 'POST', path: 'send', body: {json: {text}}}),
        read: () => ({}),
      },
      ...operations,
    },
  };
}

function chatOn(options: ChatOptions): ChatController {
  return openChat({storage: null, ...options}, new FastEnvironment());
}

/** A transport that yields one list of frames per request, and then fails. */
function scriptedTransport(...lists: Frame[][]) {
  const asked: RequestShape[] = [];
  const transport: NonNullable<ChatOptions['transport']> = async function* (request) {
    const content = lists[asked.length] ?? [];
    asked.push(request);
    for (const frame of content) {
      await Promise.resolve();
      yield frame;
    }
  };
  return {asked, transport};
}

const get: RequestShape = {method: 'GET', path: '/things', accept: 'stream'};
const {idleTimeoutMs} = defaultLimits;
const never = new AbortController().signal;

/** A client of the smallest protocol. */
function clientOf(
  options: ChatOptions,
  environment: Environment = defaultEnvironment,
): ProtocolClient {
  const settings = new Settings(options, environment);
  return new ProtocolClient({settings, protocol: smallProtocol(), signal: never});
}

/** Sends a request and returns its response as it is. */
const request = (client: ProtocolClient, shape: RequestShape): Promise<ResponseData> =>
  client.request({request: () => shape, read: (data: ResponseData) => data}, undefined);

/** Opens the stream of a request. */
const open = (
  client: ProtocolClient,
  shape: RequestShape,
  signal: AbortSignal = never,
): Promise<Connection> => client.open({request: () => shape, read: () => ({})}, {}, signal);

async function framesOf(connection: Connection): Promise<Frame[]> {
  assert.ok('frames' in connection, 'a stream was expected');
  const received: Frame[] = [];
  for await (const frame of connection.frames) received.push(frame);
  return received;
}

const failsAs = (code: string, sent?: boolean) => (error: unknown) => {
  assert.ok(error instanceof ChatError, String(error));
  assert.equal(error.info.code, code);
  if (sent !== undefined) assert.equal(error.sent, sent);
  return true;
};

/** A `fetch` that counts the chunks of the responses that were read. */
function countChunks(): {readonly fetch: typeof fetch; count: number} {
  const counting = {
    count: 0,
    fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const response = await fetch(input, init);
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          counting.count += 1;
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body?.pipeThrough(count), response);
    },
  };
  return counting;
}

describe('a request', () => {
  it('waits for a response as long as bytes of it arrive', async () => {
    const environment = new ManualEnvironment();
    let source: ServerResponse | undefined;
    const server = await serve((_, response) => {
      source = response.writeHead(200, {'content-type': 'application/json'});
      source.write('[1');
    });
    const counting = countChunks();
    const client = clientOf({endpoint: server.origin, fetch: counting.fetch}, environment);
    const received = request(client, {method: 'GET', path: 'list'});
    await until(() => counting.count === 1);
    for (const number of [2, 3, 4]) {
      environment.advance(idleTimeoutMs - 1);
      source?.write(`,${number}`);
      await until(() => counting.count === number);
    }
    source?.end(']');
    assert.deepEqual((await received).body, [1, 2, 3, 4]);
    assert.equal(server.asked.length, 1);
    await server.close();
  });

  it('has more time for a long text on a slow line, and then the usual time', async () => {
    const environment = new ManualEnvironment();
    let source: ServerResponse | undefined;
    const server = await serve((_, response) => {
      source = response.writeHead(200, {'content-type': 'application/json'});
    });
    const counting = countChunks();
    const client = clientOf({endpoint: server.origin, fetch: counting.fetch}, environment);
    const json = {picture: 'a'.repeat(4_000_000)};
    const received = request(client, {method: 'POST', path: 'send', body: {json}});
    await until(() => source !== undefined);
    environment.advance(idleTimeoutMs * 2);
    source?.write('[');
    await until(() => counting.count === 1);
    environment.advance(idleTimeoutMs + idleTimeoutMs / 4);
    await assert.rejects(received, failsAs('timeout'));
    await server.close();
  });

  it('is sent to its path below the endpoint, with its query, headers and JSON', async () => {
    const server = await serve((_, response) => json(response, {ok: true}));
    const headers = {'x-end-user-id': 'u7'};
    const client = clientOf({endpoint: `${server.origin}/api/v1?tenant=a`, headers});
    const {status, body} = await request(client, {
      method: 'POST',
      path: '/things/1',
      query: {page: 2, deep: true, none: undefined, name: 'é&='},
      headers: {'x-more': 'm'},
      body: {json: {a: 'ü'}},
    });
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
    const client = clientOf({endpoint: server.origin});
    await request(client, {method: 'POST', path: 'f', body: {form}});
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
    await assert.rejects(request(clientOf({}), get), failsAs('no_endpoint', false));
    const nowhere = clientOf({endpoint: 'relative/in/node'});
    await assert.rejects(request(nowhere, get), failsAs('no_endpoint', false));
  });

  it('reports that it was never sent without a server', async () => {
    const server = await serve((_, response) => json(response, {}));
    await server.close();
    const client = clientOf({endpoint: server.origin});
    await assert.rejects(request(client, get), failsAs('unreachable', false));
  });

  it('reports that it may have arrived when the connection is lost', async () => {
    const server = await serve((_, response) => void response.socket?.destroy());
    const client = clientOf({endpoint: server.origin});
    await assert.rejects(open(client, get), failsAs('unreachable', true));
    await server.close();
  });

  it('rejects with the reason it was aborted for', async () => {
    const abort = new AbortController();
    const reason = new Error('left');
    const server = await serve(() => abort.abort(reason));
    const client = clientOf({endpoint: server.origin});
    await assert.rejects(open(client, get, abort.signal), reason);
    await server.close();
  });

  it('reports the error of the server', async () => {
    const server = await serve((_, response) =>
      json(response, {detail: 'Slowly.'}, 429, {'retry-after': '3'}),
    );
    const client = clientOf({endpoint: server.origin});
    await assert.rejects(open(client, get), (error: unknown) => {
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

describe('the response to a request for a stream', () => {
  for (const type of ['text/event-stream', 'Text/Event-Stream; charset=utf-8']) {
    it(`is a stream if its type is ${type}`, async () => {
      const server = await serve((_, response) => {
        response.writeHead(200, {'content-type': type});
        response.end('data: one\n\nevent: e\nid: 7\ndata: two\ndata: lines\n\ndata: last');
      });
      const connection = await open(clientOf({endpoint: server.origin}), get);
      assert.deepEqual(await framesOf(connection), [
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
    const connection = await open(clientOf({endpoint: server.origin}), get);
    assert.ok('opened' in connection);
    assert.deepEqual(
      [connection.received?.status, connection.received?.body],
      [202, {task_id: 't'}],
    );
    await server.close();
  });

  it('has no body if its status is 204', async () => {
    const server = await serve((_, response) => {
      response.writeHead(204).end();
    });
    const connection = await open(clientOf({endpoint: server.origin}), get);
    assert.ok('opened' in connection && connection.received);
    assert.equal(connection.received.body, undefined);
    await server.close();
  });

  it('is an error if it is a page', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, {'content-type': 'text/html'}).end('<!doctype html><title>x');
    });
    const client = clientOf({endpoint: server.origin});
    await assert.rejects(open(client, get), failsAs('not_a_stream'));
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
    const client = clientOf({endpoint: server.origin});
    for (let at = 0; at <= bytes.length; at++) {
      const connection = await open(client, {method: 'GET', path: String(at)});
      const expected = [{data: 'é😀 — ½'}, {event: 'ü', data: '{"a":"\\u00e9"}'}];
      assert.deepEqual(await framesOf(connection), expected, `cut at byte ${at}`);
    }
    await server.close();
  });

  it('keeps the frames that arrived before the connection was lost', async () => {
    const server = await serve((_, response) => {
      stream(response).write('data: one\n\ndata: half', () => response.socket?.destroy());
    });
    const connection = await open(clientOf({endpoint: server.origin}), get);
    assert.ok('frames' in connection);
    const arrived: Frame[] = [];
    const read = async (): Promise<void> => {
      for await (const frame of connection.frames) arrived.push(frame);
    };
    await assert.rejects(read(), failsAs('truncated', true));
    assert.deepEqual(arrived, [{data: 'one'}]);
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
    const connection = await open(clientOf({endpoint: server.origin}, environment), get);
    assert.ok('frames' in connection);
    const iterator = connection.frames[Symbol.asyncIterator]();
    assert.deepEqual(await iterator.next(), {done: false, value: {data: 'one'}});
    const next = iterator.next();
    environment.advance(idleTimeoutMs + idleTimeoutMs / 4);
    await assert.rejects(next, failsAs('timeout'));
    await left;
    assert.deepEqual(environment.pending, []);
    await server.close();
  });

  it('stays open as long as bytes arrive, although no frame does', async () => {
    const environment = new ManualEnvironment();
    let source: ServerResponse | undefined;
    const server = await serve((_, response) => {
      source = stream(response);
      source.write('data: one\n\n');
    });
    const counting = countChunks();
    const client = clientOf({endpoint: server.origin, fetch: counting.fetch}, environment);
    const connection = await open(client, get);
    assert.ok('frames' in connection);
    const iterator = connection.frames[Symbol.asyncIterator]();
    await iterator.next();
    const next = iterator.next();
    for (let comments = 1; comments <= 3; comments++) {
      environment.advance(idleTimeoutMs - 1);
      source?.write(': keep-alive\n\n');
      await until(() => counting.count > comments);
    }
    source?.end('data: two\n\n');
    assert.deepEqual(await next, {done: false, value: {data: 'two'}});
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
    const connection = await open(clientOf({endpoint: server.origin}, environment), get);
    assert.ok('frames' in connection);
    for await (const frame of connection.frames) {
      assert.equal(frame.data, 'one');
      break;
    }
    await left;
    assert.deepEqual(environment.pending, []);
    await server.close();
  });

  it('is read through the transport of the page instead of HTTP', async () => {
    const asked: RequestShape[] = [];
    const client = clientOf({
      async *transport(request) {
        asked.push(request);
        await Promise.resolve();
        yield {data: 'one'};
        throw new Error('gone');
      },
    });
    const connection = await open(client, get);
    await assert.rejects(framesOf(connection), failsAs('unreachable'));
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
    const client = clientOf({endpoint: server.origin, getToken: () => `t${++minted}`});
    const {body} = await request(client, get);
    assert.deepEqual(body, {ok: true});
    const authorizations = server.asked.map(({headers}) => headers.authorization);
    assert.deepEqual(authorizations, ['Bearer t1', 'Bearer t2']);
    await server.close();
  });

  it('fails when the new one is rejected as well', async () => {
    const server = await answering('none');
    let minted = 0;
    const client = clientOf({endpoint: server.origin, getToken: () => `t${++minted}`});
    await assert.rejects(request(client, get), failsAs('unauthorized'));
    assert.deepEqual([minted, server.asked.length], [2, 2]);
    await server.close();
  });

  it('is not requested again if the site has none', async () => {
    const server = await answering('none');
    const client = clientOf({endpoint: server.origin});
    await assert.rejects(request(client, get), failsAs('unauthorized'));
    assert.equal(server.asked.length, 1);
    await server.close();
  });

  it('is renewed once for requests that are refused together', async () => {
    const server = await answering('t2');
    let minted = 0;
    const client = clientOf({endpoint: server.origin, getToken: () => `t${++minted}`});
    const all = [1, 2, 3, 4].map(() => request(client, get));
    const bodies = (await Promise.all(all)).map(({body}) => body);
    assert.deepEqual(bodies, [{ok: true}, {ok: true}, {ok: true}, {ok: true}]);
    assert.equal(minted, 2);
    await server.close();
  });

  it('follows an address on the same origin', async () => {
    const server = await serve((_, response) => {
      stream(response).end('data: one\n\n');
    });
    const client = clientOf({endpoint: `${server.origin}/api`, getToken: () => 't'});
    const response = await client.join({session: undefined, url: '/elsewhere?task=1'}, never);
    assert.deepEqual(await framesOf(response), [{data: 'one'}]);
    assert.equal(server.asked[0]?.path, '/elsewhere?task=1');
    assert.equal(server.asked[0].headers.authorization, 'Bearer t');
    await server.close();
  });

  it('is never sent to another origin', async () => {
    const other = await serve((_, response) => {
      stream(response).end('data: one\n\n');
    });
    const server = await serve((_, response) => json(response, {}));
    const client = clientOf({endpoint: server.origin, getToken: () => 't'});
    for (const address of [`${other.origin}/stream`, 'data:text/event-stream,x', 'http://[']) {
      const joined = client.join({session: undefined, url: address}, never);
      await assert.rejects(joined, failsAs('lost', false));
    }
    assert.deepEqual([other.asked.length, server.asked.length], [0, 0]);
    await Promise.all([server.close(), other.close()]);
  });
});

describe('a protocol that can only send', () => {
  it('needs no endpoint with a custom transport', async () => {
    const {asked, transport} = scriptedTransport(whole);
    const chat = chatOn({transport, protocol: smallProtocol()});
    await chat.send('hi');
    assert.deepEqual(said(chat), ['user: hi', 'assistant: Hello world']);
    const paths = asked.map(({path}) => path);
    assert.deepEqual(paths, ['send']);
    assert.deepEqual(Object.keys(chat.operations), ['send']);
    chat.dispose();
  });

  it('rejects unsupported operations', async () => {
    const {transport} = scriptedTransport(whole);
    const chat = chatOn({transport, protocol: smallProtocol()});
    await chat.send('hi');
    const file = new File(['x'], 'x.txt');
    await assert.rejects(chat.edit('user-1', 'x'), fails('unsupported'));
    await assert.rejects(chat.regenerate('run-2'), fails('unsupported'));
    await assert.rejects(chat.navigate('run-2'), fails('unsupported'));
    await assert.rejects(chat.restoreCheckpoint('x'), fails('unsupported'));
    await assert.rejects(chat.upload(file), fails('unsupported'));
    await assert.rejects(chat.sessions(), fails('unsupported'));
    await assert.rejects(chat.renameSession('x', 'y'), fails('unsupported'));
    await assert.rejects(chat.removeSession('x'), fails('unsupported'));
    await assert.rejects(chat.checkpoints(), fails('unsupported'));
    await assert.rejects(chat.reply('x', {input: 'y', type: 'text'}), fails('not_found'));
    chat.dispose();
  });

  it('keeps the received part when the stream is lost, and sends again only on request of the user', async () => {
    const {asked, transport} = scriptedTransport(frames('begin', 'Hel'), whole);
    const chat = chatOn({transport, protocol: smallProtocol()});
    await chat.send('hi');
    assert.equal(chat.status, 'lost');
    assert.equal(chat.lastError?.code, 'truncated');
    const last = chat.conversation.children.at(-1);
    assert.equal(last?.status, 'interrupted');
    assert.match(plainText(last), /^Hel/);
    assert.equal(asked.length, 1);
    await chat.retry();
    assert.deepEqual(said(chat), ['user: hi', 'assistant: Hello world']);
    assert.deepEqual([asked.length, chat.status, chat.lastError], [2, 'idle', undefined]);
    chat.dispose();
  });

  it('stops by turning away from the stream', async () => {
    let left = false;
    const chat = chatOn({
      protocol: smallProtocol(),
      async *transport(_, {signal}) {
        yield* frames('begin', 'Hel');
        await new Promise(resolve => signal.addEventListener('abort', resolve));
        left = true;
      },
    });
    const sent = chat.send('hi');
    await new Promise<void>(resolve => {
      chat.subscribe(() => chat.status === 'streaming' && resolve());
    });
    await chat.stop();
    await sent;
    assert.equal(left, true);
    assert.deepEqual(said(chat), ['user: hi', 'assistant: Hel']);
    assert.equal(chat.conversation.children.at(-1)?.status, 'stopped');
    assert.equal(chat.lastError, undefined);
    chat.dispose();
  });
});

describe('a protocol with sessions of the client', () => {
  it('has its agent and its session in every request', async () => {
    const inputs: unknown[] = [];
    const note =
      (path: string) =>
      (input: unknown): RequestShape => {
        inputs.push([path, input]);
        return {method: 'POST', path};
      };
    const server = await serve(({path}, response) => {
      if (path === '/send')
        stream(response).end(whole.map(({data}) => `data: ${data}\n\n`).join(''));
      else json(response, {});
    });
    const protocol = smallProtocol({
      onboarding: {request: note('onboarding'), read: () => ({questions: ['Why?'], agent: 'id-7'})},
      create: {request: note('create'), read: () => ({id: 's1'})},
      rename: {request: note('rename'), read: () => undefined},
    });
    const chat = chatOn({endpoint: server.origin, protocol, agentId: 'key'});
    await chat.ready;
    assert.deepEqual(chat.onboarding?.questions, ['Why?']);
    await chat.send('hi');
    await chat.renameSession('s1', 'Title');
    const agent = {agent: 'key', agentId: 'id-7'};
    assert.deepEqual(inputs, [
      ['onboarding', {agent: 'key'}],
      ['create', {...agent, title: 'hi'}],
      ['rename', {...agent, session: 's1', title: 'Title'}],
    ]);
    chat.dispose();
    await server.close();
  });

  it('displays an answer that arrives at once', async () => {
    const server = await serve((_, response) => json(response, {text: 'At once.'}));
    const message = {
      id: 'm1',
      kind: 'message',
      role: 'assistant',
      status: 'done',
      children: [{id: 'm1/text', kind: 'text', status: 'done', children: [], text: 'At once.'}],
    } as const;
    const send = {...smallProtocol().operations.send, read: () => ({session: 's1', message})};
    const chat = chatOn({endpoint: server.origin, protocol: smallProtocol({send})});
    await chat.send('hi');
    assert.deepEqual(said(chat), ['user: hi', 'assistant: At once.']);
    assert.equal(chat.session?.id, 's1');
    chat.dispose();
    await server.close();
  });

  it('decodes the frames of a response that contains all of them', async () => {
    const server = await serve((_, response) => json(response, {words: whole}));
    const read = (): {frames: readonly Frame[]} => ({frames: whole});
    const send = {...smallProtocol().operations.send, read};
    const chat = chatOn({endpoint: server.origin, protocol: smallProtocol({send})});
    await chat.send('hi');
    assert.deepEqual(said(chat), ['user: hi', 'assistant: Hello world']);
    assert.deepEqual([chat.status, chat.conversation.children.at(-1)?.status], ['idle', 'done']);
    chat.dispose();
    await server.close();
  });

  it('follows the URL of a stream on its own origin if there is no attach operation', async () => {
    const server = await serve(({path}, response) => {
      if (path === '/api/send') json(response, {});
      else stream(response).end(whole.map(({data}) => `data: ${data}\n\n`).join(''));
    });
    const send = {...smallProtocol().operations.send, read: () => ({url: '/elsewhere'})};
    const chat = chatOn({endpoint: `${server.origin}/api`, protocol: smallProtocol({send})});
    await chat.send('hi');
    assert.deepEqual(said(chat), ['user: hi', 'assistant: Hello world']);
    const paths = server.asked.map(({path}) => path);
    assert.deepEqual(paths, ['/api/send', '/elsewhere']);
    chat.dispose();
    await server.close();
  });

  it('never follows the address of a stream on another origin', async () => {
    const other = await serve((_, response) => json(response, {}));
    const server = await serve((_, response) => json(response, {}));
    const send = {
      ...smallProtocol().operations.send,
      read: () => ({url: `${other.origin}/stream`}),
    };
    const chat = chatOn({
      endpoint: server.origin,
      protocol: smallProtocol({send}),
      getToken: () => 't',
    });
    await chat.send('hi');
    assert.equal(chat.status, 'lost');
    assert.equal(other.asked.length, 0);
    chat.dispose();
    await Promise.all([server.close(), other.close()]);
  });
});

describe('the Messages protocol', () => {
  const event = (type: string, more: object = {}): string =>
    `event: ${type}\ndata: ${JSON.stringify({type, ...more})}\n\n`;
  const message = (text: string, reason: string): string =>
    event('message_start', {
      message: {id: `m${text.length}`, role: 'assistant', content: [], usage: {}},
    }) +
    event('content_block_start', {index: 0, content_block: {type: 'text', text: ''}}) +
    event('content_block_delta', {index: 0, delta: {type: 'text_delta', text}}) +
    event('content_block_stop', {index: 0}) +
    event('message_delta', {delta: {stop_reason: reason}, usage: {output_tokens: 1}}) +
    event('message_stop');

  /** A server that responds with these messages one after the other; it refuses an empty one. */
  async function telling(...messages: string[]) {
    const server = await serve((_, response) => {
      const content = messages[server.asked.length - 1] ?? '';
      if (content) stream(response).end(content);
      else json(response, {}, 500);
    });
    const chat = chatOn({endpoint: server.origin, protocol: anthropic});
    return {
      chat,
      asked: (n: number) =>
        JSON.parse(server.asked[n]?.body ?? '{}') as {messages: {role: string}[]; continue?: true},
      async close() {
        chat.dispose();
        await server.close();
      },
    };
  }
  const roles = ({messages}: {messages: {role: string}[]}): string[] =>
    messages.map(({role}) => role);

  it('sends all earlier messages', async () => {
    const hello = message('Hello', 'end_turn');
    const {chat, asked, close} = await telling(hello, hello);
    await chat.send('one');
    await chat.send('two');
    assert.deepEqual(said(chat), [
      'user: one',
      'assistant: Hello',
      'user: two',
      'assistant: Hello',
    ]);
    assert.deepEqual(roles(asked(1)), ['user', 'assistant', 'user']);
    await close();
  });

  it('continues an interrupted answer in place', async () => {
    const [cut, rest] = [message('Half a', 'max_tokens'), message(' sentence.', 'end_turn')];
    const {chat, asked, close} = await telling(cut, rest);
    await chat.send('one');
    const [, shown] = chat.conversation.children;
    await chat.continue();
    const [, after, more] = chat.conversation.children;
    assert.deepEqual([after?.id, after?.status, more], [shown?.id, 'done', undefined]);
    assert.equal(after?.children[0]?.id, shown?.children[0]?.id);
    assert.match(said(chat)[1] ?? '', /Half a\s+sentence\./);
    assert.deepEqual([roles(asked(1)), asked(1).continue], [['user', 'assistant'], true]);
    await close();
  });

  it('leaves an answer unchanged when continuing is rejected, and continues after a retry', async () => {
    const cut = message('Half a', 'max_tokens');
    const {chat, close} = await telling(cut, '', message(' sentence.', 'end_turn'));
    await chat.send('one');
    const {conversation} = chat;
    await chat.continue();
    assert.equal(chat.lastError?.code, 'server_error');
    assert.deepEqual(chat.conversation.children.slice(0, 2), conversation.children);
    await chat.retry();
    assert.match(said(chat)[1] ?? '', /sentence/);
    assert.equal(said(chat).length, 2);
    await close();
  });

  it('marks an answer as interrupted when continuing is interrupted', async () => {
    const begun = event('message_start', {
      message: {id: 'm', role: 'assistant', content: [], usage: {}},
    });
    const {chat, close} = await telling(message('Half a', 'max_tokens'), begun);
    await chat.send('one');
    await chat.continue();
    assert.equal(chat.lastError?.code, 'truncated');
    assert.equal(chat.conversation.children[1]?.status, 'interrupted');
    assert.match(said(chat)[1] ?? '', /Half a/);
    await close();
  });
});

describe('a protocol that supports page context', () => {
  it('receives it, and its title is displayed', async () => {
    const {asked, transport} = scriptedTransport(whole);
    const send: Operations['send'] = {
      request: ({text, context}) => ({method: 'POST', path: '', body: {json: {text, context}}}),
      read: () => ({}),
      carriesContext: true,
    };
    const chat = chatOn({transport, protocol: smallProtocol({send})});
    const context = {title: 'Order 7', data: {total: 3}};
    await chat.send('Is it paid?', {context});
    assert.deepEqual(asked[0]?.body, {json: {text: 'Is it paid?', context}});
    const [user] = chat.conversation.children;
    assert.equal(user?.kind === 'message' && user.context, 'Order 7');
    chat.dispose();
  });
});

describe('a protocol that does not carry it', () => {
  it('displays none of it', async () => {
    const {transport} = scriptedTransport(whole);
    const chat = chatOn({transport, protocol: smallProtocol({})});
    await chat.send('Is it paid?', {context: {title: 'Order 7', data: {total: 3}}});
    const [user] = chat.conversation.children;
    assert.equal(user?.kind === 'message' && user.context, undefined);
    chat.dispose();
  });
});
