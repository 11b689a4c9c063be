import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readMessages} from '../../../../src/core/protocol/ai-sdk/stored.js';
import {createAiSdk} from '../../../../src/core/index.js';
import {
  approval,
  bare,
  call,
  finish,
  folded,
  output,
  reasoning,
  start,
  step,
  text,
} from './chunks.js';
import {statusesOf} from '../folded-message.js';

const complete = folded([
  start({messageMetadata: {model: 'one'}}),
  step,
  ...reasoning('r', ['Hm']),
  ...text('0', ['Look: ']),
  ...call('c1', 'add', {a: 1}),
  output('c1', 2),
  step,
  ...text('0', ['It is 2.']),
  finish(),
]).message;

const waiting = folded([
  start(),
  ...call('c1', 'title', {}),
  ...call('c2', 'pay', {}),
  approval('p', 'c2'),
  finish('tool-calls'),
]).message;

const user = {id: 'u', role: 'user', parts: [{type: 'text', text: 'Hello'}]};

describe('stored messages', () => {
  it('are displayed as they were when they were received', () => {
    const [question, answer] = readMessages([user, complete.protocolData]);
    assert.deepEqual(
      [question?.role, question?.messageId, question?.status],
      ['user', 'u', 'done'],
    );
    assert.ok(answer);
    assert.deepEqual(answer.children.map(bare), complete.children.map(bare));
    assert.deepEqual(
      [answer.id, answer.messageId, answer.model, answer.status],
      ['m', 'm', 'one', 'done'],
    );
    assert.deepEqual(
      answer.children.map(({id}) => id),
      complete.children.map(({id}) => id.replace('run', 'm')),
    );
  });

  it('may be in an object', () => {
    const {history} = createAiSdk({history: true}).operations;
    for (const body of [[user], {messages: [user]}])
      assert.equal(history?.read({status: 200, headers: {}, body}).messages.length, 1);
  });

  it('skip instructions, and report what is no message', () => {
    const system = {id: 's', role: 'system', parts: []};
    const broken = [7, null, {...user, role: 'x'}, {...user, parts: undefined}];
    const reported: unknown[] = [];
    const messages = readMessages([system, ...broken], (_, entry) => reported.push(entry));
    assert.deepEqual(messages, []);
    assert.deepEqual(reported, broken);
  });

  it('have an id of their own if the server stores none', () => {
    const messages = readMessages([user, {...user, id: '', role: 'assistant'}]);
    const ids = messages.map(({id}) => id);
    assert.deepEqual(ids, ['u', 'message-2']);
  });

  it('have open calls and questions only in the last answer', () => {
    const [last] = readMessages([waiting.protocolData]);
    assert.deepEqual(last?.children.map(bare), waiting.children.map(bare));
    const [earlier] = readMessages([waiting.protocolData, user]);
    assert.ok(earlier);
    assert.deepEqual(statusesOf(earlier), [
      'tool interrupted',
      'tool interrupted',
      'request interrupted',
    ]);
    assert.equal(earlier.status, 'done');
  });
});
