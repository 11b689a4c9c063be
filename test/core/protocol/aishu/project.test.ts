import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {llm} from './patches.js';
import {Projector} from '../../../../src/core/protocol/aishu/project.js';
import type {AishuTurn} from '../../../../src/core/protocol/aishu/turn.js';
import type {Item, MessageItem} from '../../../../src/core/model/item.js';

const said = {middle_answer: {progress: [llm({answer: 'So', status: 'completed'})]}};

/** The message for a document. */
function project(message: object, turn: AishuTurn = {}, root: object = {}): MessageItem {
  return new Projector('run').project({...root}, {message: {content: said, ...message}, ...turn});
}

const kinds = ({children}: MessageItem): readonly string[] =>
  children.map(({kind, status}) => `${kind} ${status}`);

describe('a Projector', () => {
  it('represents an empty document as a message that has started', () => {
    assert.deepEqual(new Projector('run').project({}, {}), {
      id: 'run',
      kind: 'message',
      role: 'assistant',
      status: 'streaming',
      children: [],
    });
  });

  it('names the message by the ids of its turn, those that are known', () => {
    const {messageId, parentId, sessionId, runId} = project(
      {},
      {messageId: 'm', userMessageId: 'u', conversationId: 'c', runId: 'r'},
    );
    assert.deepEqual([messageId, parentId, sessionId, runId], ['m', 'u', 'c', 'r']);
    const bare = project({});
    for (const field of ['messageId', 'parentId', 'sessionId', 'runId'])
      assert.ok(!(field in bare));
  });

  it('gives the same items for the same document, also while it waits for its end', () => {
    const projector = new Projector('run');
    const turn = {message: {content: said}};
    const [first] = projector.project({}, turn).children;
    const [again] = projector.project({}, turn).children;
    assert.deepEqual(again, first);
  });
});

describe('the status of a projected message', () => {
  const cases: readonly (readonly [
    over: AishuTurn['over'],
    root: object,
    ext: object,
    status: string,
  ])[] = [
    [undefined, {}, {}, 'streaming'],
    ['ended', {}, {}, 'done'],
    ['lost', {}, {}, 'interrupted'],
    ['stopped', {}, {}, 'stopped'],
    ['ended', {error: 'No'}, {}, 'failed'],
    ['lost', {error: 'No'}, {}, 'failed'],
    ['stopped', {error: 'No'}, {}, 'stopped'],
    ['ended', {}, {error: {error_code: 'E'}}, 'failed'],
    ['ended', {}, {interrupt_info: {handle: {}, data: {}}}, 'waiting'],
    ['lost', {}, {interrupt_info: {handle: {}, data: {}}}, 'waiting'],
    ['ended', {error: 'No'}, {interrupt_info: {handle: {}, data: {}}}, 'failed'],
  ];
  for (const [over, root, ext, status] of cases) {
    it(`is ${status} when it is ${over ?? 'running'} with ${JSON.stringify({...root, ext})}`, () => {
      assert.equal(project({ext}, over && {over}, root).status, status);
    });
  }
});

describe('a question in a projected message', () => {
  const asking = (token: unknown): object => ({
    ext: {interrupt_info: {handle: {resume_token: token}, data: {tool_name: 'pay'}}},
  });
  const requestOf = ({children}: MessageItem): Item | undefined =>
    children.find(({kind}) => kind === 'request');

  it('follows the reported items, with an id from its token', () => {
    const message = project(asking('t1'), {over: 'ended'});
    assert.deepEqual(kinds(message), ['text done', 'request waiting']);
    assert.equal(requestOf(message)?.id, 'run.request t1');
  });

  it('is another one under another token', () => {
    const ids = ['a', 'b'].map(token => requestOf(project(asking(token), {over: 'ended'}))?.id);
    assert.deepEqual(ids, ['run.request a', 'run.request b']);
  });

  for (const [over, root] of [
    ['stopped', {}],
    ['ended', {error: 'No'}],
  ] as const) {
    it(`can be answered no more when the run is ${over} with ${JSON.stringify(root)}`, () => {
      assert.equal(requestOf(project(asking('t'), {over}, root))?.status, 'interrupted');
    });
  }

  it('keeps the ids for its answer', () => {
    const request = requestOf(project(asking('t'), {over: 'ended', runId: 'r', messageId: 'm'}));
    const {agentRunId, messageId} = (request as {handle?: Record<string, unknown>}).handle ?? {};
    assert.deepEqual([agentRunId, messageId], ['r', 'm']);
  });
});

