import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {bare, end, folded, llm, skill, steps, upsert} from './patches.js';
import type {MessageItem} from '../../../../src/core/model/item.js';
import {frame} from '../recorded.js';

/** The message after documents that were sent whole. */
const after = (...documents: readonly object[]): MessageItem =>
  folded(documents.map(root => frame({message: {}, ...root}))).message;

const content = {middle_answer: {progress: [llm({answer: 'So', status: 'completed'})]}};

/** The message of an answer with a text and these fields. */
const answered = (ext: object, root: object = {}): MessageItem =>
  after({...root, message: {content, ext}});

describe('the ids of a message', () => {
  const root = (id: unknown): object => ({
    conversation_id: id,
    agent_run_id: id,
    user_message_id: id,
    assistant_message_id: id,
  });
  const inner = {conversation_id: 'c', ext: {agent_run_id: 'r'}, reply_id: 'u', id: 'a'};
  const rows: readonly (readonly [
    title: string,
    documents: readonly object[],
    ids: readonly (string | undefined)[],
  ])[] = [
    ['its document', [root('1')], ['1', '1', '1', '1']],
    ['the fields of the message', [{message: inner}], ['c', 'r', 'u', 'a']],
    ['its document first', [{message: inner, ...root('1')}], ['1', '1', '1', '1']],
    ['a newer document', [root('1'), root('2')], ['2', '2', '2', '2']],
    ['nothing', [{}], [undefined, undefined, undefined, undefined]],
    ...['', null, undefined, 7, {}].flatMap(
      blank =>
        [
          [
            `the last that are not ${JSON.stringify(blank)}`,
            [root('1'), root(blank)],
            ['1', '1', '1', '1'],
          ],
          [
            `the message beside ${JSON.stringify(blank)}`,
            [{message: inner, ...root(blank)}],
            ['c', 'r', 'u', 'a'],
          ],
        ] as const,
    ),
  ];
  for (const [title, documents, ids] of rows) {
    it(`are those of ${title}`, () => {
      const {sessionId, runId, parentId, messageId} = after(...documents);
      assert.deepEqual([sessionId, runId, parentId, messageId], ids);
    });
  }
});

describe('the content of a message', () => {
  for (const blank of [undefined, null, '', 'x', [], {}, {final_answer: {}}]) {
    it(`is kept when it becomes ${JSON.stringify(blank)}`, () => {
      const {children, duration} = after(
        {message: {content}},
        {message: {content: blank, ext: {total_time: 1}}},
      );
      assert.deepEqual(children.map(bare), [{kind: 'text', status: 'done', text: 'So'}]);
      assert.equal(duration, 1);
    });
  }

  for (const progress of [[], {}, null, 7]) {
    it(`is replaced by one with the steps ${JSON.stringify(progress)}`, () => {
      const next = {message: {content: {middle_answer: {progress}}}};
      assert.deepEqual(after({message: {content}}, next).children, []);
    });
  }
});

describe('the status of a message', () => {
  const asking = {ext: {ask: {tool_name: 'pay'}}};
  const failed = {error: 'No'};
  type Over = 'ended' | 'lost' | 'stopped' | undefined;
  const rows: readonly (readonly [
    over: Over,
    facts: readonly ('asking' | 'failed')[],
    message: string,
    step?: string,
  ])[] = [
    [undefined, [], 'streaming'],
    [undefined, ['asking'], 'streaming', 'waiting'],
    [undefined, ['failed'], 'streaming'],
    ['ended', [], 'done'],
    ['ended', ['asking'], 'waiting'],
    ['ended', ['failed'], 'failed'],
    ['ended', ['failed', 'asking'], 'failed'],
    ['lost', [], 'interrupted'],
    ['lost', ['asking'], 'waiting'],
    ['lost', ['failed'], 'failed'],
    ['stopped', [], 'stopped'],
    ['stopped', ['asking'], 'stopped'],
    ['stopped', ['failed'], 'stopped'],
  ];
  const statusesOf = (
    over: Over,
    facts: readonly ('asking' | 'failed')[],
    reported: unknown,
  ): readonly unknown[] => {
    const progress = [skill('pay', {status: reported}), llm({answer: 'Ha', status: reported})];
    const message = {
      content: {middle_answer: {progress}},
      ...(facts.includes('asking') && asking),
    };
    const root = frame({message, ...(facts.includes('failed') && failed)});
    const {message: shown} = folded(
      over === 'ended' ? [root, end] : [root],
      over === 'ended' ? undefined : over,
    );
    const [call, text] = shown.children;
    return [shown.status, call?.status, text?.status];
  };

  for (const [over, facts, status, step = status] of rows) {
    const when = [over ?? 'running', ...facts].join(' and ');
    it(`is ${status} when it is ${when}, and that of an open step ${step}`, () => {
      // A text does not wait.
      const text = step === 'waiting' ? 'done' : step;
      for (const reported of ['processing', 'a state of the future', '', undefined, null, 7])
        assert.deepEqual(statusesOf(over, facts, reported), [status, step, text]);
    });

    it(`does not change that of a closed step when it is ${when}`, () => {
      for (const [reported, closed] of [
        ['completed', 'done'],
        ['failed', 'failed'],
        ['skipped', 'stopped'],
      ])
        assert.deepEqual(statusesOf(over, facts, reported), [status, closed, closed]);
    });
  }
});

