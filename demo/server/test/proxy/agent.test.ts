import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {ChatController, type PageTool} from '../../../../src/controller/index.js';
import {agUi, createAgUi, plainText, Registry, walk} from '../../../../src/core/index.js';
import {call, state, text} from '../../../../test/core/protocol/ag-ui/events.js';
import {
  appAgent,
  serveAgent,
  type AgentServer as Agent,
} from '../../../../test/support/ag-ui-server.js';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {connectMcpServer} from '../../../../test/support/mcp-server.js';
import {Client, serverKey} from '../client.js';

const secret = {id: 's', role: 'system', content: 'The secret instructions.'};

describe('the proxy for AG-UI', () => {
  let upstream: Agent;
  let server: AgentServer;
  let chat: ChatController | undefined;

  before(async () => {
    upstream = await serveAgent(({threadId, messages}) =>
      messages.at(-1)?.role === 'tool'
        ? text('m2', 'It is dark.')
        : [
            {type: 'RAW', event: {secret}},
            {type: 'RUN_STARTED', runId: 'r', threadId, input: {...inputOf(), messages: [secret]}},
            {type: 'MESSAGES_SNAPSHOT', messages: [secret]},
            state({a: 1}),
            ...call('c1', 'setTheme', {theme: 'dark'}),
          ],
    );
    server = await startServer({
      env: {
        AG_UI_URL: `${upstream.origin}/agent`,
        AG_UI_TOKEN: 'the-token',
        AG_UI_MODEL: 'a-model',
        UBIK_DEMO_API_KEY: serverKey,
      },
    });
  });
  afterEach(() => chat?.dispose());
  after(async () => {
    await server.stop();
    await upstream.close();
  });

  const user = {id: 'u', role: 'user', content: 'Hi'};
  const inputOf = (fields: object = {}): object => ({
    threadId: 't',
    runId: 'r',
    state: {},
    messages: [user],
    tools: [],
    context: [],
    forwardedProps: {},
    ...fields,
  });

  const post = async (body: unknown, name = 'ada'): Promise<Response> => {
    const {token} = await Client.withKey(server, name);
    return fetch(`${server.origin}/ag-ui`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
  };

  it('connects a chat with a tool of the page, in one thread', async () => {
    const {token} = await Client.withKey(server, 'ada');
    const tools = new Registry<PageTool>();
    tools.register('setTheme', {permission: 'allow', run: () => 'set'});
    const before = upstream.inputs.length;
    chat = new ChatController(undefined, {
      endpoint: `${server.origin}/ag-ui`,
      protocol: agUi,
      getToken: () => token,
      storage: null,
      tools,
    });
    await chat.send('Dark, please.');
    assert.equal(chat.lastError, undefined);
    const answer = chat.conversation.children[1];
    assert.ok(answer);
    assert.equal(plainText(answer), 'It is dark.');
    const [first, second] = upstream.inputs.slice(before);
    assert.match(first?.threadId ?? '', /^[\da-f]{64}$/);
    assert.equal(second?.threadId, first?.threadId);
    assert.deepEqual(second?.state, {a: 1});
  });

  it('adds the token and the model, and forwards no other property', async () => {
    const forwardedProps = {model: 'another', config: {}, command: {resume: 'yes'}};
    await (await post(inputOf({forwardedProps}))).text();
    const headers = upstream.asked.at(-1)?.headers;
    assert.equal(headers?.authorization, 'Bearer the-token');
    assert.deepEqual(upstream.inputs.at(-1)?.forwardedProps, {
      command: {resume: 'yes'},
      model: 'a-model',
    });
  });

  it('forwards the words of an answer to a question', async () => {
    const metadata = {reason: 'Not now'};
    const resume = [{interruptId: 'i', status: 'cancelled', metadata}];
    await (await post(inputOf({resume}))).text();
    assert.deepEqual(upstream.inputs.at(-1)?.resume, resume);
  });

  it('removes from answers and results what does not go back, and keeps the rest', async () => {
    const said = {type: 'text', text: 'See the picture.'};
    const picture = {type: 'image', source: {type: 'url', value: 'https://cdn.example/a.png'}};
    const data = {type: 'image', source: {type: 'data', value: 'AAAA', mimeType: 'image/png'}};
    const name = 'n'.repeat(128);
    const toolCalls = [{id: 'c', type: 'function', function: {name, arguments: '{}'}}];
    const answer = {id: 'a', role: 'assistant', content: [said, picture, said], toolCalls};
    const result = {id: 'r', role: 'tool', toolCallId: 'c', content: [picture, data]};
    const tools = [{name, description: 'A long name.'}];
    await (await post(inputOf({messages: [user, answer, result, user], tools}))).text();
    assert.deepEqual(upstream.inputs.at(-1)?.messages, [
      user,
      {...answer, content: said.text.repeat(2)},
      {...result, content: [data]},
      user,
    ]);
  });

  it('continues the trace of the page, and forwards no other text in its place', async () => {
    const {token} = await Client.withKey(server, 'ada');
    const trace = `00-${'3c'.repeat(16)}-${'5e'.repeat(8)}-01`;
    for (const [traceparent, expected] of [
      [trace, trace],
      [`${trace},${trace}`, undefined],
      ['from-nowhere', undefined],
    ] as const) {
      const response = await fetch(`${server.origin}/ag-ui`, {
        method: 'POST',
        headers: {authorization: `Bearer ${token}`, traceparent},
        body: JSON.stringify(inputOf()),
      });
      await response.text();
      assert.equal(response.status, 200);
      assert.equal(upstream.asked.at(-1)?.headers['traceparent'], expected);
    }
  });

  it('names the field that it refuses', async () => {
    const content = [{type: 'image', source: {type: 'url', value: 'https://cdn.example/a.png'}}];
    const refused = await post(inputOf({messages: [{...user, content}]}));
    assert.match(await refused.text(), /messages\.0\.content\.0/);
  });

  it('removes instructions and the input from the events, and keeps the thread of the page', async () => {
    const body = await (await post(inputOf())).text();
    assert.doesNotMatch(body, /secret|"input"|RAW/);
    assert.match(body, /"type":"STATE_SNAPSHOT"/);
    assert.match(body, /"threadId":"t"/);
  });

  it('gives each user other threads, also with the same id', async () => {
    const before = upstream.inputs.length;
    for (const name of ['ada', 'bob']) await (await post(inputOf(), name)).text();
    const [one, two] = upstream.inputs.slice(before).map(({threadId}) => threadId);
    assert.notEqual(one, two);
  });

  for (const [name, fields] of [
    ['instructions', {messages: [{...user, role: 'system'}]}],
    [
      'a file with an address',
      {
        messages: [
          {
            ...user,
            content: [{type: 'image', source: {type: 'url', value: 'http://169.254.169.254/'}}],
          },
        ],
      },
    ],
    ['no thread', {threadId: ''}],
    ['no messages', {messages: undefined}],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const before = upstream.inputs.length;
      assert.equal((await post(inputOf(fields))).status, 400);
      assert.equal(upstream.inputs.length, before);
    });
  }

  it('allows no other request', async () => {
    const {status} = await fetch(`${server.origin}/ag-ui`, {method: 'POST', body: '{}'});
    assert.equal(status, 401);
    const {token} = await Client.withKey(server, 'ada');
    const headers = {authorization: `Bearer ${token}`};
    assert.equal((await fetch(`${server.origin}/ag-ui`, {headers})).status, 404);
  });
});

