import {expect} from '@open-wc/testing';
import {start} from '../support/markdown.js';
import {find} from '../support/dom.js';

/** The nodes that the browser lays out again after the updates of a growing paragraph: those of its changed block. */
async function laidOut(word: string, words: number, before = ''): Promise<number> {
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
  for (const [name, word, before] of [
    ['mail addresses', 'first.last@mail.example, ', ''],
    ['web addresses', 'https://www.example.com/a ', ''],
    ['mail addresses in Chinese', '张三（zhang@example.com）、', ''],
    ['references to a note', '[^1] ', '[^1]: A note.\n\n'],
  ] as const) {
    it(`lays out its end only: ${name}`, async () => {
      const [short, long] = [await laidOut(word, 512, before), await laidOut(word, 1024, before)];
      expect(short).to.be.above(0);
      // In one block, twice the words would be four times the nodes.
      expect(long / short).to.be.below(2.2);
    });
  }
});
