import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {InlineList, joinText, type ChainLink} from '../../../src/core/markdown/inline-list.js';
import type {Inline} from '../../../src/core/markdown/inline.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const text = (words: string): Inline => ({kind: 'text', text: words});
const code = (words: string): Inline => ({kind: 'code', text: words});

/** A chain with an inline code for each letter, so that nothing is joined. */
function chainOf(letters: string): {chain: InlineList; links: ChainLink[]} {
  const chain = new InlineList();
  const links = Array.from(letters, (letter, at) => chain.append(code(letter), at + 1));
  return {chain, links};
}

const lettersOf = (inlines: readonly Inline[]): string =>
  inlines.map(inline => ('text' in inline ? inline.text : '?')).join('');

/** Reads a chain from its end, to see whether it hangs together in both directions. */
function backwards(chain: InlineList): string {
  let folded = '';
  for (let link = chain.last; link; link = link.previous) folded += lettersOf([link.inline]);
  return folded;
}

const at = (links: readonly ChainLink[], place: number): ChainLink => {
  const link = links[place];
  assert.ok(link);
  return link;
};

describe('a chain of inlines', () => {
  it('is empty at first', () => {
    const chain = new InlineList();
    assert.deepEqual(chain.toArray(), []);
    assert.equal(chain.first, undefined);
    assert.equal(chain.last, undefined);
  });

  it('keeps inlines in order, with their end in the source', () => {
    const {chain, links} = chainOf('abc');
    assert.equal(lettersOf(chain.toArray()), 'abc');
    assert.equal(backwards(chain), 'cba');
    const found = links.map(({end, depth}) => [end, depth]);
    assert.deepEqual(found, [
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
  });

  it('inserts an inline after any link', () => {
    for (const [place, folded] of [
      [0, 'axbc'],
      [1, 'abxc'],
      [2, 'abcx'],
    ] as const) {
      const {chain, links} = chainOf('abc');
      chain.insertAfter(at(links, place), code('x'), 1);
      assert.equal(lettersOf(chain.toArray()), folded);
      assert.equal(backwards(chain), Array.from(folded).reverse().join(''));
    }
  });

  it('gives an inline that is inserted the end of the link before it', () => {
    const {chain, links} = chainOf('ab');
    chain.insertAfter(at(links, 0), code('x'), 7);
    assert.equal(links[0]?.next?.end, 1);
    assert.equal(links[0].next.depth, 7);
  });

  it('lets go of any link', () => {
    for (const [place, folded] of [
      [0, 'bc'],
      [1, 'ac'],
      [2, 'ab'],
    ] as const) {
      const {chain, links} = chainOf('abc');
      chain.remove(at(links, place));
      assert.equal(lettersOf(chain.toArray()), folded);
      assert.equal(backwards(chain), Array.from(folded).reverse().join(''));
    }
  });

  it('is empty again when its only link is removed', () => {
    const {chain, links} = chainOf('a');
    chain.remove(at(links, 0));
    assert.equal(chain.first, undefined);
    assert.equal(chain.last, undefined);
    chain.append(code('b'), 2);
    assert.equal(lettersOf(chain.toArray()), 'b');
  });

  it('gives the nodes between two links, and closes the gap', () => {
    const {chain, links} = chainOf('abcde');
    const taken = chain.takeBetween(at(links, 1), at(links, 4));
    assert.equal(lettersOf(taken.inlines), 'cd');
    assert.equal(taken.depth, 1);
    assert.equal(lettersOf(chain.toArray()), 'abe');
    assert.equal(backwards(chain), 'eba');
  });

  it('gives everything behind a link', () => {
    const {chain, links} = chainOf('abc');
    assert.equal(lettersOf(chain.takeBetween(at(links, 0), undefined).inlines), 'bc');
    assert.equal(chain.last, links[0]);
    chain.append(code('d'), 4);
    assert.equal(lettersOf(chain.toArray()), 'ad');
  });

  it('returns nothing from between neighbours, and keeps them', () => {
    const {chain, links} = chainOf('ab');
    assert.deepEqual(chain.takeBetween(at(links, 0), at(links, 1)), {inlines: [], depth: 1});
    assert.equal(lettersOf(chain.toArray()), 'ab');
  });

  it('counts the depth of nested inlines', () => {
    const {chain, links} = chainOf('abcd');
    at(links, 1).depth = 3;
    at(links, 2).depth = 5;
    assert.equal(chain.takeBetween(at(links, 0), at(links, 3)).depth, 6);
  });

  it('keeps only the text of markup that is too deep', () => {
    for (const [depth, folded] of [
      [31, {inlines: [code('b')], depth: 32}],
      [32, {inlines: [text('b')], depth: 1}],
    ] as const) {
      const {chain, links} = chainOf('abc');
      at(links, 1).depth = depth;
      assert.deepEqual(chain.takeBetween(at(links, 0), at(links, 2)), folded);
    }
  });

  it('joins text to text when it is reported as a list', () => {
    const chain = new InlineList();
    for (const inline of [text('a'), text('b'), code('c'), text(''), text('d'), text('\n')])
      chain.append(inline, 0);
    chain.append(text('e'), 0);
    assert.deepEqual(chain.toArray(), [text('ab'), code('c'), text('d\ne')]);
  });
});

describe('joinText', () => {
  it('joins text up to a line end after 1,024 characters', () => {
    const long = 'x'.repeat(1020);
    assert.deepEqual(joinText([text(long), text('a\n'), text('b'), text('c\n'), text('d')]), [
      text(`${long}a\nbc\n`),
      text('d'),
    ]);
    assert.deepEqual(joinText([text(long), text(long), text('a')]), [text(`${long}${long}a`)]);
  });

  it('creates few texts of many lines, the same ones while the lines arrive', () => {
    const lines = Array.from({length: 2000}, () => text('line one\n'));
    const whole = joinText(lines);
    assert.equal(whole.length, 18);
    for (const count of [1, 113, 114, 115, 1000, 1999]) {
      const some = joinText(lines.slice(0, count));
      assert.deepEqual(some.slice(0, -1), whole.slice(0, some.length - 1));
      assert.deepEqual(joinText([...some, ...lines.slice(count)]), whole);
    }
  });

  it('omits empty text, and keeps other inlines separate', () => {
    assert.deepEqual(joinText([text(''), code(''), text(''), code('a'), {kind: 'break'}]), [
      code(''),
      code('a'),
      {kind: 'break'},
    ]);
    assert.deepEqual(joinText([]), []);
  });

  it('does not modify its input', () => {
    const given = [text('a'), text('b')];
    joinText(given);
    assert.deepEqual(given, [text('a'), text('b')]);
  });

  it('loses no text, and separates texts only after a line end', () => {
    const inline = fc.oneof(
      fc.constantFrom('', 'a', 'bc', 'd\n', '\n', 'e'.repeat(800)).map(text),
      fc.constantFrom('x', 'y').map(code),
    );
    forAll(runs(1000), [fc.array(inline, {maxLength: 30})], inlines => {
      const joined = joinText(inlines);
      assert.equal(lettersOf(joined), lettersOf(inlines));
      for (const [place, one] of joined.entries()) {
        const before = joined[place - 1];
        if (one.kind !== 'text') continue;
        assert.notEqual(one.text, '');
        if (before?.kind === 'text') assert.match(before.text, /^[^]{1023,}\n$/);
      }
    });
  });
});
