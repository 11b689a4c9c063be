import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {casesOf, definitions, inlineHtml, itReads, openHtml, read} from './inline-html.js';

const known = {
  definitions: definitions({ref: '/r', 'two words': '/w', ärger: '/ä', '^n': '', '*s*': '/s'}),
};

const withKnown = (text: string): string => inlineHtml(text, known);
const itReadsKnown = casesOf(withKnown);

describe('an inline link', () => {
  itReads('has a destination and perhaps a title', [
    ['[a](/u "t")', '<a href="/u" title="t">a</a>'],
    ["[a](/u 't')", '<a href="/u" title="t">a</a>'],
    ['[a](/u (t))', '<a href="/u" title="t">a</a>'],
    ['[a](/u)', '<a href="/u">a</a>'],
    ['[](/u)', '<a href="/u"></a>'],
    ['[a]()', '<a href="">a</a>'],
    ['[a](<>)', '<a href="">a</a>'],
    ['[a](# "")', '<a href="#" title="">a</a>'],
    ['[a](?q=1#top)', '<a href="?q=1#top">a</a>'],
  ]);

  itReads('has no white space in its destination, unless in angle brackets', [
    ['[a](/my page)', '[a](/my page)'],
    ['[a](</my page>)', '<a href="/my page">a</a>'],
    ['[a](/my\npage)', '[a](/my\npage)'],
    ['[a](<b)c>)', '<a href="b)c">a</a>'],
    ['[a](<b>c)', '[a](<b>c)'],
    ['[a](<b\\>)', '[a](&lt;b&gt;)'],
    ['[a](/u\u00A0"t")', '<a href="/u\u00A0&quot;t&quot;">a</a>'],
  ]);

  itReads('has brackets in its destination if they are balanced or escaped', [
    ['[a](b(c))', '<a href="b(c)">a</a>'],
    ['[a](b(c(d)e)f)', '<a href="b(c(d)e)f">a</a>'],
    ['[a](b\\)c)', '<a href="b)c">a</a>'],
    ['[a](b(c)', '[a](b(c)'],
    ['[a](b))', '<a href="b">a</a>)'],
    ['[a](\\(b)', '<a href="(b">a</a>'],
  ]);

  itReads('has white space around its parts, with at most one line end each', [
    ['[a](  /u\n  "t"  )', '<a href="/u" title="t">a</a>'],
    ['[a](\n/u\n)', '<a href="/u">a</a>'],
    ['[a] (/u)', '[a] (/u)'],
    ['[a]\n(/u)', '[a]\n(/u)'],
  ]);

  itReads('has references and escapes in its parts', [
    ['[a](/&auml;?b&amp;c)', '<a href="/ä?b&amp;c">a</a>'],
    ['[a](/b\\*c "\\"&copy;")', '<a href="/b*c" title="&quot;©">a</a>'],
    ['[a](/b\\c)', '<a href="/b\\c">a</a>'],
    ['[a](/b%20c)', '<a href="/b%20c">a</a>'],
    ['[a](&quot;b&quot;)', '<a href="&quot;b&quot;">a</a>'],
  ]);

  itReads('has a title with matching quotes', [
    ['[a](/u "b \\" c")', '<a href="/u" title="b &quot; c">a</a>'],
    ['[a](/u "b " c")', '[a](/u &quot;b &quot; c&quot;)'],
    ['[a](/u \'b "c" d\')', '<a href="/u" title="b &quot;c&quot; d">a</a>'],
    ['[a](/u "b\nc")', '<a href="/u" title="b\nc">a</a>'],
    ['[a](/u "b)', '[a](/u &quot;b)'],
    ['[a](/u"b")', '<a href="/u&quot;b&quot;">a</a>'],
    ['[a](/u (b (c)))', '[a](/u (b (c)))'],
    ['[a]("b")', '<a href="&quot;b&quot;">a</a>'],
  ]);
});

