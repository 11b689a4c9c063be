import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {parseInline} from '../../../src/core/markdown/inline-parser.js';
import {Markdown} from '../../../src/core/markdown/markdown.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import type {InlineSyntax} from '../../../src/core/markdown/syntax.js';
import {aside, emoji, everySyntax, highlight, note} from './syntax.js';
import {cut, markdownText} from './texts.js';
import {decode, documentToHtml} from './to-html.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const syntaxText = fc
  .array(
    fc.oneof(
      markdownText,
      fc.constantFrom(
        '==a b==',
        '==a',
        '`==c==`',
        ':fox: :fo',
        '*:x:*',
        '[:y:](https://a.example)',
      ),
      fc.constantFrom(
        ':::note\ninside\n\n*more*\n:::',
        ':::\nno end',
        '> :::\n> a\nb',
        'aside: a\nb',
      ),
    ),
    {maxLength: 4},
  )
  .chain(parts => fc.constantFrom('\n\n', '\n', ' ').map(between => parts.join(between)));

function renderChunks(pieces: readonly string[]): string {
  const document = new MarkdownDocument(decode, everySyntax);
  let text = '';
  for (const piece of pieces) {
    text += piece;
    document.update(text, [], true);
    documentToHtml(document, true);
  }
  document.update(text, [], false);
  return documentToHtml(document);
}

const inline = (text: string, syntax: readonly InlineSyntax[], open = false) =>
  parseInline(text, {definitions: new Map(), decode, syntax}, open);

describe('syntax of extensions', () => {
  it('streams as well as the built-in one', () => {
    forAll(runs(1000), [syntaxText, fc.array(fc.nat(), {maxLength: 12})], (text, at) => {
      assert.equal(renderChunks(cut(text, at)), renderChunks([text]));
    });
  });

  it('is read if no built-in syntax owns the text', () => {
    assert.deepEqual(inline('a ==b== `==c==` \\==d', [highlight]), [
      {kind: 'text', text: 'a '},
      {
        kind: 'custom',
        syntax: highlight,
        token: {type: 'highlight', raw: '==b==', words: 'b'},
      },
      {kind: 'text', text: ' '},
      {kind: 'code', text: '==c=='},
      {kind: 'text', text: ' ==d'},
    ]);
  });

  it('may be in emphasis and in links', () => {
    const [strong] = inline('**:a:**', [emoji]);
    assert.equal(strong?.kind === 'strong' && strong.children[0]?.kind, 'custom');
  });

  it('may render incomplete syntax, and only then', () => {
    const kinds = inline('See :fo', [emoji], true).map(({kind}) => kind);
    assert.deepEqual(kinds, ['text', 'custom']);
    assert.deepEqual(inline('See :fo', [emoji]), [{kind: 'text', text: 'See :fo'}]);
  });

  it('declines other positions, and empty matches', () => {
    for (const raw of ['', 'x']) {
      const odd: InlineSyntax = {...emoji, tokenizer: () => ({raw})};
      assert.deepEqual(inline('abc', [odd]), [{kind: 'text', text: 'abc'}]);
    }
  });

  it('renders citation marks after their container', () => {
    const document = new MarkdownDocument(decode, everySyntax);
    const text = 'A ==word== here.\n\n:::note\ninside\n:::';
    document.update(
      text,
      [
        {offset: 6, source: 'a', label: '1'},
        {offset: text.indexOf('note'), source: 'b', label: '2'},
      ],
      false,
    );
    assert.equal(
      documentToHtml(document),
      '<p>A <span>==word==</span>[0] here.</p>\n<div>:::note\ninside\n:::</div>\n[1]',
    );
  });

  it('ends a block at its explicit end, at a blank line by default, or with its container', () => {
    assert.equal(
      renderChunks([':::a\n\n# b\n:::\nc\n\naside: d\ne\n\nf\n\n> :::g\nh']),
      '<div>:::a\n\n# b\n:::</div>\n<p>c</p>\n<div>aside: d\ne</div>\n<p>f</p>\n' +
        '<blockquote>\n<div>:::g</div>\n</blockquote>\n<p>h</p>\n',
    );
  });

  it('interrupts a paragraph if it defines its start', () => {
    assert.equal(renderChunks(['a\n:::b\n:::']), '<p>a</p>\n<div>:::b\n:::</div>\n');
    assert.equal(renderChunks(['a\naside: b']), '<p>a\naside: b</p>\n');
  });

  it('searches a text once for each, however often it could begin', () => {
    let searched = 0;
    const greedy: InlineSyntax = {
      ...highlight,
      start: text => {
        searched++;
        return text.indexOf('==');
      },
    };
    inline('=='.repeat(1000), [greedy]);
    assert.ok(searched <= 2001, `${searched} searches`);
  });
});

describe('Markdown', () => {
  it('gives the syntax of its extensions, and reports when it changes', () => {
    const shared = new Markdown<string>();
    const own = new Markdown<string>(shared);
    let folded = 0;
    const stop = own.subscribe(() => folded++);
    const undo = shared.use({extensions: [note]});
    own.use({extensions: [aside]});
    assert.deepEqual(own.syntax, [aside, note]);
    undo();
    assert.deepEqual(own.syntax, [aside]);
    assert.equal(folded, 3);
    stop();
    own.use({});
    assert.equal(folded, 3);
  });
});
