import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {inlineText} from '../../../src/core/markdown/inline.js';
import {parseInline} from '../../../src/core/markdown/inline-parser.js';
import {decode, toHtml, toOpenHtml} from './to-html.js';

const CASES: Readonly<Record<string, readonly (readonly [markdown: string, html: string])[]>> = {
  emphasis: [
    [
      '*a* _b_ **c** __d__ ***e***',
      '<em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong> <em><strong>e</strong></em>',
    ],
    ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
    ['**a *b* c', '**a <em>b</em> c'],
    ['snake_case_name xs*ys*zs', 'snake_case_name xs<em>ys</em>zs'],
    ['* a *', '<ul>\n<li>a *\n</li>\n</ul>'],
    ['*a**', '<em>a</em>*'],
    ['a**b*', 'a**b*'],
    ['~~a~~ ~b~ ~~~c~~~ ~~d~', '<del>a</del> ~b~ ~~~c~~~ ~~d~'],
    ['*a _b* c_', '<em>a _b</em> c_'],
    ['**“你好。”**世界', '<strong>“你好。”</strong>世界'],
    ['这是**“强调”**的', '这是<strong>“强调”</strong>的'],
    ['**重要：**请看', '<strong>重要：</strong>请看'],
    ['*🚀* a *b🚀*', '<em>🚀</em> a <em>b🚀</em>'],
  ],
  code: [
    ['`a` `` b`c `` ` `` `', '<code>a</code> <code>b`c</code> <code>``</code>'],
    ['`*a*` `<b>` `\\`', '<code>*a*</code> <code>&lt;b&gt;</code> <code>\\</code>'],
    ['` a ` `  `', '<code>a</code> <code>  </code>'],
    ['`` a ` b', '`` a ` b'],
    ['`a\nb`', '<code>a b</code>'],
  ],
  links: [
    [
      '[a](/b "t") [c](<d e>) [f]()',
      '<a href="/b" title="t">a</a> <a href="d e">c</a> <a href="">f</a>',
    ],
    ['[a](b(c)d) [e](f\\)g) [h](i j)', '<a href="b(c)d">a</a> <a href="f)g">e</a> [h](i j)'],
    ['[a [b](c) d](e)', '[a <a href="c">b</a> d](e)'],
    ['[a `]` b](c)', '<a href="c">a <code>]</code> b</a>'],
    ['[*a*](b) *[c](d*)', '<a href="b"><em>a</em></a> *<a href="d*">c</a>'],
    ['[https://a.example/b](c)', '<a href="c">https://a.example/b</a>'],
    ['a] [b', 'a] [b'],
    [`[a](${'('.repeat(40)}`, `[a](${'('.repeat(40)}`],
    ['[a](b "t\' (c)', "[a](b &quot;t' (c)"],
  ],
  images: [
    ['![a *b* `c` ![d](e)](f "t")', '<img src="f" alt="a b c d" title="t" />'],
    ['![a] ! ![', '![a] ! !['],
    ['[![a](b)](c)', '<a href="c"><img src="b" alt="a" /></a>'],
  ],
  addresses: [
    [
      '<https://a.example/?b=c&d> <me@a.example>',
      '<a href="https://a.example/?b=c&amp;d">https://a.example/?b=c&amp;d</a> <a href="mailto:me@a.example">me@a.example</a>',
    ],
    [
      'See https://a.example/b_c_d. (www.a.example/(b))',
      'See <a href="https://a.example/b_c_d">https://a.example/b_c_d</a>. (<a href="http://www.a.example/(b)">www.a.example/(b)</a>)',
    ],
    [
      '见https://a.example/b。好 www.a.example，好',
      '见<a href="https://a.example/b">https://a.example/b</a>。好 <a href="http://www.a.example">www.a.example</a>，好',
    ],
    [
      'me@a.example. a_b@c.example- @x http:// www. https://a_b.c_d',
      '<a href="mailto:me@a.example">me@a.example</a>. a_b@c.example- @x http:// www. https://a_b.c_d',
    ],
    [
      'https://a.example/x&copy; awww.a.example',
      '<a href="https://a.example/x">https://a.example/x</a>© awww.a.example',
    ],
    ['https://a.example/[b]c]d', '<a href="https://a.example/[b]c">https://a.example/[b]c</a>]d'],
    [
      '**https://a.example/b**',
      '<strong><a href="https://a.example/b">https://a.example/b</a></strong>',
    ],
  ],
  HTML: [
    ['a <b>c</b> <x y="z" w> <br/> 1 < 2', 'a <b>c</b> <x y="z" w> <br/> 1 &lt; 2'],
    [
      'a <!-- b --> <!--> <!---> <?c?> <!D e> <![CDATA[f]]>',
      'a <!-- b --> <!--> <!---> <?c?> <!D e> <![CDATA[f]]>',
    ],
    ['a <!-- b <!-- c <? d <! e', 'a &lt;!-- b &lt;!-- c &lt;? d &lt;! e'],
    ['a <!D e', 'a &lt;!D e'],
  ],
  'escapes and references': [
    ['\\*a\\* \\a \\', '*a* \\a \\'],
    [
      '&amp; &copy; &nope; &#65; &#x42; &#0; &#xD800; &#1114112; & &;',
      '&amp; © &amp;nope; A B \uFFFD \uFFFD \uFFFD &amp; &amp;;',
    ],
    ['[a](b&copy;\\* "&#65;")', '<a href="b©*" title="A">a</a>'],
  ],
  'line ends': [
    ['a  \nb\\\nc \nd', 'a<br />\nb<br />\nc\nd'],
    ['`a`  \nb', '<code>a</code><br />\nb'],
  ],
};

