import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readPrompt, type Prompt} from '../../../../../src/core/protocol/ubik/text/prompt.js';

describe('readPrompt', () => {
  const cases: readonly (readonly [title: string, text: string, prompt: Prompt])[] = [
    ['nothing', '', {prompt: '', inputTypes: []}],
    ['a question alone', '\nWhich one?\n', {prompt: 'Which one?', inputTypes: []}],
    [
      'question, types and checkpoint, as samples write them',
      '\nWhich one?\nExpected input types: text, json\ncheckpoint_name: choose\n',
      {prompt: 'Which one?', inputTypes: ['text', 'json'], checkpoint: 'choose'},
    ],
    [
      'the two lines in the other order',
      'Which one?\ncheckpoint_name: choose\nExpected input types: text',
      {prompt: 'Which one?', inputTypes: ['text'], checkpoint: 'choose'},
    ],
    [
      'the two lines in front of the question',
      'Expected input types: text\ncheckpoint_name: choose\nWhich one?',
      {prompt: 'Which one?', inputTypes: ['text'], checkpoint: 'choose'},
    ],
    [
      'a question of several lines, which keeps them',
      'One\n\n- a\n- b\nExpected input types: text\n',
      {prompt: 'One\n\n- a\n- b', inputTypes: ['text']},
    ],
    [
      'types without spaces, with too many, and empty ones',
      'Q\nExpected input types:text ,  json,,',
      {prompt: 'Q', inputTypes: ['text', 'json']},
    ],
    ['no types', 'Q\nExpected input types: ', {prompt: 'Q', inputTypes: []}],
    ['a type that is not known', 'Q\nExpected input types: x', {prompt: 'Q', inputTypes: ['x']}],
    ['an empty name of a checkpoint', 'Q\ncheckpoint_name: ', {prompt: 'Q', inputTypes: []}],
    [
      'a name with spaces around and within',
      'Q\ncheckpoint_name:  after search ',
      {prompt: 'Q', inputTypes: [], checkpoint: 'after search'},
    ],
    [
      'the last of two names',
      'Q\ncheckpoint_name: a\ncheckpoint_name: b',
      {prompt: 'Q', inputTypes: [], checkpoint: 'b'},
    ],
    [
      'words in a line that only resemble the two',
      'Q\n Expected input types: text\nmy checkpoint_name: c',
      {prompt: 'Q\n Expected input types: text\nmy checkpoint_name: c', inputTypes: []},
    ],
    [
      'lines that end with CRLF',
      'Q\r\nExpected input types: text\r\ncheckpoint_name: c\r\n',
      {prompt: 'Q', inputTypes: ['text'], checkpoint: 'c'},
    ],
  ];
  for (const [title, text, prompt] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(readPrompt(text), prompt);
    });
  }
});
