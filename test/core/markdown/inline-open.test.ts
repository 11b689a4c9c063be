import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {inlineText, type Inline} from '../../../src/core/markdown/inline.js';
import {assertEach, definitions, openHtml, read, type InlineCases} from './inline-html.js';
import {syntaxSoup} from './texts.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

/** The preview after each of these characters, without repetitions. */
const shownOf = (text: string): string[] => {
  const shown = Array.from(text, (_, at) => openHtml(text.slice(0, at + 1)));
  return shown.filter((html, at) => html !== shown[at - 1]);
};

const CASES: Readonly<Record<string, InlineCases>> = {
  'half emphasis as if it were whole': [
    ['a *b', 'a <em>b</em>'],
    ['a _b', 'a <em>b</em>'],
    ['a **b', 'a <strong>b</strong>'],
    ['a __b', 'a <strong>b</strong>'],
    ['a ***b', 'a <em><strong>b</strong></em>'],
    ['a ~~b', 'a <del>b</del>'],
    ['**a *b', '<strong>a <em>b</em></strong>'],
    ['**a *b*', '<strong>a <em>b</em></strong>'],
    ['*a **b** c', '<em>a <strong>b</strong> c</em>'],
    ['~~a **b', '<del>a <strong>b</strong></del>'],
    ['*a\nb', '<em>a\nb</em>'],
    ['**a `b` c', '<strong>a <code>b</code> c</strong>'],
    ['中文**“重', '中文<strong>“重</strong>'],
    ['这很**重要', '这很<strong>重要</strong>'],
    ['这很**重要**', '这很<strong>重要</strong>'],
    ['这个API**很重要', '这个API<strong>很重要</strong>'],
    ['价格~~旧', '价格<del>旧</del>'],
  ],
  'half emphasis that begins with a sign, behind what opens something, as if it were whole': [
    ['(**`a', '(<strong><code>a</code></strong>'],
    ['(**“a', '(<strong>“a</strong>'],
    ['“**[a', '“<strong><a>a</a></strong>'],
    ['"**(a', '&quot;<strong>(a</strong>'],
    ['[**👍', '<a><strong>👍</strong></a>'],
    ['[~~$5', '<a><del>$5</del></a>'],
    ['(**.NET', '(<strong>.NET</strong>'],
    ['**~~`a', '<strong><del><code>a</code></del></strong>'],
    ['*~~“a', '<em><del>“a</del></em>'],
    ['(__*“a', '(<strong><em>“a</em></strong>'],
    ['你好，*b', '你好，<em>b</em>'],
    ['（*斜', '（<em>斜</em>'],
    ['一、**`a', '一、<strong><code>a</code></strong>'],
    ['你好。*~~b', '你好。<em><del>b</del></em>'],
  ],
  'half a closing run without it': [
    ['**a*', '<strong>a</strong>'],
    ['~~a~', '<del>a</del>'],
    ['***a**', '<em><strong>a</strong></em>'],
    ['*a **b**', '<em>a <strong>b</strong></em>'],
    ['a *', 'a'],
    ['a **', 'a'],
    ['a ~~', 'a'],
    ['a_', 'a'],
  ],
  'what opens no emphasis as words': [
    ['2 * 3', '2 * 3'],
    ['2*3', '2*3'],
    ['2**3', '2**3'],
    ['长*宽', '长*宽'],
    ['变量__名', '变量__名'],
    ['snake_case', 'snake_case'],
    ['~a', '~a'],
    ['a ****b', 'a ****b'],
    ['a ~~~b', 'a ~~~b'],
    ['x**"b', 'x**&quot;b'],
    ['a "b"**"c', 'a &quot;b&quot;**&quot;c'],
    ['(*.ts', '(*.ts'],
    ['(**/*.ts', '(**/*.ts'],
    ['src/**/*.ts', 'src/**/*.ts'],
    ['(**)', '(**)'],
    ['（a+b）*c', '（a+b）*c'],
    ['a\\*b', 'a*b'],
  ],
  'half a code span as code': [
    ['a `b', 'a <code>b</code>'],
    ['a `b *c', 'a <code>b *c</code>'],
    ['a ``b', 'a <code>b</code>'],
    ['a ``b`', 'a <code>b</code>'],
    ['a ``b`c', 'a <code>b`c</code>'],
    ['a `b [c](', 'a <code>b [c](</code>'],
    ['a `', 'a '],
    ['a ``', 'a '],
    ['a ` ', 'a '],
    ['*a `b', '<em>a <code>b</code></em>'],
  ],
  'a backtick that stays alone on its line as a backtick': [
    ['a ` b\nc', 'a ` b\nc'],
    ['a `` b\nc `d', 'a `` b\nc <code>d</code>'],
  ],
  'half a link as a link without an address': [
    ['[a', '<a>a</a>'],
    ['[a b', '<a>a b</a>'],
    ['[a *b', '<a>a <em>b</em></a>'],
    ['[a `b', '<a>a <code>b</code></a>'],
    ['[a]', '<a>a</a>'],
    ['[a](', '<a>a</a>'],
    ['[a](/u', '<a>a</a>'],
    ['[a](/u(b', '<a>a</a>'],
    ['[a](/u(b)', '<a>a</a>'],
    ['[a](/u ', '<a>a</a>'],
    ['[a](/u "t', '<a>a</a>'],
    ["[a](/u 't u'", '<a>a</a>'],
    ['[a](<b c', '<a>a</a>'],
    ['[a](<b c>', '<a>a</a>'],
    ['[a](/u)', '<a href="/u">a</a>'],
    ['[a][', '<a>a</a>'],
    ['[a][b', '<a>a</a>'],
    ['**[a](/u', '<strong><a>a</a></strong>'],
    ['x [a](/u', 'x <a>a</a>'],
    ['x ([a', 'x (<a>a</a>'],
  ],
  'brackets that are most likely only brackets as such': [
    ['a[b', 'a[b'],
    ['a[b]', 'a[b]'],
    ['a[1]', 'a[1]'],
    ['[1]', '[1]'],
    ['[12', '[12'],
    ['[a] b', '[a] b'],
    ['[a](b c', '[a](b c'],
    ['[a](b c)', '[a](b c)'],
    ['[a][b] c', '[a][b] c'],
    ['\\[a', '[a'],
    ['[a [b](/u)', '[a <a href="/u">b</a>'],
  ],
  'half an image not at all': [
    ['a !', 'a'],
    ['!', ''],
    ['(!', '('],
    ['[!', '<a></a>'],
    ['a ![', 'a'],
    ['a ![b', 'a '],
    ['a ![b *c', 'a '],
    ['a ![b]', 'a '],
    ['a ![b](', 'a '],
    ['a ![b](/i', 'a '],
    ['a ![b](/i "t', 'a '],
    ['a ![b][c', 'a '],
    ['a ![b](/i)', 'a <img src="/i" alt="b" />'],
    ['[![b', '<a></a>'],
    ['![b [c', ''],
    ['*a ![b [*c', '<em>a </em>'],
    ['[![b](/i', '<a></a>'],
    ['[![b](/i)](/u', '<a><img src="/i" alt="b" /></a>'],
  ],
  'an exclamation mark behind a word as such': [
    ['Hello!', 'Hello!'],
    ['你好!', '你好!'],
    ['a !b', 'a !b'],
    ['a \\!', 'a !'],
  ],
  'half a tag not at all': [
    ['a <', 'a '],
    ['a <b', 'a '],
    ['a <b c="d', 'a '],
    ['a </', 'a '],
    ['a </b', 'a '],
    ['a <!-', 'a '],
    ['a <!-- b', 'a '],
    ['a <?b', 'a '],
    ['a <b c="d" e', 'a '],
    ['a <b c ', 'a '],
    ['a <https://b', 'a <a href="https://b">https://b</a>'],
    ['a <me@b.ex', 'a <a href="mailto:me@b.ex">me@b.ex</a>'],
    ['*a <b', '<em>a </em>'],
  ],
  'an angle bracket that begins no tag as such': [
    ['a < b', 'a &lt; b'],
    ['a <3', 'a &lt;3'],
    ['a <b and more words', 'a &lt;b and more words'],
    ['a <-', 'a &lt;-'],
    ['a <= b', 'a &lt;= b'],
    ['a <b\nc', 'a &lt;b\nc'],
    ['a <b <c', 'a &lt;b '],
    [`a <${'b'.repeat(202)}`, `a &lt;${'b'.repeat(202)}`],
  ],
  'half a reference not at all': [
    ['a &', 'a '],
    ['a &co', 'a '],
    ['a &#', 'a '],
    ['a &#12', 'a '],
    ['a &#x1f', 'a '],
    ['a &copy;', 'a ©'],
    ['*a &co', '<em>a </em>'],
  ],
  'an ampersand that begins no reference as such': [
    ['a & b', 'a &amp; b'],
    ['a &b c', 'a &amp;b c'],
    ['a &morethaneight', 'a &amp;morethaneight'],
    ['a &-', 'a &amp;-'],
  ],
  'half a reference to a footnote not at all': [
    ['a[^', 'a'],
    ['a[^1', 'a'],
    ['a [^note', 'a'],
    ['a[^1]', 'a<sup>^1</sup>'],
    ['a[^1 b', 'a[^1 b'],
    ['a[^1](/u', 'a[^1](/u'],
  ],
  'white space and a backslash at the end not at all': [
    ['a ', 'a'],
    ['a  \n', 'a'],
    ['a\\', 'a'],
    ['a \\', 'a'],
    ['a  \nb', 'a<br />\nb'],
    ['a\\\nb', 'a<br />\nb'],
  ],
  'bare addresses as far as they are written': [
    ['see https://a', 'see <a href="https://a">https://a</a>'],
    ['see https://', 'see https://'],
    ['see www.a', 'see <a href="http://www.a">www.a</a>'],
    ['see https://a.co/?b=1&c', 'see <a href="https://a.co/?b=1">https://a.co/?b=1</a>'],
    ['see https://a.co/?b=1\\&', 'see <a href="https://a.co/?b=1">https://a.co/?b=1</a>&amp;'],
    ['see https://a.co/?b=1\\&c', 'see <a href="https://a.co/?b=1">https://a.co/?b=1</a>&amp;c'],
    ['see https://a.example/b.', 'see <a href="https://a.example/b">https://a.example/b</a>.'],
  ],
};

