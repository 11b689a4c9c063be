import assert from 'node:assert/strict';
import {describe, it, mock} from 'node:test';
import type {ChatController, ChatOptions, Environment} from '../../../src/controller/index.js';
import {
  plainText,
  type AttachOperation,
  type DecoderContext,
  type MessageItem,
  type Protocol,
} from '../../../src/core/index.js';
import {until} from '../../support/until.js';
import {memory, openChat} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {begun, framed, opsProtocol, over, word} from '../support/ops-protocol.js';
import {json, serve, stream, type Asked, type WebServer} from '../support/web-server.js';

const contexts: Partial<DecoderContext>[] = [];

const attach: AttachOperation = {
  request: ({session, lastEventId}) => ({
    method: 'GET',
    path: `${session}/stream`,
    ...(lastEventId !== undefined && {headers: {'last-event-id': lastEventId}}),
  }),
  read: () => {
    throw new Error('There is no body to read.');
  },
};

const protocolWith = (
  more: Partial<AttachOperation>,
  messages?: readonly MessageItem[],
  running?: {readonly run: string},
): Protocol =>
  opsProtocol({
    contexts,
    continuesMessages: true,
    clientIds: ['session', 'message'],
    operations: {
      attach: {...attach, ...more},
      ...(messages && {
        history: {
          request: ({session}) => ({method: 'GET', path: `${session}/history`}),
          read: ({body}) => ({
            messages: body as readonly MessageItem[],
            ...(running && {running}),
          }),
        },
      }),
    },
  });

const stored: readonly MessageItem[] = [
  {id: 'm-1', messageId: 'm-1', kind: 'message', role: 'user', status: 'done', children: []},
  {
    id: 'm-2',
    messageId: 'm-2',
    kind: 'message',
    role: 'assistant',
    status: 'done',
    children: [{id: 'm-2.1', kind: 'text', status: 'done', children: [], text: 'One.'}],
  },
];

const textOf = ({conversation}: ChatController): string[] =>
  conversation.children.map(item => `${item.id}: ${plainText(item)}`);

const last = ({conversation}: ChatController): MessageItem =>
  conversation.children.at(-1) as MessageItem;

/** A chat with a session that is open already. */
function open(server: WebServer, options: ChatOptions, environment?: Environment): ChatController {
  return openChat(
    {endpoint: server.origin, storage: null, sessionId: 's-1', ...options},
    environment,
  );
}

const streams = ({asked}: WebServer): Asked[] => asked.filter(({path}) => path === '/s-1/stream');

describe('a run that only `attach` can find', () => {
  const answers: Readonly<Record<string, Parameters<typeof serve>[0]>> = {
    'the status 204': (_, response) => void response.writeHead(204).end(),
    'the status 404': (_, response) => json(response, {detail: 'Not found'}, 404),
    'a stream without frames': (_, response) => void stream(response).end(),
    'a closed connection': (_, response) => void response.destroy(),
  };
  for (const [name, answer] of Object.entries(answers)) {
    it(`is not in progress after ${name}`, async () => {
      const server = await serve((request, response) => {
        if (request.path.endsWith('history')) json(response, stored);
        else if (request.method === 'GET') return answer(request, response);
        else stream(response).end(framed([begun(), word('1', 'Again.'), over]));
      });
      const chat = open(server, {protocol: protocolWith({probes: true}, stored)});
      await chat.ready;
      await until(() => streams(server).length === 1);
      await chat.send('More');
      assert.deepEqual(textOf(chat).slice(0, 2), ['m-1: ', 'm-2: One.']);
      assert.equal(plainText(last(chat)), 'Again.');
      assert.equal(chat.lastError, undefined);
      assert.equal(streams(server).length, 1);
    });
  }

  it('continues the last message, if the stream names it', async () => {
    const server = await serve(({path}, response) => {
      if (path.endsWith('history')) json(response, stored);
      else stream(response).end(framed([begun({messageId: 'm-2'}), word('2', 'Two.'), over]));
    });
    const chat = open(server, {protocol: protocolWith({probes: true}, stored)});
    await until(() => textOf(chat)[1] === 'm-2: One.\n\nTwo.');
    assert.equal(chat.conversation.children.length, 2);
  });

  it('writes a new message otherwise', async () => {
    const server = await serve(({path}, response) => {
      if (path.endsWith('history')) json(response, stored);
      else stream(response).end(framed([begun({messageId: 'm-3'}), word('1', 'Three.'), over]));
    });
    const chat = open(server, {protocol: protocolWith({probes: true}, stored)});
    const resuming: boolean[] = [];
    chat.subscribe(() => resuming.push(chat.resuming));
    await until(() => chat.conversation.children.length === 3);
    assert.ok(resuming.includes(true));
    assert.equal(plainText(last(chat)), 'Three.');
    assert.equal(last(chat).messageId, 'm-3');
  });

  it('is not looked for without a session, nor if the protocol says otherwise', async () => {
    const server = await serve((_, response) => void response.writeHead(204).end());
    const fresh = openChat({
      endpoint: server.origin,
      protocol: protocolWith({probes: true}),
      storage: null,
    });
    await fresh.ready;
    const other = open(server, {protocol: protocolWith({})});
    await other.ready;
    assert.deepEqual(server.asked, []);
  });
});