describe('a failure of a message', () => {
  const base = {error_code: 'Agent.Timeout', description: 'Too slow', solution: 'Try again'};
  const whole = {code: 'Agent.Timeout', text: 'Too slow', advice: 'Try again'};
  const forms: readonly (readonly [title: string, error: unknown, shown: object])[] = [
    ['the error object', base, whole],
    ['it in its envelope', {BaseError: base, HTTPCode: 500}, whole],
    ['it one level down, beside who reported it', {error: base, source: 'x'}, whole],
    ['it in its envelope one level down', {error: {BaseError: base}}, whole],
    ['it two levels down', {error: {error: base}}, whole],
    ['words alone', 'It broke', {code: 'unknown', text: 'It broke'}],
    ['words one level down', {error: 'It broke'}, {code: 'unknown', text: 'It broke'}],
    ['a message in place of a description', {message: 'No'}, {code: 'unknown', text: 'No'}],
    ['a description first', {description: 'A', message: 'B'}, {code: 'unknown', text: 'A'}],
    ['a code by its other name', {code: 'x'}, {code: 'x'}],
    ['a code before its other name', {error_code: 'a', code: 'b'}, {code: 'a'}],
    ['an object that says nothing', {}, {code: 'unknown'}],
    ['an error beside that is none', {error: null, error_code: 'x'}, {code: 'x'}],
    [
      'nothing of what is no text',
      {error_code: 7, description: {}, solution: []},
      {code: 'unknown'},
    ],
    ['an envelope that is none', {BaseError: 'x', error_code: 'y'}, {code: 'y'}],
    ['a figure', 500, {code: 'unknown'}],
    ['a list', [base], {code: 'unknown'}],
  ];
  for (const [title, error, shown] of forms) {
    it(`is read in ${title}, at the root or beside the message`, () => {
      for (const message of [answered({}, {error}), answered({error}, {error: null})]) {
        const last = message.children.at(-1);
        assert.deepEqual(last && [last.id, bare(last)], [
          'run.error',
          {kind: 'error', status: 'failed', ...shown},
        ]);
      }
    });
  }

  it('is that of the root if both are reported', () => {
    const last = answered({error: 'Beside'}, {error: 'Root'}).children.at(-1);
    assert.equal(last?.kind === 'error' && last.text, 'Root');
  });

  for (const none of [undefined, null, '']) {
    it(`is none for ${JSON.stringify(none)}`, () => {
      assert.equal(answered({error: none}, {error: none}).children.length, 1);
    });
  }

  it('is behind a question, which can no longer be answered', () => {
    const asked = upsert(['message', 'ext', 'ask'], {session_id: 's', tool_name: 'pay'});
    const frames = [...steps(llm({answer: 'So'})), asked, upsert(['error'], 'No'), end];
    const found = folded(frames).message.children.map(({kind, status}) => [kind, status]);
    assert.deepEqual(found, [
      ['text', 'failed'],
      ['request', 'interrupted'],
      ['error', 'failed'],
    ]);
  });
});

describe('the figures of a message', () => {
  const rows: readonly (readonly [ext: object, usage?: object, duration?: number])[] = [
    [{total_tokens: 12, total_time: 1.5}, {totalTokens: 12}, 1.5],
    [{total_tokens: {total_tokens: 12, prompt_tokens: 5}}, {totalTokens: 12}],
    [{total_tokens: 0, total_time: 0}, {totalTokens: 0}, 0],
    [{total_tokens: '12', total_time: '1'}],
    [{total_tokens: {total_tokens: '12'}}],
    [{total_tokens: {}, total_time: null}],
    [{}],
  ];
  for (const [ext, usage, duration] of rows) {
    it(`are read in ${JSON.stringify(ext)}`, () => {
      const message = answered(ext);
      assert.deepEqual([message.usage, message.duration], [usage, duration]);
      assert.equal('usage' in message, usage !== undefined);
    });
  }
});

describe('the suggestions of a message', () => {
  const rows: readonly (readonly [ext: object, root: object, shown?: readonly string[]])[] = [
    [{related_queries: ['A', ' B ']}, {}, ['A', 'B']],
    [{}, {related_queries: ['A']}, ['A']],
    [{related_queries: ['A']}, {related_queries: ['B']}, ['A']],
    [{related_queries: null}, {related_queries: ['B']}, ['B']],
    [{related_queries: []}, {related_queries: ['B']}],
    [{related_queries: ''}, {related_queries: ['B']}],
    [{related_queries: ['', '  ', 7, null, {}]}, {}],
    [{related_queries: 'A'}, {}],
  ];
  for (const [ext, root, shown] of rows) {
    it(`are read in ${JSON.stringify([ext, root])}`, () => {
      assert.deepEqual(answered(ext, root).suggestions, shown);
    });
  }
});
