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
});
