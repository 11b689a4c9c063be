import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {inlineText, type Inline} from '../../../src/core/markdown/inline.js';
import {definitions, read} from './inline-html.js';
import {highlight} from './syntax.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const words = (text: string): string =>
  inlineText(read(text, {definitions: definitions({ref: '/r', '^n': ''}), syntax: [highlight]}));

describe('the plain text of a line', () => {
  it('has the text of every inline that has text', () => {
    for (const [text, folded] of [
      ['a *b **c** ~~d~~* e', 'a b c d e'],
      ['`a  b`', 'a  b'],
      ['[a *b*](/u "t")', 'a b'],
      ['[a][ref] [ref]', 'a ref'],
      ['![a *b*](/i "t")', 'a b'],
      ['https://a.example', 'https://a.example'],
      ['<me@a.example>', 'me@a.example'],
      ['&copy; \\*', '© *'],
      ['==a b==', '==a b=='],
    ] as const) {
      assert.equal(words(text), folded, text);
    }
  });

  it('has nothing of tags, citations and references to footnotes', () => {
    assert.equal(words('a <b>c</b><br/><!-- d -->'), 'a c');
    assert.equal(words('a[^n] b'), 'a b');
    assert.equal(inlineText([{kind: 'mark', index: 3}]), '');
  });

  it('has the line ends that are written, and those that are asked for', () => {
    assert.equal(words('a\nb'), 'a\nb');
    assert.equal(words('a  \nb\\\nc'), 'a\nb\nc');
  });

  it('is empty without text', () => {
    assert.equal(inlineText([]), '');
    assert.equal(inlineText([{kind: 'strong', children: []}]), '');
  });

  it('is the same however deep the text is', () => {
    const tree: fc.Arbitrary<Inline> = fc.letrec<{inline: Inline}>(tie => ({
      inline: fc.oneof(
        {maxDepth: 5},
        fc.constantFrom('a', 'b ', '\n').map((text): Inline => ({kind: 'text', text})),
        fc
          .tuple(
            fc.constantFrom('emphasis', 'strong', 'strike'),
            fc.array(tie('inline'), {maxLength: 3}),
          )
          .map(([kind, children]): Inline => ({kind, children})),
      ),
    })).inline;
    const leaves = (inline: Inline): string =>
      inline.kind === 'text'
        ? inline.text
        : 'children' in inline
          ? inline.children.map(leaves).join('')
          : '';
    forAll(runs(1000), [fc.array(tree)], inlines => {
      assert.equal(inlineText(inlines), inlines.map(leaves).join(''));
    });
  });
});
