import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  scan,
  unscanned,
  ScannedAnswers,
  Citations,
  AishuSources,
} from '../../../../src/core/protocol/aishu/citations.js';
import {runs} from '../../../support/full.js';

/** A complete text, with `{n}` in place of each marker. */
function read(words: string, count = 3): string {
  const {text, markers} = scan(unscanned, words, count, true);
  return [...markers]
    .reverse()
    .reduce(
      (all, {offset, number}) => `${all.slice(0, offset)}{${number}}${all.slice(offset)}`,
      text,
    );
}

describe('a marker', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['标准[1]，编号[2]。', '标准{1}，编号{2}。'],
    ['end[3]', 'end{3}'],
    ['[1][2]', '{1}{2}'],
    ['no source [4] [0] [12] [1234]', 'no source [4] [0] [12] [1234]'],
    ['a link [1](https://a.example)', 'a link [1](https://a.example)'],
    ['not one [x] [1 ] [] [', 'not one [x] [1 ] [] ['],
    ['code `a[1]` and [1]', 'code `a[1]` and {1}'],
    ['code ``a`[1]`` and [1]', 'code ``a`[1]`` and {1}'],
    ['```js\na[1]\n```\n[1]', '```js\na[1]\n```\n{1}'],
    ['a stray ` here\nand [1]', 'a stray ` here\nand {1}'],
  ];
  for (const [words, expected] of rows) {
    it(`is read in ${JSON.stringify(words)}`, () => assert.equal(read(words), expected));
  }

  it('is text if there are no sources', () => {
    assert.deepEqual(scan(unscanned, 'a[1]', 0), {...unscanned, text: 'a[1]'});
  });

  it('is never rendered incompletely', () => {
    const half = scan(unscanned, 'standard [1', 3);
    assert.deepEqual([half.text, half.held], ['standard ', '[1']);
    const rest = scan(half, '], more', 3);
    assert.deepEqual([rest.text, rest.markers], ['standard , more', [{offset: 9, number: 1}]]);
    assert.equal(scan(half, '', 3, true).text, 'standard [1');
  });

  it('is the same wherever the text is cut, and the rendered text only grows', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '1',
      '2',
      '9',
      '(',
      '`',
      '``',
      '\n',
      'a',
      '标',
      '😀',
      '[1]',
      '[2](x)',
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece).map(part => part.join(''))), parts => {
        let state = unscanned;
        for (const part of parts) {
          const next = scan(state, part, 3);
          assert.ok(next.text.startsWith(state.text));
          state = next;
        }
        const {text, markers} = scan(state, '', 3, true);
        const whole = scan(unscanned, parts.join(''), 3, true);
        assert.deepEqual({text, markers}, {text: whole.text, markers: whole.markers});
      }),
      {numRuns: runs(1000)},
    );
  });
});

describe('Answers', () => {
  it('reads a text without its markers', () => {
    const {text, markers} = new ScannedAnswers().read('a', 'Yes[1], and no[2].', 2);
    assert.equal(text, 'Yes, and no.');
    assert.deepEqual(markers, [
      {offset: 3, number: 1},
      {offset: 11, number: 2},
    ]);
  });

  it('gives the same state for the same text, and another for another', () => {
    const answers = new ScannedAnswers();
    const first = answers.read('a', 'Yes[1]', 1);
    assert.equal(answers.read('a', 'Yes[1]', 1), first);
    assert.notEqual(answers.read('a', 'Yes[1]', 2), first);
    assert.notEqual(answers.read('a', 'No', 1), first);
  });

  it('separates the texts of steps', () => {
    const answers = new ScannedAnswers();
    answers.read('a', 'one', 0);
    answers.read('b', 'two', 0);
    assert.equal(answers.grow('a', '!', 'one!'), '!');
    assert.equal(answers.grow('b', '?', 'two?'), '?');
  });

  it('returns the added text, and holds back an incomplete marker', () => {
    const answers = new ScannedAnswers();
    answers.read('a', 'Yes', 1);
    assert.equal(answers.grow('a', ' and [', 'Yes and ['), ' and ');
    assert.equal(answers.grow('a', 'x]', 'Yes and [x]'), '[x]');
  });

  it('returns undefined if an addition has a marker: more than the end changes', () => {
    const answers = new ScannedAnswers();
    answers.read('a', 'Yes', 1);
    assert.equal(answers.grow('a', '[1] ', 'Yes[1] '), undefined);
  });

  it('returns undefined for an unknown or another text', () => {
    const answers = new ScannedAnswers();
    assert.equal(answers.grow('a', 'x', 'x'), undefined);
    answers.read('a', 'Yes', 1);
    assert.equal(answers.grow('a', 'x', 'Yes, x'), undefined);
  });

  it('has the same sum as the whole text', () => {
    const pieces = fc.array(fc.constantFrom('a', '[', '1', ']', '[2]', '`', '\n', ' (', '12'));
    fc.assert(
      fc.property(pieces, fc.nat(3), (parts, count) => {
        const answers = new ScannedAnswers();
        let shown = answers.read('a', '', count).text;
        let whole = '';
        for (const part of parts) {
          whole += part;
          const added = answers.grow('a', part, whole);
          shown = added === undefined ? answers.read('a', whole, count).text : shown + added;
          assert.equal(shown, answers.read('a', whole, count).text);
        }
        assert.equal(shown, new ScannedAnswers().read('b', whole, count).text);
      }),
      {numRuns: runs(1_000)},
    );
  });
});

describe('Citations', () => {
  it('turn markers into marks, and name each source once', () => {
    const markers = [
      {offset: 3, number: 2},
      {offset: 9, number: 1},
      {offset: 12, number: 2},
    ];
    assert.deepEqual(new Citations('run').read(markers), {
      marks: [
        {offset: 3, source: 'run.source2', label: '2'},
        {offset: 9, source: 'run.source1', label: '1'},
        {offset: 12, source: 'run.source2', label: '2'},
      ],
      numbers: [2, 1],
    });
  });

  it('return the same marks for the same markers, so that nothing is rendered again', () => {
    const citations = new Citations('run');
    const markers = [{offset: 0, number: 1}];
    assert.equal(citations.read(markers), citations.read(markers));
    assert.notEqual(citations.read([...markers]), citations.read(markers));
  });

  it('are none for no markers', () => {
    assert.deepEqual(new Citations('run').read([]), {marks: [], numbers: []});
  });
});

describe('Sources', () => {
  const citables = ['A', 'B', 'C'].map(title => ({title}));

  it('are displayed once, by number', () => {
    const sources = new AishuSources('run', citables);
    assert.equal(sources.count, 3);
    assert.deepEqual(sources.show([2]), [
      {id: 'run.source2', kind: 'source', status: 'done', children: [], number: 2, title: 'B'},
    ]);
    assert.deepEqual(
      sources.show([2, 1, 1]).map(({number}) => number),
      [1],
    );
  });

  for (const number of [0, -1, 4, 1.5, NaN]) {
    it(`have none of number ${number}`, () => {
      assert.deepEqual(new AishuSources('run', citables).show([number]), []);
    });
  }

  it('after a number are the later ones that were not displayed yet', () => {
    const sources = new AishuSources('run', citables);
    sources.show([2]);
    assert.deepEqual(
      sources.showAfter(1).map(({title}) => title),
      ['C'],
    );
    assert.deepEqual(sources.showAfter(3), []);
    assert.deepEqual(
      sources.showAfter(0).map(({title}) => title),
      ['A'],
    );
  });
});