describe('a line that may continue', () => {
  for (const [what, cases] of Object.entries(CASES)) {
    it(`shows ${what}`, () => {
      assertEach(cases, text => openHtml(text));
    });
  }

  it('renders incomplete references by label as links, known or not', () => {
    const known = {definitions: definitions({ref: '/r'})};
    assertEach(
      [
        ['[ref', '<a>ref</a>'],
        ['[ref]', '<a href="/r">ref</a>'],
        ['[a][re', '<a>a</a>'],
        ['[a][ref]', '<a href="/r">a</a>'],
        ['![ref]', '<img src="/r" alt="ref" />'],
      ],
      text => openHtml(text, known),
    );
  });

  it('treats a bracket that stays open for more than 300 characters as text', () => {
    for (const [length, waits] of [
      [290, true],
      [310, false],
    ] as const) {
      const words = 'x'.repeat(length);
      assert.equal(openHtml(`[${words}`).startsWith('<a>'), waits, `[ ${length}`);
      assert.equal(openHtml(`![${words}`) === '', waits, `![ ${length}`);
    }
    assert.equal(openHtml(`[a](/${'x'.repeat(280)}`), '<a>a</a>');
    assert.match(openHtml(`[a](${'x'.repeat(310)}`), /^\[a\]\(/);
  });

  it('does not show an address, however long it is', () => {
    assert.equal(openHtml(`[a](https://a.example/${'x'.repeat(5000)}`), '<a>a</a>');
    assert.equal(openHtml(`[1](/${'x'.repeat(310)}`), '<a>1</a>');
    assert.equal(openHtml(`![a](data:image/png;base64,${'x'.repeat(5000)}`), '');
  });

  it('results in its preview', () => {
    assert.deepEqual(shownOf('a **b** c'), ['a', 'a <strong>b</strong>', 'a <strong>b</strong> c']);
    assert.deepEqual(shownOf('[a *b*](/u)'), [
      ...['', '<a>a</a>', '<a>a <em>b</em></a>'],
      '<a href="/u">a <em>b</em></a>',
    ]);
    assert.deepEqual(shownOf('`a` ![b](/i)'), [
      '',
      '<code>a</code>',
      '<code>a</code> ',
      '<code>a</code> <img src="/i" alt="b" />',
    ]);
    assert.deepEqual(shownOf('x &copy; <b>y'), ['x', 'x ', 'x ©', 'x © ', 'x © <b>', 'x © <b>y']);
  });

  it('renders no text that is not in the source, at any cut', () => {
    const letters = (inlines: readonly Inline[]): string => inlineText(inlines).replace(/\W/g, '');
    forAll(runs(2000), [syntaxSoup, fc.nat(60)], (soup, length) => {
      const text = soup.slice(0, length).replaceAll('&', '');
      let from = 0;
      for (const letter of letters(read(text, {}, true))) {
        from = text.indexOf(letter, from) + 1;
        assert.ok(from > 0, `${JSON.stringify(text)} has no such ${letter}`);
      }
    });
  });

  it('keeps all plain text rendered, whatever follows', () => {
    forAll(runs(1000), [syntaxSoup], soup => {
      const text = `plain words ${soup}`;
      for (let end = 11; end <= text.length; end++)
        assert.match(inlineText(read(text.slice(0, end), {}, true)), /^plain words/);
    });
  });
});
