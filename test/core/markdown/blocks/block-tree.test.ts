import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  base,
  isContainer,
  isRaw,
  type Block,
  type ListBlock,
} from '../../../../src/core/markdown/block.js';
import {BlockTree} from '../../../../src/core/markdown/blocks/block-tree.js';
import {outline} from '../block-cases.js';
import {note} from '../syntax.js';
import {decode} from '../to-html.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

const quote = (line: number): Block => ({...base('quote', line), children: []});
const list = (line: number): ListBlock => ({
  ...base('list', line),
  children: [],
  delimiter: '-',
  first: undefined,
  loose: false,
});
const item = (line: number): Block => ({
  ...base('item', line),
  children: [],
  indent: 2,
  checked: undefined,
});
const paragraph = (line: number, ...lines: string[]) => ({...base('paragraph', line), lines});
const rule = (line: number): Block => ({...base('rule', line), open: false});

/** A tree with these blocks opened, each in a line of its own number. */
function grow(...blocks: Block[]): BlockTree {
  const tree = new BlockTree(decode);
  for (const block of blocks) {
    tree.number = block.start;
    tree.open(block);
  }
  return tree;
}

describe('a new tree', () => {
  it('is empty, and its document is no tip', () => {
    const tree = new BlockTree(decode);
    assert.deepEqual(tree.document.children, []);
    assert.equal(tree.tip, undefined);
    assert.equal(tree.last, undefined);
    assert.equal(tree.definitions.size, 0);
  });

  it('ignores an end without a block', () => {
    const tree = new BlockTree(decode);
    tree.close(0);
    tree.extend();
    assert.deepEqual(tree.document.children, []);
  });
});

describe('opening a block', () => {
  it('puts it into the tip', () => {
    const tree = grow(quote(1), paragraph(1, 'tea'));
    assert.equal(outline(tree.document.children), 'quote@1(paragraph@1"tea")');
    assert.equal(tree.tip?.kind, 'paragraph');
    assert.equal(tree.path.length, 2);
  });

  it('closes blocks that cannot contain it', () => {
    const tree = grow(quote(1), paragraph(1, 'tea'), paragraph(2, 'milk'));
    assert.equal(outline(tree.document.children), 'quote@1-2(paragraph@1"tea" paragraph@2"milk")');
  });

  it('leaves a list for anything but an item', () => {
    const tree = grow(list(1), item(1), paragraph(1, 'tea'));
    tree.close(1);
    tree.number = 2;
    tree.open(paragraph(2, 'milk'));
    assert.equal(
      outline(tree.document.children),
      'tight-@1(item@1(paragraph@1"tea")) paragraph@2"milk"',
    );
  });

  it('does not make a tip of one that is over already', () => {
    const tree = grow(quote(1), rule(1));
    assert.equal(tree.tip?.kind, 'quote');
    assert.equal(tree.last?.kind, 'rule');
    assert.equal(tree.last.done, true);
  });

  it('touches all that hold it', () => {
    const tree = grow(quote(1), list(2), item(2), paragraph(4, 'tea'));
    const ends = tree.path.map(({end}) => end);
    assert.deepEqual(ends, [4, 4, 4, 4]);
  });

  it('defines the label of a footnote, the first one only', () => {
    const tree = grow({...base('footnote', 1), children: [], label: '^a'});
    const before = tree.definitions.get('^a');
    assert.equal(before?.footnote, true);
    tree.close(0);
    tree.open({...base('footnote', 2), children: [], label: '^a'});
    assert.equal(tree.definitions.get('^a'), before);
  });
});

describe('closing', () => {
  it('closes the innermost block first, down to a depth', () => {
    const tree = grow(quote(1), quote(1), paragraph(1, 'tea'));
    const blocks = [...tree.path];
    tree.close(1);
    const found = blocks.map(({open, done}) => [open, done]);
    assert.deepEqual(found, [
      [true, false],
      [false, true],
      [false, true],
    ]);
    assert.deepEqual(tree.path, blocks.slice(0, 1));
  });

  it('removes definitions from a paragraph, and the paragraph with the last of them', () => {
    const tree = grow(paragraph(1, '[a]: /b', 'tea'));
    tree.close(0);
    assert.equal(outline(tree.document.children), 'paragraph@1"tea"');
    tree.open(paragraph(3, '[c]: /d'));
    tree.close(0);
    assert.equal(outline(tree.document.children), 'paragraph@1"tea"');
    assert.deepEqual([...tree.definitions.keys()], ['a', 'c']);
  });

  it('removes blank lines at the end of indented code, but not of a fence', () => {
    const fence = {character: '`', length: 3, indent: 0, info: ''};
    const indented: Block = {...base('code', 1), lines: ['a', '', ' '], fence: undefined};
    const fenced: Block = {...base('code', 4), lines: ['a', ''], fence};
    grow(indented, fenced).close(0);
    assert.deepEqual(indented.lines, ['a']);
    assert.deepEqual(fenced.lines, ['a', '']);
  });
});

describe('the last block', () => {
  it('is the innermost, open or not', () => {
    const tree = grow(quote(1), paragraph(1, 'tea'));
    tree.close(0);
    assert.equal(tree.last?.kind, 'paragraph');
  });

  it('is an empty container', () => {
    assert.equal(grow(quote(1), quote(1)).last?.kind, 'quote');
  });
});

describe('touching', () => {
  it('marks the open blocks, up to a depth, as having this line', () => {
    const tree = grow(quote(1), quote(1), paragraph(1, 'tea'));
    tree.number = 5;
    tree.extend(2);
    const ends = tree.path.map(({end}) => end);
    assert.deepEqual(ends, [5, 5, 1]);
  });
});

