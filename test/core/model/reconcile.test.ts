import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {reconcile} from '../../../src/core/model/reconcile.js';
import {plainText, walk} from '../../../src/core/model/select.js';
import {readMessages} from '../../../src/core/protocol/ai-sdk/stored.js';
import {aishu} from '../../../src/core/protocol/aishu/index.js';
import type {Conversation, Item, MessageItem, TextItem, ToolItem} from '../../../src/core/index.js';

const words = (id: string, text: string): TextItem => ({
  id,
  kind: 'text',
  status: 'done',
  children: [],
  text,
});

const message = (
  id: string,
  role: MessageItem['role'],
  text: string,
  fields: Partial<MessageItem> = {},
): MessageItem => ({
  id,
  kind: 'message',
  role,
  status: 'done',
  children: text === '' ? [] : [words(`${id}/1`, text)],
  ...fields,
});

const conversation = (...children: Item[]): Conversation => ({version: 1, children});

describe('a conversation that the server has stored', () => {
  it('is the stored one if nothing is displayed', () => {
    const stored = [message('a', 'user', 'hi'), message('b', 'assistant', 'hello')];
    assert.deepEqual(
      reconcile(conversation(), stored).conversation.children,
      stored.map(message => ({...message, messageId: message.id})),
    );
  });

  it('is the same object if the same messages are stored again', () => {
    const stored = [message('a', 'user', 'hi'), message('b', 'assistant', 'hello')];
    const shown = reconcile(conversation(), stored).conversation;
    assert.equal(reconcile(shown, structuredClone(stored)).conversation, shown);
  });

  it('displays each message of equal ids, and once what two pages of a list repeat', () => {
    const answers = [message('1', 'assistant', 'One'), message('1', 'assistant', 'Two')];
    const questions = [message('1', 'user', 'first'), message('1', 'user', 'second')];
    const stored = [0, 1, 0, 1].flatMap(at => [questions[at], answers[at]].filter(one => !!one));
    const shown = reconcile(conversation(), stored).conversation;
    assert.deepEqual(shown.children.map(plainText), ['first', 'One', 'second', 'Two']);
    const ids = shown.children.flatMap(item => [...walk(item)]).map(({id}) => id);
    assert.equal(new Set(ids).size, ids.length);
    const ofServer = shown.children.map(item => item.kind === 'message' && item.messageId);
    assert.deepEqual(ofServer, ['1', '1', '1', '1']);
    assert.equal(reconcile(shown, structuredClone(stored)).conversation, shown);
  });

  it('keeps the sources and the calls of an answer that gets another id', () => {
    const answer = (letter: string, state: string): unknown => ({
      id: '1',
      role: 'assistant',
      parts: [
        {
          type: 'tool-delete',
          toolCallId: 'c',
          state,
          input: {path: letter},
          ...(state === 'approval-requested' ? {approval: {id: letter}} : {output: 'ok'}),
        },
        {
          type: 'text',
          text: letter,
          citations: [{source: {url: `https://${letter}.example/`, title: letter}, endIndex: 1}],
        },
      ],
    });
    const stored = readMessages([
      {id: 'u1', role: 'user', parts: [{type: 'text', text: 'one'}]},
      answer('a', 'output-available'),
      {id: 'u2', role: 'user', parts: [{type: 'text', text: 'two'}]},
      answer('b', 'approval-requested'),
    ]);
    const shown = reconcile(conversation(), stored).conversation;
    const [, first, , second] = shown.children.map(item => [...walk(item)]);
    for (const [id, items] of [['1', first] as const, ['1_2', second] as const]) {
      assert.ok(items);
      const text = items.find(item => item.kind === 'text');
      const source = items.find(item => item.kind === 'source');
      assert.ok(source);
      assert.ok(source.id.startsWith(`${id}.`));
      assert.deepEqual(
        text?.marks?.map(mark => mark.source),
        [source.id],
      );
    }
    const request = second?.find(item => item.kind === 'request');
    assert.equal(request?.callId, '1_2.0');
    assert.ok(second?.some(item => item.kind === 'tool' && item.id === request.callId));
  });

  it('displays a message once that is stored again in a newer version', () => {
    const stored = [
      message('u', 'user', 'hi'),
      message('m', 'assistant', '', {status: 'waiting'}),
      message('m', 'assistant', 'Hello'),
      message('u', 'user', 'hi'),
      message('m', 'assistant', 'Hello world'),
      message('u', 'user', 'again'),
      message('m', 'assistant', 'Hello'),
      message('m', 'assistant', 'Once'),
      message('m', 'assistant', 'Once more'),
    ];
    const {children} = reconcile(conversation(), stored).conversation;
    assert.deepEqual(
      children.map(item => [item.id, item.kind === 'message' && item.messageId, plainText(item)]),
      [
        ['u', 'u', 'hi'],
        ['m', 'm', 'Hello world'],
        ['u_2', 'u', 'again'],
        ['m_2', 'm', 'Once more'],
      ],
    );
    const ids = children.flatMap(item => [...walk(item)]).map(({id}) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('writes the content of each message of equal ids once', () => {
    let reads = 0;
    const stored = Array.from({length: 500}, (_, at) => {
      const {children, ...rest} = message(
        at % 2 ? '2' : '1',
        at % 2 ? 'assistant' : 'user',
        `${at}`,
      );
      return {
        ...rest,
        children: children.map(child => ({...child, toJSON: () => ((reads += 1), `${at}`)})),
      };
    });
    assert.equal(reconcile(conversation(), stored).conversation.children.length, 500);
    assert.ok(reads <= stored.length);
  });

  it('finds the displayed messages of equal ids', () => {
    const shown = conversation(
      message('user-1', 'user', 'first'),
      message('run-1', 'assistant', 'One', {messageId: '1'}),
      message('user-2', 'user', 'second'),
      message('run-2', 'assistant', 'Two', {messageId: '1'}),
    );
    const stored = ['first', 'One', 'second', 'Two'].map((text, index) =>
      message('1', index % 2 === 0 ? 'user' : 'assistant', text),
    );
    const {children} = reconcile(shown, stored).conversation;
    assert.deepEqual(
      children.map(({id}) => id),
      ['user-1', 'run-1', 'user-2', 'run-2'],
    );
  });

  it('may still lack what follows an interrupted answer, which is not in progress again', () => {
    const half = {...words('b/1', 'Half'), status: 'interrupted' as const};
    const stored = [
      message('a', 'user', 'hi'),
      message('b', 'assistant', 'Half', {status: 'streaming'}),
    ];
    const cut = message('b', 'assistant', 'Half', {status: 'interrupted', children: [half]});
    const statusOfAnswer = (...more: Item[]): unknown => {
      const shown = conversation(message('a', 'user', 'hi'), cut, ...more);
      return reconcile(shown, stored).conversation.children[1]?.status;
    };
    assert.equal(statusOfAnswer(message('c', 'user', 'Go on')), 'interrupted');
    // The last answer may be in progress elsewhere.
    assert.equal(statusOfAnswer(), 'streaming');
  });

  it('may lack messages with an id: they are removed, unless the server may store them later', () => {
    const stored = [message('a', 'user', 'hi')];
    const shown = conversation(...stored, message('run', 'assistant', 'hello', {messageId: 'b'}));
    const removed = reconcile(shown, stored).conversation;
    assert.deepEqual(
      removed.children.map(({id}) => id),
      ['a'],
    );
    const kept = reconcile(shown, stored, {keepsNamed: true}).conversation;
    assert.deepEqual(
      kept.children.map(({id}) => id),
      ['a', 'run'],
    );
  });

  it('does not change the message that a stream writes, and does not remove it', () => {
    const user = message('a', 'user', 'hi');
    const written = message('run', 'assistant', 'hel', {messageId: 'b', status: 'streaming'});
    for (const stored of [[user], [user, message('b', 'assistant', 'hello there')]]) {
      const {children} = reconcile(conversation(user, written), stored, {
        written: 'run',
      }).conversation;
      assert.deepEqual(
        children.map(({id}) => id),
        ['a', 'run'],
      );
      assert.equal(children[1], written);
    }
  });

  it('may have another id for a message that the client has named: it is displayed once', () => {
    const shown = conversation(
      message('u', 'user', 'hi', {messageId: 'u1'}),
      message('run', 'assistant', 'hello', {messageId: 'client'}),
    );
    const stored = [message('u1', 'user', 'hi'), message('server', 'assistant', 'hello')];
    const {children} = reconcile(shown, stored, {keepsNamed: true}).conversation;
    assert.deepEqual(
      children.map(child => [child.id, child.kind === 'message' && child.messageId]),
      [
        ['u', 'u1'],
        ['run', 'server'],
      ],
    );
  });

  it('may be older: the record of the displayed message stays with its text', () => {
    const shown = conversation(message('b', 'assistant', 'hello there', {protocolData: 'new'}));
    const stored = [message('b', 'assistant', 'hello', {protocolData: 'old'})];
    const [after] = reconcile(shown, stored).conversation.children;
    assert.equal(after?.kind === 'message' && after.protocolData, 'new');
  });

  it('keeps the displayed items, and adds what only the server has', () => {
    const shown = conversation(
      message('user-1', 'user', 'hi'),
      message('run-2', 'assistant', 'hello'),
    );
    const branches = ['b', 'c'];
    const stored = [
      message('a', 'user', 'hi'),
      message('b', 'assistant', 'hello', {branches, parentId: 'a'}),
    ];
    const {conversation: after, shorter} = reconcile(shown, stored);
    assert.deepEqual(
      after.children.map(child => [child.id, child.kind === 'message' ? child.messageId : '']),
      [
        ['user-1', 'a'],
        ['run-2', 'b'],
      ],
    );
    const [, answer] = after.children;
    assert.ok(answer?.kind === 'message');
    assert.deepEqual([answer.branches, answer.parentId], [branches, 'a']);
    assert.equal(answer.children, shown.children[1]?.children);
    assert.equal(shorter, false);
  });

  it('is never shorter than displayed, and reports that the stored one is', () => {
    const shown = conversation(message('run-1', 'assistant', 'hello world'));
    const {conversation: after, shorter} = reconcile(shown, [message('b', 'assistant', 'hello')]);
    assert.equal(after.children[0]?.children, shown.children[0]?.children);
    assert.equal(shorter, true);
  });

  it('prefers the longer text of the server, under the displayed ids', () => {
    const shown = conversation(message('run-1', 'assistant', 'hello', {status: 'interrupted'}));
    const {conversation: after} = reconcile(shown, [message('b', 'assistant', 'hello world')]);
    const [answer] = after.children;
    assert.deepEqual(answer?.children, [words('run-1/1', 'hello world')]);
    assert.equal(answer.id, 'run-1');
  });

  it('is complete if only this page lost the connection, also with equal text', () => {
    const step = (id: string, status: Item['status'], run: string): Item => ({
      id: `${run}/${id}`,
      kind: 'step',
      status,
      title: 'A',
      children: [words(`${run}/${id}/1`, 'a')],
    });
    const shown = message('run-1', 'assistant', '', {
      status: 'interrupted',
      children: [step('step1', 'interrupted', 'run-1')],
    });
    const stored = message('b', 'assistant', '', {children: [step('step1', 'done', 'b')]});
    const [after] = reconcile(conversation(shown), [stored]).conversation.children;
    assert.deepEqual([after?.status, after?.children[0]?.status], ['done', 'done']);
    assert.equal(after?.id, 'run-1');
  });

  it('ends what a lost stream was writing, but nothing that waits for the page or the user', () => {
    const call = (id: string, status: Item['status']): ToolItem => ({
      id: `run-1/${id}`,
      kind: 'tool',
      status,
      name: 'get',
      input: '{}',
      output: '',
      log: '',
      children: [],
    });
    const items = [
      call('running', 'streaming'),
      call('page', 'waiting'),
      {...call('runs', 'streaming'), runsIn: 'page'} as const,
      {...words('run-1/1', 'a'), status: 'streaming'} as const,
    ];
    const shown = message('run-1', 'assistant', '', {status: 'streaming', children: items});
    for (const stored of ['a', '']) {
      const [after] = reconcile(conversation(shown), [message('b', 'assistant', stored)])
        .conversation.children;
      assert.deepEqual(
        [after, ...(after?.children ?? [])].map(item => item?.status),
        ['done', 'done', 'waiting', 'streaming', 'done'],
      );
    }
  });

  it('has the results of calls that only the history has, and keeps its own where that has nothing', () => {
    const call = (output: string): ToolItem => ({
      ...({id: 'b/1', kind: 'tool', status: 'done', name: 'get', children: []} as const),
      ...{input: '{}', output, log: ''},
    });
    const shown = (output: string): Conversation =>
      conversation(message('b', 'assistant', '', {status: 'streaming', children: [call(output)]}));
    const outputOf = (output: string, children: readonly Item[]): unknown => {
      const stored = message('b', 'assistant', '', {status: 'interrupted', children});
      const [after] = reconcile(shown(output), [stored]).conversation.children;
      return after?.children.map(item => item.kind === 'tool' && item.output);
    };
    assert.deepEqual(outputOf('', [call('42')]), ['42']);
    assert.deepEqual(outputOf('42', []), ['42']);
  });

  it('recognises an answer that has just ended under another id, only as the last one', () => {
    const ended = message('run-2', 'assistant', 'Blue it is.', {messageId: 'd'});
    const shown = conversation(message('u', 'user', 'hi', {messageId: 'u'}), ended);
    const texts = (...stored: MessageItem[]): string[] =>
      reconcile(shown, stored, {keepsNamed: true, ended: 'run-2'}).conversation.children.map(
        plainText,
      );
    const user = message('u', 'user', 'hi');
    for (const text of ['Blue', 'Blue it is.'])
      assert.deepEqual(texts(user, message('x', 'assistant', text)), ['hi', 'Blue it is.']);
    assert.deepEqual(texts(user, message('x', 'assistant', 'Blue it is. Bye.')), [
      'hi',
      'Blue it is. Bye.',
    ]);
    const before = message('x', 'assistant', 'Blue');
    assert.deepEqual(texts(before, user), ['Blue', 'hi', 'Blue it is.']);
    const other = message('x', 'assistant', 'Red.');
    assert.equal(texts(user, other).length, 3);
  });

  it('keeps an answer that has just ended, if only the answer of the user before it is stored', () => {
    const asked = [message('a', 'user', 'hi'), message('b', 'assistant', 'which?')];
    const named = asked.map(item => ({...item, messageId: item.id}));
    const ended = message('run-2', 'assistant', 'Blue it is.', {messageId: 'd'});
    const stored = [...asked, message('c', 'user', 'blue')];
    const {conversation: after} = reconcile(conversation(...named, ended), stored, {
      ended: 'run-2',
    });
    assert.deepEqual(
      after.children.map(({id}) => id),
      ['a', 'b', 'c', 'run-2'],
    );
  });

  it('stays stopped when the server stored more of it', () => {
    const shown = conversation(message('run-1', 'assistant', 'a', {status: 'stopped'}));
    const {conversation: after} = reconcile(shown, [message('b', 'assistant', 'a and b')]);
    assert.equal(after.children[0]?.status, 'stopped');
  });

  it('keeps the answered question of a tool if the server has more', () => {
    const asked: Item = {
      id: 'run-1/request',
      kind: 'request',
      status: 'done',
      children: [],
      prompt: 'Pay?',
      inputTypes: ['text'],
      answer: {input: 'yes', type: 'text'},
    };
    const call = (id: string, children: Item[]): Item => ({
      ...{id, kind: 'tool', status: 'done', children, name: 't', input: '', output: '', log: ''},
    });
    const shown = message('run-1', 'assistant', '', {children: [call('run-1/t', [asked])]});
    const stored = message('b', 'assistant', '', {children: [call('b/t', []), words('b/1', 'x')]});
    const [after] = reconcile(conversation(shown), [stored]).conversation.children;
    assert.deepEqual(after?.children[0]?.children, [asked]);
  });

  it('keeps the properties of a tool that only the stream had', () => {
    const tool = (id: string, fields: Partial<ToolItem>): ToolItem => ({
      id,
      kind: 'tool',
      status: 'done',
      children: [],
      name: 't',
      input: '{}',
      output: '',
      log: '',
      ...fields,
    });
    const live = tool('run-1/t', {
      log: 'line 1',
      'log:x': 'line 2',
      startedAt: '2026-01-01T00:00:00Z',
    });
    const shown = conversation(
      message('run-1', 'assistant', '', {children: [live, words('run-1/1', 'a')]}),
    );
    const {conversation: after} = reconcile(shown, [
      message('b', 'assistant', '', {
        children: [tool('b/t', {output: '{"a":1}'}), words('b/1', 'a longer text')],
      }),
    ]);
    const [kept] = after.children[0]?.children ?? [];
    assert.deepEqual(kept, {...live, output: '{"a":1}'});
  });

  it('compares texts without their white space', () => {
    const shown = conversation(message('run-1', 'assistant', 'a  b\n\nc'));
    const {conversation: after, shorter} = reconcile(shown, [message('b', 'assistant', 'a b c\n')]);
    assert.equal(after.children[0]?.children, shown.children[0]?.children);
    assert.equal(shorter, false);
  });

  it('keeps the position of items that the server does not have', () => {
    const shown = conversation(
      message('user-1', 'user', 'one', {status: 'failed'}),
      message('failure-1', 'assistant', '', {status: 'failed'}),
      message('user-2', 'user', 'two'),
      message('run-2', 'assistant', 'three'),
    );
    const stored = [message('a', 'user', 'two'), message('b', 'assistant', 'three')];
    const {conversation: after} = reconcile(shown, stored);
    assert.deepEqual(after.children.map(({id}) => id).sort(), [
      'failure-1',
      'run-2',
      'user-1',
      'user-2',
    ]);
    assert.deepEqual(
      after.children.map(({id}) => id).filter(id => !id.includes('-1')),
      ['user-2', 'run-2'],
    );
  });

  it('keeps a first message that the server does not have before those that it has', () => {
    const stopped = message('s', 'assistant', '', {status: 'stopped'});
    const unsent = message('u', 'user', 'not sent');
    const stored = [message('a', 'user', 'hi'), message('b', 'assistant', 'hello')];
    const shown = [unsent, stopped, message('c', 'user', 'hi'), message('d', 'assistant', 'hello')];
    const ids = (...items: Item[]): unknown =>
      reconcile(conversation(...items), stored).conversation.children.map(({id}) => id);
    assert.deepEqual(ids(...shown), ['u', 's', 'c', 'd']);
    // Written before the messages of the session were loaded.
    assert.deepEqual(ids(unsent), ['a', 'b', 'u']);
  });

  for (const ids of [{}, {messageId: 'own'}]) {
    it(`is followed by a message that is not sent yet, with the same text: ${JSON.stringify(ids)}`, () => {
      const unsent = message('user-1', 'user', 'again', {status: 'streaming', ...ids});
      const stored = [message('a', 'user', 'again'), message('b', 'assistant', 'x')];
      const {conversation: after} = reconcile(conversation(unsent), stored);
      assert.deepEqual(
        after.children.map(({id}) => id),
        ['a', 'b', 'user-1'],
      );
      assert.equal(after.children.at(-1), unsent);
    });
  }

  it('drops items of another branch', () => {
    const shown = conversation(
      message('user-1', 'user', 'one', {messageId: 'a'}),
      message('run-1', 'assistant', 'two', {messageId: 'b'}),
    );
    const stored = [message('a', 'user', 'one'), message('c', 'assistant', 'another')];
    const {conversation: after} = reconcile(shown, stored);
    assert.deepEqual(
      after.children.map(({id}) => id),
      ['user-1', 'c'],
    );
  });

  it('does not treat a local error as an answer of the server', () => {
    const error: Item = {id: 'e', kind: 'error', status: 'failed', children: [], code: 'invalid'};
    const shown = conversation(
      message('failure-1', 'assistant', '', {status: 'failed', children: [error]}),
    );
    const {conversation: after} = reconcile(shown, [message('b', 'assistant', 'hello')]);
    assert.deepEqual(
      after.children.map(({id}) => id),
      ['b', 'failure-1'],
    );
  });

  it('distinguishes two messages with the same text', () => {
    const shown = conversation(
      message('user-1', 'user', 'again', {messageId: 'a'}),
      message('run-1', 'assistant', 'x', {messageId: 'b'}),
      message('user-2', 'user', 'again'),
      message('run-2', 'assistant', 'y'),
    );
    const stored = [
      message('a', 'user', 'again'),
      message('b', 'assistant', 'x'),
      message('c', 'user', 'again'),
      message('d', 'assistant', 'y'),
    ];
    const {conversation: after} = reconcile(shown, stored);
    assert.deepEqual(
      after.children.map(child => [child.id, child.kind === 'message' && child.messageId]),
      [
        ['user-1', 'a'],
        ['run-1', 'b'],
        ['user-2', 'c'],
        ['run-2', 'd'],
      ],
    );
  });
});

describe('a question of an agent that stores one only while it waits', () => {
  const read = (...entries: readonly object[]): readonly MessageItem[] => {
    const body = {Messages: entries};
    return aishu.operations.history?.read({status: 200, headers: {}, body}).messages ?? [];
  };
  const stored = (words: string): readonly MessageItem[] => {
    const steps = [
      {id: 'l1', stage: 'llm', answer: 'May I?', status: 'completed'},
      {id: 'l2', stage: 'llm', answer: words, status: 'completed'},
    ];
    const content = JSON.stringify({middle_answer: {progress: steps}});
    return read({id: 'm1', origin: 'assistant', status: 'succeded', content});
  };
  const text = (id: string, said: string): Item => words(`run.${id}.text`, said);
  const question = (fields: object): Item => ({
    id: 'run.request t1',
    kind: 'request',
    status: 'done',
    children: [],
    prompt: 'Pay?',
    inputTypes: ['confirm'],
    ...fields,
  });
  const answer = {input: true, type: 'confirm'};
  const shown = (fields: object, said: string): Conversation =>
    conversation(
      message('run', 'assistant', '', {
        messageId: 'm1',
        children: [text('l1', 'May I?'), question(fields), text('l2', said)],
      }),
    );
  const ids = (message: Conversation): readonly string[] =>
    (message.children[0]?.children ?? []).map(({id}) => id);
  const whole = ['run.l1.text', 'run.request t1', 'run.l2.text'];

  it('keeps its position and its answer if the server has more', () => {
    const {conversation: after} = reconcile(shown({answer}, 'Pa'), stored('Paid.'));
    assert.deepEqual(ids(after), whole);
    assert.deepEqual(after.children[0]?.children[1], question({answer}));
    assert.deepEqual(after.children[0].children[2], text('l2', 'Paid.'));
  });

  it('stays if the server has the same or less', () => {
    for (const message of ['Paid.', 'Pa']) {
      const {conversation: after} = reconcile(shown({answer}, 'Paid.'), stored(message));
      assert.deepEqual(ids(after), whole);
    }
  });

  it('is removed if it was not answered here and the run has continued', () => {
    const {conversation: after} = reconcile(shown({status: 'waiting'}, 'Pa'), stored('Paid.'));
    assert.deepEqual(ids(after), ['run.l1.text', 'run.l2.text']);
  });

  it('is displayed once if the server has it too', () => {
    const [message] = stored('Paid.');
    assert.ok(message);
    const asked = {...question({status: 'interrupted'}), id: 'm1.request t1'};
    const children = [...message.children.slice(0, 1), asked, ...message.children.slice(1)];
    const {conversation: after} = reconcile(shown({answer}, 'Pa'), [{...message, children}]);
    assert.deepEqual(ids(after), whole);
    const [, kept] = after.children[0]?.children ?? [];
    assert.deepEqual(kept?.kind === 'request' && kept.answer, answer);
  });

  it('stays after the remaining items when the previous one is removed', () => {
    const {conversation: after} = reconcile(
      conversation(
        message('run', 'assistant', '', {
          messageId: 'm1',
          children: [text('gone', 'Hm'), question({answer})],
        }),
      ),
      stored('Paid.'),
    );
    assert.deepEqual(ids(after), ['run.l1.text', 'run.l2.text', 'run.request t1']);
  });
});
