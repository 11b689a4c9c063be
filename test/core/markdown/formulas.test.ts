import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {ParagraphBlock, TableBlock} from '../../../src/core/markdown/block.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import {spellMark} from '../../../src/core/markdown/marks.js';
import type {InlineSyntax} from '../../../src/core/markdown/syntax.js';
import {escapePipes} from '../../../src/core/markdown/table.js';
import {blockMath, inlineMath, type Formula} from '../../../src/modules/math/syntax.js';
import {outline, read} from './block-cases.js';
import {decode} from './to-html.js';

const syntax = [inlineMath, ...blockMath].map(one => ({...one, renderer: () => ''}));

/** The kinds of the blocks of a text, those of containers in brackets. */
function kinds(text: string): string {
  const whole = outline(read([text], syntax).blocks);
  assert.equal(outline(read(Array.from(text), syntax).blocks), whole, 'one character at a time');
  return whole.replace(/@[\d-]+|"(?:[^"\\]|\\.)*"/g, '');
}

describe('blocks below a delimiter of formulas', () => {
  for (const [text, blocks] of [
    [
      '- **Luigi** – $$ – 4.5/5\n- **Mario** – $$ – 4/5\n- **Anna** – $$$ – 5/5',
      'tight-(item(paragraph) item(paragraph) item(paragraph))',
    ],
    [
      'In a Makefile, write $${VAR} for shell variables:\n- clean\n- build',
      'paragraph tight-(item(paragraph) item(paragraph))',
    ],
    ['Interval \\[0, 1) and x > 0:\n- item', 'paragraph tight-(item(paragraph))'],
    ['> Price $$ (4/5)\n- Pasta', 'quote(paragraph) tight-(item(paragraph))'],
    ['Price: $$\nRating: 4.5/5\n- Pasta', 'paragraph tight-(item(paragraph))'],
    ['The price range is $$ (moderate).\n$$\nx = 1\n$$\nend', 'paragraph custom paragraph'],
    ['`$$` = x means\n$$\nx = 1\n$$\nend', 'paragraph custom paragraph'],
    ['The area is $$\nA = 1\n$$\nfor $r$.\n\n$$\nB = 2\n$$', 'paragraph custom'],
    ['So $$\n\\begin{align}\nx &= 1\n\\end{align}\n$$', 'paragraph'],
  ] as const)
    it(JSON.stringify(text), () => {
      assert.equal(kinds(text), blocks);
    });
});

describe('rows of a table with signs of formulas', () => {
  for (const [row, cells] of [
    ['| Luigi | $$ | $$ |', ['Luigi', '$$', '$$']],
    ['| Revenue ($) | 5 | Cost ($) |', ['Revenue ($)', '5', 'Cost ($)']],
    ['| \\( | \\) |', ['\\(', '\\)']],
    ['|$|€|$|', ['$', '€', '$']],
    ['| $|x|$ | `a|b` | c |', ['$|x|$', '`a|b`', 'c']],
    ['| $\\|v\\|$ | \\(2\\|a(x)\\|_2\\) | c |', ['$\\|v\\|$', '\\(2\\|a(x)\\|_2\\)', 'c']],
    ['| $\\|a\\| + \\|b\\| = |c|$ | b | c |', ['$\\|a\\| + \\|b\\| = |c|$', 'b', 'c']],
    ['| $P(A\\|B)$ | $p(x\\|y) p(y\\|z)$ | c |', ['$P(A|B)$', '$p(x|y) p(y|z)$', 'c']],
    ['| a \\|b\\| | `$\\|v\\|$` | \\$1 \\|v\\| |', ['a |b|', '`$|v|$`', '\\$1 |v|']],
  ] as const)
    it(row, () => {
      const [table] = read([`|a|b|c|\n|-|-|-|\n${row}`], syntax).blocks;
      assert.deepEqual((table as TableBlock).rows, [cells]);
    });

  /** The cells of a row of a table with this number of columns. */
  const cellsOf = (row: string, columns: number): readonly string[] | undefined => {
    const head = `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n`;
    return (read([head + row], syntax).blocks[0] as TableBlock).rows[0];
  };

  for (const [row, cells] of [
    ['| \\(|x|\\) | abs |', ['\\(|x|\\)', 'abs']],
    ['| $|x|$ | abs |', ['$|x|$', 'abs']],
    ['| abs | $|x|$ and $|y|$ |', ['abs', '$|x|$ and $|y|$']],
    ['| $P(A|B)$ | \\(a|b\\) |', ['$P(A|B)$', '\\(a|b\\)']],
    ['| \\(|x|\\) | $5 |', ['\\(|x|\\)', '$5']],
  ] as const)
    it(`has formulas that are whole in a table of any width: ${row}`, () => {
      for (const columns of [2, 3, 4, 5, 6])
        assert.deepEqual(cellsOf(row, columns), cells, String(columns));
    });

  it('has formulas with spaced pipes that are whole, unless the row has all cells without them', () => {
    const row = '| $\\{x | x > 0\\}$ | s |';
    for (const columns of [2, 4, 5]) assert.equal(cellsOf(row, columns)?.length, 2);
    assert.equal(cellsOf(row, 3)?.length, 3);
  });

  for (const [row, cells] of [
    ['| $ | € | $ |', ['$', '€', '$']],
    ['| \\( | \\) |', ['\\(', '\\)']],
    ['|$|€|$|', ['$', '€', '$']],
    ['| $$ | $$ |', ['$$', '$$']],
    ['|$5|$6|', ['$5', '$6']],
    ['| $id | $name |', ['$id', '$name']],
  ] as const)
    it(`has no formulas of delimiters alone, and may lack cells: ${row}`, () => {
      assert.deepEqual(cellsOf(row, 3), cells);
      assert.deepEqual(cellsOf(row, 5), cells);
    });
});

