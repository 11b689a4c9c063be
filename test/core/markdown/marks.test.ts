import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  hasMarks,
  markOffset,
  extractLineMarks,
  extractMarks,
  readMark,
  spellMark,
  insertMarks,
} from '../../../src/core/markdown/marks.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const mark = (offset: number) => ({offset, source: 's', label: '1'});

describe('marks in a text', () => {
  it('can be removed again, and leave the text unchanged', () => {
    forAll(
      runs(1000),
      [fc.string({maxLength: 40}), fc.array(fc.nat(60), {maxLength: 20}), fc.nat(1000)],
      (text, offsets, first) => {
        const marks = offsets.sort((a, b) => a - b).map(mark);
        const spelt = insertMarks(text, marks, 0, first);
        const [plain, found] = extractMarks(spelt);
        assert.equal(plain, text);
        assert.deepEqual(
          found,
          marks.map((_, at) => first + at),
        );
        assert.equal(hasMarks(spelt), marks.length > 0);
      },
    );
  });

  it('cannot be forged: their characters are replaced in texts', () => {
    const spelt = insertMarks('a\uFDD1\uFDEFb', [mark(1)], 0, 5);
    assert.deepEqual(extractMarks(spelt), ['a\uFFFD\uFFFDb', [5]]);
    assert.equal(readMark(spelt, 0), undefined);
    assert.deepEqual(readMark(spelt, 1), {index: 5, end: 3});
  });

  it('at the start of a line are at the end of the previous line', () => {
    assert.equal(markOffset('one\n\ntwo', mark(5)), 3);
    assert.equal(markOffset('one two', mark(4)), 4);
    assert.equal(markOffset('one\r\rtwo', mark(5)), 3);
  });

  it('after markers of quotes only belong to the end of the last line with text', () => {
    assert.equal(markOffset('> one\n>\n> two', mark(10)), 5);
    assert.equal(markOffset('one ->\ntwo', mark(7)), 6);
    assert.equal(markOffset('> two', mark(2)), 2);
    assert.equal(markOffset('\n\ntwo', mark(2)), 2);
  });
});

describe('marks in a line', () => {
  /** The line with `@` at each mark that stays in it, and the number of the others if there are any. */
  const placed = (line: string): unknown => {
    const [kept, {length}] = extractLineMarks(line.replaceAll('@', spellMark(0)), undefined);
    const shown = kept.replaceAll(spellMark(0), '@');
    return length > 0 ? [shown, length] : shown;
  };

  const rows: readonly (readonly [line: string, expected: unknown])[] = [
    ['a@ b@', 'a@ b@'],
    ['| a | b |@', '| a | b@ |'],
    ['> | a | b@ | @', '> | a | b@@ | '],
    ['| a | b \\|@', '| a | b \\|@'],
    ['@| a | b |', '|@ a | b |'],
    ['a | b |@', 'a | b |@'],
    ['## a ##@', '## a@ ##'],
    ['##a##@', '##a@##'],
    ['# C#@', '# C#@'],
    ['@## a', '## @a'],
    ['a  @', 'a@  '],
    ['a\\@', 'a@\\'],
    ['a\\\\@', 'a\\\\@'],
    ['- [x]@ a', '- [x] @a'],
    ['1.@ a', '1. @a'],
    ['```js@', ['```js', 1]],
    ['- ~~~ js@', ['- ~~~ js', 1]],
    ['``` a ```@', '``` a ```@'],
    ['[a]: http://x.y@', ['[a]: http://x.y', 1]],
    ['[a]: <http://x.y@> "b c"@', ['[a]: <http://x.y> "b c"', 2]],
    ['[a]: so it is@', '[a]: so it is@'],
    ['[^a]: http://x.y@', '[^a]: http://x.y@'],
  ];
  for (const [line, expected] of rows) {
    it(`stay in the text of ${line}`, () => {
      assert.deepEqual(placed(line), expected);
    });
  }
});
