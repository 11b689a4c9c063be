import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {findBareLink, readAutolink} from '../../../src/core/markdown/autolink.js';
import {assertEach, casesOf, inlineHtml, itReads} from './inline-html.js';
import {decode} from './to-html.js';

/** The address at the start of a text, and the rest of the text. */
const angled = (text: string): string | undefined => {
  const found = readAutolink(text, 0);
  return found && `${String(found.link.href)}|${text.slice(found.end)}`;
};

/** The text with every bare address in brackets. */
const bare = (text: string): string => {
  let folded = '';
  let at = 0;
  for (let found = findBareLink(text, 0, decode); found; found = findBareLink(text, at, decode)) {
    folded += `${text.slice(at, found.start)}[${text.slice(found.start, found.end)}]`;
    at = found.end;
  }
  return folded + text.slice(at);
};
const itFinds = casesOf(bare);

const hrefOf = (text: string): string | undefined => findBareLink(text, 0, decode)?.link.href;

describe('an address in angle brackets', () => {
  it('has a scheme of 2 to 32 characters', () => {
    assertEach(
      [
        ['<https://a.example/b?c#d>', 'https://a.example/b?c#d|'],
        ['<HTTP://A.EXAMPLE>', 'HTTP://A.EXAMPLE|'],
        ['<irc://a.example:2233/b>c', 'irc://a.example:2233/b|c'],
        ['<mailto:me@a.example>', 'mailto:me@a.example|'],
        ['<my-own+scheme.x:b>', 'my-own+scheme.x:b|'],
        ['<localhost:5001/b>', 'localhost:5001/b|'],
        ['<ab:>', 'ab:|'],
        ['<https://a.example/\\[b>', 'https://a.example/\\[b|'],
        ['<https://a.example/`b`>', 'https://a.example/`b`|'],
        [`<${'a'.repeat(32)}:b>`, `${'a'.repeat(32)}:b|`],
      ],
      angled,
    );
    for (const text of [`<${'a'.repeat(33)}:b>`, '<a:b>', '<1a:b>', '<+ab:c>', '<:b>'])
      assert.equal(angled(text), undefined, text);
  });

  it('has no white space and no other angle bracket in it', () => {
    for (const text of ['<https://a b>', '< https://a>', '<https://a\n>', '<https://a<b>', '<>'])
      assert.equal(angled(text), undefined, text);
    for (const text of ['<https://a.example', 'https://a.example>', '<a.example>', '<b>'])
      assert.equal(angled(text), undefined, text);
  });

  it('may be one of mail', () => {
    assertEach(
      [
        ['<me@a.example>', 'mailto:me@a.example|'],
        ["<me.!#$%&'*+/=?^_`{|}~-you@a>", "mailto:me.!#$%&'*+/=?^_`{|}~-you@a|"],
        ['<me@a-b.c-d.example>', 'mailto:me@a-b.c-d.example|'],
        ['<1@2.3>', 'mailto:1@2.3|'],
      ],
      angled,
    );
    const others = ['<me@>', '<@a>', '<me@-a>', '<me@a->', '<me@a..b>', '<me\\@a>', '<me@a_b>'];
    for (const text of others) assert.equal(angled(text), undefined, text);
  });

  it('is read only if enabled', () => {
    assert.equal(readAutolink('a <ab:c>', 0), undefined);
    assert.equal(readAutolink('a <ab:c>', 2)?.end, 8);
  });

  itReads('renders the text in the brackets, without escapes and references', [
    ['<ab:c\\*&copy;>', '<a href="ab:c\\*&amp;copy;">ab:c\\*&amp;copy;</a>'],
    ['*<ab:*>', '*<a href="ab:*">ab:*</a>'],
    ['\\<ab:c>', '&lt;ab:c&gt;'],
    ['`<ab:c>`', '<code>&lt;ab:c&gt;</code>'],
  ]);
});

