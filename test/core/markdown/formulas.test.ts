import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {TableBlock} from '../../../src/core/markdown/block.js';
import {blockMath, inlineMath} from '../../../src/modules/math/syntax.js';
import {outline, read} from './block-cases.js';

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
  ] as const)
    it(row, () => {
      const [table] = read([`|a|b|c|\n|-|-|-|\n${row}`], syntax).blocks;
      assert.deepEqual((table as TableBlock).rows, [cells]);
    });
});

describe('a formula below its opening delimiter behind text', () => {
  for (const content of ['a = 1', 'a = 1.', 'a = \\$'])
    it(`is displayed on while its end arrives: ${content}`, () => {
      const text = `$$\n${content}\n`;
      for (const end of ['', '$', '$$', '$$\n', '$$\nand']) {
        const formula = inlineMath.tokenizer(text + end, true, 'So ');
        assert.equal(formula?.tex.trim(), content, JSON.stringify(end));
      }
    });
});