describe('a list turns loose', () => {
  it('when a blank line is before an item', () => {
    const tree = grow(list(1), item(1), paragraph(1, 'tea'));
    tree.close(1);
    tree.number = 3;
    tree.open(item(3));
    assert.equal(outline(tree.document.children).startsWith('loose'), true);
  });

  it('when a blank line is before a block of an item', () => {
    const tree = grow(list(1), item(1), paragraph(1, 'tea'));
    tree.close(2);
    tree.number = 3;
    tree.open(paragraph(3, 'milk'));
    assert.equal(outline(tree.document.children).startsWith('loose'), true);
  });

  it('does not apply if the next line continues at once', () => {
    const tree = grow(list(1), item(1), paragraph(1, 'tea'));
    tree.close(1);
    tree.number = 2;
    tree.open(item(2));
    assert.equal(outline(tree.document.children).startsWith('tight'), true);
  });

  it('not when the blank line is in something that the item holds', () => {
    const tree = grow(list(1), item(1), quote(1), paragraph(1, 'tea'));
    tree.close(3);
    tree.number = 3;
    tree.open(paragraph(3, 'milk'));
    assert.equal(outline(tree.document.children).startsWith('tight'), true);
  });
});

describe('definitions of a paragraph', () => {
  it('are read one after the other', () => {
    const block = paragraph(1, '[a]: /1', '[b]:', '/2', '"c"', '[d]: /3', 'tea');
    const tree = grow(block);
    tree.takeDefinitions(block);
    assert.deepEqual(block.lines, ['tea']);
    const found = [...tree.definitions].map(([label, {href, title}]) => [label, href, title]);
    assert.deepEqual(found, [
      ['a', '/1', undefined],
      ['b', '/2', 'c'],
      ['d', '/3', undefined],
    ]);
  });

  it('ignore text that does not begin with one', () => {
    for (const lines of [['tea', '[a]: /b'], ['[a] /b'], ['[a]:'], []]) {
      const block = paragraph(1, ...lines);
      const tree = grow(block);
      tree.takeDefinitions(block);
      assert.deepEqual(block.lines, lines);
      assert.equal(tree.definitions.size, 0);
    }
  });

  it('keep the first definition of a label', () => {
    const block = paragraph(1, '[a]: /1', '[A]: /2');
    const tree = grow(block);
    tree.takeDefinitions(block);
    assert.equal(tree.definitions.get('a')?.href, '/1');
  });
});

describe('the journal', () => {
  it('defines nothing and finishes nothing', () => {
    const tree = new BlockTree(decode);
    tree.undoLog.record();
    tree.number = 1;
    const block = paragraph(1, '[a]: /b', 'tea');
    tree.open(block);
    tree.close(0);
    assert.equal(tree.definitions.size, 0);
    assert.equal(block.done, false);
    assert.deepEqual(block.lines, ['tea']);
    tree.undoLog.rollBack();
    assert.deepEqual(block.lines, ['[a]: /b', 'tea']);
    assert.deepEqual(tree.document.children, []);
  });

  it('is reverted whatever was opened and closed', () => {
    const step = fc.constantFrom(
      'quote',
      'list',
      'item',
      'paragraph',
      'rule',
      'close',
      'touch',
      'drop',
    );
    forAll(
      runs(1000),
      [fc.array(step, {maxLength: 12}), fc.array(step, {maxLength: 12})],
      (before, after) => {
        const tree = new BlockTree(decode);
        const take = (steps: readonly string[]): void => {
          for (const name of steps) {
            tree.number++;
            if (name === 'quote') tree.open(quote(tree.number));
            else if (name === 'list') tree.open(list(tree.number));
            else if (name === 'item' && tree.tip?.kind === 'list') tree.open(item(tree.number));
            else if (name === 'paragraph') tree.open(paragraph(tree.number, '[a]: /b', 'tea'));
            else if (name === 'rule') tree.open(rule(tree.number));
            else if (name === 'close') tree.close(Math.max(0, tree.path.length - 2));
            else if (name === 'touch') tree.extend();
            else if (name === 'drop' && tree.tip?.kind === 'paragraph') tree.dropParagraph();
          }
        };
        take(before);
        const folded = JSON.stringify(tree.document);
        const path = [...tree.path];
        tree.undoLog.record();
        take(after);
        tree.undoLog.rollBack();
        tree.path = path;
        assert.equal(JSON.stringify(tree.document), folded);
      },
    );
  });
});

describe('the kinds of blocks', () => {
  const lines = {lines: []};
  const leaves: readonly Block[] = [
    paragraph(1, 'a'),
    {...base('heading', 1), level: 1, text: 'a'},
    rule(1),
    {...base('table', 1), alignments: [], header: [], rows: [], spare: 0},
  ];
  const raw: readonly Block[] = [
    {...base('code', 1), ...lines, fence: undefined},
    {...base('html', 1), ...lines, closer: undefined},
    {...base('custom', 1), ...lines, syntax: note},
  ];
  const containers: readonly Block[] = [
    quote(1),
    list(1),
    item(1),
    {...base('footnote', 1), children: [], label: '^a'},
  ];

  it('hold others, or do not', () => {
    for (const block of containers) assert.ok(isContainer(block), block.kind);
    for (const block of [...leaves, ...raw]) assert.ok(!isContainer(block), block.kind);
  });

  it('either read their lines literally or not', () => {
    for (const block of raw) assert.ok(isRaw(block), block.kind);
    for (const block of [...leaves, ...containers]) assert.ok(!isRaw(block), block.kind);
  });

  it('begin open, in one line, each with its own markers', () => {
    const one = base('quote', 7);
    assert.deepEqual(one, {kind: 'quote', open: true, done: false, start: 7, end: 7, marks: []});
    assert.notEqual(one.marks, base('quote', 7).marks);
  });
});
