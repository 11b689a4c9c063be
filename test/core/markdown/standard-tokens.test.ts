import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {Markdown} from '../../../src/core/markdown/markdown.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import {rewrite} from '../../../src/core/markdown/standard-tokens/rewritten-document.js';
import type {TokenParts} from '../../../src/core/markdown/standard-tokens/token.js';
import type {Mark} from '../../../src/core/model/item.js';
import {cases} from '../../modules/marked/extensions.js';
import {forAll} from '../../support/for-all.js';
import {runs} from '../../support/full.js';
import {cut, markdownText} from './texts.js';
import {decode, documentToHtml, toHtml} from './to-html.js';

const call = <T>(work: () => T): T => work();

function renderChunks(
  pieces: readonly string[],
  extensions: readonly TokenParts[],
  marks: readonly Mark[] = [],
): string {
  const document = rewrite(new MarkdownDocument(decode), extensions, decode, call);
  let text = '';
  for (const piece of pieces) {
    text += piece;
    document.update(text, marks, true);
    documentToHtml(document, true);
  }
  document.update(text, marks, false);
  return documentToHtml(document);
}

function render(text: string, ...extensions: readonly TokenParts[]): string {
  const document = rewrite(new MarkdownDocument(decode), extensions, decode, call);
  document.update(text, [], false);
  return documentToHtml(document);
}

/** What remains for standard tokens of an extension that `markdown.use` has added. */
function partsOf(extension: object): readonly TokenParts[] {
  const markdown = new Markdown<string>();
  markdown.use(extension);
  return markdown.tokenParts;
}

/** An extension that changes every type of token. */
const everything: TokenParts = {
  walkTokens(token) {
    if (token.type === 'heading') token.depth = (token.depth ?? 0) + 1;
    if (token.type === 'link') token.href = `/base${token.href ?? ''}`;
    if (token.type === 'code') token.text = token.text?.toUpperCase() ?? '';
  },
  renderer: {
    blockquote: () => false,
    em: () => false,
    codespan: ({text}) => `<kbd>${text ?? ''}</kbd>`,
    hr: () => '<hr><hr>',
  },
  hooks: {postprocess: html => html.replaceAll('...', '…')},
};

describe('extensions of `marked` that change standard tokens', () => {
  for (const {name, create, text, everywhere} of cases) {
    const parts = everywhere ? partsOf(create()) : [];
    if (parts.length === 0) continue;
    it(`does not depend on the chunks with ${name}`, () => {
      const whole = render(text, ...partsOf(create()));
      assert.notEqual(whole, toHtml(text));
      for (let at = 0; at <= text.length; at++) {
        const pieces = [text.slice(0, at), text.slice(at)];
        assert.equal(renderChunks(pieces, partsOf(create())), whole);
      }
      assert.equal(renderChunks(Array.from(text), partsOf(create())), whole);
    });
  }

  it('does not depend on the chunks of any text', () => {
    forAll(runs(500), [markdownText, fc.array(fc.nat(), {maxLength: 12})], (text, at) => {
      assert.equal(renderChunks(cut(text, at), [everything]), render(text, everything));
    });
  });

  it('leaves every text as it is without a change', () => {
    const nothing: TokenParts = {walkTokens: () => undefined, hooks: {postprocess: html => html}};
    forAll(runs(500), [markdownText], text => {
      assert.equal(render(text, nothing), toHtml(text));
    });
  });

  it('changes tokens with `walkTokens`, those around before those inside', () => {
    const types: string[] = [];
    const walkTokens: TokenParts['walkTokens'] = ({type}) => types.push(type);
    render('> # A *b* [c](/d)\n\n- `e`', {walkTokens});
    assert.equal(types.join(' '), 'blockquote heading text em text text link text codespan');
    assert.equal(
      render('# A [b](/c)\n\n- x\n\n  ~~~js\n  d\n  ~~~\n\n[e]\n\n[e]: /f', everything),
      '<h2>A <a href="/base/c">b</a></h2>\n<ul>\n<li><p>x</p>\n<pre><code class="language-js">D\n</code></pre>\n</li>\n</ul>\n<p><a href="/base/f">e</a></p>\n',
    );
  });

  it('resolves a definition that arrives after the block', () => {
    const renderer: TokenParts['renderer'] = {
      heading({tokens}) {
        const {parser} = this as {parser: {parseInline(tokens: unknown): string}};
        return `<h6>${parser.parseInline(tokens)}</h6>`;
      },
    };
    assert.equal(
      renderChunks(['# *A* [b]\n\nc\n\n', '[b]: /d'], [{renderer}]),
      '<div><h6><em>A</em> <a href="/d">b</a></h6></div>\n<p>c</p>\n',
    );
  });

  it('keeps citation marks', () => {
    const mark = {offset: 5, source: 'a', label: '1'};
    assert.equal(renderChunks(['A b... c'], [everything], [mark]), '<p>A b..[0]. c</p>\n');
  });

  it('asks the newest renderer first, until one does not decline', () => {
    const first: TokenParts = {renderer: {strong: () => '<b>1</b>', del: () => '2'}};
    const second: TokenParts = {renderer: {strong: () => false}};
    assert.equal(render('**a** ~~b~~', second, first), '<p><span><b>1</b></span> 2</p>\n');
  });

  it('displays the text of `inlineText` as text, or as HTML if it says so', () => {
    const read = (text: string, escaped: boolean): TokenParts => ({
      tokenizer: {inlineText: raw => ({type: 'text', raw, text, escaped})},
    });
    assert.equal(render('a', read('&lt;b&gt;', true)), '<p>&lt;b&gt;</p>\n');
    assert.equal(render('a', read('<i>b</i>', true)), '<p><span><i>b</i></span></p>\n');
    assert.equal(render('a', read('<i>b</i>', false)), '<p>&lt;i&gt;b&lt;/i&gt;</p>\n');
  });

  it('reports once a hook that changes the text before it is read', context => {
    const warn = context.mock.method(console, 'warn', () => undefined);
    const hooks = {preprocess: (text: string) => `${text}!`};
    assert.equal(render('a', {hooks}), '<p>a</p>\n');
    render('b', {hooks});
    assert.equal(warn.mock.callCount(), 1);
    assert.match(String(warn.mock.calls[0]?.arguments[0]), /preprocess.*modules\/marked\.js/);
  });
});