describe('a failure in a projected message', () => {
  const faultIn = (root: object, ext: object = {}): unknown => {
    const last = project({ext}, {over: 'ended'}, root).children.at(-1);
    if (last?.kind !== 'error') return undefined;
    return [last.id, last.status, last.code, last.text, last.advice];
  };
  const at = (...folded: unknown[]): unknown[] => ['run.error', 'failed', ...folded];

  const base = {error_code: 'Tool.Down', description: 'Is down', solution: 'Wait'};
  const whole = at('Tool.Down', 'Is down', 'Wait');
  const forms: readonly (readonly [form: string, root: object, ext: object, folded: unknown[]])[] =
    [
      ['bare at the root', {error: base}, {}, whole],
      ['in its envelope', {error: {BaseError: base, HTTPCode: 500}}, {}, whole],
      ['beside who reported it', {error: {type: 'executor', error: base}}, {}, whole],
      ['words alone', {error: 'It fell'}, {}, at('unknown', 'It fell', undefined)],
      [
        'with the short names of a gateway',
        {error: {code: 'E9', message: 'No'}},
        {},
        at('E9', 'No', undefined),
      ],
      ['stored beside the message', {error: null}, {error: base}, whole],
    ];
  for (const [form, root, ext, folded] of forms) {
    it(`is read ${form}`, () => assert.deepEqual(faultIn(root, ext), folded));
  }

  it('is that of the root if both are reported', () => {
    assert.deepEqual(faultIn({error: 'Root'}, {error: 'Ext'}), at('unknown', 'Root', undefined));
  });

  for (const none of [undefined, null, '']) {
    it(`is none for ${JSON.stringify(none)}`, () => {
      assert.equal(faultIn({error: none}, {error: none}), undefined);
    });
  }

  it('is behind a question, which can no longer be answered', () => {
    const ext = {ask: {session_id: 's', tool_name: 'pay'}};
    const message = project({ext}, {over: 'ended'}, {error: 'No'});
    assert.deepEqual(kinds(message), ['text done', 'request interrupted', 'error failed']);
  });
});

describe('the figures of a projected message', () => {
  const figures = (ext: object): unknown => {
    const {usage, duration} = project({ext});
    return [usage, duration];
  };
  const cases: readonly (readonly [ext: object, usage: object | undefined, duration?: number])[] = [
    [{total_tokens: 12, total_time: 1.5}, {totalTokens: 12}, 1.5],
    [{total_tokens: {total_tokens: 12, prompt_tokens: 5}}, {totalTokens: 12}],
    [{total_tokens: 0, total_time: 0}, {totalTokens: 0}, 0],
    [{total_tokens: '12', total_time: '1'}, undefined],
    [{total_tokens: {}, total_time: null}, undefined],
    [{total_tokens: Infinity, total_time: NaN}, undefined],
    [{}, undefined],
  ];
  for (const [ext, usage, duration] of cases) {
    it(`are read in ${JSON.stringify(ext)}`, () => {
      assert.deepEqual(figures(ext), [usage, duration]);
    });
  }
});

describe('the suggestions of a projected message', () => {
  const cases: readonly (readonly [ext: object, root: object, folded: unknown])[] = [
    [{related_queries: ['A', ' B ']}, {}, ['A', 'B']],
    [{}, {related_queries: ['A']}, ['A']],
    [{related_queries: ['A']}, {related_queries: ['B']}, ['A']],
    [{related_queries: null}, {related_queries: ['B']}, ['B']],
    [{related_queries: []}, {related_queries: ['B']}, undefined],
    [{related_queries: ['', '  ', 7, null, {}]}, {}, undefined],
    [{related_queries: 'A'}, {}, undefined],
  ];
  for (const [ext, root, folded] of cases) {
    it(`are ${JSON.stringify(folded)} for ${JSON.stringify([ext, root])}`, () => {
      assert.deepEqual(project({ext}, {}, root).suggestions, folded);
    });
  }
});
