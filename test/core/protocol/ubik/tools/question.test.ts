import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readQuestion} from '../../../../../src/core/protocol/ubik/tools/question.js';

const ask = (fields: object): unknown => readQuestion({type: 'tool_input_required', ...fields});

describe('readQuestion', () => {
  const cases: readonly (readonly [title: string, fields: object, question: object])[] = [
    ['an event that asks nothing', {}, {prompt: '', inputTypes: []}],
    [
      'the shape of a session',
      {tool_input: {question: 'Go on?'}},
      {prompt: 'Go on?', inputTypes: []},
    ],
    [
      'the shape of an execution',
      {prompt: 'Go on?', input_types: ['confirm'], timeout: 60, state: 'secret'},
      {prompt: 'Go on?', inputTypes: ['confirm'], timeout: 60},
    ],
    [
      'that shape under data',
      {data: {prompt: 'Go on?', input_types: ['text']}},
      {prompt: 'Go on?', inputTypes: ['text']},
    ],
    ['a question that is only a text', {tool_input: 'Go on?'}, {prompt: 'Go on?', inputTypes: []}],
    [
      'a prompt where there is no question',
      {tool_input: {prompt: 'Name?'}},
      {prompt: 'Name?', inputTypes: []},
    ],
    [
      'the question before the prompt',
      {tool_input: {question: 'A', prompt: 'B'}},
      {prompt: 'A', inputTypes: []},
    ],
    [
      'the input before the event, and the event before its data',
      {tool_input: {prompt: 'A'}, prompt: 'B', timeout: 2, data: {prompt: 'C', timeout: 3}},
      {prompt: 'A', inputTypes: [], timeout: 2},
    ],
    [
      'choices',
      {tool_input: {question: 'Which?', choices: ['a', 'b']}},
      {prompt: 'Which?', inputTypes: [], choices: ['a', 'b']},
    ],
    [
      'choices by their other name',
      {tool_input: {question: 'Which?', options: ['a', 'b']}},
      {prompt: 'Which?', inputTypes: [], choices: ['a', 'b']},
    ],
    [
      'no choices that are no texts',
      {tool_input: {question: 'Which?', choices: [1, null, {}]}},
      {prompt: 'Which?', inputTypes: []},
    ],
    [
      'a confirmation that names no input types',
      {tool_name: 'human_confirmation', tool_input: {question: 'Go on?'}},
      {prompt: 'Go on?', inputTypes: ['confirm']},
    ],
    [
      'a confirmation of a tool server, with words of its own for yes and no',
      {
        tool_name: 'office:human_confirmation',
        tool_input: {question: 'Go on?', confirm_label: 'Book it', cancel_label: 'Not now'},
      },
      {prompt: 'Go on?', inputTypes: ['confirm'], confirmLabels: ['Book it', 'Not now']},
    ],
    [
      'a confirmation that names its input types',
      {tool_name: 'human_confirmation', tool_input: {question: 'Go on?', input_types: ['text']}},
      {prompt: 'Go on?', inputTypes: ['text']},
    ],
    [
      'the schema of an answer',
      {tool_input: {question: 'Q', schema: {type: 'object'}}},
      {prompt: 'Q', inputTypes: [], schema: {type: 'object'}},
    ],
    [
      'nothing of the wrong type',
      {tool_input: {question: 7, input_types: 'text', timeout: 'soon', choices: 'a'}},
      {prompt: '', inputTypes: []},
    ],
    [
      'only the types that are texts',
      {input_types: ['text', 1, null, 'json'], prompt: 'Q'},
      {prompt: 'Q', inputTypes: ['text', 'json']},
    ],
  ];
  for (const [title, fields, question] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(ask(fields), question);
    });
  }

  it('drops a schema that is too deep to walk', () => {
    const schema = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown;
    assert.deepEqual(ask({prompt: 'Q', schema}), {prompt: 'Q', inputTypes: []});
  });
});
