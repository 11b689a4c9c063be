import {expect} from '@open-wc/testing';
import {leadingWords} from '../../../src/elements/ubik-tool/tool-facts.js';

describe('the summary of the arguments of a tool call', () => {
  it('are those of the first argument that has any', () => {
    expect(leadingWords({limit: 3, note: ' ', query: 'opening hours'})).to.equal('opening hours');
  });

  it('contains no Markdown syntax, but literal characters', () => {
    expect(leadingWords({question: 'Your **e-mail** or `id`?'})).to.equal('Your e-mail or id?');
    expect(leadingWords({code: '2**3 * 4**5'})).to.equal('2**3 * 4**5');
  });

  it('is empty if no argument is text', () => {
    for (const input of [undefined, null, 'words', 7, {}, {limit: 3}]) {
      expect(leadingWords(input)).to.equal('');
    }
  });

  it('fits into a line, however long the argument is', () => {
    expect(leadingWords({text: '`x '.repeat(100_000)})).to.have.length(300);
  });
});
