import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {MessageItem, UiMessage} from '../../../../src/core/index.js';
import {
  approval,
  call,
  codes,
  finish,
  folded,
  output,
  reasoning,
  shown,
  start,
  step,
  text,
} from './chunks.js';

const kinds = ({children}: MessageItem): readonly string[] =>
  children.map(({kind, status}) => `${kind} ${status}`);

describe('the end of an answer', () => {
  for (const [reason, status, notice] of [
    ['stop', 'done', undefined],
    ['other', 'done', undefined],
    ['new-reason', 'done', undefined],
    ['tool-calls', 'done', undefined],
    ['length', 'done', 'max_tokens'],
    ['content-filter', 'done', 'refusal'],
    ['interrupted', 'interrupted', undefined],
    ['error', 'failed', undefined],
  ] as const) {
    it(`for the reason ${reason} is ${status}${notice ? `, with the notice ${notice}` : ''}`, () => {
      const {message} = folded([start(), ...text('0', ['a']), finish(reason)]);
      assert.deepEqual([message.status, message.stopReason], [status, reason]);
      const found = message.children.flatMap(item => (item.kind === 'notice' ? [item.code] : []));
      assert.deepEqual(found, notice ? [notice] : []);
    });
  }

  it('needs no reason', () => {
    assert.equal(folded([...text('0', ['a']), {type: 'finish'}]).message.status, 'done');
  });

  it('without content says that there is no answer', () => {
    const [item] = shown([start(), step, ...reasoning('r', ['Hm']), finish()]).slice(-1);
    assert.deepEqual([item?.['kind'], item?.['code']], ['notice', 'no_answer']);
  });

  it('that is missing is an interruption, also with [DONE]', () => {
    const {message, codes} = folded([start(), ...text('0', ['a'])]);
    assert.equal(message.status, 'interrupted');
    assert.deepEqual(codes, ['message-stop-missing']);
    assert.equal((message.protocolData as UiMessage).parts.length, 1);
  });

  it('by the user or by the server is a stop, and keeps the text', () => {
    const begun = [start(), {type: 'text-delta', id: '0', delta: 'a'}];
    for (const {message} of [
      folded(begun, 'stopped'),
      folded([...begun, {type: 'abort', reason: 'by the operator'}]),
    ]) {
      assert.deepEqual([message.status, ...kinds(message)], ['stopped', 'text stopped']);
      assert.equal((message.protocolData as UiMessage).parts.length, 1);
    }
  });

  it('before the first chunk is a message that was interrupted', () => {
    assert.deepEqual([folded([]).message.status, folded([]).message.children], ['interrupted', []]);
  });
});

describe('an error', () => {
  it('fails the answer, and what follows is still read', () => {
    const chunks = [
      start(),
      {type: 'text-delta', id: '0', delta: 'a'},
      {type: 'error', errorText: 'Overloaded '.repeat(100)},
      {type: 'text-delta', id: '0', delta: 'b'},
      ...text('1', ['c']),
      finish('error'),
    ];
    const {message} = folded(chunks);
    assert.deepEqual([message.status, message.stopReason], ['failed', 'error']);
    const [first, error] = message.children;
    assert.equal(first?.kind === 'text' && first.text, 'abc');
    assert.deepEqual(error?.kind === 'error' && [error.code, error.text?.length], [
      'stream_error',
      200,
    ]);
    assert.equal((message.protocolData as UiMessage).parts.length, 2);
    assert.equal(message.children.filter(({kind}) => kind === 'error').length, 1);
  });

  it('may have no text', () => {
    const [error] = shown([{type: 'error'}]);
    assert.deepEqual(error, {kind: 'error', status: 'failed', code: 'stream_error'});
  });

  it('has the words of the service that the server passes on', () => {
    const [error] = shown([{type: 'error', errorText: '{"error":{"message":"Busy"}}'}]);
    assert.equal(error?.['text'], 'Busy');
  });
});