describe('a bare address', () => {
  itFinds('begins with http, https or www, in any case', [
    ['http://a.example', '[http://a.example]'],
    ['HTTPS://A.EXAMPLE/B', '[HTTPS://A.EXAMPLE/B]'],
    ['Www.a.example', '[Www.a.example]'],
    ['http://localhost:8080/b', '[http://localhost:8080/b]'],
    ['http://127.0.0.1/', '[http://127.0.0.1/]'],
    ['https://a.example?b', '[https://a.example?b]'],
    ['https://中文.example/路', '[https://中文.example/路]'],
    ['ftp://a.example ws://a.example', 'ftp://a.example ws://a.example'],
    ['http:/a.example https:a.example', 'http:/a.example https:a.example'],
    ['a.example', 'a.example'],
  ]);

  itFinds('has a domain', [
    ['http://', 'http://'],
    ['http:// a', 'http:// a'],
    ['http:///a', 'http:///a'],
    ['http://?a', 'http://?a'],
    ['http://;', 'http://;'],
    ['www.', 'www.'],
    ['www."', 'www."'],
    ['www..a', 'www..a'],
    ['www.a', '[www.a]'],
    ['www./a', 'www./a'],
    ['https://a..', '[https://a]..'],
    ['https://.a', 'https://.a'],
  ]);

  itFinds('has no underscore in the last two parts of its domain', [
    ['https://a_b.c.example/d', '[https://a_b.c.example/d]'],
    ['https://a.b_c.example', 'https://a.b_c.example'],
    ['https://a.example_b', 'https://a.example_b'],
    ['www.a_b.example', 'www.a_b.example'],
    ['https://a.example/b_c_', '[https://a.example/b_c]_'],
  ]);

  itFinds('of mail includes its scheme', [
    ['(mailto:me@a.example), or', '([mailto:me@a.example]), or'],
    ['写信MAILTO:me@a.example。', '写信[MAILTO:me@a.example]。'],
    ['amailto:me@a.example', 'amailto:[me@a.example]'],
    ['mailto: me@a.example', 'mailto: [me@a.example]'],
    ['mailto:me', 'mailto:me'],
  ]);

  it('of www points to http, and every other one to itself', () => {
    assert.equal(hrefOf('www.a.example/b'), 'http://www.a.example/b');
    assert.equal(hrefOf('https://www.a.example'), 'https://www.a.example');
    assert.equal(hrefOf('me@a.example'), 'mailto:me@a.example');
    assert.equal(hrefOf('mailto:me@a.example'), 'mailto:me@a.example');
  });

  itFinds('is not recognised after a Latin word, but after Chinese words and markup', [
    ['xhttps://a.example', 'xhttps://a.example'],
    ['1https://a.example', '1https://a.example'],
    ['xwww.a.example', 'xwww.a.example'],
    ['/www.a.example', '/www.a.example'],
    ['(https://a.example', '([https://a.example]'],
    ['"https://a.example', '"[https://a.example]'],
    ['*www.a.example', '*[www.a.example]'],
    ['_www.a.example', '_[www.a.example]'],
    ['~www.a.example', '~[www.a.example]'],
    ['(www.a.example', '([www.a.example]'],
    ['见www.a.example', '见[www.a.example]'],
    ['见：https://a.example', '见：[https://a.example]'],
    ['a\nwww.a.example', 'a\n[www.a.example]'],
  ]);

  it('leaves the punctuation at its end to the sentence', () => {
    for (const end of ['.', ',', '!', '?', ':', '*', '_', '~', "'", '"', '...', '?!', '.*'])
      assert.equal(bare(`https://a.example/b${end}`), `[https://a.example/b]${end}`, end);
    for (const end of ['/', '#', '=', '-', '+', '%', '$', '&', '@'])
      assert.equal(bare(`https://a.example/b${end}`), `[https://a.example/b${end}]`, end);
    assert.equal(bare('https://a.example/b.c,d!e'), '[https://a.example/b.c,d!e]');
  });

  it('leaves the punctuation of Chinese and Japanese behind it to the sentence', () => {
    for (const end of ['。', '，', '、', '；', '：', '？', '！', '）', '」', '》', '”', '’', '　'])
      assert.equal(bare(`https://a.example/b${end}好`), `[https://a.example/b]${end}好`, end);
  });

  it('ends at white space, at code and at an angle bracket', () => {
    for (const end of [' ', '\n', '\t', '\u00A0', '<', '>', '`'])
      assert.equal(bare(`https://a.example/b${end}c`), `[https://a.example/b]${end}c`, end);
  });

  itFinds('includes a round bracket at its end if it opened it', [
    ['(https://a.example/b)', '([https://a.example/b])'],
    ['https://a.example/b_(c)', '[https://a.example/b_(c)]'],
    ['(https://a.example/b_(c))', '([https://a.example/b_(c)])'],
    ['https://a.example/(b))', '[https://a.example/(b)])'],
    ['https://a.example/(b)))', '[https://a.example/(b)]))'],
    ['https://a.example/(b).', '[https://a.example/(b)].'],
    ['https://a.example/b).', '[https://a.example/b]).'],
    ['https://a.example/b.)', '[https://a.example/b].)'],
    ['https://a.example/b)c', '[https://a.example/b)c]'],
    ['https://a.example/(b', '[https://a.example/(b]'],
    ['https://a.example/?q=(b)c)', '[https://a.example/?q=(b)c])'],
  ]);

  itFinds('ends at a bracket that closes the one before it, unless a letter or a digit follows', [
    [
      '(https://a.example/b),(https://c.example/d)',
      '([https://a.example/b]),([https://c.example/d])',
    ],
    ['(https://a.example)/(https://c.example)', '([https://a.example])/([https://c.example])'],
    ['(https://a.example/b_(c));(www.d.example)', '([https://a.example/b_(c)]);([www.d.example])'],
    ['(see https://a.example/b)->c', '(see [https://a.example/b])->c'],
    ['((https://a.example/b))-c', '(([https://a.example/b]))-c'],
    ['(https://a.example/b)c', '([https://a.example/b)c]'],
    ['(a) https://a.example/b)-c', '(a) [https://a.example/b)-c]'],
    ['https://a.example/?q=(https://b.example)', '[https://a.example/?q=(https://b.example)]'],
  ]);

  itFinds('includes a square bracket if it opened it', [
    ['[https://a.example/b]', '[[https://a.example/b]]'],
    ['https://a.example/[b]/c', '[https://a.example/[b]/c]'],
    ['https://a.example/b]c', '[https://a.example/b]]c'],
  ]);

  itFinds('leaves a character reference at its end to the sentence', [
    ['https://a.example/b&amp;', '[https://a.example/b]&amp;'],
    ['https://a.example/b&lt;&gt;', '[https://a.example/b]&lt;&gt;'],
    ['https://a.example/b&nbsp;后', '[https://a.example/b]&nbsp;后'],
    ['https://a.example/b&copy;,그리고', '[https://a.example/b]&copy;,그리고'],
    ['https://a.example/b;后', '[https://a.example/b];后'],
    ['https://a.example/?b&amp;c', '[https://a.example/?b&amp;c]'],
    ['https://a.example/?b&c', '[https://a.example/?b&c]'],
    ['https://a.example/b;c', '[https://a.example/b;c]'],
  ]);

  it('may follow another one', () => {
    assert.equal(
      bare('https://a.example, www.b.example and me@c.example.'),
      '[https://a.example], [www.b.example] and [me@c.example].',
    );
  });

  it('is searched from an offset on', () => {
    const text = 'www.a.example www.b.example';
    assert.equal(findBareLink(text, 0, decode)?.start, 0);
    assert.equal(findBareLink(text, 1, decode)?.start, 14);
    assert.equal(findBareLink(text, 15, decode), undefined);
  });
});

