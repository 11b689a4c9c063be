import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {UbikMarkdown} from '../../../src/elements/ubik-markdown/ubik-markdown.js';
import {all, find, has, mutations, words} from '../support/dom.js';
import {start, stream} from '../support/markdown.js';

const text = `One[^b] and two[^a], and one again[^b].

[^a]: The note *a*.

    With a second paragraph.
[^b]: The note b[^c].
[^c]: Told by b.
[^d]: Nobody asks for this.

The end, with [^none].
`;

const references = (element: UbikMarkdown): string[] =>
  all(element, 'button.footnote').map(button => words(button));

const count = (size: number, part: (at: number) => string): string =>
  Array.from({length: size}, (_, at) => part(at)).join('');

/** Texts with many footnotes, by how they grow. */
const growing: ReadonlyMap<string, (size: number) => string> = new Map([
  ['a chain', size => `A[^0].\n\n${count(size, at => `[^${at}]: Told by[^${at + 1}].\n\n`)}`],
  ['a chain without letters', size => `[^0]\n\n${count(size, at => `[^${at}]: [^${at + 1}]\n\n`)}`],
  [
    'references in the text after those in notes',
    size => count(size, at => `A[^a${at}].\n\n[^a${at}]: B[^b${at}].\n\n[^b${at}]: C.\n\n`),
  ],
  [
    'notes before their references',
    size => count(size, at => `[^a${at}]: Note.\n\n`) + count(size, at => `A[^a${at}].\n\n`),
  ],
  [
    'notes in reverse order',
    size =>
      count(size, at => `A[^${at}].\n\n`) + count(size, at => `[^${size - 1 - at}]: Note.\n\n`),
  ],
  ['one note for many references', size => `[^1]: Note.\n\n${count(size, () => 'A[^1].\n\n')}`],
  [
    'few notes in a long text',
    size => `A[^1].\n\n[^1]: Note.\n\n${count(size, () => 'Text.\n\n')}`,
  ],
]);

/** Calls a function before each call of a method. Returns a function that ends this. */
function observeCalls(owner: object, name: string, observe: (self: unknown) => void): () => void {
  const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
    observe(this);
    return Reflect.apply(original, this, args);
  });
  return () => Reflect.set(owner, name, original);
}

/** The elements that are created, changed, compared or searched while a text is streamed. */
async function workOf(text: string): Promise<number> {
  const element = await start();
  let work = 0;
  const restores = [
    observeCalls(Document.prototype, 'createElement', () => work++),
    observeCalls(Node.prototype, 'contains', () => work++),
    observeCalls(Element.prototype, 'querySelectorAll', self => {
      work += 1 + (self as Element).getElementsByTagName('*').length;
    }),
  ];
  try {
    work += await mutations(element, async () => {
      for (let at = 0; at < text.length; at += 16) {
        element.write(text.slice(at, at + 16));
        await element.updateComplete;
      }
      element.streaming = false;
      await element.updateComplete;
    });
  } finally {
    for (const restore of restores) restore();
  }
  element.remove();
  return work;
}

/** The number that the list displays before an item. */
const markerOf = (item: Element): number =>
  Number(getComputedStyle(item).counterSet.replace('list-item ', ''));

