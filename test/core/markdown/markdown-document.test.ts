import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {type Block, isContainer} from '../../../src/core/markdown/block.js';
import {appendDelta, type TextDelta} from '../../../src/core/model/growth.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import {cut, markdownText, syntaxSoup} from './texts.js';
import {decode, documentToHtml} from './to-html.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const RUNS = runs(1000);

/** Passes a text to a document in chunks, and reads the preview in between. */
function stream(pieces: readonly string[]): MarkdownDocument {
  const document = new MarkdownDocument(decode);
  let text = '';
  for (const piece of pieces) {
    text += piece;
    document.update(text, [], true);
    documentToHtml(document, true);
  }
  document.update(text, [], false);
  return document;
}

const whole = (text: string): string => documentToHtml(stream([text]));

const cuts = fc.array(fc.nat(), {maxLength: 12});

describe('MarkdownDocument', () => {
  it('ends the same however the text was cut', () => {
    forAll(RUNS, [fc.oneof(markdownText, syntaxSoup), cuts], (text, at) => {
      assert.equal(documentToHtml(stream(cut(text, at))), whole(text));
    });
  });

  it('has the same result character by character', () => {
    forAll(runs(200), [fc.oneof(markdownText, syntaxSoup)], text => {
      assert.equal(documentToHtml(stream(Array.from(text))), whole(text));
    });
  });

  it('reads any text without throwing', () => {
    forAll(RUNS, [fc.string({unit: 'binary', maxLength: 200}), cuts], (text, at) => {
      assert.equal(documentToHtml(stream(cut(text, at))), whole(text));
    });
  });

  it('treats LF, CR and CRLF as equal, also if they are cut', () => {
    forAll(runs(300), [markdownText, cuts, fc.constantFrom('\r', '\r\n')], (text, at, lineEnd) => {
      const returned = text.replaceAll('\n', lineEnd);
      assert.equal(documentToHtml(stream(cut(returned, at))), whole(text));
    });
  });

  it('never changes or replaces a finished block', () => {
    forAll(runs(200), [markdownText], text => {
      const document = new MarkdownDocument(decode);
      const done = new Map<Block, {place: string; folded: string}>();
      for (let end = 1; end <= text.length; end++) {
        document.update(text.slice(0, end), [], true);
        const present = new Set<Block>();
        for (const [place, block] of placesOf(document.blocks)) {
          present.add(block);
          if (!block.done) continue;
          const before = done.get(block);
          if (before) assert.deepEqual(before, {place, folded: JSON.stringify(block)});
          done.set(block, {place, folded: JSON.stringify(block)});
        }
        for (const block of done.keys()) assert.ok(present.has(block));
      }
    });
  });

  it('does not parse text again, however long it is', () => {
    const countFor = (blocks: number): number => {
      let count = 0;
      const document = new MarkdownDocument(reference => (count++, decode(reference)));
      let text = '``` &copy;\ncode\n```\n\n'.repeat(blocks);
      document.update(text, [], true);
      count = 0;
      for (let more = 0; more < 10; more++)
        document.update((text += '``` &copy;\nx\n```\n'), [], true);
      return count;
    };
    assert.equal(countFor(1000), countFor(1));
    assert.equal(countFor(1), 10);
  });

  it('parses all again when something other than the end changed', () => {
    const document = new MarkdownDocument(decode);
    assert.equal(document.update('# one', [], true), false);
    assert.equal(document.update('# one two', [], true), false);
    assert.equal(document.update('# other', [], true), true);
    assert.equal(documentToHtml(document), '<h1>other</h1>\n');
  });

  it('parses a text and its later additions equally, citations included', () => {
    const pieces = fc.array(fc.oneof(markdownText, fc.string({maxLength: 8})), {maxLength: 12});
    forAll(runs(300), [pieces, fc.array(fc.nat(400), {maxLength: 3})], (added, offsets) => {
      const whole = added.join('');
      const marks = offsets
        .toSorted((a, b) => a - b)
        .map(offset => ({offset: Math.min(offset, whole.length), source: 's', label: '1'}));
      const [folded, untold] = [new MarkdownDocument(decode), new MarkdownDocument(decode)];
      let growth: TextDelta | undefined;
      let text = '';
      for (const piece of added) {
        growth = appendDelta(undefined, text, piece);
        text = growth.after;
        const known = marks.filter(({offset}) => offset <= text.length);
        folded.update(text, known, true, growth);
        untold.update(text, known, true);
        assert.equal(documentToHtml(folded), documentToHtml(untold));
      }
      folded.update(text, marks, false, growth);
      untold.update(text, marks, false);
      assert.equal(documentToHtml(folded), documentToHtml(untold));
    });
  });

  it('passes over a growth that is not that of the text which it has read', () => {
    const document = new MarkdownDocument(decode);
    document.update('# one', [], true);
    const missed = appendDelta(appendDelta(undefined, '# one', ' two'), '# one two', ' three');
    document.update('# one two three', [], true, {...missed, before: '# one two', added: ' three'});
    assert.equal(documentToHtml(document), '<h1>one two three</h1>\n');
    document.update('# other', [], true, appendDelta(undefined, '# one two three', ' four'));
    assert.equal(documentToHtml(document), '<h1>other</h1>\n');
  });

  it('continues after an end that was none', () => {
    const document = new MarkdownDocument(decode);
    document.update('one *two', [], false);
    assert.equal(documentToHtml(document), '<p>one *two</p>\n');
    assert.equal(document.update('one *two*', [], true), true);
    document.update('one *two* three', [], false);
    assert.equal(documentToHtml(document), '<p>one <em>two</em> three</p>\n');
    assert.equal(document.update('one *two* three', [], false), true, 'the marks are another list');
  });

  it('renders a late definition at its label', () => {
    const document = stream(['[a] and [b][A].\n\n', '[a]: /here "title"\n']);
    assert.equal(
      documentToHtml(document),
      '<p><a href="/here" title="title">a</a> and <a href="/here" title="title">b</a>.</p>\n',
    );
  });
});

