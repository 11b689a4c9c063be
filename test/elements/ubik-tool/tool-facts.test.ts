import {expect} from '@open-wc/testing';
import {leadingWords} from '../../../src/elements/ubik-tool/tool-facts.js';

describe('the first words of a tool call', () => {
  it('are those of the first argument that has any', () => {
    expect(leadingWords({limit: 3, note: ' ', query: 'opening hours'})).to.equal('opening hours');
  });

  it('come without what Markdown marks them with, but with marks that mean themselves', () => {
    expect(leadingWords({question: 'Your **e-mail** or `id`?'})).to.equal('Your e-mail or id?');
    expect(leadingWords({code: '2**3 * 4**5'})).to.equal('2**3 * 4**5');
  });

  it('are none where nothing was given in words', () => {
    for (const input of [undefined, null, 'words', 7, {}, {limit: 3}]) {
      expect(leadingWords(input)).to.equal('');
    }
  });

  it('are what a line has room for, however long the argument', () => {
    expect(leadingWords({text: '`x '.repeat(100_000)})).to.have.length(300);
  });
});
