import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import type {Block} from '../../../src/core/markdown/block.js';
import {BlockParser} from '../../../src/core/markdown/blocks/block-parser.js';
import {outline} from './block-cases.js';
import {everySyntax} from './syntax.js';
import {cut, markdownText, syntaxSoup} from './texts.js';
import {decode} from './to-html.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const blockSyntax = everySyntax.filter(one => one.level === 'block');
const parser = (): BlockParser => new BlockParser(decode, blockSyntax);

function parse(...pieces: readonly string[]): BlockParser {
  const blocks = parser();
  for (const piece of pieces) blocks.push(piece);
  blocks.end();
  return blocks;
}

const folded = ({children, definitions}: BlockParser): string =>
  `${outline(children)} ${JSON.stringify([...definitions])}`;

describe('push', () => {
  it('reads each line when it has ended', () => {
    const blocks = parser();
    blocks.push('# te');
    assert.equal(outline(blocks.children), '');
    blocks.push('a\n# mi');
    assert.equal(outline(blocks.children), 'h1@1"tea"');
    blocks.push('lk\n');
    assert.equal(outline(blocks.children), 'h1@1"tea" h1@2"milk"');
  });

  it('ignores an empty chunk', () => {
    const blocks = parser();
    blocks.push('');
    blocks.push('# a');
    blocks.push('');
    blocks.end();
    assert.equal(outline(blocks.children), 'h1@1"a"');
  });

  it('gives the same whatever the pieces are', () => {
    forAll(
      runs(1000),
      [fc.oneof(markdownText, syntaxSoup), fc.array(fc.nat(), {maxLength: 12})],
      (text, at) => {
        assert.equal(folded(parse(...cut(text, at))), folded(parse(text)));
      },
    );
  });
});

describe('preview', () => {
  it('previews the unfinished line, and is reverted by the next', () => {
    const blocks = parser();
    blocks.push('# te');
    blocks.preview();
    assert.equal(outline(blocks.children), 'h1@1"te"');
    blocks.push('a');
    assert.equal(outline(blocks.children), '');
    blocks.preview();
    assert.equal(outline(blocks.children), 'h1@1"tea"');
  });

  it('may be asked for again and again', () => {
    const blocks = parser();
    blocks.push('- a\n- b');
    blocks.preview();
    const before = outline(blocks.children);
    for (let more = 0; more < 5; more++) blocks.preview();
    assert.equal(outline(blocks.children), before);
  });

  it('finishes nothing and defines nothing', () => {
    const blocks = parser();
    blocks.push('[a]: /b\n\n[c]: /d\n# e');
    blocks.preview();
    assert.deepEqual([...blocks.definitions.keys()], ['a']);
    assert.equal(outline(blocks.children), 'h1@4"e"');
    assert.equal(blocks.children[0]?.done, false);
    blocks.push('\n');
    assert.deepEqual([...blocks.definitions.keys()], ['a', 'c']);
    assert.equal(blocks.children[0].done, true);
  });

  it('leaves no trace: later text is parsed as if there had been no preview', () => {
    forAll(
      runs(1000),
      [
        fc.oneof(markdownText, syntaxSoup),
        fc.array(fc.nat(), {maxLength: 12}),
        fc.integer({min: 1, max: 3}),
      ],
      (text, at, looks) => {
        const seen = parser();
        const unseen = parser();
        for (const piece of cut(text, at)) {
          seen.push(piece);
          unseen.push(piece);
          for (let look = 0; look < looks; look++) seen.preview();
        }
        seen.end();
        unseen.end();
        assert.equal(folded(seen), folded(unseen));
      },
    );
  });

  it('shows a whole line in its final form if the next one is blank', () => {
    forAll(runs(1000), [markdownText], text => {
      const blocks = parser();
      blocks.push(`${text}\n\n`);
      const before = outline(blocks.children);
      blocks.preview();
      assert.equal(outline(blocks.children), before);
    });
  });
});

describe('end', () => {
  it('reads the last line and settles every block', () => {
    forAll(runs(1000), [fc.oneof(markdownText, syntaxSoup)], text => {
      const settled = (blocks: readonly Block[]): boolean =>
        blocks.every(
          block => block.done && !block.open && (!('children' in block) || settled(block.children)),
        );
      assert.ok(settled(parse(text).children));
    });
  });

  it('may be called twice', () => {
    const blocks = parse('# a\n\nb');
    const before = folded(blocks);
    blocks.end();
    assert.equal(folded(blocks), before);
  });

  it('reverts the preview, and parses the line finally', () => {
    const blocks = parser();
    blocks.push('| a | b |');
    blocks.preview();
    assert.equal(outline(blocks.children), 'table@1[["a","b"]]');
    blocks.end();
    assert.equal(outline(blocks.children), 'paragraph@1"| a | b |"');
  });

  it('adds no line if the text ended with one', () => {
    assert.equal(outline(parse('```\na\n').children), outline(parse('```\na').children));
  });
});

