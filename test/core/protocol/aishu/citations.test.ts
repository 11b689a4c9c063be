import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  append,
  bare,
  end,
  folded,
  llm,
  opening,
  progress,
  skill,
  steps,
  upsert,
} from './patches.js';
import type {Item, TextItem} from '../../../../src/core/model/item.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

const search = (id: string, ...titles: readonly string[]): object =>
  skill('online_search_cite_tool', {
    id,
    answer: {references: titles.map(title => ({title, link: `https://${title}.example`}))},
  });
const searched = search('s1', 'A', 'B', 'C');

const itemsOf = (...frames: readonly Frame[]): readonly Item[] =>
  folded([...opening, ...frames]).message.children;

/** The items after these steps, with the number and title of sources. */
const shownBy = (items: readonly Item[]): readonly unknown[] =>
  items.map(item => (item.kind === 'source' ? [item.number, item.title] : item.kind));

/** The text of the model after a search, with `{n}` in place of each mark. */
function marked(items: readonly Item[]): string {
  const text = items.find((item): item is TextItem => item.kind === 'text');
  assert.ok(text);
  return [...(text.marks ?? [])]
    .reverse()
    .reduce(
      (all, {offset, label}) => `${all.slice(0, offset)}{${label}}${all.slice(offset)}`,
      text.text,
    );
}

describe('a citation', () => {
  const rows: readonly (readonly [answer: string, expected: string])[] = [
    ['标准[1]，编号[2]。', '标准{1}，编号{2}。'],
    ['end[3]', 'end{3}'],
    ['[1][2]', '{1}{2}'],
    ['no source [4] [0] [12] [1234]', 'no source [4] [0] [12] [1234]'],
    ['a link [1](https://a.example)', 'a link [1](https://a.example)'],
    ['not one [x] [1 ] [] [', 'not one [x] [1 ] [] ['],
    ['code `a[1]` and [1]', 'code `a[1]` and {1}'],
    ['code ``a`[1]`` and [1]', 'code ``a`[1]`` and {1}'],
    ['```js\na[1]\n```\n[1]', '```js\na[1]\n```\n{1}'],
    ['~~~js\na[1]\n~~~\n[1]', '~~~js\na[1]\n~~~\n{1}'],
    ['- ```\n  a[1]\n  ```\n- [1]', '- ```\n  a[1]\n  ```\n- {1}'],
    ['````\n```\na[1]\n````\n[1]', '````\n```\na[1]\n````\n{1}'],
    ['```md\n```js\na[1]\n```\nb[2]\n```\n[1]', '```md\n```js\na[1]\n```\nb[2]\n```\n{1}'],
    ['``` a[1] ``` b[1]\nc[1]', '``` a[1] ``` b{1}\nc{1}'],
    ['the formula $a[1]$ and $5[1]', 'the formula $a[1]$ and $5{1}'],
    ['the formula $x_i[1]$ and $AAPL[1]', 'the formula $x_i[1]$ and $AAPL{1}'],
    ['the [docs][1], [2][1] and [12][1]', 'the [docs][1], {2}{1} and [12]{1}'],
    ['[1]: https://a.example\nb[1]: c', '[1]: https://a.example\nb{1}: c'],
    ['a stray ` here\nand [1]', 'a stray ` here\nand {1}'],
    ['two stray `` here\nand [1]', 'two stray `` here\nand {1}'],
    ['incomplete [1', 'incomplete [1'],
    ['code that stays open `', 'code that stays open `'],
  ];
  for (const [answer, expected] of rows) {
    it(`is read in ${JSON.stringify(answer)}, whole and character by character`, () => {
      const whole = itemsOf(...steps(searched, llm({answer})), end);
      assert.equal(marked(whole), expected);
      const characters = Array.from(answer, one => append(progress(1, 'answer'), one));
      assert.deepEqual(itemsOf(...steps(searched, llm()), ...characters, end), whole);
    });
  }

  it('is text if there are no sources', () => {
    assert.equal(marked(itemsOf(...steps(llm({answer: 'a[1]'})))), 'a[1]');
    const grown = [...steps(llm({answer: 'a'})), append(progress(0, 'answer'), '[')];
    assert.equal(marked(itemsOf(...grown)), 'a[');
  });

  it('is the same wherever the text is cut, and the displayed text only grows', () => {
    const part = fc.array(
      fc.constantFrom(
        '[',
        ']',
        '1',
        '2',
        '9',
        '(',
        '`',
        '``',
        '```',
        '~~~',
        '$',
        ':',
        '\n',
        'a',
        '标',
        '😀',
        '[1]',
        '[2](x)',
      ),
    );
    forAll(runs(1000), [fc.array(part.map(words => words.join('')))], parts => {
      const frames = [...steps(searched, llm({answer: 'x'}))];
      let shown = '';
      for (const added of parts) {
        frames.push(append(progress(1, 'answer'), added));
        const text = itemsOf(...frames)[1];
        assert.ok(text?.kind === 'text' && text.text.startsWith(shown));
        shown = text.text;
      }
      const whole = steps(searched, llm({answer: `x${parts.join('')}`}));
      assert.deepEqual(itemsOf(...frames, end), itemsOf(...whole, end));
    });
  });
});