describe('the text of a link', () => {
  itReads('has balanced brackets', [
    ['[a [b [c]]](/u)', '<a href="/u">a [b [c]]</a>'],
    ['[a] b](/u)', '[a] b](/u)'],
    ['[a [b](/u)', '[a <a href="/u">b</a>'],
    ['[a \\[b](/u)', '<a href="/u">a [b</a>'],
    ['[a \\] b](/u)', '<a href="/u">a ] b</a>'],
    ['\\[a](/u)', '[a](/u)'],
    ['[a\\](/u)', '[a](/u)'],
  ]);

  itReads('has any other syntax in it', [
    ['[*a **b** `c`*](/u)', '<a href="/u"><em>a <strong>b</strong> <code>c</code></em></a>'],
    ['[![a](/i)](/u)', '<a href="/u"><img src="/i" alt="a" /></a>'],
    ['[<b>a</b>](/u)', '<a href="/u"><b>a</b></a>'],
    ['[a\\\nb](/u)', '<a href="/u">a<br />\nb</a>'],
    ['[~~a~~ &copy;](/u)', '<a href="/u"><del>a</del> ©</a>'],
  ]);

  itReads('has no other link in it, at any depth', [
    ['[a [b](/u) c](/v)', '[a <a href="/u">b</a> c](/v)'],
    ['[a *b [c [d](/u)](/v)*](/w)', '[a <em>b [c <a href="/u">d</a>](/v)</em>](/w)'],
    ['![[[a](/u)](/v)](/w)', '<img src="/w" alt="[a](/v)" />'],
    ['[a https://b.example c](/u)', '<a href="/u">a https://b.example c</a>'],
    ['[*me@a.example*](/u)', '<a href="/u"><em>me@a.example</em></a>'],
    ['[www.a.example](/u)', '<a href="/u">www.a.example</a>'],
  ]);

  itReads('binds less tightly than code, tags and addresses, and more than emphasis', [
    ['[a`](/u)`', '[a<code>](/u)</code>'],
    ['[a <b title="](/u)">', '[a <b title="](/u)">'],
    [
      '[a<https://b.example/?q=](u)>',
      '[a<a href="https://b.example/?q=](u)">https://b.example/?q=](u)</a>',
    ],
    ['*[a*](/u)', '*<a href="/u">a*</a>'],
    ['[a *b](/u)*', '<a href="/u">a *b</a>*'],
    ['*a [b* c]', '<em>a [b</em> c]'],
    ['**[a](/u)**', '<strong><a href="/u">a</a></strong>'],
  ]);

  itReads('may follow a word, or another link', [
    ['a[b](/u)c', 'a<a href="/u">b</a>c'],
    ['[a](/u)[b](/v)', '<a href="/u">a</a><a href="/v">b</a>'],
    ['中[文](/u)字', '中<a href="/u">文</a>字'],
  ]);
});

