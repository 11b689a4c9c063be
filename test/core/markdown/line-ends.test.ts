import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {isContainer, type Block} from '../../../src/core/markdown/block.js';
import {outline, read, readAll} from './block-cases.js';

const p = (text: string): string => `<p>${text}</p>\n`;
const code = (text: string): string => `<pre><code>${text}\n</code></pre>\n`;
const ul = (...items: string[]): string =>
  `<ul>\n${items.map(item => `<li>${item}</li>\n`).join('')}</ul>\n`;

/** Texts in which each line end counts. */
const TEXTS = [
  'tea\nmilk\n\noil',
  '# tea\nmilk\n---\n',
  '```\na\n\nb\n```\nc',
  '- a\n\n  b\n- c',
  '> a\nb\n\n> c',
  '|a|\n|-|\n|b|\n\nc',
  '<div>\na\n\nb',
  '    a\n\n    b\n',
  '[a]: /b\n"c"\n\n[a]',
  '\n\n\ntea\n\n\n',
];

describe('line ends', () => {
  for (const [name, lineEnd] of [
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ] as const) {
    it(`of ${name} count as those of LF, wherever the text is cut`, () => {
      for (const text of TEXTS) {
        const whole = outline(read([text]).blocks);
        const returned = text.replaceAll('\n', lineEnd);
        for (let at = 0; at <= returned.length; at++) {
          const pieces = [returned.slice(0, at), returned.slice(at)];
          assert.equal(outline(read(pieces).blocks), whole, JSON.stringify(pieces));
        }
      }
    });
  }

  readAll({
    'may be mixed': ['a\r\rb\n\nc\r\n\r\nd', p('a') + p('b') + p('c') + p('d')],
    'are two where LF comes before CR': ['a\n\rb', p('a') + p('b')],
    'are one where LF comes behind CR': ['a\r\nb', p('a\nb')],
    'are two where CR comes twice': ['a\r\rb', p('a') + p('b')],
    'at the end add nothing': ['a\r\n', p('a')],
    'at the beginning add nothing': ['\r\n\n\ra', p('a')],
    'are no other signs than these': [
      '# a\u2028b\u0085c\vd\fe',
      '<h1>a\u2028b\u0085c\vd\fe</h1>\n',
    ],
    'leave no return in code': ['```\r\na\r\n\r\nb\r\n```', code('a\n\nb')],
    'make a break behind two spaces': ['a  \r\nb', p('a<br />\nb')],
    'make a break behind a backslash': ['a\\\rb', p('a<br />\nb')],
  });

  it('wait for one character: LF after CR that arrived alone adds no line', () => {
    const document = read(['a\r']);
    document.update('a\r', [], true);
    document.update('a\r\n', [], true);
    document.update('a\r\nb', [], false);
    assert.equal(outline(document.blocks), 'paragraph@1-2"a\\nb"');
  });
});

describe('tabs', () => {
  readAll({
    'make code like four spaces': ['\ta\tb', code('a\tb')],
    'make code behind spaces that they fill up': ['  \ta\n   \tb', code('a\nb')],
    'stand for as many columns as reach the next fourth': ['- a\n\n\tb', ul(p('a') + p('b'))],
    'twice make code in an item': ['- a\n\n\t\tb', ul(p('a') + code('  b'))],
    'behind a marker count from its column': ['-\t\ta', ul(code('  a'))],
    'behind a wide marker count from its column': [
      '10.\ta\n\n\tb',
      `<ol start="10">\n<li>${p('a')}${p('b')}</li>\n</ol>\n`,
    ],
    'behind the marker of a quote count from its column': [
      '>\ta\n>\n>\t\tb',
      `<blockquote>\n${p('a')}${code('  b')}</blockquote>\n`,
    ],
    'nest lists': ['- a\n\t- b\n\t\t- c', ul(`a\n${ul(`b\n${ul('c\n')}`)}`)],
    'stay in the text': ['a\tb', p('a\tb')],
    'stay in code': ['`a\tb`', p('<code>a\tb</code>')],
    'are white space behind hashes': ['##\ta\t##', '<h2>a</h2>\n'],
    'are white space between the signs of a rule': ['*\t*\t*\t', '<hr />\n'],
    'are white space in a blank line': ['a\n\t\nb', p('a') + p('b')],
    'at the end of a line make no break': ['a\t\t\nb', p('a\nb')],
    'are kept in part as spaces in a fence that is indented': ['   ```\n\ta\n   ```', code(' a')],
    'are white space around cells': [
      '|\ta\t|\n|\t-\t|',
      '<table><thead><tr><th>a</th></tr>\n</thead></table>\n',
    ],
  });
});

