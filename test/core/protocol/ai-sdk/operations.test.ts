import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  aiSdk,
  createAiSdk,
  type AiSdkOptions,
  type Conversation,
  type MessageItem,
  type RequestShape,
} from '../../../../src/core/index.js';
import {call, finish, folded, start, text} from './chunks.js';

const user = (id: string, said: string, status: MessageItem['status'] = 'done'): MessageItem => ({
  id: `item-${id}`,
  messageId: id,
  kind: 'message',
  role: 'user',
  status,
  children: [{id: `${id}/text`, kind: 'text', status: 'done', children: [], text: said}],
});
const answer = folded([start(), ...text('0', ['Hello']), finish()]).message;
const conversation: Conversation = {version: 1, children: [user('u', 'Hi'), answer]};
const sending: Conversation = {
  version: 1,
  children: [...conversation.children, user('v', 'More', 'streaming')],
};

function jsonOf({body}: RequestShape): Record<string, unknown> {
  assert.ok(body && 'json' in body);
  return body.json as Record<string, unknown>;
}

const ids = (body: Record<string, unknown>): readonly unknown[] =>
  (body['messages'] as {id: string}[]).map(({id}) => id);

describe('a request', () => {
  const {send, continue: resume, regenerate, edit} = aiSdk.operations;

  it('goes to the endpoint itself, with the session and all messages', () => {
    const request = send.request({session: 's', text: 'More', conversation: sending});
    assert.deepEqual([request.method, request.path, request.accept], ['POST', '', 'stream']);
    const body = jsonOf(request);
    assert.deepEqual(Object.keys(body).sort(), ['id', 'messages', 'trigger']);
    assert.deepEqual(
      [body['id'], body['trigger'], ids(body)],
      ['s', 'submit-message', ['u', 'm', 'v']],
    );
  });

  it('contains the new message once, whether it is displayed already or not', () => {
    const body = jsonOf(send.request({text: 'More', conversation}));
    assert.deepEqual((body['messages'] as unknown[]).at(-1), {
      id: 'user-3',
      role: 'user',
      parts: [{type: 'text', text: 'More'}],
    });
    assert.equal(body['id'], undefined);
  });

  it('names the tools of the page, the model and what the page adds', () => {
    const {operations} = createAiSdk({body: {locale: 'de', trigger: 'never'}});
    const schema = {type: 'object', properties: {}};
    const tools = [{name: 'title', description: 'The title', schema}, {name: 'plain'}];
    const body = jsonOf(operations.send.request({text: 'Hi', conversation, agent: 'one', tools}));
    assert.deepEqual(body['tools'], {
      title: {description: 'The title', parameters: schema},
      plain: {parameters: {type: 'object'}},
    });
    assert.deepEqual(
      [body['model'], body['locale'], body['trigger']],
      ['one', 'de', 'submit-message'],
    );
  });

  it('contains only the last message if the server has the rest', () => {
    const last = createAiSdk({send: 'last'}).operations;
    const body = jsonOf(last.send.request({text: 'More', conversation: sending}));
    assert.equal(body['messages'], undefined);
    assert.equal((body['message'] as {id: string}).id, 'v');
    const continued = last.continue && jsonOf(last.continue.request({conversation}));
    assert.deepEqual(continued?.['message'], answer.protocolData);
  });

  it('continues the last answer, answers again, or answers an edited message', () => {
    assert.ok(resume && regenerate && edit);
    const continued = jsonOf(resume.request({session: 's', conversation}));
    assert.deepEqual([continued['trigger'], continued['messageId']], ['submit-message', 'm']);
    const before: Conversation = {version: 1, children: [user('u', 'Hi')]};
    const input = {session: 's', message: 'm', conversation: before};
    const again = jsonOf(regenerate.request(input));
    assert.deepEqual(
      [again['trigger'], again['messageId'], ids(again)],
      ['regenerate-message', 'm', ['u']],
    );
    const edited = jsonOf(edit.request({...input, message: 'u', text: 'Hi'}));
    assert.deepEqual([edited['trigger'], edited['messageId']], ['submit-message', 'u']);
    assert.equal(edit.keepsId, true);
  });

  it('settles open calls, except those that it continues', () => {
    const open = folded([start(), ...call('c', 'title', {}), finish('tool-calls')]).message;
    const state = (request: RequestShape | undefined): unknown => {
      const messages = request && (jsonOf(request)['messages'] as {parts: {state: string}[]}[]);
      return messages?.[0]?.parts[0]?.state;
    };
    const only: Conversation = {version: 1, children: [open]};
    assert.equal(state(resume?.request({conversation: only})), 'input-available');
    assert.equal(state(send.request({text: 'Hi', conversation: only})), 'output-error');
  });
});