describe('<ubik-markdown> with footnotes', () => {
  it('numbers them as they are referred to, and lists them at the end', async () => {
    const element = await stream([text]);
    expect(references(element)).to.deep.equal(['1', '2', '1', '3']);
    expect(
      all(element, '.footnotes > li').map(item => words(item.firstElementChild)),
    ).to.deep.equal(['The note b3.', 'The note a.With a second paragraph.', 'Told by b.']);
    expect(find(element, '.content').lastElementChild).to.equal(find(element, '.footnotes'));
    expect(words(find(element, '.content'))).to.contain('The end, with [^none].');
    await expect(element).to.be.accessible();
  });

  it('numbers those that only notes refer to, also if the whole text is set at once', async () => {
    const element = await fixture<UbikMarkdown>(
      html`<ubik-markdown
        .text=${'A[^a].\n\n[^a]: b[^b]\n\n    [^b]: c[^c]\n[^c]: c'}
      ></ubik-markdown>`,
    );
    expect(references(element)).to.deep.equal(['1', '2', '3']);
    const notes = all(element, '.footnotes > li').map(item => words(item.firstElementChild));
    expect(notes).to.deep.equal(['b2', 'c3', 'c']);
  });

  it('renders notes in the direction of their text', async () => {
    const element = await stream([text]);
    element.dir = 'rtl';
    const list = find(element, '.footnotes');
    expect(getComputedStyle(list).direction).to.equal('ltr');
    expect(getComputedStyle(find(element, '.footnotes p')).unicodeBidi).to.equal('plaintext');
  });

  it('ends with the same nodes in pieces of any size', async () => {
    const whole = await stream([text]);
    for (const size of [1, 2, 5, 17, 60]) {
      const streamed = await stream(text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []);
      expect(find(streamed, '.content').isEqualNode(find(whole, '.content')), `${size}`).to.be.true;
    }
  });

  it('ends with the same nodes when the text has more blocks than a section holds', async () => {
    const long =
      text + Array.from({length: 60}, (_, at) => `\n\nBlock ${at}[^n${at % 3}]`).join('');
    const notes = '\n\n[^n2]: two\n\n[^n0]: zero\n';
    const whole = await stream([long + notes]);
    const streamed = await stream((long + notes).match(/[^]{1,50}/g) ?? []);
    expect(find(streamed, '.content').isEqualNode(find(whole, '.content'))).to.be.true;
  });

  it('renders a reference before its note has arrived, and changes nothing when it does', async () => {
    const element = await start();
    element.text = 'A fact[^1].\n\nMore.\n\n';
    await element.updateComplete;
    expect(references(element)).to.deep.equal(['1']);
    const changes = await mutations(find(element, 'p'), async () => {
      element.text += '[^1]: The source.\n\n';
      await element.updateComplete;
    });
    expect(changes).to.equal(0);
    expect(words(find(element, '.footnotes li > div'))).to.equal('The source.');
  });

  it('links to the note and back, without an address', async () => {
    const element = await stream([text]);
    const [first, second] = all(element, 'button.footnote');
    second?.click();
    const item = element.shadowRoot?.activeElement;
    expect(words(item ?? null)).to.contain('The note a.');
    item?.querySelector<HTMLElement>(':scope > button')?.click();
    expect(element.shadowRoot?.activeElement).to.equal(second);
    first?.click();
    expect(words(element.shadowRoot?.activeElement ?? null)).to.contain('The note b');
    expect(has(element, '[id], [href]')).to.be.false;
  });

  it('renders a footnote also after an exclamation mark and before a bracket', async () => {
    const text = 'Done![^a] word[^b](see below) more[^c](https://example.com)\n\n';
    const notes = '[^a]: first\n\n[^b]: second\n\n[^c]: third\n';
    for (const size of [1, 7, 1000]) {
      const element = await stream((text + notes).match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []);
      expect(words(find(element, 'p'))).to.equal(
        'Done!1 word2(see below) more3(https://example.com)',
      );
      expect(all(element, '.footnotes li').map(words)).to.deep.equal([
        'first↩',
        'second↩',
        'third↩',
      ]);
    }
  });

  it('prefers a link to a footnote of the same label, and leaves undefined references as text', async () => {
    const element = await stream(['[^a](https://example.com) [^b]\n\n[^c]: note']);
    expect(has(element, 'a') && !has(element, '.footnote')).to.be.true;
    expect(words(find(element, 'p'))).to.equal('^a [^b]');
  });

  it('inserts a chain of notes into the displayed list at once', async () => {
    const chain = Array.from({length: 200}, (_, n) => `[^${n}]: Note [^${n + 1}]\n\n`);
    const element = await start();
    element.text = `Text[^0]\n\n${chain[0]}`;
    await element.updateComplete;
    const list = find(element, 'ol');
    let insertions = 0;
    const observer = new MutationObserver(records => {
      insertions += records.filter(({addedNodes}) => addedNodes.length > 0).length;
    });
    observer.observe(list, {childList: true});
    element.text = `Text[^0]\n\n${chain.join('')}`;
    element.streaming = false;
    await element.updateComplete;
    await Promise.resolve();
    observer.disconnect();
    expect(all(element, 'ol > li').length).to.equal(200);
    expect(insertions).to.equal(1);
  });

  for (const [name, make] of growing) {
    it(`changes no number of a growing text, and ends like the whole text: ${name}`, async () => {
      const source = make(30);
      const whole = await stream([source]);
      for (const size of [1, 13, 64]) {
        const element = await start();
        const numbers = new Map<Element, string>();
        for (let at = 0; at < source.length; at += size) {
          element.write(source.slice(at, at + size));
          await element.updateComplete;
          for (const button of all(element, 'button.footnote')) {
            expect(words(button)).to.equal(numbers.get(button) ?? words(button));
            numbers.set(button, words(button));
          }
          const values = all(element, '.footnotes > li').map(markerOf);
          expect(values).to.deep.equal([...new Set(values)].sort((a, b) => a - b));
        }
        element.streaming = false;
        await element.updateComplete;
        expect(find(element, '.content').isEqualNode(find(whole, '.content')), `${size}`).to.be
          .true;
        expect(references(element)).to.deep.equal(references(whole));
      }
    });

    it(`does work for each chunk that does not depend on the text before: ${name}`, async () => {
      const [short, long] = [await workOf(make(100)), await workOf(make(200))];
      expect(short).to.be.above(0);
      // Twice the text; with work on what was there before it would be four times as much.
      expect(long / short).to.be.below(2.2);
    });
  }

  it('takes a number back when the reference becomes a link', async () => {
    const element = await start();
    element.text = 'One[^a].\n\nSee[^b]';
    await element.updateComplete;
    expect(references(element)).to.deep.equal(['1', '2']);
    element.text += '(https://a.example) and[^c]\n\n[^c]: Third.\n\n';
    await element.updateComplete;
    expect(references(element)).to.deep.equal(['1', '2']);
    expect(all(element, '.footnotes > li > div').map(words)).to.deep.equal(['Third.']);
  });

  it('lists a note inside of a note that nothing refers to', async () => {
    const source = 'See[^b].\n\n[^a]: Unused.\n\n    [^b]: Used.\n';
    for (const element of [await stream([source]), await stream(source.split(''))]) {
      expect(all(element, '.footnotes > li > div').map(words)).to.deep.equal(['Used.']);
    }
  });

  it('numbers all references anew when the text starts again', async () => {
    const element = await start();
    element.text = 'A[^a] and[^b].\n\n[^a]: First.\n\n[^b]: Second.\n\n';
    await element.updateComplete;
    element.text = 'A[^b] and[^a].\n\n[^a]: First.\n\n[^b]: Second.\n\n';
    await element.updateComplete;
    expect(references(element)).to.deep.equal(['1', '2']);
    expect(all(element, '.footnotes > li > div').map(words)).to.deep.equal(['Second.', 'First.']);
  });
});
