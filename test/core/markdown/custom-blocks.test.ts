import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {CustomBlock} from '../../../src/core/markdown/block.js';
import type {BlockSyntax} from '../../../src/core/markdown/syntax.js';
import {outline, read, readAll} from './block-cases.js';
import {aside, everySyntax, note} from './syntax.js';

const p = (text: string): string => `<p>${text}</p>\n`;
const own = (text: string): string => `<div>${text}</div>\n`;
const quote = (inner: string): string => `<blockquote>\n${inner}</blockquote>\n`;

describe('a block with an explicit end', () => {
  readAll(
    {
      'holds all lines up to its end': [':::\na\nb\n:::\nc', own(':::\na\nb\n:::') + p('c')],
      'holds blank lines': [':::\na\n\n\nb\n:::', own(':::\na\n\n\nb\n:::')],
      'holds what would be other blocks': [
        ':::\n# a\n- b\n```\n:::',
        own(':::\n# a\n- b\n```\n:::'),
      ],
      'may have no end': [':::\na\n', own(':::\na')],
      'may hold nothing': [':::\n:::', own(':::\n:::')],
      'may follow another at once': [':::\n:::\n:::\n:::', own(':::\n:::') + own(':::\n:::')],
      'interrupts a paragraph': ['a\n:::\n:::\nb', p('a') + own(':::\n:::') + p('b')],
      'ends a list': ['- a\n:::\n:::', `<ul>\n<li>a\n</li>\n</ul>\n${own(':::\n:::')}`],
      'stands in an item': [
        '- :::\n  a\n  :::\n- b',
        `<ul>\n<li>${own(':::\na\n:::')}</li>\n<li>b\n</li>\n</ul>\n`,
      ],
      'stands in a quote': ['> :::\n> a\n> :::\n> b', quote(own(':::\na\n:::') + p('b'))],
      'ends with the quote that holds it': ['> :::\na', quote(own(':::')) + p('a')],
      'stands in a footnote': [
        '[^1]: :::\n    a\n    :::',
        `<aside title="^1">\n${own(':::\na\n:::')}</aside>\n`,
      ],
      'may be indented by three columns': ['   :::\na\n:::', own('   :::\na\n:::')],
      'is code when it is indented by four': ['    :::', '<pre><code>:::\n</code></pre>\n'],
      'is text in a fence': ['```\n:::\n```', '<pre><code>:::\n</code></pre>\n'],
      'is text in HTML': ['<div>\n:::', '<div>\n:::\n'],
      'defines nothing': [':::\n[a]: /b\n:::\n[a]', own(':::\n[a]: /b\n:::') + p('[a]')],
    },
    everySyntax,
  );
});

describe('a block without an explicit end', () => {
  readAll(
    {
      'ends at a blank line': ['aside: a\nb\n\nc', own('aside: a\nb') + p('c')],
      'holds what would be other blocks': ['aside: a\n# b\n> c', own('aside: a\n# b\n&gt; c')],
      'begins behind a heading': ['# a\naside: b', `<h1>a</h1>\n${own('aside: b')}`],
      'does not begin within a paragraph': ['a\naside: b', p('a\naside: b')],
      'does not begin within a paragraph that is lazy': ['> a\naside: b', quote(p('a\naside: b'))],
      'ends with the item that holds it': [
        '- aside: a\nb',
        `<ul>\n<li>${own('aside: a')}</li>\n</ul>\n${p('b')}`,
      ],
      'is text when its reader declines': ['asides: a', p('asides: a')],
    },
    everySyntax,
  );
});

describe('the syntax of a block', () => {
  it('is updated with its lines', () => {
    const [first, second] = read([':::a\nb\n:::\n\naside: c'], everySyntax).blocks as CustomBlock[];
    assert.equal(first?.syntax, note);
    assert.deepEqual(first.lines, [':::a', 'b', ':::']);
    assert.equal(second?.syntax, aside);
  });

  it('is the first that accepts the line', () => {
    const other: BlockSyntax = {...note, name: 'other'};
    for (const [syntax, taken] of [
      [[note, other], note],
      [[other, note], other],
    ] as const) {
      const [block] = read([':::'], syntax).blocks as CustomBlock[];
      assert.equal(block?.syntax, taken);
    }
  });

  it('knows which line is the first', () => {
    const folded: [line: string, first: boolean][] = [];
    const counting: BlockSyntax = {
      ...note,
      end: (line, first) => {
        folded.push([line, first]);
        return line === 'end';
      },
    };
    const {blocks} = read([':::\na\nend\n'], [counting]);
    assert.deepEqual(folded, [
      [':::', true],
      ['a', false],
      ['end', false],
    ]);
    assert.equal(blocks[0]?.done, true);
  });

  it('may end in the line that began it', () => {
    const single: BlockSyntax = {...note, end: () => true};
    assert.equal(
      outline(read([':::\n:::\na'], [single]).blocks),
      'custom@1":::" custom@2":::" paragraph@3"a"',
    );
  });

  it('may end within a line, whose rest is a paragraph', () => {
    const within: BlockSyntax = {
      ...note,
      end: (line, first) => !first && line.startsWith('::: ') && 4,
    };
    for (const [text, blocks] of [
      [':::\na\n::: b\nc', 'custom@1-3":::\\na\\n::: " paragraph@3-4"b\\nc"'],
      [
        '- :::\n  ::: - b\n- c',
        'tight-@1-3(item@1-2(custom@1-2":::\\n::: " paragraph@2"- b") item@3(paragraph@3"c"))',
      ],
      [
        '> :::\n> ::: # b\n\nc',
        'quote@1-2(custom@1-2":::\\n::: " paragraph@2"# b") paragraph@4"c"',
      ],
    ] as const) {
      assert.equal(outline(read([text], [within]).blocks), blocks);
      assert.equal(outline(read(Array.from(text), [within]).blocks), blocks);
    }
  });

  it('decides which lines continue a paragraph, whatever they begin', () => {
    const open: BlockSyntax = {
      ...note,
      continues: (line, paragraph) => paragraph.join().includes('(') && !line.startsWith('stop'),
    };
    for (const [text, blocks] of [
      ['a (\n- b\n:::\n=\nc', 'paragraph@1-5"a (\\n- b\\n:::\\n=\\nc"'],
      ['- a (\n:::\n- b', 'tight-@1-3(item@1-3(paragraph@1-3"a (\\n:::\\n- b"))'],
      ['a (\n\n- b', 'paragraph@1"a (" tight-@3(item@3(paragraph@3"b"))'],
      ['a\n- b', 'paragraph@1"a" tight-@2(item@2(paragraph@2"b"))'],
    ] as const)
      assert.equal(outline(read([text], [open]).blocks), blocks);
  });

  it('counts the blank lines that it holds', () => {
    assert.equal(
      outline(read([':::\n\n:::\n\na'], everySyntax).blocks),
      'custom@1-3":::\\n\\n:::" paragraph@5"a"',
    );
  });

  it('is gone when no extension adds it', () => {
    assert.equal(outline(read([':::\na']).blocks), 'paragraph@1-2":::\\na"');
  });
});
