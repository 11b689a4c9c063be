import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {MessageItem} from '../../../../src/core/model/item.js';
import {readHistory, readMessage} from '../../../../src/core/protocol/ubik/stored.js';
import type {ResponseData} from '../../../../src/core/protocol/types.js';
import {outline} from './folded.js';

const row = (fields: object = {}): object => ({
  id: 'm1',
  role: 'assistant',
  content: 'Hello',
  created_at: '2026-03-04T09:15:00Z',
  ...fields,
});

const read = (fields?: object): MessageItem => {
  const message = readMessage(row(fields));
  assert.ok(message);
  return message;
};

describe('readMessage', () => {
  it('reads the text of the assistant, with its tags', () => {
    const message = read({content: '<<STEP_START>>\nStep 1: Do ✓\na\n<<STEP_END>>\nEnd.'});
    assert.deepEqual(outline(message), ['step done: Do', '  text done: a', 'text done: End.']);
    assert.deepEqual([message.id, message.role, message.status], ['m1', 'assistant', 'done']);
    assert.ok(message.children.every(({id}) => id.startsWith('m1/')));
  });

  it('reads the text of the user literally', () => {
    const message = read({role: 'user', content: '<<STEP_START>> is a tag,\n  1 << 2'});
    assert.deepEqual(outline(message), ['text done: <<STEP_START>> is a tag,\n  1 << 2']);
    assert.equal(message.role, 'user');
  });

  it('reads an empty message', () => {
    for (const content of ['', undefined, null, 7]) {
      for (const role of ['user', 'assistant']) {
        assert.deepEqual(read({role, content}).children, []);
      }
    }
  });

  it('reads the other fields', () => {
    const message = read({parent_id: 'm0', task_id: 't1'});
    assert.deepEqual(
      [message.messageId, message.parentId, message.runId, message.createdAt],
      ['m1', 'm0', 't1', '2026-03-04T09:15:00Z'],
    );
  });

  it('leaves out fields that are missing or malformed', () => {
    for (const odd of [undefined, null, '', 7, {}]) {
      const message = read({parent_id: odd, task_id: odd, created_at: odd, sibling_ids: odd});
      assert.deepEqual(Object.keys(message).sort(), [
        ...['children', 'id', 'kind', 'messageId', 'role', 'status'],
      ]);
    }
  });

  const branches: readonly (readonly [siblings: unknown, ids: readonly string[] | undefined])[] = [
    [
      ['m2', 'm3'],
      ['m2', 'm3', 'm1'],
    ],
    [
      ['m1', 'm2'],
      ['m1', 'm2'],
    ],
    [
      ['m2', 'm2', 7, null],
      ['m2', 'm1'],
    ],
    [[], undefined],
    [['m1'], undefined],
    ['m2', undefined],
    [undefined, undefined],
  ];
  for (const [siblings, ids] of branches) {
    it(`counts itself among its siblings ${JSON.stringify(siblings)}`, () => {
      assert.deepEqual(read({sibling_ids: siblings}).branches, ids);
    });
  }

  const none: readonly unknown[] = [
    undefined,
    null,
    'm1',
    [],
    {},
    row({id: undefined}),
    row({id: ''}),
    row({id: 7}),
    row({role: 'system'}),
    row({role: 'tool'}),
    row({role: undefined}),
  ];
  for (const value of none) {
    it(`reads no message in ${JSON.stringify(value)}`, () => {
      assert.equal(readMessage(value), undefined);
    });
  }

  const statuses: readonly (readonly [title: string, content: string, status: string])[] = [
    ['done', 'Hello', 'done'],
    ['done when it says nothing', '', 'done'],
    [
      'done when a step before the last was left',
      '<<STEP_START>>\nStep 1: A\na\n<<STEP_END>>\nb',
      'done',
    ],
    ['interrupted in a step that has no end', '<<STEP_START>>\nStep 1: A\na', 'interrupted'],
    ['interrupted in a tool that has no end', '<<TOOL_STEP_START/t:1>>', 'interrupted'],
    ['failed with an error', 'a\n<<ERROR_START>>Error: No<<ERROR_END>>', 'failed'],
    [
      'waiting at a question without an answer',
      '<<INPUT_REQUIRED_START>>\nQ?\n<<INPUT_REQUIRED_END>>',
      'waiting',
    ],
    [
      'waiting at a question in a step',
      '<<STEP_START>>\nStep 1: A\n<<INPUT_REQUIRED_START>>\nQ?\n<<INPUT_REQUIRED_END>>\n<<STEP_END>>',
      'waiting',
    ],
    [
      'done behind a question that was answered',
      '<<INPUT_REQUIRED_START>>\nQ?\n<<USER_INPUT_PROVIDED_START>>{"input":"y","type":"text"}<<USER_INPUT_PROVIDED_END>>\n<<INPUT_REQUIRED_END>>\nb',
      'done',
    ],
  ];
  for (const [title, content, status] of statuses) {
    it(`is ${title}`, () => {
      assert.equal(read({content}).status, status);
    });
  }
});

