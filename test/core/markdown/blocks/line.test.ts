import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {Line} from '../../../../src/core/markdown/blocks/line.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

describe('Line', () => {
  it('counts a tab up to the next column that is a multiple of four', () => {
    for (const [source, indent] of [
      ['a', 0],
      ['   a', 3],
      ['\ta', 4],
      [' \ta', 4],
      ['   \ta', 4],
      ['\t\ta', 8],
      ['    \ta', 8],
    ] as const) {
      assert.equal(new Line(source).indent, indent, JSON.stringify(source));
    }
  });

  it('returns the rest of a partly read tab as spaces', () => {
    const line = new Line('\tcode');
    line.skipColumns(2);
    assert.equal(line.indent, 2);
    assert.equal(line.rest, '  code');
    line.skipColumns(2);
    assert.equal(line.rest, 'code');
  });

  it('counts columns after a marker', () => {
    const line = new Line('>\t\tcode');
    line.skip(1);
    line.skipColumns(1);
    assert.equal(line.indent, 6);
    line.skipColumns(4);
    assert.equal(line.rest, '  code');
  });

  it('is blank if only white space is left', () => {
    assert.ok(new Line('').blank);
    assert.ok(new Line(' \t ').blank);
    const line = new Line('> ');
    assert.ok(!line.blank);
    line.skip(1);
    assert.ok(line.blank);
    line.skipAll();
    assert.equal(line.rest, '');
  });

  it('loses no character, however much white space is read before', () => {
    forAll(
      runs(1000),
      [
        fc.array(fc.constantFrom(' ', '\t'), {maxLength: 6}),
        fc.array(fc.integer({min: 1, max: 5}), {maxLength: 4}),
      ],
      (space, columns) => {
        const line = new Line(`${space.join('')}text`);
        const {indent} = line;
        let read = 0;
        for (const count of columns) {
          line.skipColumns(count);
          read += count;
        }
        assert.equal(line.content, 'text');
        assert.equal(line.indent, Math.max(0, indent - read));
        assert.equal(line.rest.trimStart(), 'text');
      },
    );
  });
});
