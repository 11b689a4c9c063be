import assert from 'node:assert/strict';
import {createServer, type RequestListener, type Server} from 'node:http';
import {after, describe, it} from 'node:test';
import {server as aishuServer} from '../../demo/examples/aishu/by-hand.js';
import {server as agUiServer} from '../../demo/examples/ag-ui/by-hand.js';
import {server as aiSdkServer} from '../../demo/examples/ai-sdk/by-hand.js';
import {server as anthropicServer} from '../../demo/examples/anthropic/by-hand.js';
import '../../demo/examples/ubik/fewer-operations.js';
import {withCors} from '../../demo/examples/cors.js';
import {server as openaiChatServer} from '../../demo/examples/openai-chat/by-hand.js';
import {server as openaiServer} from '../../demo/examples/openai/by-hand.js';
import {server as ubikServer} from '../../demo/examples/ubik/by-hand.js';
import {checkCors} from '../../src/check/cors.js';
import {
  agUi,
  aishu,
  aiSdk,
  anthropic,
  openai,
  openaiChat,
  plainText,
  ubik,
  walk,
  type Protocol,
} from '../../src/core/index.js';
import type {ChatController, ChatOptions} from '../../src/controller/index.js';
import {loadProtocol} from '../../src/controller/protocol-source.js';
import {protocols} from '../../src/controller/protocols.js';
import {memory, openChat} from '../controller/support/chat.js';
import {listen} from '../support/listen.js';

const smallUbik = await loadProtocol(protocols.get('small-ubik') ?? assert.fail());

const servers: Readonly<Record<string, {server: Server; protocol: Protocol; path: string}>> = {
  ubik: {server: ubikServer, protocol: ubik, path: '/api/v1'},
  'ubik with fewer operations': {server: ubikServer, protocol: smallUbik, path: '/api/v1'},
  anthropic: {server: anthropicServer, protocol: anthropic, path: '/agent'},
  aishu: {server: aishuServer, protocol: aishu, path: '/api/agent-factory/v1'},
  'ag-ui': {server: agUiServer, protocol: agUi, path: '/agent'},
  'ai-sdk': {server: aiSdkServer, protocol: aiSdk, path: '/api/chat'},
  openai: {server: openaiServer, protocol: openai, path: '/api'},
  'openai-chat': {server: openaiChatServer, protocol: openaiChat, path: '/api'},
};

const originOf = async (server: Server): Promise<string> => (await listen(server)).origin;

const textsOf = ({conversation}: ChatController): readonly string[] =>
  conversation.children.map(item => plainText(item).trim());

const talk = ['Good morning', 'Good morning', 'Good evening', 'Good evening'];

