import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import type {Mark} from '../../../src/core/model/item.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import {outline} from './block-cases.js';
import {emoji, everySyntax, highlight, note} from './syntax.js';
import {cut, markdownText} from './texts.js';
import {decode, documentToHtml} from './to-html.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const mark = (offset: number, label = '1'): Mark => ({offset, source: `s${label}`, label});

/** Of which little would be compared while it grows: many parts, each of them different. */
const LONG = Array.from({length: 4000}, (_, at) => `word${String(at)}`).join(' ');

describe('update', () => {
  it('of an empty text has no blocks', () => {
    const document = new MarkdownDocument(decode);
    assert.equal(document.update('', [], true), false);
    assert.deepEqual(document.blocks, []);
    assert.equal(document.update('', [], false), false);
    assert.deepEqual(document.blocks, []);
  });

  it('of the same text keeps every block', () => {
    const document = new MarkdownDocument(decode);
    const marks = [mark(1)];
    document.update('# a\n\nb', marks, true);
    const [heading] = document.blocks;
    assert.equal(document.update('# a\n\nb', marks, true), false);
    assert.equal(document.blocks[0], heading);
  });

  it('of the same text after its end parses nothing again', () => {
    const document = new MarkdownDocument(decode);
    const marks: readonly Mark[] = [];
    document.update('# a\n\nb', marks, false);
    const [heading, paragraph] = document.blocks;
    assert.equal(document.update('# a\n\nb', marks, false), false);
    assert.deepEqual([...document.blocks], [heading, paragraph]);
  });

  it('of a shorter text parses all again', () => {
    const document = new MarkdownDocument(decode);
    document.update('# a\n\nb', [], true);
    assert.equal(document.update('# a', [], true), true);
    assert.equal(outline(document.blocks), 'h1@1"a"');
  });

  it('of a text that is emptied has no blocks', () => {
    const document = new MarkdownDocument(decode);
    document.update('# a', [], true);
    assert.equal(document.update('', [], true), true);
    assert.deepEqual(document.blocks, []);
  });

  it('forgets the definitions of a text that is replaced', () => {
    const document = new MarkdownDocument(decode);
    document.update('[a]: /b\n\n[a]', [], true);
    document.update('tea [a]', [], true);
    assert.equal(document.context.definitions.size, 0);
    assert.equal(documentToHtml(document), '<p>tea [a]</p>\n');
  });

  it('sees a change of the first character, the last one and any between', () => {
    const text = 'tea and milk and oil';
    for (let at = 0; at < text.length; at++) {
      const document = new MarkdownDocument(decode);
      document.update(text, [], true);
      const changed = `${text.slice(0, at)}#${text.slice(at + 1)} and salt`;
      assert.equal(document.update(changed, [], true), true, String(at));
      assert.equal(documentToHtml(document), `<p>${changed}</p>\n`);
    }
  });

  it('always results in the text that was set last', () => {
    forAll(
      runs(1000),
      [fc.array(fc.tuple(markdownText, fc.boolean()), {minLength: 1, maxLength: 5}), markdownText],
      (steps, last) => {
        const document = new MarkdownDocument(decode);
        for (const [text, streaming] of steps) document.update(text, [], streaming);
        document.update(last, [], false);
        const fresh = new MarkdownDocument(decode);
        fresh.update(last, [], false);
        assert.equal(outline(document.blocks), outline(fresh.blocks));
        assert.equal(documentToHtml(document), documentToHtml(fresh));
      },
    );
  });
});

describe('a long line of HTML that grows', () => {
  it('is read again only when it has grown by a sixteenth, and whole at its end', () => {
    for (const [start, part] of [
      ['', '<!-- '],
      ['<div>\n', '<b>x</b> '],
    ] as const) {
      const text = start + part.repeat(8000);
      const document = new MarkdownDocument(decode);
      const read = new Set<string>();
      for (let end = 64; end < text.length; end += 64) {
        document.update(text.slice(0, end), [], true);
        read.add(documentToHtml(document, true));
      }
      assert.ok(read.size < 120, `${start + part}: ${String(read.size)}`);
      document.update(text, [], false);
      assert.equal(documentToHtml(document), `${text}\n`);
    }
  });
});

