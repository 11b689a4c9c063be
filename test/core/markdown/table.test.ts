import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {readDelimiterRow, splitRow} from '../../../src/core/markdown/table.js';
import {runs} from '../../support/full.js';

describe('splitRow', () => {
  it('treats the pipes at both ends as the border', () => {
    for (const row of ['a | b', '| a | b', 'a | b |', '| a | b |', '  |a|b|  ']) {
      assert.deepEqual(splitRow(row), ['a', 'b'], row);
    }
  });

  it('keeps an escaped pipe in its cell, and other backslashes in the text', () => {
    assert.deepEqual(splitRow('a \\| b | c'), ['a | b', 'c']);
    assert.deepEqual(splitRow('| `a \\| b` |'), ['`a | b`']);
    assert.deepEqual(splitRow('| a \\\\ | b |'), ['a \\\\', 'b']);
    assert.deepEqual(splitRow('| a \\'), ['a \\']);
  });

  it('gives empty cells, and one cell for a lone pipe', () => {
    assert.deepEqual(splitRow('|||'), ['', '']);
    assert.deepEqual(splitRow('|'), ['']);
  });

  it('reads back the cells that were joined', () => {
    const cell = fc.constantFrom('', 'a', 'b c', '`d`', '**e**', '中文');
    fc.assert(
      fc.property(fc.array(cell, {minLength: 1, maxLength: 6}), cells => {
        assert.deepEqual(splitRow(`| ${cells.join(' | ')} |`), cells);
      }),
      {numRuns: runs(1000)},
    );
  });
});

describe('readDelimiterRow', () => {
  it('gives the alignment of each column', () => {
    assert.deepEqual(readDelimiterRow('| - | :-- | --: | :-: |'), [
      undefined,
      'left',
      'right',
      'center',
    ]);
    assert.deepEqual(readDelimiterRow('-|-'), [undefined, undefined]);
    assert.deepEqual(readDelimiterRow(':-'), ['left']);
  });

  it('declines other lines', () => {
    for (const line of ['---', '| a |', '| - | b |', '|', '| : |', '| -- - |', '']) {
      assert.equal(readDelimiterRow(line), undefined, line);
    }
  });
});
