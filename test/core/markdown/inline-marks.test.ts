import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {inlineText} from '../../../src/core/markdown/inline.js';
import {
  hasMarks,
  extractMarks,
  readMark,
  insertMarks,
  extractLineMarks,
} from '../../../src/core/markdown/marks.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import type {Mark} from '../../../src/core/model/item.js';
import {assertEach, casesOf, definitions, inlineHtml, openHtml, read} from './inline-html.js';
import {emoji, highlight} from './syntax.js';
import {syntaxSoup} from './texts.js';
import {decode, documentToHtml} from './to-html.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const mark = (offset: number): Mark => ({offset, source: 's', label: '1'});

/** Spells a mark for each `@` of a text, from 0 on. */
function marked(text: string): string {
  const offsets = Array.from(text.matchAll(/@/g), ({index}, at) => index - at);
  return insertMarks(text.replaceAll('@', ''), offsets.map(mark), 0, 0);
}

const html = (text: string): string =>
  inlineHtml(marked(text), {definitions: definitions({ref: '/r', '^n': ''})});
const itReadsMarks = casesOf(html);

describe('a citation mark in a line', () => {
  itReadsMarks('is rendered in place', [
    ['a@ b', 'a[0] b'],
    ['@a', '[0]a'],
    ['a@@b@', 'a[0][1]b[2]'],
    ['*a@*', '<em>a[0]</em>'],
    ['*a*@', '<em>a</em>[0]'],
    ['**a@ b**', '<strong>a[0] b</strong>'],
    ['~~a~~@.', '<del>a</del>[0].'],
    ['a@\nb', 'a[0]\nb'],
    ['中@文', '中[0]文'],
  ]);

  itReadsMarks('counts as punctuation beside a run of stars', [
    ['**a**@b', '<strong>a</strong>[0]b'],
    ['a@**b**', 'a[0]<strong>b</strong>'],
    ['**“a”**@b', '<strong>“a”</strong>[0]b'],
    ['**@a**', '<strong>[0]a</strong>'],
  ]);

  it('within code, or an extension, is rendered behind it', () => {
    assertEach(
      [
        ['`a@b`', '<code>ab</code>[0]'],
        ['`@a@`@', '<code>a</code>[0][1][2]'],
        ['`` a`@ ``', '<code>a`</code>[0]'],
      ],
      html,
    );
    const syntax = [highlight, emoji];
    assert.equal(inlineHtml(marked('==a@ b== c'), {syntax}), '<span>==a b==</span>[0] c');
    assert.equal(inlineHtml(marked('@==a==@'), {syntax}), '[0]<span>==a==</span>[1]');
  });

  itReadsMarks('within a link is rendered behind it', [
    ['[a@ b](/u)', '<a href="/u">a b</a>[0]'],
    ['[*a@*](/u)', '<a href="/u"><em>a</em></a>[0]'],
    ['[a@][ref]@', '<a href="/r">a</a>[0][1]'],
    ['![a@](/i)', '<img src="/i" alt="a" />[0]'],
    ['[ref@]', '<a href="/r">ref</a>[0]'],
    ['[re@f][]', '<a href="/r">ref</a>[0]'],
  ]);

  itReadsMarks('does not change addresses, titles and labels, and is rendered behind the link', [
    ['[a](/u@v)', '<a href="/uv">a</a>[0]'],
    ['[a](/u "b@c")', '<a href="/u" title="bc">a</a>[0]'],
    ['![a](/u@v)', '<img src="/uv" alt="a" />[0]'],
    ['[a][re@f]', '<a href="/r">a</a>[0]'],
    ['[a](/u)@', '<a href="/u">a</a>[0]'],
  ]);

  it('ends a bare address', () => {
    assert.equal(
      html('https://a.example/b@ c'),
      '<a href="https://a.example/b">https://a.example/b</a>[0] c',
    );
    assert.equal(html('www.a.example@'), '<a href="http://www.a.example">www.a.example</a>[0]');
  });

  it('may be next to a reference to a footnote', () => {
    assert.equal(html('a[^n]@ b'), 'a<sup>^n</sup>[0] b');
    assert.equal(html('a@[^n]'), 'a[0]<sup>^n</sup>');
  });

  it('is rendered while the text may continue', () => {
    assert.equal(openHtml(marked('**a@ b')), '<strong>a[0] b</strong>');
    assert.equal(openHtml(marked('[a@ b')), '<a>a b</a>[0]');
    assert.equal(openHtml(marked('`a@ b')), '<code>a b</code>[0]');
  });

  it('renders only itself if it is malformed', () => {
    assert.deepEqual(read('a\uFDD1b'), [{kind: 'text', text: 'a\uFDD1b'}]);
    assert.deepEqual(read('a\uFDEFb'), [{kind: 'text', text: 'a\uFDEFb'}]);
  });

  it('adds and removes no text, wherever it is', () => {
    forAll(
      runs(1000),
      [fc.string({maxLength: 30}), fc.array(fc.nat(30), {maxLength: 5})],
      (text, at) => {
        const plain = text.replace(/[^a-z ]/gi, 'x').trim();
        const marks = at
          .map(offset => offset % (plain.length + 1))
          .sort((a, b) => a - b)
          .map(mark);
        const inlines = read(insertMarks(plain, marks, 0, 0));
        assert.equal(inlineText(inlines), plain);
        const found = inlines.flatMap(inline => (inline.kind === 'mark' ? [inline.index] : []));
        assert.deepEqual(
          found,
          marks.map((_, index) => index),
        );
      },
    );
  });

  it('is rendered at most once, in any container', () => {
    forAll(runs(1000), [syntaxSoup, fc.array(fc.nat(60), {maxLength: 4})], (text, at) => {
      const marks = at
        .map(offset => offset % (text.length + 1))
        .sort((a, b) => a - b)
        .map(mark);
      const folded = inlineHtml(insertMarks(text, marks, 0, 1000));
      for (const index of marks.keys())
        assert.ok(folded.split(`[${String(1000 + index)}]`).length <= 2, folded);
    });
  });
});