describe('a change in a long text', () => {
  it('is detected at once in the last characters', () => {
    const document = new MarkdownDocument(decode);
    document.update(LONG, [], true);
    const changed = `${LONG.slice(0, -1)}! more`;
    assert.equal(document.update(changed, [], true), true);
    assert.equal(documentToHtml(document), `<p>${changed}</p>\n`);
  });

  it('is seen at the end of the text, wherever it is', () => {
    for (const at of [0, 4096, LONG.length >> 1, LONG.length - 1]) {
      const document = new MarkdownDocument(decode);
      document.update(LONG, [], true);
      const changed = `${LONG.slice(0, at)}!${LONG.slice(at + 1)}`;
      assert.equal(document.update(`${changed} more`, [], false), true, String(at));
      assert.equal(documentToHtml(document), `<p>${changed} more</p>\n`);
    }
  });

  it('is seen some updates later, wherever it is', () => {
    const changed = `!${LONG.slice(1)}`;
    const document = new MarkdownDocument(decode);
    document.update(LONG, [], true);
    let text = changed;
    const updates = Math.ceil(LONG.length / 4096) + 1;
    let seen = false;
    for (let more = 0; more < updates && !seen; more++) {
      text += ' x';
      seen = document.update(text, [], true);
    }
    assert.ok(seen);
    assert.equal(documentToHtml(document), `<p>${text}</p>\n`);
  });

  it('is detected at the end of the text, also if it happened much earlier', () => {
    const document = new MarkdownDocument(decode);
    document.update(LONG, [], true);
    const changed = `!${LONG.slice(1)} more`;
    assert.equal(document.update(changed, [], true), false, 'not compared yet');
    assert.equal(document.update(changed, [], false), true);
    assert.equal(documentToHtml(document), `<p>${changed}</p>\n`);
  });

  it('is seen behind the end, though the text is as long as before', () => {
    const document = new MarkdownDocument(decode);
    const marks: readonly Mark[] = [];
    document.update(LONG, marks, false);
    const changed = `!${LONG.slice(1)}`;
    assert.equal(document.update(changed, marks, true), true);
    assert.equal(documentToHtml(document), `<p>${changed}</p>\n`);
  });

  it('is not reported if the text only grows', () => {
    const document = new MarkdownDocument(decode);
    let text = LONG;
    document.update(text, [], true);
    for (let more = 0; more < 20; more++) {
      assert.equal(document.update((text += ' more words'), [], true), false);
    }
    assert.equal(document.update(text, [], false), false);
    assert.equal(documentToHtml(document), `<p>${text}</p>\n`);
  });
});

describe('the context of a text', () => {
  it('reports whether the text may continue', () => {
    const document = new MarkdownDocument(decode);
    document.update('a', [], true);
    assert.equal(document.context.streaming, true);
    document.update('a', [], false);
    assert.equal(document.context.streaming, false);
    document.update('b', [], true);
    assert.equal(document.context.streaming, true);
  });

  it('gives the syntax of extensions that is within lines, and only that', () => {
    assert.deepEqual(new MarkdownDocument(decode, everySyntax).context.syntax, [highlight, emoji]);
    assert.equal('syntax' in new MarkdownDocument(decode, [note]).context, false);
    assert.equal('syntax' in new MarkdownDocument(decode).context, false);
  });

  it('returns the given resolver of references', () => {
    assert.equal(new MarkdownDocument(decode).context.decode, decode);
  });
});

