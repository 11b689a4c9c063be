import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Footnotes} from '../../../src/core/model/footnotes.js';
import type {Item, Mark, MessageItem, SourceItem, TextItem} from '../../../src/core/model/item.js';

const source = (id: string, number: number, fields: Partial<SourceItem> = {}): SourceItem => ({
  id,
  kind: 'source',
  status: 'done',
  children: [],
  number,
  title: id.toUpperCase(),
  ...fields,
});

const text = (words: string, marks?: unknown): TextItem => ({
  id: words,
  kind: 'text',
  status: 'done',
  children: [],
  text: words,
  ...(marks !== undefined && {marks: marks as readonly Mark[]}),
});

const mark = (offset: number, of: string): Mark => ({offset, source: of, label: '?'});

const message = (...children: readonly Item[]): MessageItem => ({
  id: 'm',
  kind: 'message',
  role: 'assistant',
  status: 'done',
  children,
});

describe('the references of Footnotes', () => {
  const notes = (): Footnotes => new Footnotes(message(source('a', 1), source('b', 2)));

  const cases: readonly (readonly [title: string, marks: unknown, cited: string])[] = [
    ['are nothing where nothing is cited', undefined, 'One two.'],
    ['stand where the marks are', [mark(3, 'a'), mark(8, 'b')], 'One[^1] two.[^2]'],
    ['stand at the very front', [mark(0, 'a')], '[^1]One two.'],
    ['are put in order', [mark(8, 'b'), mark(3, 'a')], 'One[^1] two.[^2]'],
    ['stand side by side', [mark(3, 'a'), mark(3, 'b')], 'One[^1][^2] two.'],
    ['are written once for two in one place', [mark(3, 'a'), mark(3, 'a')], 'One[^1] two.'],
    ['are written again in another place', [mark(3, 'a'), mark(8, 'a')], 'One[^1] two.[^1]'],
    ['stand at the end for a place behind it', [mark(99, 'a')], 'One two.[^1]'],
    ['stand at the front for a place before it', [mark(-5, 'a')], '[^1]One two.'],
    ['are nothing for a source that is not there', [mark(3, 'x')], 'One two.'],
    ['are nothing for marks that are none', [null, 7, {}, {offset: '3'}], 'One two.'],
    ['are nothing for a list that is none', 'marks', 'One two.'],
    ['are nothing for a broken place', [{offset: 1.5, source: 'a'}], 'One two.'],
  ];
  for (const [title, marks, cited] of cases) {
    it(title, () => {
      assert.equal(notes().cite(text('One two.', marks)), cited);
    });
  }

  const syntax: readonly (readonly [title: string, marked: string, cited: string])[] = [
    ['before a heading stand at the end of the text before', 'a\n\n@## b', 'a[^1]\n\n## b'],
    ['before an item stand at the end of the text before', 'a\n@- b', 'a[^1]\n- b'],
    ['before the first heading stand in it', '@## b', '## [^1]b'],
    ['in code stand below it', '```js@\nx@\n```\nb', '```js\nx\n```\n\n[^1][^2]\n\nb'],
    ['before the end of code stand below it', '```\nx\n@```', '```\nx\n```\n\n[^1]'],
    [
      'in code of an item stay in the item',
      '- ```\n  x@\n  ```\n- b',
      '- ```\n  x\n  ```\n\n  [^1]\n\n- b',
    ],
    ['in code of a quote stay in the quote', '> ```\n> x@', '> ```\n> x\n>\n> [^1]'],
    ['of a row stand in its last cell', '|a|b|\n|-|-|\n|c|d|@', '|a|b|\n|-|-|\n|c|d[^1]|'],
    ['of a header stand in its last cell', '| a | b |@\n|-|-|', '| a | b[^1] |\n|-|-|'],
    [
      'do not continue an address',
      'https://a.b/c@ (www.a.b@)',
      'https://a.b/c [^1] (www.a.b [^2])',
    ],
    [
      'follow a link at once',
      '[a](https://a.b)@ <https://a.b>@',
      '[a](https://a.b)[^1] <https://a.b>[^2]',
    ],
    ['of a definition stand below the text before', 'a\n\n[b]: /c@', 'a\n\n[^1]\n\n[b]: /c'],
  ];
  for (const [title, marked, cited] of syntax) {
    it(title, () => {
      const [words = '', ...more] = marked.split('@');
      let all = words;
      const marks = more.map((part, at) => {
        const {length} = all;
        all += part;
        return mark(length, at === 0 ? 'a' : 'b');
      });
      assert.equal(notes().cite(text(all, marks)), cited);
    });
  }

  it('stand before a character of two halves', () => {
    assert.equal(notes().cite(text('a 😀', [mark(3, 'a')])), 'a [^1]😀');
  });

  it('do not exist in text that is no Markdown', () => {
    const broken = {...text(''), text: undefined} as unknown as TextItem;
    assert.equal(notes().cite(broken), '');
  });
});

describe('the labels of Footnotes', () => {
  const labels = (...numbers: readonly number[]): string => {
    const sources = numbers.map((number, at) => source(`s${at}`, number));
    const notes = new Footnotes(message(...sources));
    return notes.cite(
      text(
        '',
        sources.map(({id}) => mark(0, id)),
      ),
    );
  };

  it('are the numbers of the sources', () => {
    assert.equal(labels(2, 5), '[^2][^5]');
  });

  it('differ if two sources have one number', () => {
    assert.equal(labels(1, 1, 2), '[^1][^2][^3]');
  });

  it('differ from the labels of footnotes in the text', () => {
    const notes = new Footnotes(message(source('a', 1), text('b[^1]\n\n[^1]: own')));
    assert.equal(notes.cite(text('b', [mark(1, 'a')])), 'b[^2]');
  });

  it('have numbers also if a source has none', () => {
    assert.equal(labels(NaN, 1.5), '[^1][^2]');
  });
});

describe('the definitions of Footnotes', () => {
  it('are those of the cited sources, by number', () => {
    const notes = new Footnotes(message(source('b', 2), source('a', 1), source('c', 3)));
    notes.cite(text('x', [mark(1, 'b'), mark(1, 'a')]));
    assert.deepEqual(notes.definitions, ['[^1]: A', '[^2]: B']);
    assert.deepEqual(notes.uncited, ['- C']);
  });

  it('link to the page of a source', () => {
    const notes = new Footnotes(message(source('a', 1, {url: 'https://a.example'})));
    assert.deepEqual(notes.uncited, ['- [A](https://a.example)']);
  });

  it('name a source without a title by its page, or by its document', () => {
    const notes = new Footnotes(
      message(
        source('a', 1, {title: '', url: 'https://a.example'}),
        source('b', 2, {title: '', documentId: 'doc_1'}),
      ),
    );
    assert.deepEqual(notes.uncited, ['- <https://a.example>', '- doc_1']);
  });

  it('find sources at any depth', () => {
    const step: Item = {
      id: 's',
      kind: 'step',
      status: 'done',
      title: '',
      children: [source('a', 1)],
    };
    assert.deepEqual(new Footnotes(message(step)).uncited, ['- A']);
    assert.deepEqual(new Footnotes(source('a', 1)).uncited, ['- A']);
  });

  it('do not exist without a source', () => {
    const notes = new Footnotes(message(text('a', [mark(0, 'a')])));
    assert.deepEqual([notes.definitions, notes.uncited], [[], []]);
  });
});
