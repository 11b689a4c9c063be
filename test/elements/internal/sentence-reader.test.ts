import {expect} from '@open-wc/testing';
import {SentenceReader, spoken} from '../../../src/elements/internal/sentence-reader.js';

/** What is read out while a text grows by pieces of a size. */
function read(text: string, size: number): readonly string[] {
  const reader = new SentenceReader();
  const said: string[] = [];
  for (let end = size; end < text.length; end += size) {
    said.push(...reader.read('t', text.slice(0, end), false));
  }
  return [...said, ...reader.read('t', text, true)];
}

const text = `# Opening hours

It is **open** today. Is it far? No!

- See [the map](https://example.org/a.b)
1. Take the tram

\`\`\`ts
const code = 1. ;
\`\`\`

| day | opens |
| --- | --- |
| Friday | 10:00 |

开到六点。好的`;

const sentences = [
  'Opening hours',
  'It is open today.',
  'Is it far?',
  'No!',
  'See the map',
  'Take the tram',
  'day opens',
  'Friday 10:00',
  '开到六点。',
  '好的',
];

describe('SentenceReader', () => {
  for (const size of [1, 2, 3, 7, 40, 1000]) {
    it(`reads the same sentences once each in pieces of ${size}`, () => {
      expect(read(text, size)).to.deep.equal(sentences);
    });
  }

  it('reads nothing before a sentence is finished', () => {
    expect(new SentenceReader().read('t', 'It is open', false)).to.deep.equal([]);
  });

  it('says Markdown as it is read', () => {
    expect(spoken('> **See** [this](x) `now`')).to.equal('See this now');
  });
});