describe('citation marks', () => {
  const mark = (offset: number, label = 'x') => ({offset, source: `s${label}`, label});

  it('are at their offsets', () => {
    const document = new MarkdownDocument(decode);
    document.update('One. Two.', [mark(3), mark(9)], false);
    assert.equal(documentToHtml(document), '<p>One[0]. Two.[1]</p>\n');
  });

  it('may arrive with the text, and after it', () => {
    const document = new MarkdownDocument(decode);
    const marks = [mark(3)];
    assert.equal(document.update('One', marks, true), false);
    assert.equal(document.update('One two', marks, true), false);
    const more = [...marks, mark(7)];
    assert.equal(document.update('One two', more, true), false);
    assert.equal(document.update('One two three', more, false), false);
    assert.equal(documentToHtml(document), '<p>One[0] two[1] three</p>\n');
  });

  it('are parsed again when one is inserted into earlier text, or its target changes', () => {
    const document = new MarkdownDocument(decode);
    const marks = [mark(2)];
    document.update('One two', marks, true);
    assert.equal(document.update('One two', [mark(2, 'y')], true), true);
    assert.equal(document.update('One two', [mark(2, 'y'), mark(3)], true), true);
    assert.equal(document.update('One two', [mark(2, 'y')], true), true);
  });

  it('at the start of a line belong to the line before', () => {
    const document = new MarkdownDocument(decode);
    document.update('Claim.\n\n- item', [mark(8)], false);
    assert.equal(documentToHtml(document), '<p>Claim.[0]</p>\n<ul>\n<li>item\n</li>\n</ul>\n');
  });

  it('are rendered behind code, links and fences, never inside', () => {
    const document = new MarkdownDocument(decode);
    const text = '`code` [text **bold**](/a)\n\n```\ncode\n```';
    const marks = [mark(3), mark(12), mark(17), mark(34), mark(text.length)];
    document.update(text, marks, false);
    assert.equal(
      documentToHtml(document),
      '<p><code>code</code>[0] <a href="/a">text <strong>bold</strong></a>[1][2]</p>\n' +
        '<pre><code>code\n</code></pre>\n[3][4]',
    );
  });

  it('close emphasis that ends before them', () => {
    const document = new MarkdownDocument(decode);
    document.update('**Bold.** And *more.*', [mark(9), mark(21)], false);
    assert.equal(
      documentToHtml(document),
      '<p><strong>Bold.</strong>[0] And <em>more.</em>[1]</p>\n',
    );
  });

  it('cannot be forged by the text', () => {
    const document = new MarkdownDocument(decode);
    document.update('a\uFDD0\uFDEFb \uFDD1', [mark(1)], false);
    assert.equal(documentToHtml(document), '<p>a[0]\uFFFD\uFFFDb \uFFFD</p>\n');
  });

  it('may be many, and beyond the end', () => {
    const document = new MarkdownDocument(decode);
    document.update(
      'a',
      Array.from({length: 20}, () => mark(5)),
      false,
    );
    assert.match(documentToHtml(document), /^<p>a\[0\].*\[18\]\[19\]<\/p>\n$/);
  });
});

/** Every block with its lines. */
function* placesOf(blocks: readonly Block[], above = ''): Generator<[string, Block]> {
  for (const [at, block] of blocks.entries()) {
    const place = `${above}/${String(at)}`;
    yield [place, block];
    if (isContainer(block)) yield* placesOf(block.children, place);
  }
}