describe('what is glued to a bare address', () => {
  itFinds('is text behind its last bracket or brace', [
    ['https://a.example/{id}后', '[https://a.example/{id}]后'],
    ['https://a.example/[1]の', '[https://a.example/[1]]の'],
    ['https://a.example/a(b)后', '[https://a.example/a(b)]后'],
  ]);

  it('is text if it is a numeral or a letter in a circle or in brackets', () => {
    for (const sign of ['①', '㉑', '⑴', 'Ⓐ', '㊤', '⓵'])
      assert.equal(bare(`https://a.example/x${sign}`), `[https://a.example/x]${sign}`);
  });

  for (const text of [
    '(https://a.example/x)',
    '(https://a.example/x),',
    '(https://a.example/x)后',
    'https://a.example/1\uFE0F\u20E3',
    'https://a.exaп:',
    'https://a.example/x**后!',
  ])
    it(`is not read with each of many addresses: ${text}`, test => {
      const all = text.repeat(200);
      let read = 0;
      const {exec} = RegExp.prototype;
      test.mock.method(RegExp.prototype, 'exec', function (this: RegExp, source: string) {
        const found = exec.call(this, source);
        read += found?.[0].length ?? 0;
        return found;
      });
      const links = bare(all).split('[').length - 1;
      test.mock.restoreAll();
      assert.equal(links, 200);
      assert.ok(read < 8 * all.length, `${read} of ${all.length} characters`);
    });
});

