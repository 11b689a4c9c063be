import {expect} from '@open-wc/testing';
import fc from 'fast-check';
import {ParagraphChunks} from '../../../../src/elements/ubik-markdown/nodes/paragraph-chunks.js';

/** Text of any length, also of spaces only, up to a few chunks of it. */
const long = fc
  .array(
    fc
      .tuple(
        fc.constantFrom(
          'word',
          'x'.repeat(3000),
          '𝒳',
          ' ',
          '\n',
          'a@b.example,',
          '李四li@example.com、，',
          '[^1]',
          '[a@b',
          'c](d)',
        ),
        fc.integer({max: 1000}),
      )
      .map(([word, count]) => `${word} `.repeat(Math.max(1, count % 40))),
    {minLength: 1, maxLength: 30},
  )
  .map(words => words.join('').trimEnd());

describe('the parts of a long text', () => {
  it('join to the whole text, however it grew', () => {
    fc.assert(
      fc.property(long, fc.integer({min: 500, max: 20_000}), (text, step) => {
        const growing = new ParagraphChunks();
        for (let end = step; end < text.length; end += step)
          growing.split(text.slice(0, end).trimEnd());
        const parts = growing.split(text);
        expect(parts.join('') === text).to.be.true;
        expect(parts).to.deep.equal(new ParagraphChunks().split(text));
      }),
      {numRuns: 300},
    );
  });

  it('break within a word only if it exceeds the limit', () => {
    expect(
      new ParagraphChunks().split('word '.repeat(5000).trimEnd()).map(part => part.length),
    ).to.deep.equal([16_385, 8614]);
    expect(new ParagraphChunks().split('𝒳'.repeat(10_000)).map(part => part.length)).to.deep.equal([
      18_432, 1568,
    ]);
  });

  it('have few elements each: addresses and references to notes', () => {
    for (const [word, count] of [
      ['first.last@mail.example, ', 600],
      ['https://www.example.com/a ', 600],
      ['[^1] ', 3000],
      ['张三（zhang@example.com）、', 600],
      ['见https://a.example/x，', 600],
    ] as const) {
      const parts = new ParagraphChunks().split(word.repeat(count).trimEnd());
      const longest = Math.max(...parts.map(part => part.length));
      expect(longest, word).to.equal(128 * word.length);
    }
  });

  it('leave no link, code or emphasis open for the sake of few elements', () => {
    for (const text of ['[a@b c](d) ', '**a@b c** ', '`a@b c d` ', 'x [a@b](c "a title") ']) {
      for (const part of new ParagraphChunks().split(text.repeat(400).trimEnd())) {
        expect(part.trimEnd().length % text.length, part.slice(-20)).to.equal(text.length - 1);
      }
    }
  });
});
