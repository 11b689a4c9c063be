import {expect} from '@open-wc/testing';
import fc from 'fast-check';
import {ParagraphChunks} from '../../../../src/elements/ubik-markdown/nodes/paragraph-chunks.js';

/** Text of any length, also of spaces only, up to a few chunks of it. */
const long = fc
  .array(
    fc
      .tuple(fc.constantFrom('word', 'x'.repeat(3000), '𝒳', ' ', '\n'), fc.integer({max: 1000}))
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
});
