import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import type {ChatController} from '../../src/controller/index.js';
import {
  createAgUi,
  createAiSdk,
  createCopilotKit,
  walk,
  type Protocol,
  type ToolItem,
} from '../../src/core/index.js';
import {appAgent, serveAgent} from '../support/ag-ui-server.js';
import {calls, finished, says, serveAiSdk, toolOf} from '../support/ai-sdk-server.js';
import {connectMcpServer, type McpConnection} from '../support/mcp-server.js';
import {fails, openChat} from './support/chat.js';
import {FastEnvironment} from './support/fast-environment.js';
import type {WebServer} from './support/web-server.js';

/** A chat, the official server of its protocol, and the official MCP server with an app behind it. */

const uri = 'ui://get-time/mcp-app.html';
const {signal} = new AbortController();
let mcp: McpConnection;
let chat: ChatController;

before(async () => {
  mcp = await connectMcpServer();
});
afterEach(() => chat.dispose());
after(() => mcp.close());

async function callIn({origin}: WebServer, protocol: Protocol): Promise<ToolItem> {
  const options = {endpoint: `${origin}/api/chat`, protocol, storage: null};
  chat = openChat(options, new FastEnvironment());
  await chat.send('What time is it?');
  const item = [...walk(chat.conversation)].find(one => one.kind === 'tool');
  assert.ok(item);
  return item;
}

async function assertOperations(tool: ToolItem): Promise<void> {
  const {contents} = await chat.readResource({tool, uri, signal});
  const found = contents.map(content => [content['uri'], content['mimeType']]);
  assert.deepEqual(found, [[uri, 'text/html;profile=mcp-app']]);
  assert.match(String(contents[0]?.['text']), /^<!DOCTYPE html>/);
  const {structuredContent} = await chat.callTool({tool, name: 'get-time', arguments: {}, signal});
  assert.match(
    String((structuredContent as Readonly<Record<string, unknown>>)['time']),
    /^\d{4}-.*Z$/,
  );
}

async function assertErrors(tool: ToolItem): Promise<void> {
  const call = {tool, name: 'get-time', arguments: {}};
  await assert.rejects(
    chat.readResource({tool, uri: 'ui://get-time/other.html', signal}),
    /Resource not found/,
  );
  await assert.rejects(chat.callTool({...call, name: 'missing', signal}), /Tool missing not found/);
  await assert.rejects(chat.callTool({...call, signal: AbortSignal.abort()}), /abort/i);
}

describe('the app of a tool, with the AI SDK', () => {
  const serveClock = () => {
    const run = () => mcp.request('tools/call', {name: 'get-time', arguments: {}});
    const app = {resourceUri: uri, mimeType: 'text/html;profile=mcp-app', visibility: ['app']};
    const clock = {...toolOf({}, run), metadata: {clientName: 'clock', app}};
    return serveAiSdk({
      mcp,
      tools: {'get-time': clock},
      model: (_, step) =>
        step === 0
          ? [...calls('c1', 'get-time', {}), finished('tool-calls')]
          : [...says('Now.'), finished()],
    });
  };

  it('is in the stream, beside the whole result', async () => {
    const {app, output} = await callIn(await serveClock(), createAiSdk({apps: true}));
    assert.deepEqual(app, {resourceUri: uri, server: 'clock', visibility: ['app']});
    const {content, structuredContent} = JSON.parse(output) as Record<string, unknown>;
    assert.ok(content && structuredContent);
  });

  it('is in the stored conversation', async () => {
    const server = await serveClock();
    const {app} = await callIn(server, createAiSdk({apps: true}));
    const {id: sessionId = ''} = chat.session ?? {};
    chat.dispose();
    const protocol = createAiSdk({apps: true, history: true});
    const endpoint = `${server.origin}/api/chat`;
    chat = openChat({endpoint, protocol, sessionId, storage: null}, new FastEnvironment());
    await chat.ready;
    const stored = [...walk(chat.conversation)].find(item => item.kind === 'tool');
    assert.deepEqual(stored?.app, app);
  });

  it('reads its document and calls tools by routes that know the call', async () => {
    const server = await serveClock();
    const tool = await callIn(server, createAiSdk({apps: true}));
    await assertOperations(tool);
    const [read, called] = server.asked.slice(-2);
    const session = chat.session?.id;
    const found = [read, called].map(asked => [
      asked?.method,
      asked?.path,
      JSON.parse(asked?.body ?? '') as unknown,
    ]);
    assert.deepEqual(found, [
      ['POST', '/api/chat/apps/resource', {id: session, toolCallId: 'c1', uri}],
      [
        'POST',
        '/api/chat/apps/call',
        {id: session, toolCallId: 'c1', name: 'get-time', arguments: {}},
      ],
    ]);
    await assertErrors(tool);
    const other = {...tool, executionId: 'another'};
    await assert.rejects(chat.readResource({tool: other, uri, signal}), fails('gone'));
    assert.equal(chat.session?.id, session);
  });

  it('has no operations unless the routes exist', async () => {
    const tool = await callIn(await serveClock(), createAiSdk());
    assert.ok(!chat.operations.readResource && !chat.operations.callTool);
    await assert.rejects(chat.readResource({tool, uri, signal}), fails('unsupported'));
  });
});

describe('the app of a tool, with AG-UI', () => {
  for (const [name, protocol, path] of [
    ['an agent', createAgUi({apps: true}), '/api/chat'],
    ["CopilotKit's runtime", createCopilotKit({apps: true}), '/api/chat/agent/default/run'],
  ] as const) {
    it(`of ${name} belongs to the last call, with the whole result`, async () => {
      const {app, name: tool} = await callIn(await serveAgent(appAgent(mcp)), protocol);
      assert.equal(tool, 'get-time');
      const {resourceUri, server, result} = app ?? {};
      assert.deepEqual([resourceUri, server], [uri, 'clock']);
      assert.ok((result as Record<string, unknown>)['structuredContent']);
    });

    it(`of ${name} reads its document and calls tools by runs, which are not displayed`, async () => {
      const server = await serveAgent(appAgent(mcp));
      const tool = await callIn(server, protocol);
      const before = chat.conversation;
      await assertOperations(tool);
      const [turn, read, called] = server.inputs;
      assert.deepEqual(server.asked.at(-1)?.path, path);
      assert.equal(read?.threadId, turn?.threadId);
      assert.notEqual(read?.runId, turn?.runId);
      assert.deepEqual(
        [read, called].map(input => input?.forwardedProps),
        [
          {method: 'resources/read', params: {uri}},
          {method: 'tools/call', params: {name: 'get-time', arguments: {}}},
        ].map(request => ({
          __proxiedMCPRequest: {
            serverHash: 'hash-of-the-server',
            serverId: 'clock',
            ...request,
          },
        })),
      );
      assert.equal(chat.conversation, before);
      await assertErrors(tool);
    });

    it(`of ${name} reads no other address, and nothing of another server`, async () => {
      const server = await serveAgent(appAgent(mcp));
      const tool = await callIn(server, protocol);
      const runs = server.inputs.length;
      await assert.rejects(chat.readResource({tool, uri: 'file:///etc/passwd', signal}), /ui:/);
      assert.equal(server.inputs.length, runs);
      const {app} = tool;
      assert.ok(app);
      const other = {...tool, app: {...app, handle: {serverHash: 'other'}}};
      await assert.rejects(chat.readResource({tool: other, uri, signal}), /The server is unknown/);
    });
  }
});
