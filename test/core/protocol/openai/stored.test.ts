import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {type MessageItem, plainText, walk} from '../../../../src/core/index.js';
import {readItems} from '../../../../src/core/protocol/openai/stored.js';

/** The server lists the newest item first. */
const read = (items: readonly object[]): readonly MessageItem[] => readItems(items.toReversed());

const user = {type: 'message', role: 'user', content: [{type: 'input_text', text: 'Hi'}]};

describe('stored items of Responses', () => {
  it('are messages also without a type, and with a text as their content', () => {
    const messages = read([
      {role: 'system', content: 'You are a guide.'},
      {role: 'user', content: 'Hi'},
      {role: 'assistant', content: [{type: 'output_text', text: 'Hello'}]},
      {role: 'user', content: 'And?'},
      {type: 'message', role: 'assistant', content: 'Welcome'},
    ]);
    const found = messages.map(message => [
      message.role,
      plainText(message),
      message.children.length,
    ]);
    assert.deepEqual(found, [
      ['user', 'Hi', 1],
      ['assistant', 'Hello', 1],
      ['user', 'And?', 1],
      ['assistant', 'Welcome', 1],
    ]);
  });

  it('have what was answered to a question, also what the user wrote instead of a decision', () => {
    const question = {type: 'mcp_approval_request', id: 'q', name: 'pay', arguments: '{}'};
    const answers = [{approve: true}, {approve: false}, {approve: false, reason: 'No money'}].map(
      fields => {
        const answer = {type: 'mcp_approval_response', approval_request_id: 'q', ...fields};
        const [request] = read([user, question, answer]).at(-1)?.children ?? [];
        return request?.kind === 'request' && request.answer?.input;
      },
    );
    assert.deepEqual(answers, [true, false, {approved: false, reason: 'No money'}]);
  });

  it('have the result of each call, also where two calls have one id', () => {
    const call = (n: number): object => ({
      type: 'function_call',
      id: `f${n}`,
      call_id: 'c0',
      name: 'find',
      arguments: `{"n":${n}}`,
    });
    const output = (text: string): object => ({
      type: 'function_call_output',
      call_id: 'c0',
      output: text,
    });
    const messages = read([user, call(1), output('A'), call(2), output('B')]);
    const tools = messages.flatMap(message =>
      [...walk(message)].flatMap(item => (item.kind === 'tool' ? [[item.input, item.output]] : [])),
    );
    assert.deepEqual(tools, [
      ['{"n":1}', 'A'],
      ['{"n":2}', 'B'],
    ]);
  });

  it('have the files that are cited in each part of a message', () => {
    const part = (filename: string): object => ({
      type: 'output_text',
      text: `See ${filename}. `,
      annotations: [
        {type: 'container_file_citation', file_id: filename, filename, container_id: 'c'},
      ],
    });
    const messages = read([
      user,
      {type: 'message', role: 'assistant', content: [part('a.csv'), part('b.csv')]},
    ]);
    const files = messages.flatMap(message =>
      [...walk(message)].flatMap(item => (item.kind === 'file' ? [item.name] : [])),
    );
    assert.deepEqual(files, ['a.csv', 'b.csv']);
  });
});
