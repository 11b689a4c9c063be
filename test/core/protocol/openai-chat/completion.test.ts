import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Completion, totalUsage} from '../../../../src/core/protocol/openai-chat/completion.js';
import {readDelta} from '../../../../src/core/protocol/openai-chat/delta.js';

function messagesOf(deltas: readonly object[], before?: object): readonly unknown[] {
  const completion = new Completion({...before});
  for (const delta of deltas) {
    for (const piece of readDelta({...delta})) {
      if (piece.type === 'call') completion.calls.accept(piece.fragment);
      completion.accept(piece);
    }
  }
  return completion.messages;
}

describe('the message of a completion', () => {
  it('has reasoning under the name that the server has given it', () => {
    assert.deepEqual(
      messagesOf([{reasoning_content: 'a'}, {reasoning_content: 'b'}, {content: 'c'}]),
      [{role: 'assistant', content: 'c', reasoning_content: 'ab'}],
    );
  });

  it('joins the details of reasoning', () => {
    const [message] = messagesOf([
      {reasoning_details: [{type: 'reasoning.text', index: 0, text: 'a', signature: null}]},
      {reasoning_details: [{type: 'reasoning.text', index: 0, text: 'b', signature: 's'}]},
      {reasoning_details: [{type: 'reasoning.encrypted', index: 1, data: 'x'}]},
    ]) as {reasoning_details: unknown}[];
    assert.deepEqual(message?.reasoning_details, [
      {type: 'reasoning.text', index: 0, text: 'ab', signature: 's'},
      {type: 'reasoning.encrypted', index: 1, data: 'x'},
    ]);
  });

  it('has a list of parts only if reasoning is one of them', () => {
    const thinking = (text: string): object => ({
      content: [{type: 'thinking', thinking: [{type: 'text', text}]}],
    });
    assert.deepEqual(messagesOf([thinking('a'), thinking('b'), {content: 'c'}]), [
      {
        role: 'assistant',
        content: [
          {type: 'thinking', thinking: [{type: 'text', text: 'ab'}]},
          {type: 'text', text: 'c'},
        ],
      },
    ]);
    assert.deepEqual(messagesOf([{content: [{type: 'text', text: 'a'}]}, {content: 'b'}]), [
      {role: 'assistant', content: 'ab'},
    ]);
  });

  it('has calls in both formats, results behind it, and signatures', () => {
    const extra_content = {google: {thought_signature: 's'}};
    assert.deepEqual(
      messagesOf([
        {tool_calls: [{index: 0, id: 'c1', function: {name: 'a', arguments: ''}}], extra_content},
        {function_call: {name: 'b', arguments: '{}'}},
        {role: 'tool', tool_call_id: 'c1', content: '1'},
      ]),
      [
        {
          role: 'assistant',
          content: null,
          extra_content,
          tool_calls: [{id: 'c1', type: 'function', function: {name: 'a', arguments: '{}'}}],
          function_call: {name: 'b', arguments: '{}'},
        },
        {role: 'tool', tool_call_id: 'c1', content: '1'},
      ],
    );
  });

  it('continues one that was cut', () => {
    const before = {role: 'assistant', content: 'a', reasoning: 'x'};
    assert.deepEqual(messagesOf([{reasoning: 'y'}, {content: 'b'}], before), [
      {role: 'assistant', content: 'ab', reasoning: 'xy'},
    ]);
  });

  it('is left out if it is empty', () => {
    assert.deepEqual(messagesOf([{role: 'assistant', content: ''}]), []);
  });
});

describe('totalUsage', () => {
  it('adds the completions of an answer to what is known', () => {
    const one = {prompt_tokens: 1, completion_tokens: 2, total_tokens: 3};
    assert.deepEqual(totalUsage({inputTokens: 10}, [one, undefined, {completion_tokens: 4}]), {
      inputTokens: 11,
      outputTokens: 6,
      totalTokens: 3,
    });
    assert.equal(totalUsage(undefined, [undefined, {prompt_tokens: 'x'}]), undefined);
  });
});