describe('readHistory', () => {
  const user = row({id: 'u', role: 'user', content: 'Hi'});
  const responseOf = (body: unknown, status = 200): ResponseData => ({status, headers: {}, body});

  it('reads the messages in order, and reports invalid ones', () => {
    const broken = [null, {id: 'x'}, {role: 'user'}, row({role: 'bot'})];
    const reported: unknown[] = [];
    const {messages, running} = readHistory(
      responseOf({
        items: [user, {role: 'system', id: 's', content: 'You are'}, ...broken, row()],
        active_head_id: 'm1',
      }),
      (_, entry) => reported.push(entry),
    );
    assert.deepEqual(reported, broken);
    const ids = messages.map(({id}) => id);
    assert.deepEqual(ids, ['u', 'm1']);
    assert.equal(running, undefined);
  });

  it('reads a list that is alone', () => {
    assert.equal(readHistory(responseOf([user, row()])).messages.length, 2);
  });

  it('reads no message where the list is null, or the response is empty', () => {
    assert.deepEqual(readHistory(responseOf({items: null})), {messages: []});
    assert.deepEqual(readHistory(responseOf(undefined, 204)), {messages: []});
  });

  for (const body of [undefined, null, 'x', 7, {}, {items: 'x'}, {messages: []}]) {
    it(`says what it expected instead of ${JSON.stringify(body)}`, () => {
      assert.throws(
        () => readHistory(responseOf(body)),
        new TypeError('`items`, a list of messages'),
      );
    });
  }

  const running: readonly (readonly [title: string, last: object, run: string | undefined])[] = [
    ['works on the question that nobody answered', {role: 'user', task_id: 't'}, 't'],
    ['is over behind a question without a task', {role: 'user'}, undefined],
    ['is over behind an answer that is whole', {task_id: 't'}, undefined],
    [
      'works on an answer with an open step',
      {task_id: 't', content: '<<STEP_START>>\nStep 1: A\na'},
      't',
    ],
    [
      'waits at a question without an answer',
      {task_id: 't', content: '<<INPUT_REQUIRED_START>>\nQ?\n<<INPUT_REQUIRED_END>>'},
      't',
    ],
    [
      'is over behind an error',
      {task_id: 't', content: '<<ERROR_START>>No<<ERROR_END>>'},
      undefined,
    ],
    ['is not known without a task', {content: '<<STEP_START>>\nStep 1: A\na'}, undefined],
    [
      'may go on behind a closed step that is not marked as completed',
      {content: '<<STEP_START>>\nStep 1: Do\na\n<<STEP_END>>\n', task_id: 't'},
      't',
    ],
    [
      'is over behind a completed step',
      {content: '<<STEP_START>>\nStep 1: Do ✓\na\n<<STEP_END>>', task_id: 't'},
      undefined,
    ],
    [
      'is over where an answer follows the step',
      {content: '<<STEP_START>>\nStep 1: Do\na\n<<STEP_END>>\nDone.', task_id: 't'},
      undefined,
    ],
  ];
  for (const [title, last, run] of running) {
    it(`reports that the run ${title}`, () => {
      assert.equal(readHistory(responseOf([user, row(last)])).running?.run, run);
    });
  }

  it('asks only the last message', () => {
    const history = readHistory(responseOf([row({id: 'u1', role: 'user', task_id: 't1'}), row()]));
    assert.equal(history.running, undefined);
  });
});
