import assert from 'node:assert/strict';
import {after, before, describe, it, mock} from 'node:test';
import {withLocalSessions, type ChatController} from '../../src/controller/index.js';
import type {LocalSessionStore} from '../../src/core/protocol/local-session-types.js';
import type {Conversation, MessageItem} from '../../src/core/index.js';
import {messagesOf} from '../../src/core/model/messages.js';
import {until} from '../support/until.js';
import {openChat, said} from './support/chat.js';
import {begun, framed, opsProtocol, over, word} from './support/ops-protocol.js';
import {serve, stream, type WebServer} from './support/web-server.js';

const answering = (): Promise<WebServer> =>
  serve((_, response) => {
    stream(response).end(framed([begun(), word('w', 'Hi.'), over]));
  });

/** A chat that displays what a page has kept, as JSON of any shape. */
function showing({origin}: WebServer, kept: unknown, sessionId?: string): ChatController {
  const protocol = opsProtocol();
  const chat = openChat({endpoint: origin, protocol, storage: null, sessionId});
  chat.show(kept as Conversation);
  return chat;
}

const statuses = ({conversation}: ChatController): unknown[] =>
  messagesOf(conversation).map(({role, status, children}) => [
    role,
    status,
    children.flatMap(item => (item.kind === 'error' ? item.code : [])),
  ]);

const text = {id: 't', kind: 'text', status: 'streaming', text: 'Half', children: []} as const;
const asked: MessageItem = {
  id: 'u',
  kind: 'message',
  role: 'user',
  status: 'done',
  children: [{...text, id: 'ut', status: 'done', text: 'Go'}],
};
const half: MessageItem = {
  id: 'a',
  kind: 'message',
  role: 'assistant',
  status: 'streaming',
  children: [text],
};

describe('a conversation that the page has kept during an answer', () => {
  // A protocol that loads no messages displays a session as the page has kept it.
  for (const session of [undefined, 'S']) {
    const where = session === undefined ? 'without a session' : 'of a session';

    it(`is cut off, and can be answered again (${where})`, async () => {
      const chat = showing(await answering(), {version: 1, children: [asked, half]}, session);
      await chat.ready;
      await until(() => chat.lastError !== undefined);
      const cut = ['assistant', 'interrupted', ['truncated']];
      assert.deepEqual(statuses(chat), [['user', 'done', []], cut]);
      assert.equal(chat.lastError?.retryable, true);
      await chat.retry();
      assert.deepEqual(said(chat), ['user: Go', 'assistant: Hi.']);
    });

    it(`has a message that was not sent (${where})`, async () => {
      const sending = {...asked, status: 'streaming'};
      const chat = showing(await answering(), {version: 1, children: [sending]}, session);
      await chat.ready;
      await until(() => chat.lastError !== undefined);
      const failed = [
        ['user', 'failed', []],
        ['assistant', 'failed', ['truncated']],
      ];
      assert.deepEqual(statuses(chat), failed);
      await chat.retry();
      assert.deepEqual(said(chat), ['user: Go', 'assistant: Hi.']);
    });
  }

  it('leaves alone the message that the user sends at once', async () => {
    const chat = showing(await answering(), {
      version: 1,
      children: [asked, {...half, status: 'done'}],
    });
    const {status} = await chat.send('More');
    assert.equal(status, 'done');
    assert.deepEqual(said(chat).slice(2), ['user: More', 'assistant: Hi.']);
  });
});

describe('a conversation that was edited, or that is of another product', () => {
  // The line about the same mistake is written once.
  const lines: string[] = [];
  before(() =>
    mock.method(console, 'warn', (...parts: unknown[]) => {
      lines.push(parts.join(' '));
    }),
  );
  after(() => mock.restoreAll());

  const cases: Readonly<Record<string, unknown>> = {
    'is no object': 'Hi',
    'is null': null,
    'has no items': {version: 1},
    'has no list': {version: 1, children: {}},
    'has items without an id': {
      version: 1,
      children: [{kind: 'message', role: 'user', children: []}],
    },
    'has a message without children': {version: 1, children: [{...asked, children: undefined}]},
    'has what is no item': {version: 1, children: [null, 'Hi', 7]},
  };
  for (const [name, kept] of Object.entries(cases)) {
    it(`works if it ${name}`, async () => {
      const chat = showing(await answering(), kept);
      await chat.ready;
      assert.deepEqual(chat.conversation.children, []);
      assert.equal((await chat.send('Hello')).status, 'done');
      assert.deepEqual(said(chat), ['user: Hello', 'assistant: Hi.']);
    });
  }

  it('is displayed without the parts that cannot be, at any depth', async () => {
    const step = {id: 's', kind: 'step', title: 'One', status: 'done'};
    const answer = {
      ...half,
      status: 'done',
      children: [
        {
          ...step,
          children: [
            {...text, id: 'in', status: 'done'},
            {id: 'x', kind: 'text', children: []},
          ],
        },
        {...step, id: 's2'},
        {id: 'c', kind: 'tool', name: 'search', status: 'done', output: '', children: []},
        {...text, id: 'n', status: 'done', text: 5},
      ],
    };
    const chat = showing(await answering(), {version: 1, children: [asked, answer]});
    await chat.ready;
    const [, shown] = messagesOf(chat.conversation);
    assert.deepEqual(
      shown?.children.map(({id}) => id),
      ['s'],
    );
    assert.deepEqual(
      shown.children[0]?.children.map(({id}) => id),
      ['in'],
    );
    assert.equal((await chat.send('Hello')).status, 'done');
    await until(() => lines.some(line => line.includes('`children`, a list of items')));
  });

  it('is read in the same way from the store of the browser', async () => {
    const broken = {...half, id: 'b', status: 'done', children: [{...text, children: null}, text]};
    const store: LocalSessionStore = {
      list: () => Promise.resolve({sessions: [], more: false}),
      load: () => Promise.resolve({id: 'S', messages: [asked, broken as unknown as MessageItem]}),
      save: () => Promise.resolve(),
      rename: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    };
    const {origin} = await answering();
    const protocol = withLocalSessions(opsProtocol(), {store});
    const chat = openChat({endpoint: origin, protocol, storage: null, sessionId: 'S'});
    await chat.ready;
    assert.deepEqual(said(chat), ['user: Go', 'assistant: Half']);
    assert.equal((await chat.send('Hello')).status, 'done');
  });
});
