import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {ChatController, ChatOptions} from '../../../src/controller/index.js';
import {anthropic, plainText} from '../../../src/core/index.js';
import type {Frame, Operations, Protocol, RequestShape} from '../../../src/core/index.js';
import {fails, openChat, said} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, stream} from '../support/web-server.js';

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

describe('a protocol that can only send', () => {
  it('needs no endpoint with a custom transport', async () => {
    const {asked, transport} = scriptedTransport(whole);
    const chat = chatOn({transport, protocol: smallProtocol()});
    await chat.send('hi');
    assert.deepEqual(said(chat), ['user: hi', 'assistant: Hello world']);
    assert.deepEqual(
      asked.map(({path}) => path),
      ['send'],
    );
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
    assert.deepEqual(
      server.asked.map(({path}) => path),
      ['/api/send', '/elsewhere'],
    );
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
