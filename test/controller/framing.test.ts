import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {readFileSync} from 'node:fs';
import {ndjson} from '../../demo/ndjson.js';
import {explainError} from '../../src/controller/explain-error.js';
import {ChatController, type ChatError} from '../../src/controller/index.js';
import {protocols} from '../../src/controller/protocols.js';
import {
  answeringPerson,
  createProtocol,
  openRequests,
  plainText,
  walk,
  type MessageItem,
  type Protocol,
} from '../../src/core/index.js';
import {recorded} from '../core/protocol/recorded.js';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {until} from '../support/until.js';
import {openChat} from './support/chat.js';
import {FastEnvironment} from './support/fast-environment.js';
import {bodyOf, streams} from './support/streams.js';
import {json, serve} from './support/web-server.js';

const answerOf = (chat: ChatController): MessageItem =>
  chat.conversation.children.at(-1) as MessageItem;

describe('a protocol of newline-delimited JSON', () => {
  let server: AgentServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  const asked = async (text: string): Promise<MessageItem> => {
    const endpoint = `${server.origin}/ndjson`;
    const chat: ChatController = new ChatController(undefined, {
      endpoint,
      protocol: ndjson,
      storage: null,
      onEvent: event => {
        if (event.type === 'input-required')
          void chat.reply(event.item.id, {input: 'As a table', type: 'text'});
      },
    });
    await chat.send(text);
    chat.dispose();
    return answerOf(chat);
  };

  it('is displayed like any other', async () => {
    const {status, children} = await asked('compare two numbers and search the docs');
    assert.equal(status, 'done');
    assert.deepEqual([...new Set(children.map(({kind}) => kind))].sort(), [
      'request',
      'source',
      'text',
      'thinking',
      'tool',
    ]);
    assert.ok(children.every(item => item.status === 'done'));
  });

  it('reports an error and keeps the text', async () => {
    const {status, children} = await asked('fail');
    assert.equal(status, 'failed');
    assert.equal(children.at(-1)?.kind, 'error');
    assert.ok(children.some(({kind}) => kind === 'text'));
  });

  it('asks questions with a deadline, which the user can extend, and continues with the answer', async test => {
    const endpoint = `${server.origin}/ndjson`;
    const chat = new ChatController(undefined, {endpoint, protocol: ndjson, storage: null});
    test.after(() => chat.dispose());
    const turn = chat.send('confirm something');
    await until(() => openRequests(chat.conversation).length > 0);
    const [question] = openRequests(chat.conversation);
    assert.ok(question?.timeout);
    assert.equal(chat.status, 'waiting');
    const callOf = () => [...walk(chat.conversation)].find(({kind}) => kind === 'tool');
    assert.deepEqual([callOf()?.id, callOf()?.status], [question.callId, 'waiting']);
    await chat.extend(question.id);
    const left = question.timeout - chat.questionAge(question);
    assert.ok(left > 0 && left <= question.timeout);
    await chat.reply(question.id, {input: true, type: 'confirm'});
    await turn;
    assert.match(plainText(answerOf(chat)), /is \*\*booked\*\*/);
    assert.equal(callOf()?.status, 'done');
    await assert.rejects(
      chat.extend(question.id),
      ({info}: ChatError) => info.status === 410 && info.code === 'gone',
    );
    await assert.rejects(chat.extend('unknown'), ({info}: ChatError) => info.code === 'not_found');
  });

  it('reports a person who takes over, answers the next messages, and leaves', async test => {
    const endpoint = `${server.origin}/ndjson`;
    const chat = new ChatController(undefined, {endpoint, protocol: ndjson, storage: null});
    test.after(() => chat.dispose());
    const frames: string[] = [];
    chat.observe(({data}) => frames.push(data));
    await chat.send('Talk to a person');
    const mia = {kind: 'person', name: 'Mia', avatar: '/mia.svg'};
    assert.deepEqual(answeringPerson(chat.conversation), mia);
    assert.ok(frames.includes('{"typing":true}'));
    assert.equal(answerOf(chat).typing, undefined);
    await chat.send('What is 2 + 2?');
    assert.deepEqual(answerOf(chat).author, mia);
    assert.match(plainText(answerOf(chat)), /I have read “What is 2 \+ 2\?”/);
    await chat.send('Goodbye');
    assert.equal(answeringPerson(chat.conversation), undefined);
    const found = answerOf(chat).children.map(item =>
      item.kind === 'text' ? item.author?.kind : item.kind === 'notice' && item.code,
    );
    assert.deepEqual(found, [undefined, 'person_left', 'assistant']);
  });

  it('has the times of its messages, although the protocol has none', async test => {
    const chat = new ChatController(undefined, {
      endpoint: `${server.origin}/ndjson`,
      protocol: ndjson,
      storage: null,
    });
    test.after(() => chat.dispose());
    const before = Date.now();
    await chat.send('hello');
    const [user, answer] = chat.conversation.children.map(item =>
      item.kind === 'message' ? Date.parse(item.createdAt ?? '') : NaN,
    );
    assert.ok(user !== undefined && answer !== undefined);
    assert.ok(before <= user && user <= answer && answer <= Date.now());
  });

  it('is described in less than eighty lines', () => {
    const source = readFileSync(new URL('../../demo/ndjson.ts', import.meta.url), 'utf8');
    assert.ok(source.split('\n').length < 80);
  });
});

