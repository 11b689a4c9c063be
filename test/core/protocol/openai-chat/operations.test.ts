import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  emptyConversation,
  type Conversation,
  type RequestShape,
} from '../../../../src/core/index.js';
import {createOpenaiChat, openaiChat} from '../../../../src/core/protocol/openai-chat/index.js';

const asking = (status: 'done' | 'streaming'): Conversation => ({
  version: 1,
  children: [
    {
      id: 'u',
      kind: 'message',
      role: 'user',
      status,
      children: [{id: 't', kind: 'text', status: 'done', children: [], text: 'Hello'}],
    },
  ],
});

const bodyOf = ({body}: RequestShape): Record<string, unknown> =>
  (body && 'json' in body ? body.json : {}) as Record<string, unknown>;

describe('the operations', () => {
  const {send, continue: resume, regenerate, edit, attach} = openaiChat.operations;

  it('send the conversation with the new message, once', () => {
    const [message] = [{role: 'user', content: 'Hello'}];
    const request = send.request({text: 'Hello', conversation: emptyConversation});
    assert.deepEqual([request.method, request.path], ['POST', '/chat/completions']);
    assert.deepEqual(bodyOf(request), {messages: [message], stream: true});
    const shown = send.request({text: 'Hello', conversation: asking('streaming')});
    assert.deepEqual(bodyOf(shown)['messages'], [message]);
    const twice = send.request({text: 'Again', conversation: asking('done')});
    assert.deepEqual(bodyOf(twice)['messages'], [{role: 'user', content: 'Hello\n\nAgain'}]);
  });

  it('send the agent as the model, the tools of the page and further fields', () => {
    const schema = {type: 'object', properties: {n: {type: 'number'}}};
    const more = createOpenaiChat({body: {stream_options: {include_usage: true}, stream: false}});
    const request = more.operations.send.request({
      text: 'Hello',
      conversation: emptyConversation,
      agent: 'small',
      tools: [{name: 'add', description: 'Adds', schema}, {name: 'now'}],
    });
    const {messages, ...body} = bodyOf(request);
    assert.ok(messages);
    assert.deepEqual(body, {
      stream_options: {include_usage: true},
      model: 'small',
      stream: true,
      tools: [
        {type: 'function', function: {name: 'add', description: 'Adds', parameters: schema}},
        {type: 'function', function: {name: 'now', parameters: {type: 'object', properties: {}}}},
      ],
    });
  });

  it('send the conversation alone to continue, to answer again and to edit', () => {
    const conversation = asking('done');
    const of = {session: '', message: 'm', conversation};
    const expected = [{role: 'user', content: 'Hello'}];
    for (const request of [
      resume?.request({conversation}),
      regenerate?.request(of),
      edit?.request({...of, text: 'Hello'}),
    ]) {
      assert.ok(request);
      assert.deepEqual(bodyOf(request)['messages'], expected);
    }
    assert.equal(attach, undefined);
  });

  it('read a response without a stream as its frames', () => {
    const read = (body: unknown): unknown => send.read({status: 200, headers: {}, body});
    const body = {choices: [{message: {content: 'Hi'}}]};
    assert.deepEqual(read(body), {frames: [{data: JSON.stringify(body)}, {data: '[DONE]'}]});
    assert.deepEqual(read('text'), {});
  });

  it('accept files unless the option is off', () => {
    assert.equal(openaiChat.inlineFiles?.maxBytes, 3 * 2 ** 20);
    assert.equal(createOpenaiChat({files: false}).inlineFiles, undefined);
  });
});
