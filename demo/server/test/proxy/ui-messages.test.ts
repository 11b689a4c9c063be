import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {ChatController, type ChatOptions} from '../../../../src/controller/index.js';
import {createAiSdk, openRequests, plainText, walk} from '../../../../src/core/index.js';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {
  calls,
  finished,
  says,
  serveAiSdk,
  toolOf,
  type AiSdkServer,
} from '../../../../test/support/ai-sdk-server.js';
import {connectMcpServer, type McpConnection} from '../../../../test/support/mcp-server.js';
import {until} from '../../../../test/support/until.js';
import {Client, serverKey} from '../client.js';

const remove = toolOf({path: {type: 'string'}}, ({path}) => ({removed: path}));

describe('the proxy for the AI SDK', () => {
  let upstream: AiSdkServer;
  let server: AgentServer;
  let chat: ChatController | undefined;
  let mcp: McpConnection;

  before(async () => {
    mcp = await connectMcpServer();
    upstream = await serveAiSdk({
      mcp,
      tools: {remove},
      approvals: {remove: 'Really?'},
      model: messages =>
        messages.at(-1)?.role === 'tool'
          ? [...says('Removed.'), finished()]
          : [...calls('c1', 'remove', {path: 'a'}), finished('tool-calls')],
    });
    server = await startServer({
      env: {
        AI_SDK_URL: `${upstream.origin}/api/chat`,
        AI_SDK_TOKEN: 'the-token',
        AI_SDK_MODEL: 'a-model',
        UBIK_DEMO_API_KEY: serverKey,
      },
    });
  });
  afterEach(() => chat?.dispose());
  after(async () => {
    await server.stop();
    await upstream.close();
    await mcp.close();
  });

  const chatOf = async (user: string, options: ChatOptions = {}): Promise<ChatController> => {
    const {token} = await Client.withKey(server, user);
    chat = new ChatController(undefined, {
      endpoint: `${server.origin}/ai-sdk`,
      protocol: createAiSdk({history: true, resume: 'replay', stop: true}),
      getToken: () => token,
      storage: null,
      ...options,
    });
    return chat;
  };

  const post = async (body: unknown, path = '', method = 'POST'): Promise<Response> => {
    const {token} = await Client.withKey(server);
    return fetch(`${server.origin}/ai-sdk${path}`, {
      method,
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
      ...(method === 'POST' && {body: JSON.stringify(body)}),
    });
  };
  /** The body of the last request that was forwarded. */
  const sent = (): Readonly<Record<string, unknown>> =>
    JSON.parse(upstream.asked.at(-1)?.body ?? '') as Readonly<Record<string, unknown>>;
  const user = {id: 'u', role: 'user', parts: [{type: 'text', text: 'Hi'}]};
  const asked = {id: 's', trigger: 'submit-message', messages: [user]};

  it('connects a chat with approvals and a history', async () => {
    const talk = await chatOf('ada');
    const turn = talk.send('Clean up.');
    await until(() => talk.status === 'waiting');
    const [question] = openRequests(talk.conversation);
    await talk.reply(question?.id ?? '', {type: 'confirm', input: true});
    await turn;
    assert.equal(talk.lastError, undefined);
    assert.equal(plainText(talk.conversation.children[1]!), 'Removed.');
    const session = talk.session?.id ?? '';
    const again = await chatOf('ada', {sessionId: session});
    await again.ready;
    assert.equal(again.conversation.children.length, 2);
    talk.dispose();
  });

  it('adds the token and the model, and hides the token of the user', async () => {
    await (await post({...asked, model: 'another', system: 'Be rude.'})).text();
    const {headers, path} = upstream.asked.at(-1)!;
    const body = upstream.turns.at(-1)!;
    assert.deepEqual([path, headers.authorization], ['/api/chat', 'Bearer the-token']);
    assert.deepEqual([body['model'], body['system']], ['a-model', undefined]);
    assert.deepEqual(body.messages, [user]);
  });

  it('removes from answers what does not go back to the service, and keeps the rest', async () => {
    const text = {type: 'text', text: 'Two pictures.'};
    const data = {type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA'};
    const addresses = ['file', 'reasoning-file'].map(type => ({
      type,
      mediaType: 'image/png',
      url: 'https://cdn.example/picture.png',
    }));
    const answer = (id: string, parts: object[]): object => ({id, role: 'assistant', parts});
    const messages = [
      user,
      answer('a', [...addresses, text, data, {type: 'from-the-future'}]),
      answer('b', addresses),
      {...user, id: 'u2'},
    ];
    const name = 'n'.repeat(100);
    await (await post({...asked, messages, tools: {[name]: {parameters: {}}}})).text();
    assert.deepEqual(sent()['messages'], [user, answer('a', [text, data]), {...user, id: 'u2'}]);
    assert.deepEqual(sent()['tools'], {[name]: {parameters: {}}});
  });

  it('names the field that it refuses', async () => {
    const parts = [{type: 'file', url: 'https://cdn.example/picture.png'}];
    const refused = await post({...asked, messages: [{...user, parts}]});
    assert.match(await refused.text(), /messages\.0\.parts\.0/);
  });

  it('gives each user other sessions, also with the same id', async () => {
    const before = upstream.turns.length;
    for (const name of ['ada', 'bob']) {
      const talk = await chatOf(name, {sessionId: 'shared'});
      await talk.ready;
      assert.deepEqual(talk.conversation.children, []);
      void talk.send('Hello');
      await until(() => talk.status === 'waiting');
      talk.dispose();
    }
    const [one, two] = upstream.turns.slice(before).map(({id}) => id);
    assert.match(one ?? '', /^[\da-f]{64}$/);
    assert.notEqual(one, two);
  });

  it('forwards the answer to a suspended call, and an answer whose calls are settled', async () => {
    const settled = {id: 'a', role: 'assistant', parts: [{type: 'text', text: 'Done.'}]};
    const answer = {runId: 'r1', toolCallId: 'c1', resumeData: {approved: true}};
    await (await post({...asked, messageId: 'a', settled, ...answer})).text();
    const {runId, toolCallId, resumeData, settled: forwarded} = sent();
    assert.deepEqual({runId, toolCallId, resumeData}, answer);
    assert.deepEqual(forwarded, settled);
  });

  it('names the answer to stop', async () => {
    await (await post({messageId: 'a', run: 'b'}, '/s/stop')).text();
    assert.match(upstream.asked.at(-1)?.path ?? '', /\/stop$/);
    assert.deepEqual(sent(), {messageId: 'a'});
    assert.equal((await post({messageId: 7}, '/s/stop')).status, 400);
  });

  for (const [name, body] of [
    ['a settled answer with an unknown part', {...asked, settled: {...user, parts: [{type: 'x'}]}}],
    ['a run without a name', {...asked, runId: 7}],
    ['instructions', {...asked, messages: [{...user, role: 'system'}]}],
    [
      'a file with an address',
      {...asked, messages: [{...user, parts: [{type: 'file', url: 'http://169.254.169.254/'}]}]},
    ],
    ['an unknown part', {...asked, messages: [{...user, parts: [{type: 'shell'}]}]}],
    ['no message', {id: 's', trigger: 'submit-message'}],
    ['an unknown trigger', {...asked, trigger: 'delete'}],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const before = upstream.turns.length;
      assert.equal((await post(body)).status, 400);
      assert.equal(upstream.turns.length, before);
    });
  }

  it('forwards the requests of an app for a call of the user, and of nobody else', async () => {
    const protocol = createAiSdk({apps: true});
    const talk = await chatOf('ada', {protocol});
    void talk.send('Clean up.');
    await until(() => talk.status === 'waiting');
    const tool = [...walk(talk.conversation)].find(item => item.kind === 'tool');
    assert.ok(tool);
    const {signal} = new AbortController();
    const uri = 'ui://get-time/mcp-app.html';
    const session = talk.session?.id ?? '';
    await until(() => upstream.stored(upstream.turns.at(-1)?.id ?? '').length === 2);
    const {contents} = await talk.readResource({tool, uri, signal});
    assert.equal(contents[0]?.['uri'], uri);
    const {headers, path, body} = upstream.asked.at(-1)!;
    assert.deepEqual(
      [path, headers.authorization],
      ['/api/chat/apps/resource', 'Bearer the-token'],
    );
    assert.notEqual((JSON.parse(body) as {id: string}).id, session);
    const {content} = await talk.callTool({tool, name: 'get-time', arguments: {}, signal});
    assert.ok(content);
    talk.dispose();
    const other = await chatOf('eve', {protocol, sessionId: session});
    await other.ready;
    await assert.rejects(other.readResource({tool, uri, signal}));
  });

  it('refuses requests of apps with another address, method or shape', async () => {
    const before = upstream.asked.length;
    const call = {id: 's', toolCallId: 'c1'};
    for (const [path, body] of [
      ['/apps/resource', {...call, uri: 'file:///etc/passwd'}],
      ['/apps/resource', {...call}],
      ['/apps/resource', {id: 's', uri: 'ui://get-time/mcp-app.html'}],
      ['/apps/call', {...call, name: 'x', arguments: []}],
      ['/apps/call', {...call, name: 'x'.repeat(200), arguments: {}}],
      ['/apps/list', {...call}],
    ] as const) {
      assert.equal((await post(body, path)).status, 400, `${path} ${JSON.stringify(body)}`);
    }
    assert.equal((await post({}, '/apps/call', 'GET')).status, 405);
    assert.equal(upstream.asked.length, before);
  });

  it('allows no other request', async () => {
    for (const [path, method, status] of [
      ['', 'GET', 405],
      ['/s/stream', 'POST', 405],
      ['/s/stop', 'GET', 405],
      ['/s/secrets', 'GET', 404],
      ['/s/t/u', 'GET', 404],
      ['/%E0', 'GET', 400],
    ] as const) {
      assert.equal((await post({}, path, method)).status, status, `${method} ${path}`);
    }
    const {status} = await fetch(`${server.origin}/ai-sdk`, {method: 'POST', body: '{}'});
    assert.equal(status, 401);
  });
});