describe('citation marks in blocks', () => {
  const draw = (text: string, ...offsets: readonly number[]): string => {
    const document = new MarkdownDocument(decode);
    document.update(
      text,
      offsets.map(offset => mark(offset)),
      false,
    );
    return documentToHtml(document);
  };

  for (const [what, text, offset, html] of [
    ['a heading', '# tea', 5, '<h1>tea[0]</h1>\n'],
    ['the words of a heading above a line', 'tea\n---', 3, '<h2>tea[0]</h2>\n'],
    ['an item', '- tea\n- milk', 5, '<ul>\n<li>tea[0]\n</li>\n<li>milk\n</li>\n</ul>\n'],
    [
      'a task',
      '- [x] tea',
      9,
      '<ul>\n<li><input checked="" disabled="" type="checkbox"> tea[0]\n</li>\n</ul>\n',
    ],
    ['a quote', '> tea', 5, '<blockquote>\n<p>tea[0]</p>\n</blockquote>\n'],
    [
      'a cell',
      '|a|\n|-|\n|b|',
      10,
      '<table><thead><tr><th>a</th></tr>\n</thead><tbody><tr><td>b[0]</td></tr>\n</tbody></table>\n',
    ],
  ] as const) {
    it(`are at ${what}`, () => {
      assert.equal(draw(text, offset), html);
    });
  }

  for (const [what, text, offset, html] of [
    ['a rule', 'a\n\n---', 5, '<p>a</p>\n<hr />\n[0]'],
    ['code that is indented', '    tea', 6, '<pre><code>tea\n</code></pre>\n[0]'],
    ['the text of a fence', '```\ntea\n```', 5, '<pre><code>tea\n</code></pre>\n[0]'],
    ['the beginning of a fence', '```\ntea\n```', 3, '<pre><code>tea\n</code></pre>\n[0]'],
    ['HTML', '<div>\ntea\n</div>', 8, '<div>\ntea\n</div>\n[0]'],
    [
      'a row of delimiters',
      '|a|\n|-|',
      6,
      '<table><thead><tr><th>a</th></tr>\n</thead></table>\n[0]',
    ],
    ['the line below a heading', 'tea\n---', 6, '<h2>tea</h2>\n[0]'],
  ] as const) {
    it(`are after ${what}`, () => {
      assert.equal(draw(text, offset), html);
    });
  }

  it('have the same positions as if the whole text had arrived at once', () => {
    forAll(runs(1000), [markdownText, fc.array(fc.nat(), {maxLength: 5})], (text, places) => {
      const marks = places
        .map(place => place % (text.length + 1))
        .sort((a, b) => a - b)
        .map(offset => mark(offset));
      const once = new MarkdownDocument(decode);
      once.update(text, marks, false);
      const streamed = new MarkdownDocument(decode);
      let shown = '';
      for (const piece of cut(text, places)) {
        shown += piece;
        streamed.update(
          shown,
          marks.filter(({offset}) => offset <= shown.length),
          true,
        );
      }
      streamed.update(text, marks, false);
      assert.equal(documentToHtml(streamed), documentToHtml(once));
    });
  });
});

describe('a text that goes on after its end', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['A text that ends in the mid', 'dle of it.'],
    ['- one\n- tw', 'o\n- three'],
    ['| a | b |\n|---|---|\n| 1 | 2', '2 |\n| 3 | 4 |'],
    ['```js\nlet a', ' = 1;\n```\n\nend'],
    ['> quo', 'te'],
    ['# Hea', 'ding'],
  ];
  for (const [first, rest] of cases) {
    it(`is read as one text: ${JSON.stringify(first + rest)}`, () => {
      const document = new MarkdownDocument(decode);
      const marks: readonly Mark[] = [];
      document.update(first, marks, true);
      document.update(first, marks, false);
      document.update(first, marks, true);
      document.update(first + rest, marks, true);
      document.update(first + rest, marks, false);
      const whole = new MarkdownDocument(decode);
      whole.update(first + rest, marks, false);
      assert.equal(documentToHtml(document), documentToHtml(whole));
    });
  }
});

describe('the first half of an emoji at the end of a text', () => {
  const cases = ['ok ', '# ', '```\n', '    ', '`', '| ', '- ', '[', '**', '> ', '<b>', '', '$'];
  for (const before of cases) {
    it(`is held back while the text may go on: ${JSON.stringify(before)}`, () => {
      const document = new MarkdownDocument(decode);
      const whole = `${before}😀 done`;
      const half = whole.slice(0, before.length + 1);
      document.update(half, [], true);
      assert.doesNotMatch(documentToHtml(document), /\p{Surrogate}/u);
      document.update(whole, [], true);
      document.update(whole, [], false);
      const expected = new MarkdownDocument(decode);
      expected.update(whole, [], false);
      assert.equal(documentToHtml(document), documentToHtml(expected));
    });
  }

  it('is kept at the end', () => {
    const document = new MarkdownDocument(decode);
    document.update('ok \ud83d', [], true);
    document.update('ok \ud83d', [], false);
    assert.ok(documentToHtml(document).includes('\ud83d'));
  });
});
