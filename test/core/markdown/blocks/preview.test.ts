import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {toOpenHtml} from '../to-html.js';

const strip = (html: string): string => html.replace(/<[^>]*>/g, '');

/** Every preview while these characters arrive one by one. */
function shownOf(text: string): string[] {
  return Array.from(text, (_, at) => strip(toOpenHtml(text.slice(0, at + 1))));
}

describe('Markdown that is still being written', () => {
  it('never flashes syntax', () => {
    const syntax: Readonly<Record<string, RegExp>> = {
      'One **two three** four *five* and ~~six~~.': /[*~]/,
      '这很**重要**吗，这个API**很好**，说**“你好”**，~~旧~~的。': /[*~]/,
      'A `code span` and ``two``.': /`/,
      'A [link text](https://a.example/b "title") here.': /[[\]()]|example/,
      'An ![image of it](https://a.example/b.png) here.': /[[\]()]|example|image/,
      'See <https://a.example/b> now.': /[<>]|&lt;/,
      'Some <b>bold</b> &amp; <em>more</em>.': /<|&lt;|amp;a/,
      '# One\n\n## Two\n\ntext': /#/,
      '```js\nlet a;\n```\n\ntext': /`|js/,
      '> quote\n> more\n\ntext': /&gt;/,
      '- one\n- two\n\n1. three\n2. four': /[-.]|\d/,
      '- [ ] open\n- [x] done': /[[\]-]/,
      '| a | b |\n| --- | --- |\n| 1 | 2 |': /[|-]/,
      'text\n\n---\n\ntext': /-/,
      'One\n===\n\nTwo\n---\n': /[=-]/,
      '[a]: https://a.example/b "title"\n\n[a]': /:|example/,
      '***both** of them*': /\*/,
    };
    for (const [text, raw] of Object.entries(syntax)) {
      for (const shown of shownOf(text)) assert.doesNotMatch(shown, raw, text);
    }
  });

  it('renders unfinished syntax as if it had ended', () => {
    const shown: Readonly<Record<string, string>> = {
      '**bold': '<p><strong>bold</strong></p>\n',
      '**bold and *it': '<p><strong>bold and <em>it</em></strong></p>\n',
      '***both': '<p><em><strong>both</strong></em></p>\n',
      '~~gone': '<p><del>gone</del></p>\n',
      '~gone': '<p>~gone</p>\n',
      '`code': '<p><code>code</code></p>\n',
      '``co`de`': '<p><code>co`de</code></p>\n',
      'a `': '<p>a </p>\n',
      '[text': '<p><a>text</a></p>\n',
      '[**te': '<p><a><strong>te</strong></a></p>\n',
      '[text]': '<p><a>text</a></p>\n',
      '[text](https://a': '<p><a>text</a></p>\n',
      '[text](<https://a b> "ti': '<p><a>text</a></p>\n',
      '[text][re': '<p><a>text</a></p>\n',
      'see ![alt](https://a': '<p>see </p>\n',
      'see ![alt': '<p>see </p>\n',
      '| a | b |': '<table><thead><tr><th>a</th><th>b</th></tr>\n</thead></table>\n',
      '| a | b |\n': '<table><thead><tr><th>a</th><th>b</th></tr>\n</thead></table>\n',
      '| a | b |\n| -': '<table><thead><tr><th>a</th><th>b</th></tr>\n</thead></table>\n',
      '> | a': '<blockquote>\n<table><thead><tr><th>a</th></tr>\n</thead></table>\n</blockquote>\n',
      '```js\na\n``': '<pre><code class="language-js">a\n</code></pre>\n',
      '- a\n- ': '<ul>\n<li>a\n</li>\n</ul>\n',
      '<div': '',
      '[^1': '',
      '[^1]': '',
      '[^1]: no': '<aside title="^1">\n<p>no</p>\n</aside>\n',
      'fact[^1': '<p>fact</p>\n',
      'fact[^1]': '<p>fact<sup>^1</sup></p>\n',
      'text <spa': '<p>text </p>\n',
    };
    for (const [text, html] of Object.entries(shown)) assert.equal(toOpenHtml(text), html, text);
  });

  it('treats unlikely syntax as text', () => {
    const shown: Readonly<Record<string, string>> = {
      'array[0': '<p>array[0</p>\n',
      'fact [1': '<p>fact [1</p>\n',
      'fact [1]': '<p>fact [1]</p>\n',
      '2 * 3': '<p>2 * 3</p>\n',
      '5*x': '<p>5*x</p>\n',
      'a `b\nc': '<p>a `b\nc</p>\n',
      '1 < 2 > 1': '<p>1 &lt; 2 &gt; 1</p>\n',
      'AT&T now': '<p>AT&amp;T now</p>\n',
      '| a | b |\ntext': '<p>| a | b |\ntext</p>\n',
      '2024': '<p>2024</p>\n',
      '<div>\ntext': '<div>\ntext\n',
    };
    for (const [text, html] of Object.entries(shown)) assert.equal(toOpenHtml(text), html, text);
  });

  it('stops waiting for a bracket that stays open', () => {
    assert.match(toOpenHtml(`[${'long '.repeat(100)}`), /^<p>\[long/);
    assert.match(toOpenHtml(`[a](b ${'long '.repeat(100)}`), /^<p>\[a\]\(b long/);
  });
});