describe('a lost stream', () => {
  it('is over if the server answers 204: the answer is interrupted', async () => {
    const server = await serve(({path, method}, response) => {
      if (method === 'GET') return void response.writeHead(204).end();
      assert.equal(path, '/send');
      stream(response).write(framed([begun(), word('1', 'Half')]), () => response.destroy());
    });
    const chat = open(server, {protocol: protocolWith({})}, new FastEnvironment());
    await chat.send('Go');
    assert.deepEqual([chat.status, last(chat).status], ['lost', 'interrupted']);
    assert.match(plainText(last(chat)), /^Half/);
    assert.equal(streams(server).length, 1);
  });

  it('that the server does not know after a reload is an answer that was cut off', async () => {
    const half = stored.map(message =>
      message.role === 'user' ? message : {...message, status: 'streaming' as const},
    );
    const server = await serve(({path}, response) => {
      if (path.endsWith('history')) json(response, half);
      else json(response, {detail: 'No such run.'}, 404);
    });
    const lines = mock.method(console, 'warn', () => undefined).mock;
    const chat = open(
      server,
      {protocol: protocolWith({}, half, {run: 'r-1'})},
      new FastEnvironment(),
    );
    await until(() => chat.status === 'lost');
    assert.equal(chat.lastError?.code, 'truncated');
    assert.equal(chat.lastError.retryable, false);
    assert.equal(last(chat).status, 'interrupted');
    await until(() => lines.callCount() > 0);
    assert.match(String(lines.calls[0]?.arguments[0]), /stream: status 404.*does not exist/);
    lines.restore();
  });

  it('that is replayed after a `continue` keeps what the answer had before', async () => {
    let joined = 0;
    const server = await serve(({path}, response) => {
      const body = stream(response);
      if (path === '/send') {
        body.end(framed([begun({messageId: 'm'}), word('1', 'One.'), over]));
      } else if (path === '/continue') {
        body.write(framed([begun(), word('2', 'Two.')]), () => response.destroy());
      } else {
        joined++;
        body.end(framed([begun(), word('2', 'Two.'), word('3', 'Three.'), over]));
      }
    });
    const chat = open(server, {protocol: protocolWith({})}, new FastEnvironment());
    await chat.send('Go');
    await chat.continue();
    assert.equal(plainText(last(chat)), 'One.\n\nTwo.\n\nThree.');
    assert.equal(joined, 1);
    assert.equal(contexts.at(-1)?.message?.children.length, 1);
  });

  for (const [name, ids] of [
    ['from the last frame, if frames have ids', ['7', '8']],
    ['from where the server thinks, if they have none', []],
  ] as const) {
    it(`that is resumed with a suffix is folded onto what is known, ${name}`, async () => {
      const server = await serve(({path}, response) => {
        const body = stream(response);
        if (path === '/send') {
          body.write(framed([begun(), word('1', 'One.')], ids[0]), () => response.destroy());
        } else body.end(framed([word('2', 'Two.'), over], ids[1]));
      });
      const chat = open(
        server,
        {protocol: protocolWith({streams: 'suffix'})},
        new FastEnvironment(),
      );
      await chat.send('Go');
      assert.equal(plainText(last(chat)), 'One.\n\nTwo.');
      assert.equal(streams(server)[0]?.headers['last-event-id'], ids[0]);
      assert.equal(last(chat).status, 'done');
    });
  }

  it('is resumed with a suffix after a reload, onto the stored message', async () => {
    const server = await serve(({path}, response) => {
      if (path.endsWith('history')) json(response, stored);
      else stream(response).end(framed([word('2', 'Two.'), over]));
    });
    const protocol = protocolWith({streams: 'suffix', probes: true}, stored);
    const chat = open(server, {protocol});
    await until(() => textOf(chat)[1] === 'm-2: One.\n\nTwo.');
    assert.equal(contexts.at(-1)?.message?.id, 'm-2');
  });
});

