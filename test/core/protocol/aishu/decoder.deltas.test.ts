import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {growthOf} from '../../../../src/core/protocol/aishu/decoder.js';
import type {PatchKey, Patch} from '../../../../src/core/protocol/aishu/events.js';
import type {JsonRecord} from '../../../../src/core/values.js';

const patch = (
  key: PatchKey,
  content: unknown = '!',
  action: Patch['action'] = 'append',
): Patch => ({
  type: 'patch',
  action,
  key,
  content,
  seq: undefined,
});

const step = (...rest: PatchKey): PatchKey => [
  'message',
  'content',
  'middle_answer',
  'progress',
  ...rest,
];
const FINAL: PatchKey = ['message', 'content', 'final_answer', 'answer', 'text'];

/** A message after the patch has been applied. */
const message = (...progress: readonly object[]): JsonRecord => ({
  content: {middle_answer: {progress}, final_answer: {answer: {text: 'Final!'}}},
});

const said = message({id: 's', stage: 'llm', answer: 'Yes!', think: 'Hm!'});

describe('growthOf', () => {
  it('is the addition to the text and the reasoning of the model', () => {
    assert.deepEqual(growthOf(patch(step(0, 'answer')), said), {
      step: 's',
      part: 'text',
      added: '!',
      whole: 'Yes!',
    });
    assert.deepEqual(growthOf(patch(step(0, 'think')), said), {
      step: 's',
      part: 'thinking',
      added: '!',
      whole: 'Hm!',
    });
  });

  it('is the addition to the final answer, while no step reports it', () => {
    assert.deepEqual(growthOf(patch(FINAL), message()), {
      step: 'final-answer',
      part: 'text',
      added: '!',
      whole: 'Final!',
    });
    assert.equal(growthOf(patch(FINAL), said), undefined);
  });

  const none: readonly (readonly [title: string, patch: Patch, message: JsonRecord])[] = [
    ['a text that is set', patch(step(0, 'answer'), 'x', 'upsert'), said],
    ['nothing that is added', patch(step(0, 'answer'), ''), said],
    ['something that is no text', patch(step(0, 'answer'), {a: 1}), said],
    ['a text that begins with it', patch(step(0, 'answer'), 'Yes!'), said],
    ['another field', patch(step(0, 'status')), said],
    ['a field within', patch(step(0, 'answer', 'text')), said],
    ['a step that is not there', patch(step(3, 'answer')), said],
    ['another place', patch(['message', 'content', 'x', 'progress', 0, 'answer']), said],
    ['what a skill says', patch(step(0, 'answer')), message({stage: 'skill', answer: 'a!'})],
    ['a text that is none', patch(step(0, 'answer')), message({stage: 'llm', answer: {}})],
    [
      'a step that is for nobody',
      patch(step(0, 'answer')),
      message({stage: 'llm', answer: 'a!', flags: {debug: true}}),
    ],
    ['the final answer elsewhere', patch([...FINAL, 0]), message()],
  ];
  for (const [title, change, document] of none) {
    it(`is none for ${title}`, () => {
      assert.equal(growthOf(change, document), undefined);
    });
  }
});
