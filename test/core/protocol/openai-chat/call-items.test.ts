import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation, reduce} from '../../../../src/core/index.js';
import {Items} from '../../../../src/core/protocol/items.js';
import {CallItems} from '../../../../src/core/protocol/openai-chat/call-items.js';
import {Calls, readToolCall} from '../../../../src/core/protocol/openai-chat/calls.js';
import {shown} from './completions.js';

function setUp() {
  const items = new Items('run');
  items.openMessage({role: 'assistant'});
  const answer = new CallItems(items);
  return {
    answer,
    accept: (calls: Calls, call: object) => answer.change(calls.accept(readToolCall({...call}))),
    shown() {
      const [message] = reduce(emptyConversation, items.take()).children;
      return shown(message ?? {children: []});
    },
  };
}

const named = (id: string, name: string, args = ''): object => ({
  index: 0,
  id,
  function: {name, arguments: args},
});

describe('CallItems', () => {
  it('follows the name, the id and the arguments of a call', () => {
    const {answer, accept, shown: all} = setUp();
    const calls = new Calls();
    accept(calls, {index: 0, id: 'c1'});
    accept(calls, named('', 'get_'));
    accept(calls, named('', 'time', '{'));
    accept(calls, named('', '', '}'));
    answer.settle();
    assert.equal(answer.leave(), true);
    assert.deepEqual(all(), [['tool', 'waiting', 'get_time', '{}', '']]);
  });

  it('shows no call without a name', () => {
    const {answer, accept, shown: all} = setUp();
    accept(new Calls(), {index: 0, id: 'c1', function: {arguments: '{}'}});
    answer.settle();
    assert.equal(answer.leave(), false);
    assert.deepEqual(all(), []);
  });

  it('gives a result to the call that is open, even if ids come again', () => {
    const {answer, accept, shown: all} = setUp();
    accept(new Calls(), named('c1', 'a', '{}'));
    answer.result('c1', 'a', 'first');
    answer.handOver();
    accept(new Calls(), named('c1', 'a', '{}'));
    answer.result('c1', 'a', 'second');
    assert.equal(answer.leave(), false);
    assert.deepEqual(all(), [
      ['tool', 'done', 'a', '{}', 'first'],
      ['tool', 'done', 'a', '{}', 'second'],
    ]);
  });
});