describe('the tree', () => {
  function check(blocks: readonly Block[], first: number, last: number): void {
    let line = first;
    for (const block of blocks) {
      assert.ok(
        block.start >= line,
        `${block.kind} begins at ${String(block.start)}, not before ${String(line)}`,
      );
      assert.ok(block.end >= block.start && block.end <= last, `${block.kind} ends in its place`);
      if ('children' in block) check(block.children, block.start, block.end);
      if (block.kind === 'list') {
        assert.ok(block.children.length > 0);
        for (const item of block.children) assert.equal(item.kind, 'item');
      }
      if (block.kind === 'table') assert.equal(block.header.length, block.alignments.length);
      if (block.kind === 'paragraph') assert.ok(block.lines.length > 0, 'no paragraph is empty');
      line = block.start;
    }
  }

  it('is in order: blocks follow each other, within their containers', () => {
    forAll(runs(1000), [fc.oneof(markdownText, syntaxSoup)], text => {
      check(parse(text).children, 1, text.split(/\r\n?|\n/).length);
    });
  });

  it('is in order while the text is still being written', () => {
    forAll(runs(1000), [fc.oneof(markdownText, syntaxSoup), fc.nat()], (text, at) => {
      const blocks = parser();
      const prefix = text.slice(0, at % (text.length + 1));
      blocks.push(prefix);
      blocks.preview();
      check(blocks.children, 1, prefix.split(/\r\n?|\n/).length);
    });
  });

  it('does not depend on blank lines before the text', () => {
    forAll(runs(1000), [markdownText, fc.integer({min: 0, max: 3})], (text, count) => {
      const words = (blocks: readonly Block[]): string =>
        outline(blocks).replace(/@\d+(-\d+)?/g, '');
      const padded = `${'\n'.repeat(count)}${text}`;
      assert.equal(words(parse(padded).children), words(parse(text).children));
    });
  });

  it('is that of the same text in a quote', () => {
    forAll(runs(1000), [markdownText], text => {
      // A line break ends the last line; behind the mark of a quote an empty line would be one more.
      const quoted = text
        .replace(/\n$/, '')
        .split('\n')
        .map(line => `> ${line}`)
        .join('\n');
      const [quote] = parse(quoted).children;
      assert.ok(quote?.kind === 'quote');
      assert.equal(outline(quote.children), outline(parse(text).children));
    });
  });
});

describe('blocks that stay', () => {
  it('are the same objects while those behind them grow', () => {
    const blocks = parser();
    blocks.push('# a\n\n- b\n- c\n\n');
    const [heading, list] = blocks.children;
    assert.ok(list?.kind === 'list');
    const [first] = list.children;
    for (const piece of ['- d', '\n- e\n', '  - f\n', '\ng\n']) {
      blocks.push(piece);
      blocks.preview();
      assert.equal(blocks.children[0], heading);
      assert.equal(blocks.children[1], list);
      assert.equal(list.children[0], first);
    }
    assert.equal(
      outline(blocks.children),
      'h1@1"a" loose-@3-8(item@3(paragraph@3"b") item@4(paragraph@4"c") item@6(paragraph@6"d") ' +
        'item@7-8(paragraph@7"e" tight-@8(item@8(paragraph@8"f")))) paragraph@10"g"',
    );
  });

  it('are an open paragraph and its array of lines', () => {
    const blocks = parser();
    blocks.push('a\n');
    const [before] = blocks.children;
    assert.ok(before?.kind === 'paragraph');
    const {lines} = before;
    blocks.push('b\n');
    assert.equal(blocks.children[0], before);
    assert.equal(before.lines, lines);
    assert.deepEqual(lines, ['a', 'b']);
  });

  it('are finished when the following line shows that they have ended', () => {
    for (const [text, over] of [
      ['a\n', '\n'],
      ['a\n', '# b\n'],
      ['- a\n', 'b\n\nc\n'],
      ['```\na\n', '```\n'],
      ['    a\n', 'b\n'],
      ['|a|\n|-|\n', '\n'],
      ['<div>\n', '\n'],
      ['<!-- a\n', '-->\n'],
      ['> a\n', '\n'],
      ['[^1]: a\n', '\nb\n'],
      [':::\na\n', ':::\n'],
    ] as const) {
      const blocks = parser();
      blocks.push(text);
      assert.equal(blocks.children[0]?.done, false, text);
      assert.equal(blocks.children[0].open, true, text);
      blocks.push(over);
      assert.equal(blocks.children[0].done, true, text + over);
      assert.equal(blocks.children[0].open, false, text + over);
    }
  });
});
