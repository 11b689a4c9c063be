import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  finalText,
  hasAnswerStep,
  stepsOf,
  isoOf,
} from '../../../../src/core/protocol/aishu/steps.js';

const message = (...progress: readonly unknown[]): {content: unknown} => ({
  content: {middle_answer: {progress}},
});

const ids = (value: {content: unknown}): readonly string[] => stepsOf(value).map(({id}) => id);

describe('stepsOf', () => {
  it('gives each step by its id, in order', () => {
    assert.deepEqual(ids(message({id: 'b'}, {id: 'a'})), ['b', 'a']);
  });

  it('names a step without an id by its index', () => {
    assert.deepEqual(ids(message({}, {id: 'a'}, {id: ''}, {id: 7})), ['0', 'a', '2', '3']);
  });

  it('skips empty slots, and invalid steps', () => {
    assert.deepEqual(ids(message(null, {id: 'a'}, undefined, 'x', 7, [])), ['a']);
  });

  it('gives the first of two steps with one id', () => {
    const [step, ...more] = stepsOf(message({id: 'a', n: 1}, {id: 'a', n: 2}));
    assert.deepEqual([step?.fields['n'], more], [1, []]);
  });

  const flags: readonly (readonly [flags: unknown, shown: boolean])[] = [
    [undefined, true],
    ['', true],
    ['{}', true],
    ['not JSON', true],
    ['{"debug":false}', true],
    ['{"debug":"true"}', true],
    [{debug: false}, true],
    [7, true],
    ['{"debug":true}', false],
    [{debug: true}, false],
  ];
  for (const [value, shown] of flags) {
    it(`${shown ? 'shows' : 'hides'} a step with the flags ${JSON.stringify(value)}`, () => {
      assert.equal(ids(message({id: 'a', flags: value})).length, shown ? 1 : 0);
    });
  }

  for (const odd of [
    {},
    {content: null},
    {content: {middle_answer: 7}},
    {content: {middle_answer: {progress: {}}}},
  ]) {
    it(`finds none in ${JSON.stringify(odd)}`, () => {
      assert.deepEqual(stepsOf(odd), []);
    });
  }
});

describe('isTold', () => {
  const folded = (...progress: readonly unknown[]): boolean =>
    hasAnswerStep(stepsOf(message(...progress)));

  it('is reported once the model has a text in a step', () => {
    assert.equal(folded({stage: 'llm', answer: 'x'}), true);
    assert.equal(folded({stage: 'skill', answer: 'x'}, {stage: 'llm', answer: ''}), false);
    assert.equal(folded({stage: 'llm', answer: {}}), false);
    assert.equal(folded(), false);
  });
});

describe('finalText', () => {
  const final = (final_answer: unknown, fields: object = {}): string =>
    finalText({content: {final_answer}, ...fields});

  it('is the text of the answer', () => {
    assert.equal(final({answer: {text: 'Yes.'}}), 'Yes.');
    assert.equal(
      final({answer: {text: 'Yes.'}, answer_type_other: 'No.'}, {content_type: 'other'}),
      'Yes.',
    );
  });

  const others: readonly (readonly [other: unknown, text: string])[] = [
    ['words', 'words'],
    [['a', 'b'], 'a\n\nb'],
    [['a', '', null, 7, 'b'], 'a\n\nb'],
    [{value: 'v'}, 'v'],
    [{answer: 'a'}, 'a'],
    [{text: 't'}, 't'],
    [{value: 'v', answer: 'a', text: 't'}, 'v'],
    [[{answer: 'a'}, {value: {text: 'b'}}], 'a\n\nb'],
    [{}, ''],
    [undefined, ''],
    [[[[[['too deep']]]]], ''],
  ];
  for (const [other, text] of others) {
    it(`is read from another variable as ${JSON.stringify(other)}`, () => {
      assert.equal(final({answer_type_other: other}, {content_type: 'other'}), text);
      assert.equal(final({answer_type_other: other}), '');
    });
  }

  it('is not reported without a text', () => {
    for (const value of [undefined, null, 7, {}, {answer: null}, {answer: {text: 7}}]) {
      assert.equal(final(value), '');
    }
  });
});

describe('isoOf', () => {
  const moment = '2026-03-04T09:15:00.000Z';
  const seconds = Date.parse(moment) / 1000;

  const times: readonly (readonly [unit: string, value: number, iso: string])[] = [
    ['seconds', seconds, moment],
    ['broken seconds', seconds + 0.25, '2026-03-04T09:15:00.250Z'],
    ['milliseconds', seconds * 1e3, moment],
    ['nanoseconds', seconds * 1e9, moment],
    ['the first second', 1, '1970-01-01T00:00:01.000Z'],
  ];
  for (const [unit, value, iso] of times) {
    it(`reads ${unit}`, () => {
      assert.equal(isoOf(value), iso);
    });
  }

  for (const value of [0, -1, NaN, Infinity, 1e308, '1', '', null, undefined, {}, []]) {
    it(`knows no time in ${JSON.stringify(value)}`, () => {
      assert.equal(isoOf(value), undefined);
    });
  }
});
