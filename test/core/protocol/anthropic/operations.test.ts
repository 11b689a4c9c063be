import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {because, block, call, done, start, stop, text} from './events.js';
import {bare, folded} from './folded.js';
import {anthropic} from '../../../../src/core/protocol/anthropic/index.js';
import {emptyConversation, type Conversation, type Item} from '../../../../src/core/model/item.js';
import type {Frame} from '../../../../src/core/sse/frame.js';

const {send, regenerate, continue: goOn} = anthropic.operations;
const hello: Item = {
  id: 'u',
  kind: 'message',
  role: 'user',
  status: 'done',
  children: [{id: 'u.text', kind: 'text', status: 'done', children: [], text: 'Hello'}],
};
const said = {role: 'user', content: 'Hello'};

function conversation(...frames: readonly Frame[]): Conversation {
  return {version: 1, children: [hello, folded([start(), ...frames], 'lost').message]};
}

function bodyOf({body}: {readonly body?: object}): unknown {
  return body && 'json' in body ? body.json : undefined;
}

describe('sending', () => {
  it('posts the whole history as one stream', () => {
    const request = send.request({
      text: 'And then?',
      conversation: conversation(...text(0, 'Hi.'), ...done()),
    });
    assert.deepEqual(request, {
      method: 'POST',
      path: '/v1/messages',
      accept: 'stream',
      body: {
        json: {
          messages: [
            said,
            {role: 'assistant', content: [{type: 'text', text: 'Hi.'}]},
            {role: 'user', content: 'And then?'},
          ],
          stream: true,
        },
      },
    });
  });

  it('does not repeat what the conversation contains already', () => {
    const shown = {version: 1, children: [{...hello, status: 'streaming'}]} as const;
    assert.deepEqual(bodyOf(send.request({text: 'Hello', conversation: shown})), {
      messages: [said],
      stream: true,
    });
  });

  it('names the agent as the model that is wished for', () => {
    const request = send.request({text: 'Hello', agent: 'fast', conversation: emptyConversation});
    assert.deepEqual(bodyOf(request), {model: 'fast', messages: [said], stream: true});
    const unnamed = send.request({text: 'Hello', agent: '', conversation: emptyConversation});
    assert.deepEqual(bodyOf(unnamed), {messages: [said], stream: true});
  });

  it('reads an answer that arrives at once', () => {
    const body = {
      id: 'msg_9',
      type: 'message',
      role: 'assistant',
      content: [{type: 'text', text: 'Hi.'}],
      stop_reason: 'end_turn',
    };
    const {frames = []} = send.read({status: 200, headers: {}, body});
    const {message} = folded(frames, 'lost');
    assert.deepEqual(
      [message.messageId, message.status, message.stopReason],
      ['msg_9', 'done', 'end_turn'],
    );
    assert.deepEqual(message.children.map(bare), [{kind: 'text', status: 'done', text: 'Hi.'}]);
  });

  it('reads anything else as no answer', () => {
    for (const body of [undefined, 'text', {}, [], {type: 'message'}, {type: 'error', id: 'x'}]) {
      assert.deepEqual(send.read({status: 200, headers: {}, body}), {});
    }
  });
});

describe('answering again', () => {
  it('sends the messages before the answer', () => {
    const folded = conversation(...text(0, 'Hi.'), ...done());
    for (const before of [folded, {version: 1, children: [hello]} as const]) {
      const request = regenerate?.request({session: '', message: 'msg_1', conversation: before});
      assert.deepEqual(bodyOf(request ?? {}), {messages: [said], stream: true});
    }
    assert.deepEqual(bodyOf(regenerate?.request({session: '', message: 'msg_1'}) ?? {}), {
      messages: [],
      stream: true,
    });
  });
});