describe('a source', () => {
  const search2 = {
    choices: [
      {
        message: {
          tool_calls: [
            {id: 'c', type: 'search_intent', search_intent: [{query: 'q'}]},
            {
              id: 'c',
              type: 'search_result',
              search_result: [{title: 'A', link: 'https://a.example', content: 'about a'}],
            },
          ],
        },
      },
    ],
  };

  it('is displayed once, after the first text that cites it, with the marks of all texts', () => {
    const items = itemsOf(
      ...steps(searched, llm({answer: 'Yes[2], and[1][2].'}), llm({id: 'l2', answer: '[1]!'})),
    );
    assert.deepEqual(shownBy(items), ['tool', 'text', [2, 'B'], [1, 'A'], 'text']);
    const found = items.flatMap(item => (item.kind === 'text' ? [item.marks] : []));
    assert.deepEqual(found, [
      [
        {offset: 3, source: 'run.source2', label: '2'},
        {offset: 8, source: 'run.source1', label: '1'},
        {offset: 8, source: 'run.source2', label: '2'},
      ],
      [{offset: 0, source: 'run.source1', label: '1'}],
    ]);
    assert.deepEqual(items[2], {
      id: 'run.source2',
      kind: 'source',
      status: 'done',
      children: [],
      number: 2,
      title: 'B',
      url: 'https://B.example',
    });
  });

  it('is numbered over all searches, whichever step cites it', () => {
    const list = [searched, search('s2', 'D'), llm({answer: 'One [4] and [1].'})];
    assert.deepEqual(shownBy(itemsOf(...steps(...list))), [
      'tool',
      'tool',
      'text',
      [4, 'D'],
      [1, 'A'],
    ]);
  });

  it('is displayed as soon as its citation is complete', () => {
    const frames = [...steps(searched, llm({answer: 'Yes'}))];
    const after = (...added: readonly string[]): readonly unknown[] =>
      itemsOf(...frames, ...added.map(one => append(progress(1, 'answer'), one)))
        .slice(1)
        .map(item => ('text' in item ? item.text : item.kind));
    assert.deepEqual(after(' ['), ['Yes ']);
    assert.deepEqual(after(' [', '1'), ['Yes ']);
    assert.deepEqual(after(' [', '1', '].'), ['Yes .', 'source']);
    assert.deepEqual(after(' [', 'x'), ['Yes [x']);
  });

  it('may arrive after the text that cites it', () => {
    const late = skill('zhipu_search_tool', {answer: '', status: 'processing'});
    const items = itemsOf(
      ...steps(llm({answer: 'Yes[1].'}), late),
      upsert(progress(1, 'answer'), search2),
    );
    assert.equal(marked(items), 'Yes{1}.');
    assert.deepEqual(bare(items[1]!), {
      kind: 'source',
      status: 'done',
      number: 1,
      title: 'A',
      url: 'https://a.example',
      snippet: 'about a',
    });
  });

  it('may be a document, numbered after the searches and displayed at the end, cited or not', () => {
    const cites = [{doc_name: 'Plan', doc_id: 'd1', content: 'x'}, {doc_name: 'Map'}, {}];
    const retrieval = upsert(['message', 'content', 'middle_answer', 'doc_retrieval'], {cites});
    const frames = [retrieval, ...steps(search('s1', 'A'), llm({answer: '[3].'}))];
    assert.deepEqual(shownBy(itemsOf(...frames)), ['tool', 'text', [3, 'Map']]);
    const items = itemsOf(...frames, end);
    assert.deepEqual(shownBy(items), ['tool', 'text', [3, 'Map'], [2, 'Plan']]);
    assert.deepEqual(bare(items[3]!), {
      kind: 'source',
      status: 'done',
      number: 2,
      title: 'Plan',
      documentId: 'd1',
      snippet: 'x',
    });
  });
});
