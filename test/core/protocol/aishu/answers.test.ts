import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {Answers} from '../../../../src/core/protocol/aishu/answers.js';

describe('Answers', () => {
  it('reads a text without its markers', () => {
    const {text, markers} = new Answers().read('a', 'Yes[1], and no[2].', 2);
    assert.equal(text, 'Yes, and no.');
    assert.deepEqual(markers, [
      {offset: 3, number: 1},
      {offset: 11, number: 2},
    ]);
  });

  it('gives the same state for the same text, and another for another', () => {
    const answers = new Answers();
    const first = answers.read('a', 'Yes[1]', 1);
    assert.equal(answers.read('a', 'Yes[1]', 1), first);
    assert.notEqual(answers.read('a', 'Yes[1]', 2), first);
    assert.notEqual(answers.read('a', 'No', 1), first);
  });

  it('keeps the texts of steps apart', () => {
    const answers = new Answers();
    answers.read('a', 'one', 0);
    answers.read('b', 'two', 0);
    assert.equal(answers.grow('a', '!', 'one!'), '!');
    assert.equal(answers.grow('b', '?', 'two?'), '?');
  });

  it('gives what an addition adds, and holds back half a marker', () => {
    const answers = new Answers();
    answers.read('a', 'Yes', 1);
    assert.equal(answers.grow('a', ' and [', 'Yes and ['), ' and ');
    assert.equal(answers.grow('a', 'x]', 'Yes and [x]'), '[x]');
  });

  it('gives nothing where an addition brings a marker: more than the end changes', () => {
    const answers = new Answers();
    answers.read('a', 'Yes', 1);
    assert.equal(answers.grow('a', '[1] ', 'Yes[1] '), undefined);
  });

  it('gives nothing for a text that it has not read, or that is another', () => {
    const answers = new Answers();
    assert.equal(answers.grow('a', 'x', 'x'), undefined);
    answers.read('a', 'Yes', 1);
    assert.equal(answers.grow('a', 'x', 'Yes, x'), undefined);
  });

  it('adds up to what is read at once', () => {
    const pieces = fc.array(fc.constantFrom('a', '[', '1', ']', '[2]', '`', '\n', ' (', '12'));
    fc.assert(
      fc.property(pieces, fc.nat(3), (parts, count) => {
        const answers = new Answers();
        let shown = answers.read('a', '', count).text;
        let whole = '';
        for (const part of parts) {
          whole += part;
          const added = answers.grow('a', part, whole);
          shown = added === undefined ? answers.read('a', whole, count).text : shown + added;
          assert.equal(shown, answers.read('a', whole, count).text);
        }
        assert.equal(shown, new Answers().read('b', whole, count).text);
      }),
      {numRuns: 1_000},
    );
  });
});