describe('ids that the client creates', () => {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  const echo = (): Promise<WebServer> =>
    serve((_, response) => void stream(response).end(framed([begun(), word('1', 'Hi.'), over])));
  const sessionsOf = ({asked}: WebServer): unknown[] =>
    asked.map(({body}) => (JSON.parse(body) as {session: unknown}).session);

  it('name the session in its first request, and another one in a new session', async () => {
    const server = await echo();
    const protocol = opsProtocol({clientIds: ['session']});
    const chat = openChat({endpoint: server.origin, protocol, storage: null});
    await chat.send('One');
    await chat.send('Two');
    await chat.newSession();
    await chat.send('Three');
    const [one, two, three] = sessionsOf(server) as string[];
    assert.match(one ?? '', uuid);
    assert.equal(one, two);
    assert.match(three ?? '', uuid);
    assert.notEqual(one, three);
    assert.equal(chat.session?.id, three);
  });

  it('are given by the page, if it wants', async () => {
    const server = await echo();
    const protocol = opsProtocol({clientIds: ['session']});
    const chat = openChat({endpoint: server.origin, protocol, storage: null, sessionId: 'mine'});
    await chat.send('One');
    assert.deepEqual(sessionsOf(server), ['mine']);
  });

  for (const [name, restorable] of [
    ['are kept over a reload, if the session can be restored', true],
    ['are not kept over a reload otherwise', false],
  ] as const) {
    it(name, async () => {
      const server = await echo();
      const operations = restorable ? {attach} : {};
      const protocol = opsProtocol({clientIds: ['session'], operations});
      const storage = memory();
      const chat = openChat({endpoint: server.origin, protocol, storage});
      await chat.send('One');
      const [session] = sessionsOf(server);
      chat.dispose();
      const again = openChat({endpoint: server.origin, protocol, storage});
      await again.ready;
      assert.equal(again.session?.id, restorable ? session : undefined);
    });
  }

  it('let a message be edited that the server has not named', async () => {
    const server = await serve(({path}, response) => {
      stream(response).end(framed([begun(), word('1', path === '/edit' ? 'New.' : 'Old.'), over]));
    });
    for (const keepsId of [false, true]) {
      contexts.length = 0;
      const protocol = opsProtocol({
        contexts,
        clientIds: ['message'],
        operations: {
          edit: {
            request: input => ({method: 'POST', path: 'edit', body: {json: input}}),
            read: () => ({}),
            keepsId,
          },
        },
      });
      const chat = openChat({endpoint: server.origin, protocol, storage: null});
      await chat.send('Helo');
      const [user] = chat.conversation.children as MessageItem[];
      assert.match(user?.messageId ?? '', uuid);
      await chat.edit(user?.messageId ?? '', 'Hello');
      const [edited, answer, ...more] = chat.conversation.children as MessageItem[];
      assert.deepEqual(more, []);
      assert.equal(edited && plainText(edited), 'Hello');
      assert.equal(answer && plainText(answer), 'New.');
      assert.equal(edited?.messageId === user?.messageId, keepsId);
      const {message, text} = JSON.parse(server.asked.at(-1)?.body ?? '') as Record<
        string,
        unknown
      >;
      assert.deepEqual([message, text], [user?.messageId, 'Hello']);
      assert.match(contexts[0]?.messageId ?? '', uuid);
      assert.notEqual(contexts[0]?.messageId, contexts[1]?.messageId);
    }
  });
});

describe('the address of a request', () => {
  for (const path of ['/api/chat', '/api/chat/']) {
    it(`is the endpoint ${path} itself, if its path is empty`, async () => {
      const server = await serve(
        (_, response) => void stream(response).end(framed([begun(), over])),
      );
      const {operations, ...protocol} = opsProtocol();
      const send = {...operations.send, request: () => ({method: 'POST', path: ''}) as const};
      const chat = openChat({
        endpoint: server.origin + path,
        protocol: {...protocol, operations: {...operations, send}},
        storage: null,
      });
      await chat.send('Go');
      const paths = server.asked.map(asked => asked.path);
      assert.deepEqual(paths, [path]);
    });
  }
});
