import {expect} from '@open-wc/testing';
import fc from 'fast-check';
import {ParagraphChunks} from '../../../../src/elements/ubik-markdown/nodes/paragraph-chunks.js';
import {forAll} from '../../../support/for-all.js';

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
          'https://a.example/b,https://a.example/c',
          '`code`',
          '**bold',
          'words**',
        ),
        fc.integer({max: 1000}),
      )
      .map(([word, count]) => `${word} `.repeat(Math.max(1, count % 40))),
    {minLength: 1, maxLength: 30},
  )
  .map(words => words.join('').trimEnd());

describe('the parts of a long text', () => {
  it('join to the whole text, however it grew', () => {
    forAll(300, [long, fc.integer({min: 500, max: 20_000})], (text, step) => {
      const growing = new ParagraphChunks();
      for (let end = step; end < text.length; end += step)
        growing.split(text.slice(0, end).trimEnd());
      const parts = growing.split(text);
      expect(parts.join('') === text).to.be.true;
      expect(parts).to.deep.equal(new ParagraphChunks().split(text));
    });
  });

  it('break within a word only if it exceeds the limit', () => {
    expect(
      new ParagraphChunks().split('word '.repeat(5000).trimEnd()).map(part => part.length),
    ).to.deep.equal([16_385, 8614]);
    expect(new ParagraphChunks().split('𝒳'.repeat(10_000)).map(part => part.length)).to.deep.equal([
      18_432, 1568,
    ]);
  });

  it('have few elements each', () => {
    for (const [word, count, most] of [
      ['first.last@mail.example, ', 600, 128],
      ['https://www.example.com/a ', 600, 128],
      ['[^1] ', 3000, 128],
      ['张三（zhang@example.com）、', 600, 128],
      ['见https://a.example/x，', 600, 128],
      ['https://a.example/x,', 600, 128],
      ['www.example.com/a;', 600, 128],
      ['`code` ', 2000, 512],
      ['**bold** ', 1600, 512],
      ['*a* ', 3000, 512],
    ] as const) {
      const parts = new ParagraphChunks().split(word.repeat(count).trimEnd());
      const longest = Math.max(...parts.map(part => part.length));
      expect(longest, word).to.equal(most * word.length);
    }
  });

  it('leave no link, code or emphasis open for the sake of few elements', () => {
    for (const text of [
      '[a@b c](d) ',
      '**a@b c** ',
      '`a@b c d` ',
      'x [a@b](c "a title") ',
      '`a b` ',
      '**a `b c` d** ',
      '[`a` b](c) ',
    ]) {
      for (const part of new ParagraphChunks().split(text.repeat(1600).trimEnd())) {
        expect(part.trimEnd().length % text.length, part.slice(-20)).to.equal(text.length - 1);
      }
    }
  });
});
