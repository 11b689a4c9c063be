import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {bare, llm, skill} from './patches.js';
import {aishu} from '../../../../src/core/protocol/aishu/index.js';
import type {History} from '../../../../src/core/protocol/types.js';

const content = (...progress: object[]): string =>
  JSON.stringify({final_answer: {answer: {text: 'x'}}, middle_answer: {progress}});
const user = {
  id: 'u1',
  index: 1,
  origin: 'user',
  content: '{"text":"Why?"}',
  create_time: 1770000000,
};
const answer = {
  id: 'm1',
  conversation_id: 'c1',
  index: 2,
  origin: 'assistant',
  reply_id: 'u1',
  content: content(llm({answer: 'Because.', status: 'completed'})),
  ext: '{"agent_run_id":"r1","total_time":2,"related_queries":null}',
  status: 'succeded',
};

function history(...Messages: readonly unknown[]): History {
  const read = aishu.operations.history?.read({status: 200, headers: {}, body: {Messages}});
  assert.ok(read);
  return read;
}

describe('a stored conversation', () => {
  it('is its messages in their order', () => {
    const {messages, running} = history(answer, user);
    assert.deepEqual(messages.map(bare), [
      {
        kind: 'message',
        role: 'user',
        status: 'done',
        messageId: 'u1',
        createdAt: '2026-02-02T02:40:00.000Z',
      },
      {
        kind: 'message',
        role: 'assistant',
        status: 'done',
        messageId: 'm1',
        parentId: 'u1',
        sessionId: 'c1',
        runId: 'r1',
        duration: 2,
      },
    ]);
    const found = messages.map(({id, children}) => [id, ...children.map(bare)]);
    assert.deepEqual(found, [
      ['u1', {kind: 'text', status: 'done', text: 'Why?'}],
      ['m1', {kind: 'text', status: 'done', text: 'Because.'}],
    ]);
    assert.equal(running, undefined);
  });

  it('may be spelled as in the schema of the platform, with objects in place of text', () => {
    const {role, ...fields} = {
      ...answer,
      role: 'assistant',
      origin: undefined,
      content: JSON.parse(answer.content) as unknown,
    };
    const messages = [{...fields, role}];
    const read = aishu.operations.history?.read({status: 200, headers: {}, body: {messages}});
    assert.deepEqual(read?.messages[0]?.children.map(bare), [
      {kind: 'text', status: 'done', text: 'Because.'},
    ]);
  });

  it('loads when a content is empty, missing, cut or of another kind', () => {
    for (const odd of ['', null, undefined, '{"middle', '[]', '7', 7]) {
      const {messages} = history({...user, content: odd}, {...answer, content: odd, ext: odd});
      const found = messages.map(({role, status}) => [role, status]);
      assert.deepEqual(found, [
        ['user', 'done'],
        ['assistant', 'done'],
      ]);
    }
    assert.equal(history({}, null, 'x').messages.length, 0);
  });

  it('names messages apart that have no id', () => {
    const ids = history({...user, id: ''}, {...answer, id: undefined}).messages.map(({id}) => id);
    assert.equal(new Set(ids).size, 2);
  });

  it('reports the result of an answer', () => {
    const error = {type: 'agent_executor', error: {error_code: 'E1', description: 'Broken'}};
    const states = [
      {...answer, status: 'failed', ext: JSON.stringify({error})},
      {...answer, status: 'failed', ext: null},
      {...answer, status: 'cancelled'},
      {...answer, status: 'processing'},
    ].map(stored => history(stored).messages[0]);
    const statuses = states.map(message => message?.status);
    assert.deepEqual(statuses, ['failed', 'failed', 'stopped', 'streaming']);
    assert.deepEqual(states[0]?.children.slice(1).map(bare), [
      {kind: 'error', status: 'failed', code: 'E1', text: 'Broken'},
    ]);
    assert.deepEqual(states[1]?.children.slice(1).map(bare), [
      {kind: 'error', status: 'failed', code: 'unknown'},
    ]);
  });

  it('reports the running run, and only for the last message', () => {
    const running = {...answer, status: 'processing'};
    assert.deepEqual(history(user, running).running, {run: 'r1'});
    const before = history(running, {...user, index: 3});
    assert.deepEqual([before.running, before.messages[0]?.status], [undefined, 'done']);
  });

  it('waits only after a question', () => {
    const ext = JSON.stringify({interrupt_info: {handle: {}, data: {tool_name: 't'}}});
    const step = {middle_answer: {progress: [skill('t', {status: 'processing'})]}};
    const asked = {...answer, ext, content: step};
    const open = history({...asked, status: 'processing'});
    assert.deepEqual([open.messages[0]?.status, open.running], ['waiting', undefined]);
    const kinds = open.messages[0]?.children.map(({kind}) => kind);
    assert.deepEqual(kinds, ['tool', 'request']);
    const found = history(asked).messages[0]?.children.map(({kind}) => kind);
    assert.deepEqual(found, ['tool']);
  });

  it('displays the files of a question, and its context as a chip', () => {
    const text = '【上下文: Order 7】\n{\n  "id": 7\n}\n\nWhy?';
    const files = {
      temp_file: [{id: 'f1', name: 'a.pdf'}],
      selected_files: [{file_name: 'conversation-1/b.txt'}],
    };
    const [message] = history({...user, content: JSON.stringify({text, ...files})}).messages;
    assert.equal(message?.context, 'Order 7');
    assert.deepEqual(message.children.map(bare), [
      {kind: 'text', status: 'done', text: 'Why?'},
      {kind: 'file', status: 'done', name: 'a.pdf', documentId: 'f1'},
      {kind: 'file', status: 'done', name: 'b.txt', documentId: 'conversation-1/b.txt'},
    ]);
  });

  it('keeps a text whole that only looks like one with a context', () => {
    for (const text of [
      '【上下文: x】\nnot JSON\n\nWhy?',
      '【上下文: x】 Why?',
      'Why? 【上下文: x】\n1\n\n',
    ]) {
      const [message] = history({...user, content: JSON.stringify({text})}).messages;
      assert.deepEqual(
        [message?.context, message?.children.map(bare)[0]?.['text']],
        [undefined, text],
      );
    }
  });
});
