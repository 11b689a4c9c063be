import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ThinkTags} from '../../../../src/core/protocol/openai-chat/think-tags.js';

/** What chunks are separated to: neighbours of one type are joined. */
function separated(chunks: readonly string[]): readonly string[] {
  const tags = new ThinkTags();
  const pieces = [...chunks.flatMap(chunk => tags.feed(chunk)), ...tags.end()];
  const joined: {type: string; text: string}[] = [];
  for (const {type, text} of pieces) {
    const last = joined.at(-1);
    if (last?.type === type) last.text += text;
    else joined.push({type, text});
  }
  return joined.map(({type, text}) => `${type}: ${text}`);
}

const cases: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  ['text', 'Plain <think>', ['text: Plain <think>']],
  ['reasoning and text', '<think>\nHm\n</think>\n\nIt is', ['thinking: Hm\n', 'text: It is']],
  ['space before the tag', '\n <think>a</think>b', ['thinking: a', 'text: b']],
  ['empty reasoning', '<think>\n\n</think>\n\n    code', ['text:     code']],
  ['reasoning that was cut', '<think>a</thi', ['thinking: a</thi']],
  ['half a tag', '<thi', ['text: <thi']],
  ['a tag that is not one', '<thinking>a', ['text: <thinking>a']],
  ['a closing tag alone', 'a</think>b', ['text: a</think>b']],
  [
    'only the first pair',
    '<think>a</think>b<think>c</think>',
    ['thinking: a', 'text: b<think>c</think>'],
  ],
  ['space only', '\n\n', ['text: \n\n']],
];

describe('ThinkTags', () => {
  for (const [name, text, expected] of cases) {
    it(`separates ${name}, however it is cut`, () => {
      assert.deepEqual(separated([text]), expected);
      assert.deepEqual(separated(Array.from(text)), expected);
      for (let at = 1; at < text.length; at++) {
        assert.deepEqual(separated([text.slice(0, at), text.slice(at)]), expected);
      }
    });
  }

  it('is over when something else follows', () => {
    const tags = new ThinkTags();
    assert.deepEqual(tags.feed('\n'), []);
    assert.deepEqual(tags.end(), [{type: 'text', text: '\n'}]);
    assert.deepEqual(tags.feed('<think>'), [{type: 'text', text: '<think>'}]);
  });
});