describe('a reference', () => {
  itReadsKnown('is full: a text, and a label', [
    ['[a][ref]', '<a href="/r">a</a>'],
    ['[a *b*][REF]', '<a href="/r">a <em>b</em></a>'],
    ['[a][ two\n  Words ]', '<a href="/w">a</a>'],
    ['[a][ÄRGER]', '<a href="/ä">a</a>'],
    ['[a] [ref]', '[a] <a href="/r">ref</a>'],
    ['[a]\n[ref]', '[a]\n<a href="/r">ref</a>'],
    ['[a [b](/u)][ref]', '[a <a href="/u">b</a>]<a href="/r">ref</a>'],
    ['[ref][nope]', '[ref][nope]'],
    ['[a][b][ref]', '[a]<a href="/r">b</a>'],
    ['[a][ref][ref]', '<a href="/r">a</a><a href="/r">ref</a>'],
  ]);

  itReadsKnown('is collapsed: a label, and empty brackets', [
    ['[ref][]', '<a href="/r">ref</a>'],
    ['[Two Words][]', '<a href="/w">Two Words</a>'],
    ['[*s*][]', '<a href="/s"><em>s</em></a>'],
    ['[ref]\n[]', '<a href="/r">ref</a>\n[]'],
    ['[nope][]', '[nope][]'],
  ]);

  itReadsKnown('is a shortcut: a label alone', [
    ['[ref]', '<a href="/r">ref</a>'],
    ['[Ref]!', '<a href="/r">Ref</a>!'],
    ['[[ref]]', '[<a href="/r">ref</a>]'],
    ['[[*s*] more]', '[<a href="/s"><em>s</em></a> more]'],
    ['[[a [ref]', '[[a <a href="/r">ref</a>'],
    ['\\[ref]', '[ref]'],
    ['*a [ref]*', '<em>a <a href="/r">ref</a></em>'],
    ['[nope]', '[nope]'],
    ['[]', '[]'],
    ['[ ]', '[ ]'],
  ]);

  itReadsKnown('yields to an inline link, and applies if that is invalid', [
    ['[ref](/u)', '<a href="/u">ref</a>'],
    ['[ref]()', '<a href="">ref</a>'],
    ['[ref](not a link)', '<a href="/r">ref</a>(not a link)'],
    ['[ref](', '<a href="/r">ref</a>('],
  ]);

  itReadsKnown('is matched by the source of its label, not by its meaning', [
    ['[a][ref\\!]', '[a][ref!]'],
    ['[ref&#33;]', '[ref!]'],
    ['[`ref`]', '[<code>ref</code>]'],
  ]);

  it('has a label of at most 999 characters', () => {
    for (const [length, linked] of [
      [999, true],
      [1000, false],
    ] as const) {
      const label = 'x'.repeat(length);
      const context = {definitions: definitions({[label]: '/long'})};
      assert.equal(inlineHtml(`[${label}]`, context).startsWith('<a'), linked, `${length}`);
      assert.equal(inlineHtml(`[a][${label}]`, context).startsWith('<a'), linked, `${length}`);
    }
  });

  it('ignores inherited properties', () => {
    for (const label of ['constructor', 'hasOwnProperty', 'toString'])
      assert.equal(inlineHtml(`[${label}][] [${label}]`), `[${label}][] [${label}]`);
  });
});

describe('an image', () => {
  itReadsKnown('has everything that a link has, with an alternative text', [
    ['![a](/i "t")', '<img src="/i" alt="a" title="t" />'],
    ['![a](</i 1.png>)', '<img src="/i 1.png" alt="a" />'],
    ['![](/i)', '<img src="/i" alt="" />'],
    ['![*a* `b` **c**](/i)', '<img src="/i" alt="a b c" />'],
    ['![a ![b](/i)](/j)', '<img src="/j" alt="a b" />'],
    ['![a [b](/u)](/i)', '<img src="/i" alt="a b" />'],
    ['![a <b>c</b>](/i)', '<img src="/i" alt="a c" />'],
    ['![a\nb](/i)', '<img src="/i" alt="a\nb" />'],
    ['![a][ref]', '<img src="/r" alt="a" />'],
    ['![ref][]', '<img src="/r" alt="ref" />'],
    ['![Ref]', '<img src="/r" alt="Ref" />'],
    ['![*s*]', '<img src="/s" alt="s" />'],
    ['![ref](/i)', '<img src="/i" alt="ref" />'],
  ]);

  itReadsKnown('is none if its exclamation mark or its bracket is escaped', [
    ['\\![ref]', '!<a href="/r">ref</a>'],
    ['!\\[ref]', '![ref]'],
    ['! [a](/u)', '! <a href="/u">a</a>'],
    ['!![a](/i)', '!<img src="/i" alt="a" />'],
    ['![a]', '![a]'],
    ['![a] [ref]', '![a] <a href="/r">ref</a>'],
    ['!', '!'],
    ['![', '!['],
  ]);

  itReads('may be in a link, and prevents none', [
    ['[![a](/i) b](/u)', '<a href="/u"><img src="/i" alt="a" /> b</a>'],
    ['[a ![b [c](/u)](/i) d](/v)', '[a <img src="/i" alt="b c" /> d](/v)'],
  ]);
});