describe('odd characters', () => {
  readAll({
    'nought is replaced in text': ['a\0b', p('a\uFFFDb')],
    'nought is replaced in code': [
      '```\0\n\0\n```',
      '<pre><code class="language-\uFFFD">\uFFFD\n</code></pre>\n',
    ],
    'nought is replaced in a target': ['[a](/\0)', p('<a href="/\uFFFD">a</a>')],
    'nought is no blank line': ['a\n\0\nb', p('a\n\uFFFD\nb')],
    'a mark of byte order is text': ['\uFEFF# a', p('\uFEFF# a')],
    'half a pair of surrogates is kept': ['# \uD83D a', '<h1>\uD83D a</h1>\n'],
    'a full-width digit begins no list': ['１. a', p('１. a')],
    'a full-width hash begins no heading': ['＃ a', p('＃ a')],
    'a dash of print is no bullet': ['– a\n\n— b', p('– a') + p('— b')],
  });
});

describe('a space that does not break', () => {
  it('is no white space of a line', () => {
    assert.equal(
      outline(read(['\u00A0\u00A0\u00A0\u00A0a\n\u00A0\n-\u00A0b']).blocks),
      'paragraph@1-3"\u00A0\u00A0\u00A0\u00A0a\\n\u00A0\\n-\u00A0b"',
    );
  });

  readAll({
    'stays before a line end': ['a\u00A0\nb', p('a\u00A0\nb')],
    'stays before a line end as a reference': ['a&nbsp;\nb', p('a\u00A0\nb')],
    'stays before spaces that ask for a break': ['a\u00A0  \nb', p('a\u00A0<br />\nb')],
    'stays before a line end when it is ideographic': [
      '中文\u3000\n下一行',
      p('中文\u3000\n下一行'),
    ],
    'stays at the end of a paragraph': ['a\u3000\n\nb', p('a\u3000') + p('b')],
    'stays around the words of a heading': ['# \u00A0a\u00A0', '<h1>\u00A0a\u00A0</h1>\n'],
    'is not stripped from code': ['`\u00A0`', p('<code>\u00A0</code>')],
    'is code in a line of its own': ['    a\n    \u00A0', code('a\n\u00A0')],
    'does not end a fence': ['```\na\n```\u00A0\n```', code('a\n```\u00A0')],
  });
});

describe('excessive nesting', () => {
  const depthOf = (blocks: readonly Block[]): number =>
    Math.max(0, ...blocks.map(block => 1 + (isContainer(block) ? depthOf(block.children) : 0)));

  for (const [what, text] of [
    ['quotes', `${'>'.repeat(500)} a`],
    ['quotes with spaces', `${'> '.repeat(500)}a`],
    ['items', `${'- '.repeat(500)}a`],
    ['numbered items', `${'1. '.repeat(500)}a`],
    ['items and quotes', `${'- > '.repeat(500)}a`],
    ['footnotes', `${'[^1]: '.repeat(500)}a`],
    [
      'lines that go one deeper',
      Array.from({length: 200}, (_, at) => `${'  '.repeat(at)}- a`).join('\n'),
    ],
  ] as const) {
    it(`ends at some depth for ${what}, and keeps the text`, () => {
      const {blocks} = read([text]);
      assert.ok(depthOf(blocks) <= 42, String(depthOf(blocks)));
      assert.ok(depthOf(blocks) >= 20, String(depthOf(blocks)));
      assert.match(outline(blocks), /a"/);
    });

    it(`has the same result in two chunks for ${what}`, () => {
      const whole = outline(read([text]).blocks);
      for (let at = 1; at < text.length; at += 97) {
        assert.equal(outline(read([text.slice(0, at), text.slice(at)]).blocks), whole);
      }
    });
  }

  it('ends with the line: later text is parsed as usual', () => {
    const {blocks} = read([`${'> '.repeat(200)}a\n\n# b\n\n- c`]);
    assert.match(outline(blocks.slice(1)), /^h1@3"b" tight-@5\(item@5\(paragraph@5"c"\)\)$/);
  });
});
