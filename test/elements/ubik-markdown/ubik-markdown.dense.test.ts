import {expect} from '@open-wc/testing';
import {start} from '../support/markdown.js';
import {find} from '../support/dom.js';

/** The nodes that the browser lays out again after the updates of a growing paragraph: those of its changed block. */
async function laidOut(word: string, words: number, before: string): Promise<number> {
  const element = await start();
  element.text = before;
  let nodes = 0;
  for (let n = 0; n < words; n += 4) {
    element.text += word.repeat(4);
    await element.updateComplete;
    const paragraph = find(element, 'p');
    const last = paragraph.querySelector(':scope > .lines:last-child') ?? paragraph;
    nodes += last.querySelectorAll('*').length;
  }
  element.remove();
  return nodes;
}

describe('a growing paragraph of many elements', () => {
  for (const [name, word, words, before] of [
    ['mail addresses', 'first.last@mail.example, ', 512, ''],
    ['web addresses', 'https://www.example.com/a ', 512, ''],
    ['web addresses joined by commas', 'https://www.example.com/a,', 512, ''],
    ['mail addresses in Chinese', '张三（zhang@example.com）、', 512, ''],
    ['references to a note', '[^1] ', 512, '[^1]: A note.\n\n'],
    ['code', '`code` ', 1024, ''],
    ['code of two words', '`some code`, ', 1024, ''],
    ['bold words', '**bold** ', 1024, ''],
    ['emphasized Chinese words', '使用**重点**，', 1024, ''],
  ] as const) {
    it(`lays out its end only: ${name}`, async () => {
      const short = await laidOut(word, words, before);
      const long = await laidOut(word, 2 * words, before);
      expect(short).to.be.above(0);
      // In one block, twice the words would be four times the nodes.
      expect(long / short).to.be.below(2.2);
    });
  }

  it('has few texts, however short its lines are', async () => {
    const element = await start();
    for (let n = 0; n < 1024; n += 4) {
      element.text += 'line\n'.repeat(4);
      await element.updateComplete;
    }
    // The browser needs time for each neighbouring text whenever one grows.
    expect(find(element, 'p').childNodes.length).to.equal(5);
    expect(find(element, 'p').textContent).to.equal('line\n'.repeat(1024).trimEnd());
  });
});
