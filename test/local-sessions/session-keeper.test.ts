import assert from 'node:assert/strict';
import {it} from 'node:test';
import {SessionKeeper} from '../../src/local-sessions/session-keeper.js';
import {emptyConversation, type Conversation, type MessageItem} from '../../src/core/index.js';
import {reduce} from '../../src/core/model/reduce.js';
import type {LocalSessionStore} from '../../src/core/protocol/local-session-types.js';

const form = (properties: object): object => ({type: 'object', properties});

/** A keeper whose store keeps what it is given. */
function keep() {
  const reports: string[] = [];
  const state = {
    session: {id: 'session'},
    conversation: emptyConversation,
    subscribe: () => () => undefined,
    report: ({message}: {message: string}) => void reports.push(message),
  };
  const saved: (readonly MessageItem[])[] = [];
  const store: LocalSessionStore = {
    list: () => Promise.resolve({sessions: [], more: false}),
    load: () => Promise.resolve(undefined),
    save: async (_scope, _session, messages) => {
      await Promise.resolve();
      saved.push(messages);
    },
    rename: () => Promise.resolve(),
    remove: async () => {
      await Promise.resolve();
      saved.length = 0;
    },
    clear: async () => {
      await Promise.resolve();
      saved.length = 0;
    },
  };
  const keeper = new SessionKeeper(store, {
    scope: 'scope',
    resumes: false,
    state,
    environment: {onHide: () => () => undefined, after: () => () => undefined},
    onReleased: () => undefined,
  });
  return {keeper, state, store, reports, saved};
}

/** A conversation with an answer that is this far. */
const answered = (text: string): Conversation =>
  reduce(emptyConversation, [
    {op: 'open', id: 'm', kind: 'message', fields: {role: 'assistant'}},
    {op: 'open', id: 't', parent: 'm', kind: 'text', fields: {text}},
  ]);

for (const name of ['remove', 'clear'] as const) {
  it(`stores nothing of an answer that still arrives after \`${name}\``, async () => {
    const {keeper, state, reports, saved} = keep();
    state.conversation = answered('Half');
    await keeper.flush();
    const removed = name === 'remove' ? keeper.remove('session') : keeper.clear();
    state.conversation = answered('Half an answer');
    await keeper.flush();
    await removed;
    keeper.release();
    state.conversation = answered('Half an answer.');
    keeper.end();
    await keeper.flush();
    assert.deepEqual([saved, reports], [[], []]);
  });
}

/** What is stored of a conversation with two answered questions, one of them inside of a step. */
async function stored(schema: object): Promise<readonly MessageItem[]> {
  const question = (id: string, parent: string) =>
    ({
      op: 'open',
      id,
      parent,
      kind: 'request',
      status: 'done',
      fields: {
        prompt: 'Sign in',
        inputTypes: ['json'],
        schema,
        answer: {type: 'json', input: {user: 'ada', pin: 'hunter2'}},
      },
    }) as const;
  const conversation = reduce(emptyConversation, [
    {op: 'open', id: 'm', kind: 'message', fields: {role: 'assistant'}},
    question('q1', 'm'),
    {op: 'open', id: 's', parent: 'm', kind: 'step', fields: {title: 'Work'}},
    question('q2', 's'),
  ]);
  const {keeper, state, saved} = keep();
  state.conversation = conversation;
  await keeper.flush();
  return saved.at(-1) ?? [];
}

it('does not replace a stored conversation that could not be loaded', async () => {
  const {keeper, state, store, saved} = keep();
  const {load} = store;
  store.load = () => Promise.reject(new DOMException('Lost', 'UnknownError'));
  await assert.rejects(keeper.load('session'), /Lost/);
  state.conversation = answered('New');
  await keeper.flush();
  assert.deepEqual(saved, []);
  store.load = load;
  await keeper.load('session');
  await keeper.flush();
  assert.equal(saved.length, 1);
});

it('stores a conversation again that could not be stored', async () => {
  const {keeper, state, store, reports, saved} = keep();
  const {save} = store;
  store.save = () => Promise.reject(new DOMException('Lost', 'UnknownError'));
  state.conversation = answered('Hello');
  await keeper.flush();
  assert.equal(reports.length, 1);
  store.save = save;
  await keeper.flush();
  assert.equal(saved.length, 1);
});

it('stores a session that was opened again after it was removed', async () => {
  const {keeper, state, saved} = keep();
  await keeper.remove('session');
  await keeper.load('session');
  state.conversation = answered('Hello');
  await keeper.flush();
  assert.equal(saved.length, 1);
});

it('stores the answers of the user', async () => {
  const text = JSON.stringify(await stored(form({user: {type: 'string'}, pin: {type: 'string'}})));
  assert.equal(text.split('hunter2').length - 1, 2);
});

it('stores no answer to a form with a password, wherever the form is', async () => {
  const pin = {type: 'string', format: 'password'};
  for (const schema of [
    form({user: {type: 'string'}, pin}),
    {...form({pin: {$ref: '#/$defs/pin'}}), $defs: {pin}},
  ]) {
    const messages = await stored(schema);
    assert.doesNotMatch(JSON.stringify(messages), /hunter2/);
    assert.equal(JSON.stringify(messages).split('"input":""').length - 1, 2);
  }
});