describe('the proxy for AG-UI, with an agent whose tools have apps', () => {
  const uri = 'ui://get-time/mcp-app.html';
  const {signal} = new AbortController();

  it('sends the app of a call and forwards its requests, but no others', async () => {
    const mcp = await connectMcpServer();
    const upstream = await serveAgent(appAgent(mcp));
    const server = await startServer({
      env: {AG_UI_URL: `${upstream.origin}/agent`, UBIK_DEMO_API_KEY: serverKey},
    });
    const {token} = await Client.withKey(server, 'ada');
    const chat = new ChatController(undefined, {
      endpoint: `${server.origin}/ag-ui`,
      protocol: createAgUi({apps: true}),
      getToken: () => token,
      storage: null,
    });
    try {
      await chat.send('What time is it?');
      const tool = [...walk(chat.conversation)].find(item => item.kind === 'tool');
      assert.equal(tool?.app?.resourceUri, uri);
      const {contents} = await chat.readResource({tool, uri, signal});
      assert.equal(contents[0]?.['uri'], uri);
      const call = {tool, name: 'get-time', arguments: {}, signal};
      assert.ok((await chat.callTool(call))['structuredContent']);
      const runs = upstream.inputs.length;
      const run = {threadId: 't', runId: 'r', state: {}, messages: [], tools: [], context: []};
      for (const request of [
        {method: 'resources/read', params: {uri: 'file:///etc/passwd'}},
        {method: 'tools/list', params: {}},
        {method: 'tools/call', params: {name: 'get-time'}},
      ]) {
        const proxied = {serverHash: 'hash-of-the-server', ...request};
        const {status} = await fetch(`${server.origin}/ag-ui`, {
          method: 'POST',
          headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
          body: JSON.stringify({...run, forwardedProps: {__proxiedMCPRequest: proxied}}),
        });
        assert.equal(status, 400, request.method);
      }
      assert.equal(upstream.inputs.length, runs);
    } finally {
      chat.dispose();
      await server.stop();
      await upstream.close();
      await mcp.close();
    }
  });
});