describe('parseInline', () => {
  for (const [what, cases] of Object.entries(CASES)) {
    it(`reads ${what}`, () => {
      for (const [markdown, html] of cases) {
        const folded = toHtml(markdown).trim();
        assert.equal(
          folded.replace(/^<p>([^]*)<\/p>$/, '$1').replaceAll('<br />\n', '<br />\n'),
          html,
          markdown,
        );
      }
    });
  }

  it('returns the text without syntax', () => {
    const inlines = parseInline('a *b* `c` ![d](e)  \n[f](g) <i>h</i>', {
      definitions: new Map(),
      decode,
    });
    assert.equal(inlineText(inlines), 'a b c d\nf h');
  });

  it('reads hostile text in time that grows with its length', () => {
    // Each of these makes a careless parser read the whole text again at every character; this one would then not
    // terminate.
    const parts = [
      ...['*a ', '_a*', '**a_', '~a', '`a``b', '`', '*', '~', '\\', ' ', '\t'],
      ...['[a](', '[a][', '![', '](', '[', ']', '[a](b(c ', '(a', ')'],
      ...[
        '<!-- ',
        '<?',
        '<a b="',
        '<a ',
        '<b>',
        '&a',
        '&#',
        'a@',
        'www.a.b;',
        '.',
        '.a',
        'https://a.b/(',
      ],
    ];
    const frames = [
      (text: string) => `x${text}`,
      (text: string) => `# ${text} x`,
      (text: string) => `a | b\n- ${text} x`,
      (text: string) => `https://a.b/${text}`,
      (text: string) => `[a](b ${text} x`,
    ];
    for (const part of parts) {
      for (const frame of frames) {
        const text = frame(part.repeat(3000));
        assert.ok(toHtml(text).length > 0);
        assert.ok(toOpenHtml(text).length > 0);
      }
    }
  });

  it('nests no deeper than a renderer can recurse', () => {
    const nested = `${'*a _a '.repeat(500)}b${'_ *'.repeat(500)}`;
    for (const [html, least] of [
      [toHtml(nested), 6],
      [toOpenHtml('*a **a _a __a ~~a '.repeat(1000)), 5],
    ] as const) {
      let depth = 0;
      let deepest = 0;
      for (const [, slash] of html.matchAll(/<(\/?)[a-z]+>/g)) {
        depth += slash ? -1 : 1;
        deepest = Math.max(deepest, depth);
      }
      assert.ok(deepest >= least && deepest < 40, String(deepest));
      assert.ok(html.split('a').length > 900);
    }
  });
});