describe('the spelling of marks', () => {
  it('has as many digits as its index needs', () => {
    for (const index of [0, 1, 15, 16, 255, 256, 65_535, 4_294_967_295]) {
      const spelt = insertMarks('', [mark(0)], 0, index);
      assert.equal(spelt.length, index.toString(16).length + 1);
      assert.deepEqual(readMark(spelt, 0), {index, end: spelt.length});
      assert.deepEqual(extractMarks(spelt), ['', [index]]);
    }
  });

  it('reports only of the part of the text that is asked for', () => {
    assert.equal(insertMarks('abcdef', [], 2, 0), 'cdef');
    assert.deepEqual(extractMarks(insertMarks('abcdef', [mark(4)], 2, 7)), ['cdef', [7]]);
    assert.equal(readMark(insertMarks('abcdef', [mark(4)], 2, 7), 2)?.index, 7);
  });

  it('puts marks from before that part at its start, and those behind the text at its end', () => {
    const spelt = insertMarks('abc', [mark(0), mark(99)], 1, 0);
    assert.equal(readMark(spelt, 0)?.index, 0);
    assert.equal(readMark(spelt, 4)?.index, 1);
    assert.equal(extractMarks(spelt)[0], 'bc');
  });

  it('is none in a text without marks', () => {
    assert.equal(hasMarks('a \uFDD0'), false);
    assert.deepEqual(extractMarks('a'), ['a', []]);
    assert.equal(readMark('a', 0), undefined);
    assert.equal(readMark('', 0), undefined);
  });
});

describe('extractLineMarks', () => {
  it('keeps marks in a line that has text', () => {
    const line = marked('a@ b');
    assert.deepEqual(extractLineMarks(line, undefined), [line, []]);
  });

  it('removes them only from a line of syntax', () => {
    assert.deepEqual(extractLineMarks(marked('---@'), undefined), ['---', [0]]);
    assert.deepEqual(extractLineMarks(marked('@|--|@'), undefined), ['|--|', [0, 1]]);
  });

  it('renders those of code behind the code', () => {
    const document = new MarkdownDocument(decode);
    document.update('```\nlet a;\n```\n\nb', [mark(7)], false);
    assert.equal(documentToHtml(document), '<pre><code>let a;\n</code></pre>\n[0]<p>b</p>\n');
  });
});
