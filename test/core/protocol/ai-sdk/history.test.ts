import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  continuedHistoryOf,
  historyOf,
  recordOf,
  settledHistoryOf,
} from '../../../../src/core/protocol/ai-sdk/history.js';
import type {
  Conversation,
  Item,
  MessageItem,
  RequestItem,
  UiMessage,
} from '../../../../src/core/index.js';
import {approval, call, finish, folded, output, start, text} from './chunks.js';

const conversation = (...children: Item[]): Conversation => ({version: 1, children});

const user = (id: string, said: string): MessageItem => ({
  id: `item-${id}`,
  messageId: id,
  kind: 'message',
  role: 'user',
  status: 'done',
  children: [{id: `${id}/text`, kind: 'text', status: 'done', children: [], text: said}],
});

/** The answer with other fields of its items, as the page and the user have changed them. */
const changed = (message: MessageItem, changes: Readonly<Record<string, object>>): MessageItem => ({
  ...message,
  children: message.children.map(item => ({...item, ...changes[item.kind]})),
});

const statesOf = ({parts}: UiMessage): readonly unknown[] => parts.map(({state}) => state);

describe('the record of a message', () => {
  it('is what was received, with unknown fields', () => {
    const {message} = folded([start(), ...text('0', ['a'], {providerMetadata: {p: 1}}), finish()]);
    assert.deepEqual(recordOf(message), message.protocolData);
  });

  it('has the texts of a message that was not received', () => {
    assert.deepEqual(recordOf(user('u', 'Hello')), {
      id: 'u',
      role: 'user',
      parts: [{type: 'text', text: 'Hello'}],
    });
  });

  it('has the files of the user before the text', () => {
    const url = 'data:image/png;base64,AA==';
    const common = {kind: 'file', status: 'done', children: [], name: 'door.png'} as const;
    const message = {
      ...user('u', 'Look'),
      children: [
        ...user('u', 'Look').children,
        {...common, id: 'f', mediaType: 'image/png', url},
        {...common, id: 'g', documentId: 'elsewhere'},
      ],
    };
    assert.deepEqual(recordOf(message).parts, [
      {type: 'file', mediaType: 'image/png', filename: 'door.png', url},
      {type: 'text', text: 'Look'},
    ]);
  });

  it('has the result of a page tool, as a value if it is JSON', () => {
    const {message} = folded([start(), ...call('c1', 'title', {}), finish('tool-calls')]);
    for (const [given, expected] of [
      ['Ubik', 'Ubik'],
      ['{"a":1}', {a: 1}],
      ['', ''],
    ] as const) {
      const run = changed(message, {tool: {status: 'done', output: given}});
      assert.deepEqual(recordOf(run).parts, [
        {
          type: 'tool-title',
          toolCallId: 'c1',
          state: 'output-available',
          input: {},
          output: expected,
        },
      ]);
    }
    const failed = changed(message, {tool: {status: 'failed', error: 'No title'}});
    assert.deepEqual(recordOf(failed).parts[0]?.['errorText'], 'No title');
    assert.deepEqual(statesOf(recordOf(message)), ['input-available']);
  });

  it('has the decision of the user, with everything that the server has sent', () => {
    const {message} = folded([
      start(),
      ...call('c1', 'pay', {}),
      approval('p', 'c1', {reason: 'Really?', signature: 'x'}),
      finish('tool-calls'),
    ]);
    const asked = {id: 'p', requestReason: 'Really?', signature: 'x'};
    for (const [answer, decision] of [
      [{type: 'confirm', input: true}, {approved: true}],
      [{type: 'confirm', input: false}, {approved: false}],
      [
        {type: 'text', input: 'Too much'},
        {approved: false, reason: 'Too much'},
      ],
      [
        {type: 'permission', input: {reason: 'No'}},
        {approved: false, reason: 'No'},
      ],
    ] as const) {
      const answered = changed(message, {request: {status: 'done', answer}});
      const [part] = recordOf(answered).parts;
      assert.equal(part?.['state'], 'approval-responded');
      assert.deepEqual(part['approval'], {...asked, ...decision});
    }
    assert.deepEqual(statesOf(recordOf(message)), ['approval-requested']);
  });

  it('has the answer to each call, also if their approvals have the same id', () => {
    const {message} = folded([
      start(),
      ...call('c1', 'list', {}),
      approval('p', 'c1'),
      ...call('c2', 'erase', {}),
      approval('p', 'c2'),
      finish('tool-calls'),
    ]);
    const children = message.children.map(item => {
      if (item.kind !== 'request') return item;
      return {...item, answer: {type: 'confirm', input: item.toolName === 'list'}};
    });
    const parts = recordOf({...message, children}).parts.map(({approval}) => approval);
    assert.deepEqual(parts, [
      {id: 'p', approved: true},
      {id: 'p', approved: false},
    ]);
  });

  it('has the answer to each call, also if a later one has the ids of an earlier one', () => {
    const asks = (note: string): readonly object[] => [
      {type: 'start-step'},
      ...call('0', 'write', {note}),
      approval('0', '0'),
      finish('tool-calls'),
    ];
    const answers = ({children}: MessageItem): readonly RequestItem[] =>
      children.filter(item => item.kind === 'request');
    const yes = {type: 'confirm', input: true} as const;
    const first = changed(folded([start(), ...asks('a')]).message, {request: {answer: yes}});
    const rest = [start(), output('0', 'written'), ...asks('b')];
    const {message} = folded(rest, 'lost', {message: first});
    const found = answers(message).map(({answer}) => answer);
    assert.deepEqual(found, [yes, undefined]);
    const sent = (last: MessageItem): unknown => recordOf(last).parts.at(-1)?.['approval'];
    assert.deepEqual(sent(message), {id: '0'});
    for (const input of [true, false]) {
      const [, open] = answers(message);
      const children = message.children.map(item =>
        item === open ? {...open, answer: {type: 'confirm', input}} : item,
      );
      assert.deepEqual(sent({...message, children}), {id: '0', approved: input});
    }
  });

  it('has the answer to a call only for the input that it was given for', () => {
    const asked = [start(), ...call('c1', 'pay', {sum: 1}), approval('p', 'c1'), finish()];
    const yes = {type: 'confirm', input: true} as const;
    const granted = changed(folded(asked).message, {request: {status: 'done', answer: yes}});
    for (const [input, expected] of [
      [{sum: 1}, ['approval-responded', {id: 'p', approved: true}]],
      [{sum: 100}, ['input-available', undefined]],
    ] as const) {
      const again = {type: 'tool-input-available', toolCallId: 'c1', toolName: 'pay', input};
      const {message} = folded([start(), again, finish()], 'lost', {message: granted});
      const [part] = recordOf(message).parts;
      assert.deepEqual([part?.['state'], part?.['approval']], expected);
    }
  });

  it('keeps the answer of the server once the call has gone on', () => {
    const {message} = folded([
      start(),
      ...call('c1', 'pay', {}),
      approval('p', 'c1'),
      output('c1', 'paid'),
      finish(),
    ]);
    const answered = changed(message, {request: {answer: {type: 'confirm', input: false}}});
    assert.deepEqual(recordOf(answered), message.protocolData);
  });
});

