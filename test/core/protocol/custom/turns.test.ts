import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  emptyConversation,
  reduce,
  turnsOf,
  type Conversation,
  type Kind,
  type Op,
  type Status,
} from '../../../../src/core/index.js';

let count = 0;
const add = (parent: string, kind: Kind, fields: object, status: Status = 'done'): Op => ({
  op: 'open',
  id: `i${++count}`,
  parent,
  kind,
  status,
  fields,
});
const says = (text: string, parent = 'a'): Op => add(parent, 'text', {text});
const call = (id: string, fields: object, status?: Status): Op =>
  add('a', 'tool', {name: 'find', executionId: id, input: '{}', output: '', ...fields}, status);

const asked: readonly Op[] = [
  {op: 'open', id: 'u', kind: 'message', fields: {role: 'user'}},
  {op: 'open', id: 'a', kind: 'message', fields: {role: 'assistant'}},
];
const conversation = (...ops: readonly Op[]): Conversation =>
  reduce(emptyConversation, [...asked, ...ops]);

describe('turnsOf', () => {
  it('has the texts and files of the user and the agent', () => {
    const file = add('u', 'file', {name: 'a.png', url: 'data:image/png;base64,AA=='});
    const turns = turnsOf(conversation(file, says('Look', 'u'), says('One'), says('Two')));
    const found = turns.map(({role, text, files}) => [role, text, files.map(({name}) => name)]);
    assert.deepEqual(found, [
      ['user', 'Look', ['a.png']],
      ['assistant', 'One\n\nTwo', []],
    ]);
  });

  it('begins a turn where text follows a call', () => {
    const [, first, second] = turnsOf(
      conversation(
        says('Hi', 'u'),
        add('a', 'thinking', {text: 'Hm'}),
        says('Looking'),
        call('c1', {output: '1'}),
        call('c2', {error: 'No'}, 'failed'),
        says('Found'),
      ),
    );
    assert.deepEqual(first, {
      role: 'assistant',
      text: 'Looking',
      calls: [
        {id: 'c1', name: 'find', input: '{}', output: '1', isError: false},
        {id: 'c2', name: 'find', input: '{}', output: 'No', isError: true},
      ],
      files: [],
    });
    assert.deepEqual([second?.text, second?.calls], ['Found', []]);
  });

  it('leaves out calls without a result, and empty turns', () => {
    assert.deepEqual(turnsOf(conversation(call('c1', {}, 'interrupted'))), []);
    assert.deepEqual(turnsOf(emptyConversation), []);
  });
});
