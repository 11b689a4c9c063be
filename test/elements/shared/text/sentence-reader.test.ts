import {expect} from '@open-wc/testing';
import {emptyConversation, reduce} from '../../../../src/core/index.js';
import {SentenceReader, spoken} from '../../../../src/elements/shared/text/sentence-reader.js';
import {en} from '../../../../src/elements/locales/en.js';
import {text} from '../../support/items.js';

/** The sentences that are announced while a text grows by chunks of a given size. */
function read(words: string, size: number): readonly string[] {
  const reader = new SentenceReader();
  const said: string[] = [];
  const add = (end: number, finished: boolean) =>
    said.push(...reader.read(text(words.slice(0, end), {id: 't'}), finished, en.markdown));
  for (let end = size; end < words.length; end += size) add(end, false);
  add(words.length, true);
  return said;
}

const answer = `# Opening hours

It is **open** today. Is it far? No!

- See [the map](https://example.org/a.b)
1. Take the tram

\`\`\`ts
const code = 1. ;

const more = 2;
\`\`\`

~~~~
~~~
~~~~

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
  'Code in ts, 3 lines',
  'Code, 1 line',
  'day opens',
  'Friday 10:00',
  '开到六点。',
  '好的',
];

describe('SentenceReader', () => {
  it('replaces the address of a page by its host, and reads no backslashes', () => {
    expect(spoken('See https://www.example.org/a/b?c=d#e, or <https://test.example>.')).to.equal(
      'See example.org, or <test.example>.',
    );
    expect(spoken('Cost: 5 \\$')).to.equal('Cost: 5 $');
  });

  it('reads the characters of code, and an asterisk between spaces, but no marks of emphasis', () => {
    expect(spoken('`15 / 100 * 240` is **36**, as `a*b` or __init__ with ``ls``')).to.equal(
      '15 / 100 * 240 is 36, as a*b or init with ls',
    );
    expect(spoken('2 * 3 and snake_case, ~~not~~ an open `tick')).to.equal(
      '2 * 3 and snake_case, not an open tick',
    );
  });

  it('reads the signs of ranges, products and powers, and escaped ones', () => {
    for (const words of [
      '20~25°C, 180~200 °C, 10:00~11:00 and ~/docs',
      '3*4=12, 2**3=8, 2*x and a**2',
      '10*20=200。',
    ]) {
      expect(spoken(words)).to.equal(words);
    }
    expect(spoken('3 \\* 4, 1\\~2 and \\*not\\*')).to.equal('3 * 4, 1~2 and *not*');
    expect(spoken('**2** *x*, ~~3~~ and ***b***')).to.equal('2 x, 3 and b');
  });

  it('reads the characters of references', () => {
    expect(spoken('5&nbsp;€ &amp; 3 &lt; 4, &#39;a&#x27;, `&lt;`')).to.equal(
      "5 € & 3 < 4, 'a', &lt;",
    );
    expect(spoken('AT&T; &nothing; a&b')).to.equal('AT&T; &nothing; a&b');
  });

  it('reads the numbers of years and of parts that continue a line, but not of items', () => {
    const words = 'It was good. 2. Best place. # one\n\n1871. The empire.\n1. Tram\n- # Bus';
    for (const size of [1, 3, 1000]) {
      expect(read(words, size)).to.deep.equal([
        'It was good.',
        '2.',
        'Best place.',
        '# one',
        '1871.',
        'The empire.',
        'Tram',
        'Bus',
      ]);
    }
  });

  it('reads no comment of several lines and no definition of an address', () => {
    const words = `<!-- One. Two
three

four. --> Five.
[1]: https://a.example/x "Title"
[two]: <mailto:a@b.example>
[Anna]: Hello
See [1]: https://a.example/y`;
    for (const size of [1, 3, 1000]) {
      expect(read(words, size)).to.deep.equal(['Five.', '[Anna]: Hello', 'See [1]: a.example']);
    }
  });

  it('reads no tags, comments and marks of footnotes, but what is in code', () => {
    expect(spoken('H<sub>2</sub>O<br>and <kbd class="k">Ctrl</kbd>')).to.equal('H2O and Ctrl');
    expect(spoken('One[^1] <!-- hidden --> two\n[^1]: Note')).to.equal('One two Note');
    expect(spoken('Use `<br>` and `[^1]`, 1 < 2 and <a@b.example>')).to.equal(
      'Use <br> and [^1], 1 < 2 and <a@b.example>',
    );
    expect(spoken('An <!-- open comment')).to.equal('An');
    expect(spoken('Use Array<string> or List<int>')).to.equal('Use Array<string> or List<int>');
  });

  it('ends a sentence behind the quote that closes it', () => {
    const words = '「こんにちは。」と言った。（終わり！）';
    for (let size = 1; size <= words.length; size += 1) {
      expect(read(words, size).join('|')).to.equal('「こんにちは。」|と言った。|（終わり！）');
    }
  });

  it('reads no marks of quotes, also of empty lines and of lists in them', () => {
    expect(spoken('> One\n>\n> - two\n>> three')).to.equal('One two three');
    expect(spoken('1 > 0')).to.equal('1 > 0');
  });

  it('reads the same sentences of a text that grows in a conversation', () => {
    const reader = new SentenceReader();
    const said: string[] = [];
    let conversation = reduce(emptyConversation, [{op: 'open', id: 't', kind: 'text'}]);
    for (const piece of answer.match(/[^]{1,5}/g) ?? []) {
      conversation = reduce(conversation, [{op: 'append', id: 't', field: 'text', text: piece}]);
      const [item] = conversation.children;
      if (item?.kind === 'text') said.push(...reader.read(item, false, en.markdown));
    }
    expect(said).to.deep.equal(sentences.slice(0, -1));
  });

  for (const size of [1, 2, 3, 7, 40, 1000]) {
    it(`reads the same sentences once each in pieces of ${size}`, () => {
      expect(read(answer, size)).to.deep.equal(sentences);
    });
  }

  it('announces nothing before a sentence is complete', () => {
    const open = text('It is open');
    expect(new SentenceReader().read(open, false, en.markdown)).to.deep.equal([]);
  });

  it('detects the end of a sentence whose punctuation arrives in chunks', () => {
    const words = 'He said “It is (open.)” Then he left.” He came back?! Yes';
    const sentences = ['He said “It is (open.)”', 'Then he left.”', 'He came back?!', 'Yes'];
    for (const size of [1, 2, 100]) expect(read(words, size)).to.deep.equal(sentences);
  });

  it('detects the ends of Arabic, Urdu and Hindi sentences', () => {
    const sentences = ['هل تريد المتابعة؟', 'نعم!', 'یہ کھلا ہے۔', 'वह आया।', 'हाँ'];
    for (const size of [1, 100]) expect(read(sentences.join(' '), size)).to.deep.equal(sentences);
  });

  it('announces interrupted code and each added line once', () => {
    const reader = new SentenceReader();
    const tell = (words: string) => reader.read(text(words, {id: 't'}), true, en.markdown);
    expect(tell('```\none\ntwo\n')).to.deep.equal(['Code, 2 lines']);
    expect(tell('```\none\ntwo\n')).to.deep.equal([]);
    expect(tell('```\none\ntwo\nthree\n```\nDone.')).to.deep.equal(['Code, 1 line', 'Done.']);
  });

  it('reads what follows a comment without an end in a quote or an item', () => {
    for (const [words, said] of [
      ['> <!-- a. b\n\nText after. End.', ['Text after.', 'End.']],
      ['- Text\n  <!-- a\n\n  b\n- Second. Third.', ['Text', 'Second.', 'Third.']],
      ['1. <!-- a\n\nText after. End.', ['Text after.', 'End.']],
    ] as const) {
      for (const size of [1, 3, 1000]) expect(read(words, size)).to.deep.equal(said);
    }
  });

  it('reads lines that are displayed, although they look like definitions', () => {
    for (const [words, said] of [
      [
        'Quellen:\n[1]: https://a.example/x\n[2]: https://b.example/y',
        ['Quellen:', '[1]: a.example', '[2]: b.example'],
      ],
      ['Anna said:\n[Bob]: Yes:\nok', ['Anna said:', '[Bob]: Yes:', 'ok']],
      ['[1]: https://a.example/x. Accessed 2024.', ['[1]: a.example.', 'Accessed 2024.']],
      ['# Sources\n[1]: https://a.example/x', ['Sources']],
    ] as const) {
      for (const size of [1, 3, 1000]) expect(read(words, size)).to.deep.equal(said);
    }
  });

  it('reads no asterisks that end emphasis before a letter or digit', () => {
    expect(spoken('*5*th, *10*x and **5**0, but 2*3*4')).to.equal('5th, 10x and 50, but 2*3*4');
  });

  const fences: (readonly [what: string, words: string, said: readonly string[]])[] = [
    [
      'in a document',
      '```markdown\n# Title\n```bash\nls\n```\n```\nThe rest.',
      ['Code in markdown, 4 lines', 'The rest.'],
    ],
    [
      'in a document in a document',
      '````md\n```mdx\n~~~a\n```js\n```\n```\n````\nThe rest.',
      ['Code in md, 5 lines', 'The rest.'],
    ],
    ['without a document', '```bash\n```js\n```\nThe rest.', ['Code in bash, 1 line', 'The rest.']],
    [
      'whose end is in their line, which are none',
      '```npm i``` installs all. Then ```npm start```.\nThe rest.',
      ['npm i installs all.', 'Then npm start.', 'The rest.'],
    ],
    [
      'inside of a line, which are none',
      'Run it. ```npm\nThe rest.',
      ['Run it.', 'npm', 'The rest.'],
    ],
    [
      'in items',
      '- ```bash\n  npm i\n  ```\n2. ~~~\n   a. b\n   ~~~\n\nThe rest.',
      ['Code in bash, 1 line', 'Code, 1 line', 'The rest.'],
    ],
    [
      'in a quote',
      '> ```js\n> > a. b\n> ```\n> Quoted.\n\nThe rest.',
      ['Code in js, 1 line', 'Quoted.', 'The rest.'],
    ],
    [
      'in a quote that ends',
      '> - ```js\n>   a\n\nThe rest. End.',
      ['Code in js, 1 line', 'The rest.', 'End.'],
    ],
  ];
  fences.push(
    [
      'in an item that ends',
      '- ```js\n  a\n\nAfter the list. End.',
      ['Code in js, 2 lines', 'After the list.', 'End.'],
    ],
    [
      'in an item before another one',
      '1. Text\n   ```js\n   a\n2. Second. Third.',
      ['Text', 'Code in js, 1 line', 'Second.', 'Third.'],
    ],
    [
      'in an item of a quote',
      '> 1. ```js\n>    a\n> 2. Second. Third.',
      ['Code in js, 1 line', 'Second.', 'Third.'],
    ],
    [
      'in an item without its indentation',
      '1. ```yaml\n- a\nb\n```\n2. Second. Third.\n\n  ```\na\nb\n  ```\nEnd.',
      ['Code in yaml, 2 lines', 'Second.', 'Third.', 'Code, 2 lines', 'End.'],
    ],
  );
  for (const [what, words, said] of fences) {
    it(`finds the ends of fences ${what}`, () => {
      for (const size of [1, 2, 3, 7, 1000]) expect(read(words, size)).to.deep.equal(said);
    });
  }

  it('announces the text of Markdown without its syntax', () => {
    expect(spoken('> **See** [this](x) `now`')).to.equal('See this now');
  });
});
