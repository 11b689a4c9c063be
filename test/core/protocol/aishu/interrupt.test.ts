import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readInterrupt, type Interrupt} from '../../../../src/core/protocol/aishu/interrupt.js';

const read = (ext: unknown, content?: unknown): Interrupt | undefined =>
  readInterrupt({ext, content}, {runId: 'r', messageId: 'm'});

const asking = (data: unknown, handle: unknown = {resume_token: 't'}): Interrupt | undefined =>
  read({interrupt_info: {handle, data}});

describe('readInterrupt', () => {
  for (const ext of [undefined, null, {}, {interrupt_info: null}, {ask: 'x'}, 'x']) {
    it(`finds no question in ${JSON.stringify(ext)}`, () => {
      assert.equal(read(ext), undefined);
    });
  }

  it('reads a question that only wants a yes', () => {
    assert.deepEqual(asking({tool_name: 'pay'})?.question, {
      prompt: 'pay',
      inputTypes: ['confirm'],
      toolName: 'pay',
      handle: {
        agentRunId: 'r',
        messageId: 'm',
        echo: {
          resume_interrupt_info: {resume_handle: {resume_token: 't'}, data: {tool_name: 'pay'}},
        },
      },
    });
  });

  const prompts: readonly (readonly [data: object, prompt: string])[] = [
    [
      {
        interrupt_config: {confirmation_message: 'Pay now?'},
        tool_description: 'Pays',
        tool_name: 'pay',
      },
      'Pay now?',
    ],
    [{tool_description: 'Pays', tool_name: 'pay'}, 'Pays'],
    [{tool_name: 'pay'}, 'pay'],
    [{}, ''],
    [{interrupt_config: {confirmation_message: 7}, tool_description: {}}, ''],
  ];
  for (const [data, prompt] of prompts) {
    it(`asks ${JSON.stringify(prompt)} for ${JSON.stringify(data)}`, () => {
      assert.equal(asking(data)?.question.prompt, prompt);
    });
  }

  it('shows the arguments, of the types that their values have', () => {
    const values: readonly (readonly [value: unknown, type: string])[] = [
      ['x', 'string'],
      [1, 'number'],
      [true, 'boolean'],
      [null, 'null'],
      [[1], 'array'],
      [{a: 1}, 'object'],
      [undefined, 'string'],
    ];
    for (const [value, type] of values) {
      const question = asking({tool_args: [{key: 'k', value}]})?.question;
      const schema = question?.schema as {properties: Record<string, {type: string}>};
      assert.deepEqual(question?.inputTypes, ['confirm', 'json']);
      assert.equal(schema.properties['k']?.type, type);
    }
  });

  it('passes over arguments that are none', () => {
    for (const tool_args of [undefined, null, 'x', [], [null, 7]]) {
      assert.deepEqual(asking({tool_args})?.question.inputTypes, ['confirm']);
    }
  });

  const keys: readonly (readonly [handle: unknown, key: string])[] = [
    [{resume_token: 't', snapshot_id: 's'}, 't'],
    [{snapshot_id: 's'}, 's'],
    [{}, ''],
    [null, ''],
  ];
  for (const [handle, key] of keys) {
    it(`is known by ${JSON.stringify(key)} with the handle ${JSON.stringify(handle)}`, () => {
      assert.equal(asking({}, handle)?.key, key);
    });
  }

  it('reads the older kind of question, and gives it back with what was asked', () => {
    const ask = {session_id: 's', tool_name: 'pay'};
    const interrupt = read({ask}, {final_answer: {query: 'Pay it'}});
    assert.equal(interrupt?.key, 's');
    assert.equal(interrupt.question.prompt, 'pay');
    assert.deepEqual(interrupt.question.handle, {
      agentRunId: 'r',
      messageId: 'm',
      echo: {tool: ask, query: 'Pay it'},
    });
  });

  it('prefers the newer kind where both are told', () => {
    const both = read({ask: {session_id: 's'}, interrupt_info: {handle: {resume_token: 't'}}});
    assert.equal(both?.key, 't');
  });
});