describe('a protocol of plain text', () => {
  const plain: Protocol = createProtocol({
    name: 'plain',
    framing: 'text',
    read: ({data}, answer) => {
      answer.text(data);
      if (data.includes('👋')) answer.end();
    },
    send: ({text}) => ({method: 'POST', path: 'ask', body: {json: text}}),
  });

  it('is decoded as it arrives, with characters that are cut', async () => {
    const bytes = new TextEncoder().encode('Grüße 👋');
    const body = new ReadableStream({
      start(stream) {
        for (const byte of bytes) stream.enqueue(new Uint8Array([byte]));
        stream.close();
      },
    });
    const chat = new ChatController(undefined, {
      endpoint: 'http://plain.example',
      protocol: plain,
      storage: null,
      fetch: () => Promise.resolve(new Response(body, {headers: {'content-type': 'text/plain'}})),
    });
    await chat.send('hi');
    assert.equal(plainText(answerOf(chat)), 'Grüße 👋');
    chat.dispose();
  });

  it('is complete at the regular end of its body only', async () => {
    const server = await serve(({body}, response) => {
      response.writeHead(200, {'content-type': 'text/plain'});
      if (body.includes('whole')) response.end('All of it.');
      else response.write('Half', () => response.destroy());
    });
    const chat = openChat({endpoint: server.origin, protocol: plain, storage: null});
    assert.equal((await chat.send('whole')).status, 'done');
    assert.equal(plainText(answerOf(chat)), 'All of it.');
    await chat.send('cut');
    assert.deepEqual([answerOf(chat).status, plainText(answerOf(chat))], ['interrupted', 'Half']);
  });

  for (const body of ['', ' \n'])
    it(`is complete also without an answer: ${JSON.stringify(body)}`, async test => {
      const reports = test.mock.method(console, 'error', () => undefined);
      const warnings = test.mock.method(console, 'warn', () => undefined);
      const server = await serve((_, response) => {
        response.writeHead(200, {'content-type': 'text/plain'}).end(body);
      });
      const chat = openChat({endpoint: server.origin, protocol: plain, storage: null});
      assert.equal((await chat.send('hi')).status, 'done');
      const notices = answerOf(chat).children.flatMap(item =>
        item.kind === 'notice' ? [item.code] : [],
      );
      assert.deepEqual(
        [answerOf(chat).status, notices],
        ['done', body === '' ? ['no_answer'] : []],
      );
      assert.equal(chat.lastError, undefined);
      assert.deepEqual([reports.mock.callCount(), warnings.mock.callCount()], [0, 0]);
    });

  for (const framing of ['text', 'lines'] as const) {
    it(`is no page of HTML: ${framing}`, async () => {
      const server = await serve((_, response) => {
        response.writeHead(200, {'content-type': 'text/html'});
        response.end(' <!DOCTYPE html><title>Sign in</title>');
      });
      const protocol = {...plain, framing};
      const chat = openChat({endpoint: server.origin, protocol, storage: null});
      await chat.send('hi');
      assert.equal(chat.lastError?.code, 'not_a_stream');
      assert.doesNotMatch(plainText(answerOf(chat)), /Sign in/);
    });
  }
});

describe('an answer that is declared as HTML by default', () => {
  it('is read, because servers without a type send it', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, {'content-type': 'text/html; charset=utf-8'}).end('Hello world.');
    });
    const protocol = createProtocol({
      name: 'plain',
      framing: 'text',
      read: ({data}, answer) => answer.text(data),
      send: () => ({method: 'POST', path: 'ask'}),
    });
    const chat = openChat({endpoint: server.origin, protocol, storage: null});
    assert.equal((await chat.send('hi')).status, 'done');
    assert.equal(plainText(answerOf(chat)), 'Hello world.');
  });
});

