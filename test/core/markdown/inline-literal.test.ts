import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {inlineText} from '../../../src/core/markdown/inline.js';
import {inlineHtml, itReads, read} from './inline-html.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

describe('a code span', () => {
  itReads('lies between runs of as many backticks', [
    ['`a`', '<code>a</code>'],
    ['``a`b``', '<code>a`b</code>'],
    ['`a``b`', '<code>a``b</code>'],
    ['```a``b` c```', '<code>a``b` c</code>'],
    ['`a``', '`a``'],
    ['``a`', '``a`'],
    ['`a``b``', '`a<code>b</code>'],
    ['```a``', '```a``'],
    ['`', '`'],
    ['``', '``'],
    ['`a` `b`', '<code>a</code> <code>b</code>'],
    ['a`b`c', 'a<code>b</code>c'],
  ]);

  itReads('loses one space on both sides, if it has some on both and something else', [
    ['` a `', '<code>a</code>'],
    ['`  a  `', '<code> a </code>'],
    ['` a`', '<code> a</code>'],
    ['`a `', '<code>a </code>'],
    ['` `', '<code> </code>'],
    ['`  `', '<code>  </code>'],
    ['` `` `', '<code>``</code>'],
    ['`\u00A0a\u00A0`', '<code>\u00A0a\u00A0</code>'],
    ['`a   b`', '<code>a   b</code>'],
  ]);

  itReads('has a space for each line end', [
    ['`a\nb`', '<code>a b</code>'],
    ['`\na\n`', '<code>a</code>'],
    ['`a  \nb`', '<code>a   b</code>'],
    ['`a\\\nb`', '<code>a\\ b</code>'],
  ]);

  itReads('has no syntax in it, no escape among them', [
    ['`*a* _b_ ~~c~~`', '<code>*a* _b_ ~~c~~</code>'],
    ['`[a](b) ![c](d)`', '<code>[a](b) ![c](d)</code>'],
    ['`<b> <ab:c>`', '<code>&lt;b&gt; &lt;ab:c&gt;</code>'],
    ['`&copy;`', '<code>&amp;copy;</code>'],
    ['`a\\`b`', '<code>a\\</code>b`'],
    ['`https://a.example`', '<code>https://a.example</code>'],
  ]);

  itReads('binds as tightly as tags and addresses: the first wins', [
    ['*a `b*`', '*a <code>b*</code>'],
    ['[a `b](/u)`', '[a <code>b](/u)</code>'],
    ['`<a title="`">`', '<code>&lt;a title=&quot;</code>&quot;&gt;`'],
    ['<a title="`">`', '<a title="`">`'],
    ['`<ab:c`d>`', '<code>&lt;ab:c</code>d&gt;`'],
    ['<ab:c`d>`', '<a href="ab:c`d">ab:c`d</a>`'],
  ]);

  itReads('does not begin with an escaped backtick', [
    ['\\`a`', '`a`'],
    ['\\`a\\`', '`a`'],
    ['\\\\`a`', '\\<code>a</code>'],
    ['\\``a`', '`<code>a</code>'],
  ]);

  it('is found again behind runs that had no partner', () => {
    assert.equal(inlineHtml('``` a `b` `` c `d`'), '``` a <code>b</code> `` c <code>d</code>');
    assert.equal(inlineHtml('` a `` b `` c'), '` a <code>b</code> c');
  });

  it('returns the text between runs that are long enough', () => {
    forAll(
      runs(1000),
      [fc.array(fc.constantFrom('a', '`', '``', '*', '\\', '[', '<', '&'), {maxLength: 12})],
      parts => {
        const code = `x${parts.join('')}x`;
        const longest = Math.max(0, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
        const fence = '`'.repeat(longest + 1);
        assert.deepEqual(read(`${fence}${code}${fence}`), [{kind: 'code', text: code}]);
      },
    );
  });
});

describe('an escape', () => {
  it('makes text of any ASCII punctuation', () => {
    for (const mark of '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')
      assert.deepEqual(read(`\\${mark}`), [{kind: 'text', text: mark}], mark);
  });

  it('is a backslash before anything else', () => {
    for (const other of ['a', 'A', '9', ' b', '\tb', 'é', '«', '中', '🚀'])
      assert.deepEqual(read(`\\${other}`), [{kind: 'text', text: `\\${other}`}], other);
    assert.deepEqual(read('a\\'), [{kind: 'text', text: 'a\\'}]);
  });

  itReads('removes the meaning of the next character', [
    ['\\*a*', '*a*'],
    ['\\<b>', '&lt;b&gt;'],
    ['\\[a](/u)', '[a](/u)'],
    ['\\&copy;', '&amp;copy;'],
    ['\\`a`', '`a`'],
    ['\\\\*a*', '\\<em>a</em>'],
    ['*a\\**', '<em>a*</em>'],
    ['\\~~a~~', '~~a~~'],
  ]);

  it('preserves any text', () => {
    forAll(runs(1000), [fc.string({unit: 'grapheme', maxLength: 60})], text => {
      const line = text.replace(/[\s\uFDD0-\uFDEF]/g, '');
      const escaped = line.replace(/[!-/:-@[-`{-~]/g, '\\$&');
      assert.deepEqual(read(escaped), line === '' ? [] : [{kind: 'text', text: line}]);
    });
  });
});

describe('a character reference', () => {
  itReads('has a name that is known', [
    ['&copy; &auml;&ouml;', '© äö'],
    ['&nbsp;', '\u00A0'],
    ['&nope; &copy &; & &&copy;', '&amp;nope; &amp;copy &amp;; &amp; &amp;©'],
    ['&Copy;', '&amp;Copy;'],
    ['&1a;', '&amp;1a;'],
  ]);

  itReads('has a number that is a character', [
    ['&#35; &#x23; &#X23;', '# # #'],
    ['&#128640; &#x1F680;', '🚀 🚀'],
    ['&#0; &#xDFFF; &#x110000;', '\uFFFD \uFFFD \uFFFD'],
    ['&#12345678; &#x1234567;', '&amp;#12345678; &amp;#x1234567;'],
    ['&#; &#x; &#a; &#xg;', '&amp;#; &amp;#x; &amp;#a; &amp;#xg;'],
  ]);

  itReads('is text, never syntax', [
    ['&#42;a&#42;', '*a*'],
    ['&lt;b&gt;', '&lt;b&gt;'],
    ['&#91;a](/u)', '[a](/u)'],
    ['&#96;a&#96;', '`a`'],
    ['&amp;copy;', '&amp;copy;'],
    ['a&#10;b', 'a\nb'],
    ['[a&#93;(/u)', '[a](/u)'],
  ]);

  itReads('is at its own escape', [
    ['&\\#35;', '&amp;#35;'],
    ['`&#35;`', '<code>&amp;#35;</code>'],
    ['<b title="&copy;">', '<b title="&copy;">'],
  ]);

  it('is resolved by its whole name, once each', () => {
    const asked: string[] = [];
    read('&a; &b1; &#65; &c d; \\&e;', {
      decode: reference => {
        asked.push(reference);
        return undefined;
      },
    });
    assert.deepEqual(asked, ['&a;', '&b1;']);
  });
});

describe('a line end', () => {
  itReads('asks for a break behind two spaces, or a backslash', [
    ['a  \nb', 'a<br />\nb'],
    ['a       \nb', 'a<br />\nb'],
    ['a\\\nb', 'a<br />\nb'],
    ['a  \n     b', 'a<br />\nb'],
    ['a\\\n     b', 'a<br />\nb'],
    ['*a*  \nb', '<em>a</em><br />\nb'],
    ['[a](/u)  \nb', '<a href="/u">a</a><br />\nb'],
    ['<b>  \nb', '<b><br />\nb'],
  ]);

  itReads('is only a line end otherwise, without the spaces around it', [
    ['a\nb', 'a\nb'],
    ['a \nb', 'a\nb'],
    ['a\n   b', 'a\nb'],
    ['a\n\tb', 'a\nb'],
    ['a\t\nb', 'a\nb'],
    ['a \\\\\nb', 'a \\\nb'],
  ]);

  itReads('is no break within code and tags', [
    ['`a  \nb`', '<code>a   b</code>'],
    ['<b title="c  \nd">', '<b title="c  \nd">'],
    ['<b title="c\\\nd">', '<b title="c\\\nd">'],
  ]);

  itReads('does not break at the end of the text', [
    ['a\\', 'a\\'],
    ['a  ', 'a  '],
  ]);
});

describe('a raw tag', () => {
  it('is kept unchanged', () => {
    for (const tag of [
      ...['<b>', '</b>', '<b/>', '<br />', '<b2>', '<x-y>', '</b >', '<b\n>', '<B>'],
      ...['<b c>', '<b c=d>', "<b c='d e'>", '<b c="d\ne" f>', '<b _c:d.e-f="g">', '<b c = "d">'],
      ...['<!-- c -->', '<!---->', '<!-->', '<!--->', '<!-- a -- b -->', '<!-- a\nb -->'],
      ...['<?php a ?>', '<!DOCTYPE html>', '<!a b>', '<![CDATA[a]b]]>'],
    ]) {
      assert.deepEqual(read(`a${tag}`).at(-1), {kind: 'tag', source: tag}, tag);
    }
  });

  it('is text if it is invalid', () => {
    for (const tag of [
      ...['<', '<>', '<3>', '< b>', '<b', '<b c="d>', '<b c=d"e>', '<b c="d"e>', '<b *c>'],
      ...['</b c>', '</ b>', '<b / >', '<_b>', '<b =c>', "<b c='d>", '<!-- a', '<!a', '<?a>'],
      ...['<![CDATA[a]>', '<!1>', '<b:c d>', '<b_c>'],
    ]) {
      assert.equal(inlineText(read(tag)), tag);
      assert.ok(!read(tag).some(({kind}) => kind === 'tag'), tag);
    }
  });

  itReads('is among other syntax, and has none in it', [
    ['*a <b>c</b>*', '<em>a <b>c</b></em>'],
    ['<b title="*a*">*c*</b>', '<b title="*a*"><em>c</em></b>'],
    ['<b title="\\"">', '&lt;b title=&quot;&quot;&quot;&gt;'],
    ['<!-- *a* [b](/u) -->c', '<!-- *a* [b](/u) -->c'],
    ['\\<b>', '&lt;b&gt;'],
    ['1 < 2 and 3 > 2', '1 &lt; 2 and 3 &gt; 2'],
    ['a<b and c>d', 'a<b and c>d'],
  ]);

  itReads('of a kind without an end is searched for only once, and then is text', [
    ['<!-- a <!-- b', '&lt;!-- a &lt;!-- b'],
    ['<!-- a <? b ?>', '&lt;!-- a <? b ?>'],
    ['<? a <!-- b -->', '&lt;? a <!-- b -->'],
  ]);
});
