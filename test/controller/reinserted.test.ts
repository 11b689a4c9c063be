import assert from 'node:assert/strict';
import {after, before, it} from 'node:test';
import {agUi, aiSdk} from '../../src/core/index.js';
import {type ChatHost, type ChatOptions, ChatController} from '../../src/controller/index.js';
import {SessionStore} from '../../src/controller/sessions/session-store.js';
import {until} from '../support/until.js';
import {memory, openChat, pageTools} from './support/chat.js';
import {ManualEnvironment} from './support/manual-environment.js';
import {begun, call, framed, opsProtocol, over, word} from './support/ops-protocol.js';
import {json, serve, sse, stream, type WebServer} from './support/web-server.js';

/** A chat with a host, such as an element, which `remove` takes out of the page. */
function hosted(options: ChatOptions) {
  const environment = new ManualEnvironment();
  const host: ChatHost = {addController: () => undefined, requestUpdate: () => undefined};
  const chat = new ChatController(host, {storage: null, ...options}, environment);
  chat.hostConnected();
  const remove = (): void => {
    chat.hostDisconnected();
    environment.advance(1);
  };
  return {chat, environment, remove};
}

const parts = [
  {type: 'start', messageId: 'm1'},
  {type: 'text-start', id: 't'},
  {type: 'text-delta', id: 't', delta: 'Hello.'},
  {type: 'text-end', id: 't'},
  {type: 'finish'},
];

let server: WebServer;
let isDown = false;
before(async () => {
  server = await serve((_, response) => {
    if (isDown) response.writeHead(500).end();
    else stream(response).end(sse(...parts));
  });
});
after(() => server.close());

it('a chat that is removed and inserted again sends the files that were attached before', async () => {
  const {chat, remove} = hosted({endpoint: server.origin, protocol: aiSdk});
  await chat.ready;
  const {id} = await chat.upload(new File(['three words here'], 'note.txt', {type: 'text/plain'}));
  remove();
  chat.hostConnected();
  await chat.send('Please look', {files: [id]});
  chat.dispose();
  assert.match(
    server.asked.at(-1)?.body ?? '',
    /data:text\/plain;base64,[^]*note\.txt|note\.txt[^]*data:/,
  );
  const [message] = chat.conversation.children;
  const found = message?.children.flatMap(child => (child.kind === 'file' ? [child.name] : []));
  assert.deepEqual(found, ['note.txt']);
});

it('a chat that is removed and inserted again repeats a message with its context', async () => {
  const {chat, remove} = hosted({endpoint: server.origin, protocol: agUi});
  await chat.ready;
  isDown = true;
  await chat.send('Where is it?', {context: {title: 'Order 7', data: {order: 7}}});
  isDown = false;
  remove();
  chat.hostConnected();
  await chat.retry();
  chat.dispose();
  assert.match(server.asked.at(-1)?.body ?? '', /Order 7/);
});

it('a chat that was removed while its answer was stored runs no tool of the page', async () => {
  let finish: (() => void) | undefined;
  const agent = await serve(({path}, response) => {
    if (path.includes('history')) finish = () => json(response, {});
    else stream(response).end(framed([begun(), call('pay'), over]));
  });
  let runs = 0;
  const tools = pageTools({pay: {permission: 'allow', run: () => ++runs}});
  const history = {
    request: () => ({method: 'GET', path: 'history'}) as const,
    read: () => ({messages: []}),
  };
  const protocol = opsProtocol({
    continuesMessages: true,
    clientIds: ['session'],
    operations: {history},
  });
  const {chat, remove} = hosted({endpoint: agent.origin, protocol, tools});
  await chat.ready;
  const sent = chat.send('Pay');
  await until(() => finish !== undefined);
  remove();
  finish?.();
  await sent;
  await agent.close();
  assert.equal(runs, 0);
  const kept = agent.asked.filter(({path}) => path.includes('continue'));
  assert.deepEqual(kept, []);
});

for (const session of ['second', undefined]) {
  it(`a chat whose session is set to ${session} while it is removed displays that one`, async () => {
    const agent = await serve((_, response) => json(response, {}));
    const user = {kind: 'message', role: 'user', status: 'done', children: []} as const;
    const history = {
      request: ({session}: {session: string}) => ({method: 'GET', path: session}) as const,
      read: () => ({messages: [{...user, id: `of ${agent.asked.at(-1)?.path}`}]}),
    };
    const changes: unknown[] = [];
    const storage = memory();
    new SessionStore({options: {storage, endpoint: agent.origin}}).set(
      'session',
      'of another page',
    );
    const {chat, remove} = hosted({
      endpoint: agent.origin,
      protocol: opsProtocol({operations: {history}}),
      storage,
      sessionId: 'first',
      onEvent: event => event.type === 'session-change' && changes.push(event.session),
    });
    const shown = () => chat.conversation.children.map(({id}) => id);
    await chat.ready;
    assert.deepEqual(shown(), ['of /first']);
    remove();
    chat.configure({sessionId: session});
    assert.deepEqual(shown(), []);
    chat.hostConnected();
    await chat.sessions().catch(() => undefined); // The chat has begun.
    await until(() => session === undefined || shown().length > 0);
    assert.deepEqual(shown(), session === undefined ? [] : ['of /second']);
    assert.deepEqual(changes, ['first', session]);
    assert.equal(chat.session?.id, session);
    chat.dispose();
  });
}

it('sends the context of a message with each request of its turn', async () => {
  const agent = await serve(({path}, response) => {
    const isFirst = path.includes('send');
    stream(response).end(framed([begun(), isFirst ? call('look') : word('w', 'Seen.'), over]));
  });
  const post = {
    request: (input: object) => ({method: 'POST', path: 'send', body: {json: input}}) as const,
    read: () => ({}),
    carriesContext: true,
  };
  const protocol = opsProtocol({continuesMessages: true, operations: {send: post}});
  const tools = pageTools({look: {permission: 'allow', run: () => 'a page'}});
  const chat = openChat({endpoint: agent.origin, protocol, tools, storage: null});
  await chat.send('Where is it?', {context: {title: 'Order 7', data: {order: 7}}});
  await chat.send('And now?');
  await agent.close();
  const found = agent.asked.map(({body}) => (JSON.parse(body) as {context?: object}).context);
  assert.deepEqual(found, [
    {title: 'Order 7', data: {order: 7}},
    {title: 'Order 7', data: {order: 7}},
    undefined,
    undefined,
  ]);
});
