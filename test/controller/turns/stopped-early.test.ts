import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createAiSdk, ubik} from '../../../src/core/index.js';
import {messagesOf} from '../../../src/core/model/messages.js';
import type {ChatController} from '../../../src/controller/index.js';
import {until} from '../../support/until.js';
import {openChat, said} from '../support/chat.js';
import {bodyOf} from '../support/streams.js';
import {json, serve, stream, type WebServer} from '../support/web-server.js';

/** A promise that the test resolves. */
function gate(): {readonly opened: Promise<void>; readonly open: () => void} {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => (open = resolve));
  return {opened, open};
}

const statuses = (chat: ChatController): string[] =>
  messagesOf(chat.conversation).map(({role, status}) => `${role}: ${status}`);

const posted = ({asked}: WebServer): string[] =>
  asked.filter(({method}) => method === 'POST').map(({path}) => path);

/** A token that is loaded again for each request. */
const expiring = (): string =>
  `h.${btoa(JSON.stringify({exp: Math.floor(Date.now() / 1000) + 1}))}.s`;

interface Stored {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const earlier: readonly Stored[] = [
  {id: 'u1', role: 'user', content: 'Which day is it?'},
  {id: 'a1', role: 'assistant', content: 'Monday.'},
];

const reply = (text: string): string =>
  bodyOf([
    {type: 'agent_processing_started', session_id: 'S', task_id: 't'},
    {type: 'agent_processing_complete', content: text},
  ]);

const content = (body: string): string => (JSON.parse(body) as {content: string}).content;

describe('a message that is stopped before the response begins', () => {
  /** A server that stores each message at once, and never begins its response. */
  const storing = async (): Promise<{server: WebServer; chat: ChatController}> => {
    let items = [...earlier];
    const server = await serve(({method, path, body}, response) => {
      if (path.endsWith('/stop')) json(response, {});
      else if (method === 'GET') json(response, {items});
      else {
        const isEdit = path !== '/agent-sessions/S/messages';
        const user = {id: 'u2', role: 'user', content: content(body)} as const;
        items = isEdit ? [user] : [...items, user];
      }
    });
    const chat = openChat({endpoint: server.origin, protocol: ubik, sessionId: 'S', storage: null});
    await chat.ready;
    return {server, chat};
  };

  it('is displayed once', async () => {
    const {server, chat} = await storing();
    const sent = chat.send('And which month?');
    await until(() => posted(server).length === 1);
    await chat.stop();
    assert.equal((await sent).status, 'stopped');
    assert.deepEqual(said(chat).slice(2), ['user: And which month?', 'assistant: ']);
  });

  it('is displayed once although it was edited', async () => {
    const {server, chat} = await storing();
    const edited = chat.edit('u1', 'Which year is it?');
    await until(() => posted(server).length === 1);
    await chat.stop();
    await edited;
    assert.deepEqual(said(chat), ['user: Which year is it?', 'assistant: ']);
    assert.deepEqual(statuses(chat), ['user: done', 'assistant: stopped']);
  });
});

describe('a message that is stopped before it is sent', () => {
  it('is not sent while the history loads, and nothing is stopped on the server', async () => {
    const {opened, open} = gate();
    const server = await serve(async ({method, body}, response) => {
      if (method === 'POST') return void stream(response).end(reply(`Re ${content(body)}`));
      await opened;
      json(response, {items: earlier});
    });
    const chat = openChat({endpoint: server.origin, protocol: ubik, sessionId: 'S', storage: null});
    const sent = chat.send('Important');
    await until(() => server.asked.length === 1 && chat.status === 'connecting');
    await chat.stop();
    assert.deepEqual(await sent, {status: 'not-sent'});
    assert.deepEqual([chat.status, chat.lastError], ['idle', undefined]);
    open();
    await chat.ready;
    const stored = ['user: Which day is it?', 'assistant: Monday.'];
    assert.deepEqual(said(chat), [...stored, 'user: Important']);
    assert.deepEqual(statuses(chat), ['user: done', 'assistant: done', 'user: failed']);
    assert.deepEqual(posted(server), []);
    await chat.retry();
    assert.deepEqual(posted(server), ['/agent-sessions/S/messages']);
    assert.deepEqual(statuses(chat).slice(2), ['user: done', 'assistant: done']);
  });

  it('leaves what an edit would have replaced', async () => {
    let token = Promise.resolve();
    const server = await serve(({method}, response) => {
      if (method === 'GET') json(response, {items: earlier});
    });
    const getToken = async (): Promise<string> => {
      await token;
      return expiring();
    };
    const chat = openChat({
      endpoint: server.origin,
      protocol: ubik,
      sessionId: 'S',
      storage: null,
      getToken,
    });
    await chat.ready;
    const before = said(chat);
    const {opened, open} = gate();
    token = opened;
    const edited = assert.rejects(chat.edit('u1', 'Which year?'), {name: 'AbortError'});
    await until(() => chat.status === 'connecting');
    await chat.stop();
    await edited;
    assert.deepEqual(said(chat), before);
    open();
  });

  it('keeps its error and its text if it had failed before', async () => {
    const {opened, open} = gate();
    let calls = 0;
    const server = await serve((_, response) => json(response, {}, 503));
    const chat = openChat({
      endpoint: server.origin,
      protocol: createAiSdk(),
      storage: null,
      getToken: async () => {
        calls += 1;
        if (calls > 1) await opened;
        return expiring();
      },
    });
    await chat.send('Important');
    const again = chat.retry();
    await until(() => calls === 2);
    await chat.stop();
    await again;
    assert.deepEqual(statuses(chat), ['user: failed', 'assistant: failed']);
    assert.equal(chat.lastError?.code, 'server_error');
    assert.equal(posted(server).length, 1);
    assert.equal(chat.withdraw(), 'Important');
    assert.deepEqual(said(chat), []);
    open();
  });
});

it('a message that waits for a token returns to its sender when another session is opened', async () => {
  const {opened, open} = gate();
  const server = await serve((_, response) => json(response, {items: []}));
  let isSlow = false;
  const getToken = async (): Promise<string> => {
    if (isSlow) await opened;
    return expiring();
  };
  const chat = openChat({
    endpoint: server.origin,
    protocol: ubik,
    sessionId: 'A',
    storage: null,
    getToken,
  });
  await chat.ready;
  isSlow = true;
  const sent = assert.rejects(chat.send('Read my file'), {name: 'AbortError'});
  await until(() => chat.status === 'connecting');
  const loaded = chat.loadSession('B');
  await sent;
  open();
  await loaded;
  assert.deepEqual(posted(server), []);
});