describe('continuing', () => {
  const wish = (...frames: readonly Frame[]): unknown =>
    bodyOf(goOn?.request({conversation: conversation(...frames)}) ?? {});

  it('an interrupted answer says so, because the method depends on the model', () => {
    const assistant = {role: 'assistant', content: [{type: 'text', text: 'Hi'}]};
    const expected = {messages: [said, assistant], stream: true, continue: true};
    assert.deepEqual(wish(...text(0, 'Hi'), ...done('max_tokens')), expected);
    assert.deepEqual(wish(...text(0, 'Hi')), expected);
  });

  it('a paused turn, or tools, sends another request', () => {
    const call0 = call(0, 'a', '{}', {type: 'server_tool_use'});
    const use = {type: 'server_tool_use', id: 'a', name: 'look_up', input: {}};
    assert.deepEqual(wish(...call0, ...done('pause_turn')), {
      messages: [said, {role: 'assistant', content: [use]}],
      stream: true,
    });
  });
});

describe('the container of programs', () => {
  const program = {type: 'server_tool_use', id: 'p', name: 'code_execution', input: {}};
  const caller = {type: 'code_execution_20250825', tool_id: 'p'};
  const first = [
    ...block(0, program),
    ...call(1, 'a', '{}', {caller}),
    because('tool_use', {delta: {stop_reason: 'tool_use', container: {id: 'container_7'}}}),
    stop,
  ];
  const containerIn = (shape: {readonly body?: object} | undefined): unknown =>
    (bodyOf(shape ?? {}) as {container?: unknown}).container;

  it('is named where programs wait for tools of the page, also in later rounds', () => {
    const second = [start({id: 'msg_2'}), ...call(0, 'b', '{}', {caller}), ...done('tool_use')];
    for (const frames of [first, [...first, ...second]]) {
      const asked = {conversation: conversation(...frames)};
      assert.equal(containerIn(goOn?.request(asked)), 'container_7');
    }
  });

  it('is not named by a request that continues a cut text, or after its end', () => {
    const ending = (reason: string, expires_at?: string): readonly Frame[] => [
      ...text(0, 'Hello'),
      because(reason, {delta: {stop_reason: reason, container: {id: 'container_7', expires_at}}}),
      stop,
    ];
    const programs = (expires_at?: string): readonly Frame[] => [
      ...block(0, program),
      ...call(1, 'a', '{}', {caller}),
      ...ending('tool_use', expires_at).slice(-2),
    ];
    const later = new Date(Date.now() + 60_000).toISOString();
    for (const [frames, expected] of [
      [ending('max_tokens'), undefined],
      [ending('max_tokens', later), undefined],
      [programs('2020-01-01T00:00:00Z'), undefined],
      [programs(later), 'container_7'],
      [programs('soon'), 'container_7'],
    ] as const) {
      assert.equal(containerIn(goOn?.request({conversation: conversation(...frames)})), expected);
    }
  });

  it('is not named where nothing waits for it, because it may have expired', () => {
    const asked = conversation(...first);
    assert.equal(containerIn(send.request({text: 'And?', conversation: asked})), undefined);
    const later = [...asked.children, ...conversation(...text(0, 'Hi')).children];
    assert.equal(
      containerIn(goOn?.request({conversation: {...asked, children: later}})),
      undefined,
    );
  });
});

describe('unsupported operations', () => {
  it('are absent: no stream is joined again, nothing is stored', () => {
    assert.deepEqual(Object.keys(anthropic.operations).sort(), ['continue', 'regenerate', 'send']);
  });
});

describe('a refused request', () => {
  it('reads the message of its error', () => {
    const error = {type: 'rate_limit_error', message: 'Slow down'};
    assert.deepEqual(anthropic.readError({type: 'error', error}), {
      code: 'rate_limit_error',
      text: 'Slow down',
    });
    assert.deepEqual(anthropic.readError({error: {}}), {code: 'api_error'});
    for (const body of [undefined, '<html>', {}])
      assert.equal(anthropic.readError(body), undefined);
  });

  it('reads the text of a gateway', () => {
    for (const body of ['Busy', {error: 'Busy'}, {detail: 'Busy'}])
      assert.equal(anthropic.readError(body)?.text, 'Busy');
  });
});