describe('the messages of a request', () => {
  const open = folded([
    start(),
    ...text('0', ['a']),
    ...call('c1', 'title', {}),
    ...call('c2', 'pay', {}),
    approval('p', 'c2'),
    {type: 'tool-input-start', toolCallId: 'c3', toolName: 'cut'},
    finish('tool-calls'),
  ]).message;

  it('are all messages in order, without empty answers', () => {
    const empty = folded([]).message;
    const messages = historyOf(conversation(user('u', 'Hello'), open, empty, user('v', 'More')));
    const ids = messages.map(({id}) => id);
    assert.deepEqual(ids, ['u', 'm', 'v']);
    assert.deepEqual(messages[1], open.protocolData);
  });

  it('have a result for each call, when the user goes on', () => {
    const [message] = settledHistoryOf(conversation(open));
    assert.deepEqual(message && statesOf(message), [
      'done',
      'output-error',
      'output-denied',
      'output-error',
    ]);
    assert.deepEqual(message?.parts[2]?.['approval'], {
      id: 'p',
      approved: false,
      reason: 'The user did not answer.',
    });
    assert.deepEqual(message.parts[3]?.['input'], {});
  });

  it('have the input of each call, also if the server did not send it as a whole', () => {
    const [begin, ...deltas] = call('c1', 'erase', {path: '/a'}).slice(0, -1);
    const failed = {type: 'tool-output-error', toolCallId: 'c1', errorText: 'No'};
    for (const end of [approval('a1', 'c1'), output('c1', 1), failed]) {
      const {message} = folded([start(), begin ?? {}, ...deltas, end, finish()]);
      assert.deepEqual(recordOf(message).parts[0]?.['input'], {path: '/a'});
    }
    const {message} = folded([start(), begin ?? {}, output('c1', 1), finish()]);
    assert.deepEqual(recordOf(message).parts[0]?.['input'], {});
  });

  it('have no empty error', () => {
    const failed = {type: 'tool-output-error', toolCallId: 'c1', errorText: ''};
    const {message} = folded([start(), ...call('c1', 'erase', {}), failed, finish()]);
    const [answer] = settledHistoryOf(conversation(message));
    assert.equal(answer?.parts[0]?.['errorText'], 'The tool failed without a message.');
  });

  it('have a result for each call that has ended, when an answer is continued', () => {
    const cut = folded([start(), ...call('c4', 'find', {})], 'lost').message;
    const before = {...open, id: 'before', messageId: 'before'};
    const record = {...recordOf(before), id: 'before'};
    const children = [user('u', 'Hi'), {...before, protocolData: record}, user('v', 'More')];
    const [, earlier, , last] = continuedHistoryOf(conversation(...children, open));
    assert.deepEqual(earlier && statesOf(earlier).slice(1), [
      'output-error',
      'output-denied',
      'output-error',
    ]);
    // The page works for these, or the user is asked.
    const left = ['input-available', 'approval-requested', 'output-error'];
    assert.deepEqual(last && statesOf(last).slice(1), left);
    const [interrupted] = continuedHistoryOf(conversation(cut));
    assert.deepEqual(interrupted && statesOf(interrupted), ['output-error']);
  });

  it('have no reasoning that nothing follows, and no answer of reasoning alone', () => {
    const reasoning = (id: string): ReturnType<typeof text> => [
      {type: 'reasoning-start', id},
      {type: 'reasoning-delta', id, delta: 'Hm'},
    ];
    const alone = folded([start(), {type: 'start-step'}, ...reasoning('r')], 'lost').message;
    const {message} = folded([start(), ...text('0', ['a']), ...reasoning('r')], 'lost');
    assert.deepEqual(settledHistoryOf(conversation(user('u', 'Hi'), alone)).length, 1);
    const [kept] = settledHistoryOf(conversation(message));
    const types = kept?.parts.map(({type}) => type);
    assert.deepEqual(types, ['text']);
  });

  it('have no blank text at the end, and no answer is one without content', () => {
    const source = {type: 'source-url', sourceId: 's', url: 'https://a.example/'};
    const data = {type: 'data-chart', data: {a: 1}};
    const rest = [{type: 'start-step'}, ...text('1', [' \n']), source, data];
    const alone = folded([start(), ...rest, finish()]).message;
    assert.deepEqual(settledHistoryOf(conversation(alone)), []);
    const {message} = folded([
      start(),
      ...text('0', ['a']),
      source,
      ...call('c1', 'f', {}),
      ...rest,
    ]);
    const [kept] = settledHistoryOf(conversation(message));
    const types = kept?.parts.map(({type}) => type);
    assert.deepEqual(types, ['text', 'source-url', 'tool-f', 'source-url', 'data-chart']);
  });

  it('leave complete calls and decisions as they are', () => {
    const refused = {type: 'tool-approval-response', approvalId: 'p', approved: false};
    const {message} = folded([
      start(),
      ...call('c1', 'add', {}),
      output('c1', 1),
      ...call('c2', 'pay', {}),
      approval('p', 'c2'),
      refused,
      finish(),
    ]);
    const [settled] = settledHistoryOf(conversation(message));
    assert.deepEqual(settled && statesOf(settled), ['output-available', 'output-denied']);
  });
});
