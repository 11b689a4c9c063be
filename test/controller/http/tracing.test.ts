import assert from 'node:assert/strict';
import {afterEach, describe, it, mock} from 'node:test';
import type {ChatController, ChatOptions} from '../../../src/controller/index.js';
import {aiSdk, anthropic, openai, type MessageItem} from '../../../src/core/index.js';
import {openChat} from '../support/chat.js';
import {json, serve, sse, stream, type WebServer} from '../support/web-server.js';

let chat: ChatController | undefined;
afterEach(() => chat?.dispose());

const traceparent = /^00-([\da-f]{32})-[\da-f]{16}-01$/;

const events = [
  {type: 'message_start', message: {id: 'msg_1', type: 'message', role: 'assistant', content: []}},
  {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}},
  {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: 'Hello.'}},
  {type: 'content_block_stop', index: 0},
  {type: 'message_stop'},
];

const answers = (headers: Readonly<Record<string, string>> = {}): Promise<WebServer> =>
  serve((_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const body = stream(response);
    for (const event of events) body.write(`data: ${JSON.stringify(event)}\n\n`);
    body.end();
  });

/** Sends a message and resolves with the answer. */
async function ask(server: WebServer, options: ChatOptions = {}): Promise<MessageItem> {
  chat = openChat({endpoint: server.origin, protocol: anthropic, storage: null, ...options});
  await chat.send('Hi');
  return chat.conversation.children.at(-1) as MessageItem;
}

const sent = (server: WebServer): unknown => server.asked.at(-1)?.headers['traceparent'];

describe('tracing', () => {
  it('sends no header unless it is enabled', async () => {
    const server = await answers();
    assert.equal((await ask(server)).traceId, undefined);
    assert.equal(sent(server), undefined);
  });

  it('sends a new traceparent with each request, whose trace id the answer has', async () => {
    const server = await answers();
    const first = await ask(server, {tracing: true});
    const [, id] = traceparent.exec(String(sent(server))) ?? [];
    assert.ok(id);
    assert.equal(first.traceId, id);
    await chat?.send('Again');
    const [, next] = traceparent.exec(String(sent(server))) ?? [];
    assert.notEqual(next, id);
    assert.equal((chat?.conversation.children.at(-1) as MessageItem).traceId, next);
  });

  it('sends the traceparent of the page', async () => {
    const own = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const server = await answers();
    const {traceId} = await ask(server, {tracing: () => own});
    assert.equal(sent(server), own);
    assert.equal(traceId, '0af7651916cd43dd8448eb211c80319c');
  });

  for (const [name, value, id] of [
    [
      'traceresponse',
      '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      '4bf92f3577b34da6a3ce929d0e0e4736',
    ],
    [
      'traceparent',
      '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      '4bf92f3577b34da6a3ce929d0e0e4736',
    ],
    ['x-trace-id', 'abc-17', 'abc-17'],
  ] as const) {
    it(`reads the trace id of the server from ${name}, also if tracing is disabled`, async () => {
      const server = await answers({[name]: value});
      assert.equal((await ask(server)).traceId, id);
      assert.equal((await ask(server, {tracing: true})).traceId, id);
    });
  }

  for (const [name, tracing] of [
    [
      'throws an exception',
      () => {
        throw new Error('There is no span.');
      },
    ],
    ['returns what no header can contain', () => '00-1\n2'],
    ['returns no text', (async () => Promise.resolve('00')) as unknown as () => string],
  ] as const) {
    it(`sends no header, and one warning, if the function of the page ${name}`, async () => {
      const warn = mock.method(console, 'warn', () => undefined);
      const server = await answers();
      assert.equal((await ask(server, {tracing})).status, 'done');
      await chat?.send('Again');
      assert.equal(sent(server), undefined);
      const warnings = warn.mock.calls.filter(({arguments: [text]}) =>
        String(text).includes('`tracing`'),
      );
      assert.equal(warnings.length, 1);
      mock.restoreAll();
    });
  }

  const created = {type: 'response.created', response: {id: 'r'}};
  for (const [name, protocol, type, body] of [
    [
      'of the agent',
      aiSdk,
      'text/event-stream',
      [{type: 'start'}, {type: 'error', errorText: 'No.'}],
    ],
    [
      'of the agent without an answer',
      anthropic,
      'text/event-stream',
      [{type: 'error', error: {type: 'api_error', message: 'No.'}}],
    ],
    ['of a stream without its end', openai, 'text/event-stream', [created]],
    ['of a stream of another protocol', aiSdk, 'text/event-stream', [{kind: 'x'}]],
    ['of a response that is no stream', aiSdk, 'text/html', [{}]],
  ] as const) {
    it(`names the trace in the error ${name}`, async () => {
      mock.method(console, 'warn', () => undefined);
      const reported: (string | undefined)[] = [];
      const server = await serve((_, response) => {
        response.writeHead(200, {'content-type': type, 'x-trace-id': 'abc-19'});
        response.end(sse(...body));
      });
      await ask(server, {
        protocol,
        onEvent: event => event.type === 'error' && reported.push(event.error.traceId),
      });
      assert.equal(chat?.lastError?.traceId, 'abc-19');
      assert.deepEqual(reported, ['abc-19']);
      mock.restoreAll();
    });
  }

  it('names the trace of a rejected request in the error', async () => {
    const server = await serve((_, response) =>
      json(response, {error: {type: 'api_error', message: 'Out of order'}}, 500, {
        'x-trace-id': 'abc-18',
      }),
    );
    await ask(server);
    assert.equal(chat?.lastError?.traceId, 'abc-18');
  });

  it('names the trace of a request that got no response in the error', async () => {
    const server = await serve((_, response) => void response.destroy());
    await ask(server, {tracing: true});
    const ids = server.asked.map(
      ({headers}) => traceparent.exec(String(headers['traceparent']))?.[1],
    );
    assert.ok(ids.includes(chat?.lastError?.traceId));
  });
});