describe('a cell that is copied', () => {
  for (const [cell, copied] of [
    ['a | b', 'a \\| b'],
    ['$|x|$', '$\\vert x\\vert$'],
    ['$\\|v\\|_2$', '$\\Vert v\\Vert_2$'],
    ['\\(|x|\\) | \\(2|y|\\)', '\\(\\vert x\\vert\\) \\| \\(2\\vert y\\vert\\)'],
    ['$\\left|x\\right|$', '$\\left\\vert x\\right\\vert$'],
    ['$a \\\\|b|$', '$a \\\\\\vert b\\vert$'],
    ['`$|x|$` [a|b](https://a.example)', '`$\\|x\\|$` [a\\|b](https://a.example)'],
    ['$5 | $6', '$5 \\| $6'],
  ] as const)
    it(`means the same: ${cell}`, () => {
      assert.equal(escapePipes(cell, syntax as readonly InlineSyntax[]), copied);
      const [table] = read([`|a|b|\n|-|-|\n|${copied}|c|`], syntax).blocks;
      const [again = ''] = (table as TableBlock).rows[0] ?? [];
      assert.equal(escapePipes(again, syntax as readonly InlineSyntax[]), copied);
    });
});

it('the header of a table keeps the bars of a norm in a formula', () => {
  const [table] = read(['|$\\|v\\|$|`a\\|b`|\n|-|-|\n'], syntax).blocks;
  assert.deepEqual((table as TableBlock).header, ['$\\|v\\|$', '`a|b`']);
});

describe('an open formula between dollar signs', () => {
  const shown = (text: string): string | undefined =>
    (inlineMath.tokenizer(text, true, ' ') as Formula | undefined)?.tex;

  for (const text of [
    '$i++',
    '$i++ ',
    '$i++ and ',
    '$j-- x',
    '$a = 1;',
    '$x = 5 an',
    '$x = 5 and ',
    '$n = f(x) if',
    '$x > 0 and y < 1',
  ])
    it(`is not displayed with words or a statement: ${text}`, () => {
      assert.equal(shown(text) ?? '', '');
    });

  for (const text of [
    '$F = ma',
    '$p = nRT',
    '$y = 2 sin x',
    '$A = x ln y',
    '$\\int x^2 dx',
    '$W = T dS',
    '$\\frac{1}{2} mv',
    '$a^2 bc',
    '$x = 1 + a\\;',
  ])
    it(`is displayed with variables and functions: ${text}`, () => {
      assert.equal(shown(text), text.slice(1));
    });
});

describe('a formula below its opening delimiter behind text', () => {
  for (const content of ['a = 1', 'a = 1.', 'a = \\$'])
    it(`is displayed on while its end arrives: ${content}`, () => {
      const text = `$$\n${content}\n`;
      for (const end of ['', '$', '$$', '$$\n', '$$\nand']) {
        const formula = inlineMath.tokenizer(text + end, true, 'So ');
        assert.equal((formula as Formula | undefined)?.tex.trim(), content, JSON.stringify(end));
      }
    });
});

describe('marks in the line that ends a formula', () => {
  /** The marks of the first block, and the text of the last one with `@` for each mark in it. */
  const placed = (text: string, streaming: boolean): unknown => {
    const offsets = [...text.matchAll(/@/g)].map(({index}, before) => index - before);
    const marks = offsets.map(offset => ({offset, source: 's', label: '1'}));
    const document = new MarkdownDocument(decode, syntax);
    document.update(text.replaceAll('@', ''), marks, streaming);
    const [first, last] = [document.blocks[0], document.blocks.at(-1) as ParagraphBlock];
    const lines = last === first ? [] : last.lines.join('\n');
    const shown = offsets.reduce((all, _, at) => all.replaceAll(spellMark(at), '@'), String(lines));
    return [first?.marks, shown, last === first ? [] : last.marks];
  };

  for (const [text, ...expected] of [
    [
      '$$\nE = mc^2\n$$ where m is the mass.@ It is constant.',
      [],
      'where m is the mass.@ It is constant.',
      [],
    ],
    ['$$\nx@ $$@ a@ b@', [0, 1], 'a@ b@', []],
    ['$$\nx\n$$@', [0], '', []],
    ['$$\nx\n$$.@ a@', [0], 'a@', []],
    ['\\begin{align}x@\\end{align} a@ b', [0], 'a@ b', []],
  ] as const)
    it(JSON.stringify(text), () => {
      assert.deepEqual(placed(text, false), expected);
      assert.deepEqual(placed(`${text}\n`, true), expected);
    });
});
