import assert from 'node:assert/strict';
import {it} from 'node:test';
import {SessionKeeper} from '../../../src/controller/local-sessions/session-keeper.js';
import {emptyConversation, type MessageItem} from '../../../src/core/index.js';
import {reduce} from '../../../src/core/model/reduce.js';
import type {LocalSessionStore} from '../../../src/core/protocol/local-session-types.js';

const form = (properties: object): object => ({type: 'object', properties});

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
  const state = {
    session: {id: 'session'},
    conversation: emptyConversation,
    subscribe: () => () => undefined,
    report: ({message}: {message: string}) => assert.fail(message),
  };
  let saved: readonly MessageItem[] = [];
  const store: LocalSessionStore = {
    list: () => Promise.resolve({sessions: [], more: false}),
    load: () => Promise.resolve(undefined),
    save: (_scope, _session, messages) => {
      saved = messages;
      return Promise.resolve();
    },
    rename: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    clear: () => Promise.resolve(),
  };
  const keeper = new SessionKeeper(store, {
    scope: 'scope',
    resumes: false,
    state,
    environment: {onHide: () => () => undefined, after: () => () => undefined},
    onReleased: () => undefined,
  });
  state.conversation = conversation;
  await keeper.flush();
  return saved;
}

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
