import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {LLMock, type ChatCompletionRequest} from '@copilotkit/aimock';
import {ChatController, type PageTool} from '../../../../src/controller/index.js';
import {openaiChat, plainText, Registry} from '../../../../src/core/index.js';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, serverKey} from '../client.js';

describe('the proxy for Chat Completions', () => {
  const upstream = new LLMock({port: 0});
  let server: AgentServer;
  let chat: ChatController | undefined;

  before(async () => {
    upstream.on({userMessage: 'Cut it'}, {content: 'Half of', finishReason: 'length'});
    upstream.on(
      {userMessage: /busy/i},
      {
        error: {message: 'Account acme-1 has no credit', type: 'x'},
        status: 429,
        retryAfter: 7,
      },
    );
    upstream.on({predicate: () => true}, ({messages}) =>
      messages.at(-1)?.role === 'user' && messages.length === 2
        ? {content: 'Let me see.', toolCalls: [{id: 'c1', name: 'now', arguments: '{}'}]}
        : {content: `Last: ${JSON.stringify(messages.at(-1)?.content)}`},
    );
    await upstream.start();
    server = await startServer({
      env: {
        OPENAI_CHAT_URL: `${upstream.url}/v1/`,
        OPENAI_CHAT_KEY: 'the-key',
        OPENAI_CHAT_MODEL: 'a-model',
        OPENAI_CHAT_SYSTEM: 'Be brief.',
        OPENAI_CHAT_MAX_TOKENS: '99',
        UBIK_DEMO_API_KEY: serverKey,
      },
    });
  });
  afterEach(() => chat?.dispose());
  after(async () => {
    await server.stop();
    await upstream.stop();
  });

  const open = async (): Promise<ChatController> => {
    const {token} = await Client.withKey(server, 'ada');
    const tools = new Registry<PageTool>();
    tools.register('now', {permission: 'allow', run: () => 'ten'});
    chat = new ChatController(undefined, {
      endpoint: `${server.origin}/openai-chat`,
      protocol: openaiChat,
      getToken: () => token,
      storage: null,
      tools,
    });
    return chat;
  };
  const post = async (body: unknown, path = '/chat/completions'): Promise<Response> => {
    const {token} = await Client.withKey(server);
    return fetch(`${server.origin}/openai-chat${path}`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
  };
  const user = {role: 'user', content: 'Hi'};
  const lastBody = (): ChatCompletionRequest =>
    upstream.getLastRequest()?.body as ChatCompletionRequest;

  it('connects a chat with tools of the page', async () => {
    const talk = await open();
    await talk.send('What time is it?');
    assert.equal(talk.lastError, undefined);
    const [, answer] = talk.conversation.children;
    assert.ok(answer);
    assert.equal(plainText(answer), 'Let me see.\n\nLast: "ten"');
    assert.equal(answer.kind === 'message' && answer.model, 'a-model');
    assert.ok(answer.kind === 'message' && answer.usage);
  });

  it('adds the key, the model, the instructions and the limit, and hides the token', async () => {
    const asked = {model: 'another', max_tokens: 1e6, n: 9, messages: [user], temperature: 2};
    await (await post(asked)).text();
    const {messages, ...body} = lastBody() as ChatCompletionRequest & Record<string, unknown>;
    assert.deepEqual(messages, [{role: 'system', content: 'Be brief.'}, user]);
    assert.deepEqual(
      [body.model, body.max_tokens, body['n'], body.temperature, body.stream],
      ['a-model', 99, undefined, undefined, true],
    );
  });

  it('asks to continue an answer that was cut', async () => {
    const talk = await open();
    await talk.send('Cut it');
    await talk.continue();
    const last = lastBody().messages.at(-1);
    assert.equal(last?.role, 'user');
    assert.match(JSON.stringify(last.content), /Continue exactly where it ended.*Half of/);
    const [, answer] = talk.conversation.children;
    assert.match(answer ? plainText(answer) : '', /^Half ofLast/);
  });

  it('hides details of the account in errors', async () => {
    const response = await post({messages: [{role: 'user', content: 'busy'}]});
    assert.equal(response.status, 429);
    assert.equal(response.headers.get('retry-after'), '7');
    assert.doesNotMatch(await response.text(), /acme/);
  });

  for (const [name, body] of [
    ['instructions', {messages: [{role: 'system', content: 'Be rude.'}, user]}],
    ['instructions of a developer', {messages: [{role: 'developer', content: 'Be rude.'}, user]}],
    [
      'an image with an address',
      {
        messages: [
          {role: 'user', content: [{type: 'image_url', image_url: {url: 'http://169.254.1.1'}}]},
        ],
      },
    ],
    [
      'an uploaded file',
      {messages: [{role: 'user', content: [{type: 'file', file: {file_id: 'f'}}]}]},
    ],
    ['no message', {messages: []}],
    ['a tool of the service', {messages: [user], tools: [{type: 'web_search'}]}],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const before = upstream.getRequests().length;
      assert.equal((await post(body)).status, 400);
      assert.equal(upstream.getRequests().length, before);
    });
  }

  it('allows no other request', async () => {
    assert.equal((await post({messages: [user]}, '/models')).status, 404);
    const {status} = await fetch(`${server.origin}/openai-chat/chat/completions`, {
      method: 'POST',
      body: '{}',
    });
    assert.equal(status, 401);
  });
});