describe('the servers without a package in the documentation', () => {
  after(() => {
    for (const {server} of Object.values(servers)) server.close();
  });

  /** A chat whose diagnostics fail the test. */
  async function chatWith(name: string, options: ChatOptions = {}): Promise<ChatController> {
    const {server, protocol, path} = servers[name] ?? assert.fail(name);
    const chat = openChat({
      endpoint: (await originOf(server)) + path,
      protocol,
      agentId: 'agent',
      storage: null,
      onEvent: event => assert.notEqual(event.type, 'diagnostic', JSON.stringify(event)),
      ...options,
    });
    await chat.ready;
    assert.equal(chat.lastError, undefined);
    return chat;
  }

  for (const name of Object.keys(servers)) {
    it(`answer several messages: ${name}`, async () => {
      const chat = await chatWith(name);
      await chat.send('Good morning');
      await chat.send('Good evening');
      assert.deepEqual(textsOf(chat), talk);
      assert.equal(chat.lastError, undefined);
      assert.equal(chat.status, 'idle');
      chat.dispose();
    });
  }

  for (const name of Object.keys(servers)) {
    it(`call a tool and return its result: ${name}`, async () => {
      const chat = await chatWith(name);
      await chat.send('What time is it?');
      await chat.send('Good evening');
      const items = chat.conversation.children.flatMap(item => [...walk(item)]);
      const tools = items.filter(item => item.kind === 'tool');
      assert.deepEqual(
        tools.map(({name, status, input}) => [name, status, input]),
        [['clock', 'done', '{"zone":"UTC"}']],
      );
      assert.match(tools[0]?.output ?? '', /^\{"time":"\d{4}-[^"]*Z"\}$/);
      assert.equal(textsOf(chat).at(-1), 'Good evening');
      chat.dispose();
    });
  }

  for (const name of Object.keys(servers)) {
    it(`end the answer of an agent that fails, and go on: ${name}`, async () => {
      let ask: (() => Promise<Response>) | undefined;
      const chat = await chatWith(name, {
        fetch: async (input, init = {}) => {
          const {method = 'GET', headers = {}, body = null} = init;
          const response = await fetch(input, init);
          if (response.headers.get('content-type') === 'text/event-stream')
            ask = () => fetch(input, {method, headers, body});
          return response;
        },
      });
      await chat.send('Good morning everybody');
      servers[name]?.server.prependOnceListener('request', (_, response) => {
        const write = response.write.bind(response) as (text: string) => boolean;
        let events = 0;
        response.write = (text: string) => {
          if (events++ > 0) throw new Error('The agent has failed.');
          return write(text);
        };
      });
      const response = await ask?.();
      assert.equal(response?.status, 200);
      assert.match(await response.text(), /^data: .*\n\n$/);
      await chat.send('Good evening');
      assert.equal(textsOf(chat).at(-1), 'Good evening');
      chat.dispose();
    });
  }

  for (const name of Object.keys(servers)) {
    it(`refuse what is no message, and go on: ${name}`, async () => {
      const sent: {url: string; body: object}[] = [];
      const chat = await chatWith(name, {
        fetch: (input, init) => {
          const {url} = new Request(input);
          if (typeof init?.body === 'string')
            sent.push({url, body: JSON.parse(init.body) as object});
          return fetch(input, init);
        },
      });
      await chat.send('Good morning');
      const {url, body} = sent.at(-1) ?? assert.fail();
      const withoutText = JSON.stringify(body).replaceAll('"Good morning"', '[1]');
      const requests: readonly RequestInit[] = [
        {},
        {method: 'OPTIONS'},
        {method: 'POST', body: 'no JSON'},
        {method: 'POST', body: 'null'},
        {method: 'POST', body: '{}'},
        {method: 'POST', body: withoutText},
      ];
      const {origin} = new URL(url);
      for (const request of requests) {
        const {status} = await fetch(url, request);
        assert.ok(status < 500, `${status} for ${JSON.stringify(request)}`);
        assert.ok((await fetch(`${origin}/`, request)).status < 500);
      }
      await chat.send('Good evening');
      assert.deepEqual(textsOf(chat), talk);
      assert.equal(chat.lastError, undefined);
      chat.dispose();
    });
  }

  for (const name of ['ubik', 'ubik with fewer operations', 'aishu']) {
    it(`have the conversation after a reload: ${name}`, async () => {
      const storage = memory();
      const before = await chatWith(name, {storage, userId: 'ada'});
      await before.send('Good morning');
      await before.send('Good evening');
      before.dispose();
      const chat = await chatWith(name, {storage, userId: 'ada'});
      assert.deepEqual(textsOf(chat), talk);
      chat.dispose();
    });

    it(`need no history for an answer: ${name}`, async () => {
      const chat = await chatWith(name, {
        fetch: (input, init) =>
          init?.method === 'GET' && !new Request(input).url.includes('agent-market')
            ? Promise.resolve(new Response('{}', {status: 404}))
            : fetch(input, init),
      });
      await chat.send('Good morning');
      await chat.send('Good evening');
      assert.deepEqual(textsOf(chat), talk);
      assert.equal(chat.lastError, undefined);
      chat.dispose();
    });
  }

  it('allow pages of another origin with CORS', async () => {
    const [listener] = ubikServer.listeners('request') as RequestListener[];
    assert.ok(listener);
    const server = createServer(withCors(['https://www.example.com'], listener));
    const endpoint = `${await originOf(server)}/api/v1`;
    const url = `${endpoint}/agent-sessions`;
    const headers = ['authorization', 'content-type'];
    const levels = async (origin: string): Promise<readonly string[]> => {
      const response = await fetch(url, {method: 'POST', headers: {origin}});
      const allowed = response.headers.get('access-control-allow-origin');
      const found = await checkCors({url, method: 'POST', headers, allowed}, origin);
      return found.map(({level}) => level);
    };
    assert.deepEqual(await levels('https://www.example.com'), ['ok']);
    assert.deepEqual(await levels('https://other.example.com'), ['error']);
    const response = await fetch(url, {
      method: 'POST',
      headers: {origin: 'https://www.example.com'},
    });
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://www.example.com');
    assert.ok(((await response.json()) as {id: string}).id);
    server.close();
  });
});
