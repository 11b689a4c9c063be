import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {ChatController, ChatOptions} from '../../../src/controller/index.js';
import type {Operations} from '../../../src/core/index.js';
import {memory, openChat} from '../support/chat.js';
import {begun, framed, opsProtocol, over, word} from '../support/ops-protocol.js';
import {json, serve, stream} from '../support/web-server.js';

let created = 0;

const operations: Partial<Operations> = {
  create: {
    request: () => ({method: 'POST', path: 'create'}),
    read: () => ({id: `session-${++created}`}),
  },
  history: {
    request: ({session}) => ({method: 'GET', path: `history/${session}`}),
    read: () => ({messages: []}),
  },
};
const protocol = opsProtocol({operations});

/** A server, and chats with it that share their storage, as those of one page and of its next load do. */
async function page() {
  const server = await serve(({path}, response) => {
    if (path === '/send') stream(response).end(framed([begun(), word('w', 'Hi.'), over]));
    else json(response, {});
  });
  const storage = memory();
  const open = async (options: ChatOptions = {}): Promise<ChatController> => {
    const chat = openChat({endpoint: server.origin, protocol, storage, ...options});
    await chat.ready;
    return chat;
  };
  return {open};
}

describe('a stored session', () => {
  it('is not replaced by that of a chat with `sessionId`', async () => {
    const {open} = await page();
    const one = await open();
    await one.send('Hello');
    const {session} = one;
    assert.ok(session);
    const two = await open({sessionId: 'chosen'});
    await two.newSession();
    await two.send('Hello');
    assert.notEqual(two.session?.id, session.id);
    assert.equal((await open()).session?.id, session.id);
    assert.equal((await open({sessionId: 'chosen'})).session?.id, 'chosen');
  });

  it('is over for a page that follows the session when the user begins another', async () => {
    const {open} = await page();
    const chat = await open();
    chat.listen(({type}) => {
      if (type === 'session-change') chat.configure({sessionId: chat.session?.id});
    });
    await chat.send('Hello');
    assert.ok(chat.session);
    await chat.newSession();
    assert.equal((await open()).session, undefined);
  });

  it('is not sent to another protocol, and is opened with its own again', async () => {
    const {open} = await page();
    const chat = await open();
    await chat.send('Hello');
    const id = chat.session?.id ?? '';
    const other = {...protocol, name: 'other'};
    // As a page does that sets its protocol after the chat has started with the default one.
    const next = await open({protocol: other});
    const shown = (): string | undefined => next.session?.id;
    assert.equal(shown(), undefined);
    next.configure({protocol});
    await next.ready;
    assert.equal(shown(), id);
    next.configure({protocol: other});
    await next.send('Hello');
    assert.notEqual(shown() ?? id, id);
    next.configure({protocol});
    await next.ready;
    assert.equal(shown(), undefined);
  });

  it('goes where the page says at this time, and nowhere after `null`', async () => {
    const {open} = await page();
    const [first, second] = [memory(), memory()];
    const chat = await open({storage: first});
    chat.remember('draft', 'One');
    const before = [...first.entries.values()];
    chat.configure({storage: null});
    chat.remember('draft', 'Two');
    await chat.send('Hello');
    assert.deepEqual([...first.entries.values()], before);
    assert.equal(chat.recall('draft'), undefined);
    chat.configure({storage: second});
    chat.remember('draft', 'Three');
    assert.match([...second.entries.values()].join(), /Three/);
    assert.deepEqual([...first.entries.values()], before);
  });
});