describe('a request with the last message only', () => {
  const {send, continue: resume, regenerate} = createAiSdk({send: 'last'}).operations;
  const open = folded([start(), ...call('c', 'title', {}), finish('tool-calls')]).message;
  const settledIn = (request: RequestShape | undefined): unknown => {
    const {settled} = request ? jsonOf(request) : {};
    if (settled === undefined) return undefined;
    const {id, parts} = settled as {id: string; parts: {state: string}[]};
    return [id, parts.map(({state}) => state)];
  };

  it('has the answer before it if that had open calls', () => {
    const children = [user('u', 'Hi'), open];
    const conversation: Conversation = {version: 1, children};
    const expected = ['m', ['output-error']];
    assert.deepEqual(settledIn(send.request({text: 'More', conversation})), expected);
    const sending: Conversation = {
      version: 1,
      children: [...children, user('v', 'More', 'streaming')],
    };
    const body = jsonOf(send.request({text: 'More', conversation: sending}));
    assert.equal((body['message'] as {id: string}).id, 'v');
    const again = regenerate?.request({session: 's', message: 'n', conversation: sending});
    assert.deepEqual(settledIn(again), expected);
  });

  it('has no other answer', () => {
    assert.equal(settledIn(send.request({text: 'More', conversation: sending})), undefined);
    const answered: Conversation = {
      version: 1,
      children: [open, user('u', 'Hi'), {...answer, id: 'n', messageId: 'n'}],
    };
    assert.equal(settledIn(send.request({text: 'More', conversation: answered})), undefined);
    const only: Conversation = {version: 1, children: [open]};
    assert.equal(settledIn(resume?.request({conversation: only})), undefined);
  });

  it('has the results of the page that did not reach the server', () => {
    const [call] = open.children;
    assert.ok(call?.kind === 'tool');
    const done = {...call, status: 'done' as const, runsIn: 'page' as const, output: 'Ubik'};
    const conversation: Conversation = {version: 1, children: [{...open, children: [done]}]};
    assert.deepEqual(settledIn(send.request({text: 'More', conversation})), [
      'm',
      ['output-available'],
    ]);
  });
});

describe('options', () => {
  const all: AiSdkOptions = {resume: 'replay', stop: true, history: true};

  it('add requests below the endpoint', () => {
    const {attach, stop, history} = createAiSdk(all).operations;
    const at = (request: RequestShape | undefined): unknown => [request?.method, request?.path];
    assert.deepEqual(at(attach?.request({session: 'a/b'})), ['GET', 'a%2Fb/stream']);
    assert.deepEqual(at(stop?.request({session: 's', message: 'm'})), ['POST', 's/stop']);
    assert.deepEqual(at(history?.request({session: 's'})), ['GET', 's']);
    assert.deepEqual([attach?.streams, attach?.probes], ['replay', true]);
    assert.equal(createAiSdk({resume: 'suffix'}).operations.attach?.streams, 'suffix');
  });

  it('refuse ids that would be another address', () => {
    const {attach} = createAiSdk(all).operations;
    assert.ok(attach);
    assert.throws(() => attach.request({session: '..'}), /cannot be part of a path/);
    assert.throws(() => attach.request({session: ''}), TypeError);
  });

  it('are all off by default', () => {
    const {attach, stop, history} = aiSdk.operations;
    assert.deepEqual([attach, stop, history], [undefined, undefined, undefined]);
  });

  it('read the history', () => {
    const {history} = createAiSdk(all).operations;
    const body = [{id: 'u', role: 'user', parts: [{type: 'text', text: 'Hi'}]}];
    const read = history?.read({status: 200, headers: {}, body});
    const ids = read?.messages.map(({id}) => id);
    assert.deepEqual(ids, ['u']);
  });
});