describe('a reference to a footnote', () => {
  itReadsKnown('is one if the footnote exists', [
    ['a[^n]', 'a<sup>^n</sup>'],
    ['a[^N].', 'a<sup>^n</sup>.'],
    ['[^n][^n]', '<sup>^n</sup><sup>^n</sup>'],
    ['*a[^n]*', '<em>a<sup>^n</sup></em>'],
    ['a[^m]', 'a[^m]'],
    ['a\\[^n]', 'a[^n]'],
    ['![^n]', '!<sup>^n</sup>'],
    ['![^n](see below)', '!<sup>^n</sup>(see below)'],
    ['[^n](see below)', '<sup>^n</sup>(see below)'],
    ['![^m]', '![^m]'],
    ['`[^n]`', '<code>[^n]</code>'],
    ['[^]', '[^]'],
    ['[^ n]', '[^ n]'],
  ]);

  it('is one also if an address follows, so that the text of the footnote is not lost', () => {
    assert.equal(withKnown('[^n](/u)'), '<sup>^n</sup>(/u)');
    assert.equal(withKnown('![^n](/u)'), '!<sup>^n</sup>(/u)');
    assert.equal(withKnown('[^m](/u)'), '<a href="/u">^m</a>');
    assert.equal(withKnown('*![a[^n]](/u)*'), '<em><img src="/u" alt="a" /><sup>^n</sup></em>');
  });

  it('is none if the label has an address', () => {
    assert.equal(
      inlineHtml('[^x]', {definitions: new Map([['^x', {href: '/x', title: undefined}]])}),
      '<a href="/x">^x</a>',
    );
  });

  it('is no link by the label of a footnote', () => {
    assert.equal(withKnown('[a][^n]'), '[a]<sup>^n</sup>');
  });

  it('is placed behind the link that contains it', () => {
    assert.equal(withKnown('[a[^n] b](/u)'), '<a href="/u">a b</a><sup>^n</sup>');
    assert.equal(withKnown('[*a[^n]*](/u)'), '<a href="/u"><em>a</em></a><sup>^n</sup>');
  });

  it('may refer to a later one, while the text continues', () => {
    assert.equal(openHtml('a[^later] b'), 'a<sup>^later</sup> b');
    assert.equal(openHtml('a[^later] b', {streaming: false}), 'a[^later] b');
    assert.equal(inlineHtml('a[^later]', {streaming: true}), 'a<sup>^later</sup>');
    assert.equal(openHtml('a![^later] b'), 'a!<sup>^later</sup> b');
    assert.equal(openHtml('a[^later](/u) b'), 'a<a href="/u">^later</a> b');
  });

  it('has a label of at most 100 characters', () => {
    const long = `^${'n'.repeat(100)}`;
    assert.equal(inlineHtml(`[${long}]`, {definitions: definitions({[long]: ''})}), `[${long}]`);
    const short = long.slice(0, 100);
    assert.equal(
      inlineHtml(`[${short}]`, {definitions: definitions({[short]: ''})}),
      `<sup>${short}</sup>`,
    );
  });
});

describe('the tree of links', () => {
  it('distinguishes a written address from one that is its own text', () => {
    const text = {kind: 'text', text: 'https://a.example'} as const;
    const link = {kind: 'link', href: 'https://a.example', title: undefined, children: [text]};
    assert.deepEqual(read('https://a.example'), [{...link, bare: true}]);
    assert.deepEqual(read('<https://a.example>'), [{...link, bare: true}]);
    assert.deepEqual(read('[https://a.example](https://a.example)'), [{...link, bare: false}]);
  });

  itReads('leaves an unsafe address to the renderer', [
    ['[a](javascript:b)', '<a href="javascript:b">a</a>'],
    ['![a](data:text/html,b)', '<img src="data:text/html,b" alt="a" />'],
  ]);
});
