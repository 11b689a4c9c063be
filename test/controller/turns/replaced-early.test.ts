import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createAiSdk} from '../../../src/core/index.js';
import type {ChatController} from '../../../src/controller/index.js';
import {until} from '../../support/until.js';
import {openChat, said} from '../support/chat.js';
import {bodyOf} from '../support/streams.js';
import {json, serve, stream} from '../support/web-server.js';

const message = (id: string, role: string, text: string): object => ({
  id,
  role,
  parts: [{type: 'text', text, state: 'done'}],
});

const stored = [
  message('u1', 'user', 'One'),
  message('a1', 'assistant', 'First.'),
  message('u2', 'user', 'Two'),
  message('a2', 'assistant', 'Second.'),
];

interface Body {
  readonly messages: readonly {readonly parts: readonly {readonly text: string}[]}[];
}

interface Reopened {
  readonly chat: ChatController;
  /** The texts of the messages of each request. */
  readonly sent: string[][];
  /** Lets the history arrive. */
  readonly release: () => void;
  readonly loads: () => number;
}

/** A chat that displays a saved conversation while its history loads. */
async function reopened(status = 200): Promise<Reopened> {
  let list: readonly object[] = stored;
  const sent: string[][] = [];
  let release = (): void => undefined;
  let held = Promise.resolve();
  let loads = 0;
  const {origin} = await serve(async ({method, body}, response) => {
    if (method === 'GET') {
      loads += 1;
      const messages = list;
      await held;
      json(response, {messages});
      return;
    }
    const {messages} = JSON.parse(body) as Body;
    sent.push(messages.map(({parts}) => parts[0]?.text ?? ''));
    if (status !== 200) {
      json(response, {}, status);
      return;
    }
    list = [...messages, message('fresh', 'assistant', 'Fresh.')];
    stream(response).end(
      bodyOf([
        {type: 'start', messageId: 'fresh'},
        {type: 'text-start', id: 't'},
        {type: 'text-delta', id: 't', delta: 'Fresh.'},
        {type: 'text-end', id: 't'},
        {type: 'finish'},
      ]),
    );
  });
  const options = {
    endpoint: origin,
    protocol: createAiSdk({history: true}),
    sessionId: 'S',
    storage: null,
  };
  const first = openChat(options);
  await first.ready;
  const {conversation} = first;
  first.dispose();
  held = new Promise(resolve => (release = resolve));
  loads = 0;
  const chat = openChat(options);
  chat.show(conversation);
  await until(() => loads === 1);
  return {chat, sent, release, loads: () => loads};
}

describe('what is replaced while the history loads', () => {
  it('is gone after an edit, whose text is sent', async () => {
    const {chat, sent, release} = await reopened();
    const edited = chat.edit('u2', 'Two, edited');
    await until(() => chat.status === 'connecting');
    release();
    await edited;
    assert.deepEqual(sent, [['One', 'First.', 'Two, edited']]);
    const shown = ['user: One', 'assistant: First.', 'user: Two, edited', 'assistant: Fresh.'];
    assert.deepEqual(said(chat), shown);
  });

  it('is gone after the answer is regenerated', async () => {
    const {chat, sent, release} = await reopened();
    const regenerated = chat.regenerate('a2');
    await until(() => chat.status === 'connecting');
    release();
    await regenerated;
    assert.deepEqual(sent, [['One', 'First.', 'Two']]);
    assert.equal(said(chat).at(-1), 'assistant: Fresh.');
    assert.equal(said(chat).length, 4);
  });

  it('stays if the request is refused, and the history is displayed then', async () => {
    const {chat, release, loads} = await reopened(503);
    const edited = chat.edit('u2', 'Two, edited');
    await until(() => chat.status === 'connecting');
    release();
    await edited;
    await until(() => loads() === 2);
    assert.deepEqual(said(chat).slice(0, 4), [
      'user: One',
      'assistant: First.',
      'user: Two',
      'assistant: Second.',
    ]);
  });
});

it('errors of earlier turns have no actions, and a retry leaves them', async () => {
  let posts = 0;
  const {origin} = await serve((_, response) => {
    posts += 1;
    if (posts !== 2) {
      json(response, {}, posts === 1 ? 413 : 503);
      return;
    }
    stream(response).end(bodyOf([{type: 'start', messageId: 'm'}, {type: 'finish'}]));
  });
  const chat = openChat({endpoint: origin, protocol: createAiSdk(), storage: null});
  const errors = (): unknown[] =>
    chat.conversation.children
      .flatMap(({children}) => children)
      .filter(item => item.kind === 'error')
      .map(({retryable = true, unsent = false}) => [retryable, unsent]);
  await chat.send('One');
  assert.deepEqual(errors(), [[false, true]]);
  await chat.send('Two');
  assert.deepEqual(errors(), [[false, false]]);
  await chat.send('Three');
  assert.deepEqual(errors(), [
    [false, false],
    [true, true],
  ]);
  await chat.retry();
  assert.deepEqual(errors(), [
    [false, false],
    [true, true],
  ]);
});
