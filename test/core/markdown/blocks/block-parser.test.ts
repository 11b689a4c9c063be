import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {toHtml} from '../to-html.js';

/** The rendered blocks of a text. */
const CASES: Readonly<Record<string, readonly (readonly [markdown: string, html: string])[]>> = {
  'headings of both kinds': [
    ['# One', '<h1>One</h1>\n'],
    ['###### Six ##', '<h6>Six</h6>\n'],
    ['## #', '<h2></h2>\n'],
    ['#', '<h1></h1>\n'],
    ['#tag', '<p>#tag</p>\n'],
    ['####### seven', '<p>####### seven</p>\n'],
    ['Two\nlines\n===', '<h1>Two\nlines</h1>\n'],
    ['Two\n--', '<h2>Two</h2>\n'],
    ['[a]: /b\n===', '<p>===</p>\n'],
    ['[a]: /b\ntitle\n===', '<h1>title</h1>\n'],
    ['    code\n---', '<pre><code>code\n</code></pre>\n<hr />\n'],
  ],
  rules: [
    ['***', '<hr />\n'],
    [' - - -', '<hr />\n'],
    ['text\n***\ntext', '<p>text</p>\n<hr />\n<p>text</p>\n'],
    ['    ***', '<pre><code>***\n</code></pre>\n'],
  ],
  'fenced code': [
    ['```js x\na\n\n b\n```', '<pre><code class="language-js">a\n\n b\n</code></pre>\n'],
    ['~~~~\n```\n~~~\n~~~~~', '<pre><code>```\n~~~\n</code></pre>\n'],
    ['```\nno end', '<pre><code>no end\n</code></pre>\n'],
    ['  ```\n   a\n b\n  ```', '<pre><code> a\nb\n</code></pre>\n'],
    ['``` a`b\ntext', '<p>``` a`b\ntext</p>\n'],
    ['``` &copy;\\*\n```', '<pre><code class="language-©*"></code></pre>\n'],
    ['text\n```\ncode\n```\ntext', '<p>text</p>\n<pre><code>code\n</code></pre>\n<p>text</p>\n'],
  ],
  'indented code': [
    ['    a\n\n      b\n\n\ntext', '<pre><code>a\n\n  b\n</code></pre>\n<p>text</p>\n'],
    ['\ta\n \tb', '<pre><code>a\nb\n</code></pre>\n'],
    ['text\n    more', '<p>text\nmore</p>\n'],
  ],
  quotes: [
    ['> a\nlazy\n> b', '<blockquote>\n<p>a\nlazy\nb</p>\n</blockquote>\n'],
    [
      '> a\n\n> b',
      '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>\n',
    ],
    ['> > a\n> b', '<blockquote>\n<blockquote>\n<p>a\nb</p>\n</blockquote>\n</blockquote>\n'],
    ['>\tcode?', '<blockquote>\n<p>code?</p>\n</blockquote>\n'],
    ['>\t\tcode', '<blockquote>\n<pre><code>  code\n</code></pre>\n</blockquote>\n'],
    ['> ```\nout', '<blockquote>\n<pre><code></code></pre>\n</blockquote>\n<p>out</p>\n'],
    ['    > a', '<pre><code>&gt; a\n</code></pre>\n'],
  ],
  lists: [
    ['- a\n- b', '<ul>\n<li>a\n</li>\n<li>b\n</li>\n</ul>\n'],
    ['- a\n\n- b', '<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n'],
    ['- a\n\n  b', '<ul>\n<li><p>a</p>\n<p>b</p>\n</li>\n</ul>\n'],
    ['- a\n+ b', '<ul>\n<li>a\n</li>\n</ul>\n<ul>\n<li>b\n</li>\n</ul>\n'],
    ['7. a\n8) b', '<ol start="7">\n<li>a\n</li>\n</ol>\n<ol start="8">\n<li>b\n</li>\n</ol>\n'],
    ['text\n2. no', '<p>text\n2. no</p>\n'],
    ['text\n-', '<h2>text</h2>\n'],
    ['text\n*', '<p>text\n*</p>\n'],
    ['text\n1. yes', '<p>text</p>\n<ol>\n<li>yes\n</li>\n</ol>\n'],
    ['-\n  a\n-\n\n  b', '<ul>\n<li>a\n</li>\n<li></li>\n</ul>\n<p>b</p>\n'],
    ['- a\n  - b\n- c', '<ul>\n<li>a\n<ul>\n<li>b\n</li>\n</ul>\n</li>\n<li>c\n</li>\n</ul>\n'],
    [
      '- > a\n  -\n- c',
      '<ul>\n<li><blockquote>\n<p>a</p>\n</blockquote>\n<ul>\n<li></li>\n</ul>\n</li>\n<li>c\n</li>\n</ul>\n',
    ],
    [
      '- ```\n  a\n\n  b\n  ```\n- c',
      '<ul>\n<li><pre><code>a\n\nb\n</code></pre>\n</li>\n<li>c\n</li>\n</ul>\n',
    ],
    ['-     code', '<ul>\n<li><pre><code>code\n</code></pre>\n</li>\n</ul>\n'],
    ['- a\nlazy', '<ul>\n<li>a\nlazy\n</li>\n</ul>\n'],
    ['1234567890. no', '<p>1234567890. no</p>\n'],
    [
      '- [ ] a\n- [x] b\n- [ ]',
      '<ul>\n<li><input disabled="" type="checkbox"> a\n</li>\n<li><input checked="" disabled="" type="checkbox"> b\n</li>\n<li>[ ]\n</li>\n</ul>\n',
    ],
  ],
  tables: [
    [
      '| a | b |\n|:--|--:|\n| 1 |\n| 1 | 2 | 3 |\n\ntext',
      '<table><thead><tr><th align="left">a</th><th align="right">b</th></tr>\n</thead><tbody><tr><td align="left">1</td><td align="right"></td></tr>\n<tr><td align="left">1</td><td align="right">2 | 3</td></tr>\n</tbody></table>\n<p>text</p>\n',
    ],
    [
      'text\na | b\n- | :-:\n1 | `x\\|y`\n> quote',
      '<p>text</p>\n<table><thead><tr><th>a</th><th align="center">b</th></tr>\n</thead><tbody><tr><td>1</td><td align="center"><code>x|y</code></td></tr>\n</tbody></table>\n<blockquote>\n<p>quote</p>\n</blockquote>\n',
    ],
    ['| a |\n| - | - |', '<p>| a |\n| - | - |</p>\n'],
    ['| a \\\\| b\n|-|-|', '<table><thead><tr><th>a \\</th><th>b</th></tr>\n</thead></table>\n'],
    ['| a |\n    | - |', '<p>| a |\n| - |</p>\n'],
  ],
  HTML: [
    ['<div>\n*a*\n\n*b*', '<div>\n*a*\n<p><em>b</em></p>\n'],
    ['<script>\n\na\n</script> b\n*c*', '<script>\n\na\n</script> b\n<p><em>c</em></p>\n'],
    ['<!-- a\n\nb --> c', '<!-- a\n\nb --> c\n'],
    ['<?a\n?>\ntext', '<?a\n?>\n<p>text</p>\n'],
    ['<!A\n\n>', '<!A\n\n>\n'],
    ['<![CDATA[\n\n]]>', '<![CDATA[\n\n]]>\n'],
    ['<x-y a="b">\ntext', '<x-y a="b">\ntext\n'],
    ['text\n<x-y>', '<p>text\n<x-y></p>\n'],
    ['text\n<div>', '<p>text</p>\n<div>\n'],
  ],
  definitions: [
    ["[a]: <b c> 't'\n\n[a]", '<p><a href="b c" title="t">a</a></p>\n'],
    ['[a]: /b "t" no\n\n[a]', '<p>[a]: /b &quot;t&quot; no</p>\n<p>[a]</p>\n'],
    ['[a]: /b\n"t" no\n\n[a]', '<p>&quot;t&quot; no</p>\n<p><a href="/b">a</a></p>\n'],
    ['[a]: /b\n(t)\n[A]: /c\n\n[a]', '<p><a href="/b" title="t">a</a></p>\n'],
    ['[b]:\n\n[a]: <>\n\n[a]', '<p>[b]:</p>\n<p><a href="">a</a></p>\n'],
    ['[ ]: /b', '<p>[ ]: /b</p>\n'],
    ['[a]: (', '<p>[a]: (</p>\n'],
    ['[a]/b', '<p>[a]/b</p>\n'],
    ['> [a]: /b\n\n[a]', '<blockquote>\n</blockquote>\n<p><a href="/b">a</a></p>\n'],
    ['- [a]: /b\n- c', '<ul>\n<li></li>\n<li>c\n</li>\n</ul>\n'],
  ],
  'odd characters': [
    ['a\0b', '<p>a\uFFFDb</p>\n'],
    ['', ''],
    [' \n\t\n', ''],
  ],
};

describe('BlockParser', () => {
  for (const [what, cases] of Object.entries(CASES)) {
    it(`reads ${what}`, () => {
      for (const [markdown, html] of cases) assert.equal(toHtml(markdown), html, markdown);
    });
  }

  it('treats excessively nested blocks as text', () => {
    const html = toHtml(`${'> '.repeat(10_000)}deep`);
    assert.equal(html.split('<blockquote>').length - 1, 40);
    assert.ok(html.includes('deep'));
    assert.ok(toHtml('- '.repeat(5000)).split('<li>').length <= 42);
  });
});
