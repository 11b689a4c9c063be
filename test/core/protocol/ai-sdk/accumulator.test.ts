import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {approval, call, codes, finish, folded, output, start, step, text} from './chunks.js';
import type {UiMessage} from '../../../../src/core/index.js';

const recordOf = (...chunks: readonly object[]): UiMessage =>
  folded([...chunks, finish()]).message.protocolData as UiMessage;

const partsOf = (...chunks: readonly object[]): readonly unknown[] => recordOf(...chunks).parts;

it('has the name of a call that came with its whole input, because the server may repair it', () => {
  for (const dynamic of [{}, {dynamic: true}]) {
    const begun = {type: 'tool-input-start', toolCallId: 'c1', toolName: 'Add', ...dynamic};
    const whole = {
      type: 'tool-input-available',
      toolCallId: 'c1',
      toolName: 'add',
      input: {a: 1},
      ...dynamic,
    };
    const {message} = folded([start(), begun, whole, finish()]);
    const [item] = message.children;
    assert.equal(item?.kind === 'tool' && item.name, 'add');
  }
});

describe('what the official client refuses', () => {
  it('is read: a delta without a start begins its part', () => {
    const chunks = [
      {type: 'text-delta', id: '0', delta: 'Hi'},
      {type: 'text-end', id: '0'},
    ];
    assert.deepEqual(partsOf(...chunks), [{type: 'text', text: 'Hi', state: 'done'}]);
    assert.deepEqual(codes([...chunks, finish()]), ['event-out-of-place']);
  });

  it('is read: the text of a delta that has the name of `fullStream`', () => {
    for (const name of ['text', 'textDelta']) {
      const chunks = [
        {type: 'text-start', id: '0'},
        {type: 'text-delta', id: '0', [name]: 'Hi'},
        {type: 'text-end', id: '0'},
      ];
      assert.deepEqual(partsOf(...chunks), [{type: 'text', text: 'Hi', state: 'done'}]);
    }
  });

  it('is read: a delta after the end of its part begins another', () => {
    const late = {type: 'text-delta', id: '0', delta: 'b'};
    assert.deepEqual(partsOf(...text('0', ['a']), late), [
      {type: 'text', text: 'a', state: 'done'},
      {type: 'text', text: 'b', state: 'streaming'},
    ]);
  });

  it('is read: an end without a start is ignored', () => {
    assert.deepEqual(partsOf({type: 'reasoning-end', id: '0'}, ...text('0', ['a'])).length, 1);
    assert.deepEqual(codes([{type: 'text-end', id: '0'}, finish()]), ['event-out-of-place']);
  });

  it('is read: a result before its call waits for the call', () => {
    const parts = partsOf(output('c1', 7), approval('a', 'c1'), ...call('c1', 'add', {a: 1}));
    assert.deepEqual(parts, [
      {
        type: 'tool-add',
        toolCallId: 'c1',
        state: 'approval-requested',
        input: {a: 1},
        output: 7,
        approval: {id: 'a'},
      },
    ]);
  });

  it('is reported: a result whose call never arrives', () => {
    assert.deepEqual(codes([output('c1', 7), finish()]), ['event-out-of-place']);
    assert.deepEqual(codes([{type: 'tool-approval-response', approvalId: 'a'}, finish()]), [
      'event-out-of-place',
    ]);
  });

  it('is read: chunks in any order around start and finish', () => {
    const [user] = [text('0', ['a'])];
    assert.equal(recordOf(...user, start()).id, 'm');
    const late = folded([start(), finish(), ...text('0', ['late'])]).message;
    assert.equal((late.protocolData as UiMessage).parts.length, 1);
    assert.equal(late.status, 'done');
  });
});

describe('the start of a message', () => {
  it('may come again: metadata is merged, another id is reported', () => {
    const again = start({messageId: 'other', messageMetadata: {b: 2}});
    const chunks = [start({messageMetadata: {a: 1}}), again, finish()];
    assert.equal(folded(chunks).message.messageId, 'm');
    assert.deepEqual(recordOf(...chunks).metadata, {a: 1, b: 2});
    assert.deepEqual(codes(chunks), ['event-out-of-place']);
    assert.deepEqual(codes([start(), start(), finish()]), []);
  });

  it('may have no id: then the client has created it', () => {
    const {message} = folded([{type: 'start'}, finish()], 'lost', {messageId: 'ours'});
    assert.equal(message.messageId, 'ours');
  });
});