describe('calls at the end of the stream', () => {
  const states = (...chunks: readonly object[]): readonly unknown[] =>
    folded(chunks).message.children.map(item => [
      item.kind,
      item.status,
      ...(item.kind === 'tool' && item.runsIn ? [item.runsIn] : []),
    ]);

  it('are for the page if nothing else runs them', () => {
    assert.deepEqual(states(start(), ...call('c1', 'title', {}), finish('tool-calls')), [
      ['tool', 'waiting', 'page'],
    ]);
    const granted = {type: 'tool-approval-response', approvalId: 'a', approved: true};
    const automatic = approval('a', 'c1', {isAutomatic: true});
    assert.deepEqual(states(...call('c1', 'title', {}), automatic, granted, finish()), [
      ['tool', 'waiting', 'page'],
    ]);
  });

  it('are interrupted if the provider runs them, or if their input is not complete', () => {
    const provider = call('c1', 'find', {}, {providerExecuted: true});
    const cut = {type: 'tool-input-start', toolCallId: 'c2', toolName: 'find'};
    assert.deepEqual(states(start(), ...provider, cut, finish()), [
      ['tool', 'interrupted'],
      ['tool', 'interrupted'],
    ]);
  });

  it('wait for the answer of the user, unless a rule decides', () => {
    const rule = approval('a2', 'c2', {isAutomatic: true});
    assert.deepEqual(
      states(
        ...call('c1', 'pay', {}),
        approval('a1', 'c1'),
        ...call('c2', 'pay', {}),
        rule,
        finish(),
      ),
      [
        ['tool', 'waiting'],
        ['request', 'waiting'],
        ['tool', 'interrupted'],
      ],
    );
  });

  it('end with an answer that is not done', () => {
    assert.deepEqual(states(...call('c1', 'pay', {}), approval('a1', 'c1'), {type: 'abort'}), [
      ['tool', 'stopped'],
      ['request', 'stopped'],
    ]);
  });
});

describe('a continued answer', () => {
  const asked = folded([
    start(),
    step,
    ...text('0', ['May I?']),
    ...call('c1', 'pay', {amount: 1}),
    approval('a1', 'c1', {reason: 'It costs 1.'}),
    finish('tool-calls'),
  ]).message;
  const answered: MessageItem = {
    ...asked,
    status: 'streaming',
    children: asked.children.map(item =>
      item.kind === 'request'
        ? {...item, status: 'done', answer: {type: 'confirm', input: true}}
        : item,
    ),
  };

  it('stays open at the end of a stream without a final chunk, if only its answer is missing', () => {
    const opened = [start(), step, ...text('0', ['May I?'])];
    const asks = [...call('c2', 'pay', {amount: 1}), approval('a2', 'c2')];
    const {message} = folded([...opened, ...asks]);
    assert.deepEqual(
      [message.status, kinds(message)],
      ['done', ['text done', 'tool waiting', 'request waiting']],
    );
    const writing = [
      {type: 'text-start', id: '1'},
      {type: 'text-delta', id: '1', delta: 'Mean'},
    ];
    for (const more of [writing, call('c1', 'look', {})]) {
      const cut = folded([...opened, ...more, ...asks]).message;
      assert.equal(cut.status, 'interrupted');
      assert.ok(!kinds(cut).includes('request waiting'));
    }
    const stopped = folded([...opened, ...asks], 'stopped').message;
    assert.deepEqual([stopped.status, kinds(stopped)[2]], ['stopped', 'request stopped']);
  });

  it('has the results of earlier calls, and new items after the others', () => {
    const rest = [start(), output('c1', 'paid'), step, ...text('0', ['Done.']), finish()];
    const {message, reports} = folded(rest, 'lost', {message: answered});
    assert.deepEqual(kinds(message), ['text done', 'tool done', 'request done', 'text done']);
    assert.deepEqual(reports, []);
    const {parts} = message.protocolData as UiMessage;
    const found = parts.map(({type, state}) => [type, state]);
    assert.deepEqual(found, [
      ['step-start', undefined],
      ['text', 'done'],
      ['tool-pay', 'output-available'],
      ['step-start', undefined],
      ['text', 'done'],
    ]);
    assert.deepEqual(parts[2]?.['approval'], {
      id: 'a1',
      requestReason: 'It costs 1.',
      approved: true,
    });
  });

  it('keeps its items when the new step is made void', () => {
    const rest = [
      start(),
      step,
      ...text('0', ['Wrong']),
      {type: 'reset-step'},
      ...text('0', ['Right']),
      finish(),
    ];
    const {message} = folded(rest, 'lost', {message: answered});
    assert.deepEqual(kinds(message), ['text done', 'tool waiting', 'request done', 'text done']);
    const [, , request, last] = message.children;
    assert.deepEqual(request?.kind === 'request' && request.answer?.input, true);
    assert.equal(last?.kind === 'text' && last.text, 'Right');
  });

  it('keeps items that no part has', () => {
    const question = {
      ...answered.children[2],
      id: 'of the page',
    } as MessageItem['children'][number];
    const message = {...answered, children: [...answered.children, question]};
    const rest = [step, ...text('0', ['Wrong']), {type: 'reset-step'}, finish()];
    const ids = folded(rest, 'lost', {message}).message.children.map(({id}) => id);
    assert.ok(ids.includes('of the page'));
  });
});

describe('what a stream lacks', () => {
  it('is reported: unknown types, broken frames', () => {
    assert.deepEqual(codes([{type: 'future'}, {no: 'type'}, finish()]), [
      'event-unknown',
      'frame-unreadable',
    ]);
  });
});