describe('a protocol of the page', () => {
  const described = {
    name: 'own',
    read: (_: unknown, answer: {end(): void}) => answer.end(),
    send: () => ({method: 'POST', path: 'ask'}) as const,
  };

  it('displays the errors of its server in the common form', async () => {
    const server = await serve((_, response) =>
      json(response, {error: {message: 'No model'}}, 400),
    );
    const protocol = createProtocol(described);
    const chat = openChat({endpoint: server.origin, protocol, storage: null});
    await chat.send('hi');
    assert.deepEqual([chat.lastError?.code, chat.lastError?.detail], ['bad_request', 'No model']);
  });

  it('renews a refused token although `readError` throws an exception', async test => {
    const reports = test.mock.method(console, 'error', () => undefined);
    const server = await serve(({headers}, response) => {
      if (headers.authorization === 'Bearer 1') response.writeHead(401).end();
      else response.writeHead(502).end();
    });
    const readError = (body: unknown) => ({code: 'a', text: (body as {text: string}).text});
    let tokens = 0;
    const chat = openChat({
      endpoint: server.origin,
      protocol: createProtocol({...described, readError}),
      storage: null,
      getToken: () => String((tokens += 1)),
    });
    await chat.send('hi');
    assert.deepEqual([tokens, chat.lastError?.status], [2, 502]);
    assert.ok(reports.mock.callCount() > 0);
  });
});

describe('an event stream that is declared as another type', () => {
  const bodies: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(streams).map(([name, events]) => [name, bodyOf(events)])),
    aishu: recorded('aishu', 'calculation-and-search'),
  };

  const send = async (name: string, type: string, body: string): Promise<ChatController> => {
    const server = await serve(({headers}, response) => {
      if (!headers.accept?.includes('event-stream')) json(response, {id: 's', key: 'a'});
      else response.writeHead(200, type === '' ? {} : {'content-type': type}).end(body);
    });
    const protocol = protocols.get(name);
    const chat = openChat(
      {endpoint: server.origin, protocol, agentId: 'a', storage: null},
      new FastEnvironment(),
    );
    await chat.send('Hi');
    return chat;
  };

  for (const [name, body] of Object.entries(bodies)) {
    for (const type of ['text/plain', 'application/octet-stream', '']) {
      it(`is read: ${name}, ${type}`, async () => {
        const chat = await send(name, type, body);
        assert.deepEqual([answerOf(chat).status, chat.lastError], ['done', undefined]);
        assert.notEqual(plainText(answerOf(chat)), '');
      });

      it(`is an error if the body is something else: ${name}, ${type}`, async () => {
        const chat = await send(name, type, 'The service is not available: try again.');
        assert.ok(chat.lastError);
        const {code, received} = chat.lastError;
        const start = '"The service is not available: try again."';
        assert.deepEqual([code, received], ['not_a_stream', start]);
        assert.match(
          explainError(chat.lastError),
          /Write each event as `data: …` and an empty line, with `Content-Type: text\/event-stream`/,
        );
      });
    }
  }

  it('is read although its first piece ends within the name of its first field', async () => {
    const server = await serve(({headers}, response) => {
      if (!headers.accept?.includes('event-stream')) json(response, {id: 's'});
      else {
        const {ubik = ''} = bodies;
        response.writeHead(200, {'content-type': 'text/plain'});
        response.write(`\n${ubik.slice(0, 2)}`, () => response.end(ubik.slice(2)));
      }
    });
    const chat = openChat({
      endpoint: server.origin,
      protocol: protocols.get('ubik'),
      storage: null,
    });
    await chat.send('Hi');
    assert.deepEqual([answerOf(chat).status, chat.lastError], ['done', undefined]);
  });

  it('is joined again where the connection broke before its first text', async () => {
    const server = await serve(({method, headers}, response) => {
      if (!headers.accept?.includes('event-stream')) {
        json(response, {id: 's'});
        return;
      }
      response.writeHead(200, {'content-type': 'text/plain'}).flushHeaders();
      if (method === 'POST') response.destroy();
      else response.end(bodies['ubik']);
    });
    const chat = openChat(
      {endpoint: server.origin, protocol: protocols.get('ubik'), storage: null},
      new FastEnvironment(),
    );
    await chat.send('Hi');
    assert.deepEqual([answerOf(chat).status, chat.lastError], ['done', undefined]);
  });
});