describe('a call', () => {
  it('that starts twice in a step is the same call', () => {
    const parts = partsOf(
      start(),
      step,
      ...call('c1', 'add', {a: 1}),
      ...call('c1', 'add', {a: 2}),
    );
    assert.deepEqual(parts.length, 2);
    assert.deepEqual((parts[1] as {input: unknown}).input, {a: 2});
  });

  it('is another one in the next step if it had its result', () => {
    const add = [...call('c1', 'add', {a: 1}), output('c1', 1)];
    assert.equal(partsOf(start(), step, ...add, step, ...add).length, 4);
    const open = call('c1', 'add', {a: 1});
    assert.equal(partsOf(start(), step, ...open, step, ...open).length, 3);
  });

  it('gets the decision with its approval, not an earlier call with the same one', () => {
    const asking = [step, ...call('c1', 'add', {a: 1}), approval('p', 'c1')];
    const refused = {type: 'tool-approval-response', approvalId: 'p', approved: false};
    const parts = recordOf(...asking, output('c1', 2), ...asking, refused).parts;
    const calls = parts.filter(({type}) => type === 'tool-add');
    const found = calls.map(({state, approval: asked}) => [state, asked]);
    assert.deepEqual(found, [
      ['output-available', {id: 'p'}],
      ['approval-responded', {id: 'p', approved: false}],
    ]);
  });

  it('keeps its result when only its input is sent again', () => {
    const again = {type: 'tool-input-available', toolCallId: 'c1', toolName: 'add', input: {a: 2}};
    const [part] = partsOf(...call('c1', 'add', {a: 1}), output('c1', 1), again);
    assert.deepEqual(part, {
      type: 'tool-add',
      toolCallId: 'c1',
      state: 'output-available',
      input: {a: 2},
      output: 1,
    });
  });

  it('keeps its type if it is said to be dynamic later', () => {
    const parts = partsOf(
      {type: 'tool-input-start', toolCallId: 'c1', toolName: 'add'},
      {type: 'tool-input-available', toolCallId: 'c1', toolName: 'add', input: 1, dynamic: true},
    );
    const found = parts.map(part => (part as {type: string}).type);
    assert.deepEqual(found, ['tool-add']);
  });

  it('ignores input after its end', () => {
    const late = {type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: 'WRONG'};
    assert.deepEqual(
      partsOf(...call('c1', 'add', {a: 1}), late),
      partsOf(...call('c1', 'add', {a: 1})),
    );
    assert.deepEqual(codes([...call('c1', 'add', {}), late, finish()]), ['event-out-of-place']);
  });

  it('that is cut keeps its input as far as it can be read', () => {
    const [start, delta] = call('c1', 'add', {a: 'one'});
    const more = {type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '":"on'};
    const {message} = folded([start, delta, more].filter(chunk => chunk !== undefined));
    const [part] = (message.protocolData as UiMessage).parts;
    assert.ok(part);
    assert.deepEqual(part['input'], {a: 'on'});
    assert.equal(part['rawInput'], '{"a":"on');
  });
});

describe('a text that is open', () => {
  it('ends when the same id starts again', () => {
    const chunks = [
      {type: 'text-start', id: '0'},
      {type: 'text-delta', id: '0', delta: 'a'},
      ...text('0', ['b']),
    ];
    assert.deepEqual(partsOf(...chunks), [
      {type: 'text', text: 'a', state: 'done'},
      {type: 'text', text: 'b', state: 'done'},
    ]);
  });

  it('stays open over the end of its step', () => {
    const chunks = [
      step,
      {type: 'text-start', id: '0'},
      {type: 'finish-step'},
      step,
      {type: 'text-delta', id: '0', delta: 'a'},
    ];
    assert.deepEqual(partsOf(...chunks)[1], {type: 'text', text: 'a', state: 'streaming'});
  });

  it('is continued by a stream that has only the rest', () => {
    const cut = folded([
      start(),
      {type: 'text-start', id: '0'},
      {type: 'text-delta', id: '0', delta: 'Ha'},
    ]);
    const rest = [
      {type: 'text-delta', id: '0', delta: 'lf'},
      {type: 'text-end', id: '0'},
      finish(),
    ];
    const message = {...cut.message, status: 'streaming'} as const;
    const whole = folded(rest, 'lost', {message}).message;
    const found = whole.children.map(item => item.kind === 'text' && item.text);
    assert.deepEqual(found, ['Half']);
  });
});