describe('a bare address without a domain', () => {
  it('is text', () => {
    const texts = ['http://=', 'http://(', 'http://)', 'https://-', 'http://_', 'http://|a'];
    for (const text of texts) assert.equal(bare(text), text);
    assert.equal(bare('http://中文.example http://1'), '[http://中文.example] [http://1]');
  });
});

describe('a bare address of mail', () => {
  itFinds('has a top-level domain that ends in a letter: with a digit it is a version', [
    ['npm i is-wsl@2.2.0', 'npm i is-wsl@2.2.0'],
    ['me@a.example1', 'me@a.example1'],
    ['me@a.1example', '[me@a.1example]'],
    ['me@a.example2.', 'me@a.example2.'],
    ['me@a.b1, you@a.example', 'me@a.b1, [you@a.example]'],
  ]);

  itFinds('has a dot in its domain', [
    ['me@a.example', '[me@a.example]'],
    ['me.you+x_y-z@a.b.example', '[me.you+x_y-z@a.b.example]'],
    ['me@a', 'me@a'],
    ['me@a.', 'me@a.'],
    ['@a.example', '@a.example'],
    ['me@.example', 'me@.example'],
    ['me @a.example', 'me @a.example'],
    ['me@@a.example', 'me@@a.example'],
  ]);

  itFinds('ends in a letter or a digit', [
    ['me@a.example.', '[me@a.example].'],
    ['me@a.example-', 'me@a.example-'],
    ['me@a.example_', 'me@a.example_'],
    ['me@a-b.example', '[me@a-b.example]'],
    ['(me@a.example)', '([me@a.example])'],
    ['me@a.example, you@b.example', '[me@a.example], [you@b.example]'],
  ]);

  itFinds('is recognised between Chinese words and in emphasis', [
    ['写信到me@a.example。', '写信到[me@a.example]。'],
    ['*me@a.example*', '*[me@a.example]*'],
  ]);
});

describe('bare addresses among other syntax', () => {
  itReads('contain no emphasis, but can be in it', [
    ['*https://a.example*', '<em><a href="https://a.example">https://a.example</a></em>'],
    ['**www.a.example**', '<strong><a href="http://www.a.example">www.a.example</a></strong>'],
    ['~~me@a.example~~', '<del><a href="mailto:me@a.example">me@a.example</a></del>'],
    ['https://a.example/*b*c', '<a href="https://a.example/*b*c">https://a.example/*b*c</a>'],
  ]);

  itReads('are none in code, in a destination, in a tag and behind a backslash', [
    ['`https://a.example`', '<code>https://a.example</code>'],
    ['[a](https://a.example)', '<a href="https://a.example">a</a>'],
    ['![a](https://a.example)', '<img src="https://a.example" alt="a" />'],
    ['<a href="https://a.example">', '<a href="https://a.example">'],
    ['https\\://a.example', 'https://a.example'],
    ['me\\@a.example', 'me@a.example'],
  ]);

  it('may be in brackets that are no link', () => {
    assert.equal(
      inlineHtml('[https://a.example]'),
      '[<a href="https://a.example">https://a.example</a>]',
    );
  });
});
