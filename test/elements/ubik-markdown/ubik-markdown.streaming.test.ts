import {expect, nextFrame} from '@open-wc/testing';
import fc from 'fast-check';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import {cut, markdownText, syntaxSoup} from '../../core/markdown/texts.js';
import {find, has, mutations, until, words} from '../support/dom.js';
import {content, start, stream} from '../support/markdown.js';
import {forAllAsync} from '../../support/for-all.js';

const cuts = fc.array(fc.nat(), {maxLength: 8});

async function endsAlike(text: string, at: readonly number[]): Promise<void> {
  const [whole, streamed] = [await stream([text]), await stream(cut(text, at))];
  const told = `${content(streamed).innerHTML} instead of ${content(whole).innerHTML}`;
  expect(content(streamed).isEqualNode(content(whole)), told).to.be.true;
  whole.remove();
  streamed.remove();
}

describe('<ubik-markdown> that streams', () => {
  it('renders HTML with each tag, and never its source', async () => {
    const element = await start();
    element.rawHtml = 'block';
    const text =
      '<details>\n<summary>More <b>words</b></summary>\nText<br>\n<a href="https://a.example">a</a> 1 < 2\n</details>';
    let shown = '';
    for (let at = 1; at <= text.length; at++) {
      element.text = text.slice(0, at);
      await element.updateComplete;
      expect(has(element, '.source'), element.text).to.equal(false);
      const now = words(content(element)).replace(/\s/g, '');
      expect(now.startsWith(shown), `${now} after ${shown}`).to.equal(true);
      shown = now;
    }
    expect(shown).to.equal('MorewordsTexta1<2');
  });

  it('ends with the same nodes however the text was cut', async () => {
    await forAllAsync(300, [fc.oneof(markdownText, syntaxSoup), cuts], endsAlike);
  });

  it('renders written chunks like a text that is set', async () => {
    const step = fc.record({text: markdownText, set: fc.boolean(), drawn: fc.boolean()});
    await forAllAsync(200, [fc.array(step, {maxLength: 8})], async steps => {
      const element = document.createElement('ubik-markdown');
      element.streaming = true;
      let text = '';
      for (const [at, {text: piece, set, drawn}] of steps.entries()) {
        text += piece;
        if (set) element.text = text;
        else element.write(piece);
        if (at === 1) document.body.append(element);
        if (drawn && at > 0) await element.updateComplete;
      }
      document.body.append(element);
      element.streaming = false;
      await element.updateComplete;
      expect(element.text).to.equal(text);
      const whole = await stream([text]);
      expect(content(element).isEqualNode(content(whole)), content(element).innerHTML).to.be.true;
      whole.remove();
      element.remove();
    });
  });

  it('ends with the same nodes when the text has more blocks than a section holds', async () => {
    const text = Array.from({length: 120}, (_, at) => `> block ${at}\n\ntext *${at}*`).join('\n\n');
    await endsAlike(text, [100, 500, 501, 1200, 1900]);
  });

  it('results in the same nodes for a long paragraph or code', async () => {
    const plain = Array.from({length: 200}, (_, at) => `Line ${at} with **bold** and more.`);
    for (const odd of [
      'plain',
      'a * star',
      'a [label] here',
      'a <b>tag',
      'two spaces  ',
      '`code',
    ]) {
      const lines = plain.with(120, odd);
      const text = `${lines.join('\n')}\n\n[label]: https://example.com\n`;
      await endsAlike(text, [900, 2500, 3100, 4000, 5000, 6500]);
    }
    await endsAlike(`\`\`\`\n${plain.join('\n')}\n\`\`\``, [1000, 3000, 5000]);
  });

  it('ends with the same nodes when a paragraph is as long as a book, with and without spaces', async () => {
    const words = 'Some **bold** words and `code`, '.repeat(2000);
    const at = Array.from({length: 60}, (_, index) => 1013 * index);
    for (const text of [words, '長い文'.repeat(20_000), `> - ${words}\n\nThe *end*.`]) {
      await endsAlike(text, at);
    }
    // The last line of a text that had two parts becomes the header of a table, and one part is left.
    const first = 'words '.repeat(2730);
    await endsAlike(`${first}\nand | many | more words\n-|-|-\n`, [first.length + 20]);
    await endsAlike(`- ${words}\n\n- loose`, [words.length - 5, words.length + 2]);
  });

  it('lays a paragraph out in parts that are finished, once it is very long', async () => {
    const element = await stream([]);
    element.streaming = true;
    element.text = 'Many words. '.repeat(1500);
    await element.updateComplete;
    const [first] = find(element, 'p').children;
    if (!first) throw new Error('It is in one part.');
    const changes = await mutations(first, async () => {
      for (let more = 0; more < 20; more++) {
        element.text += 'More words. '.repeat(100);
        await element.updateComplete;
      }
    });
    expect(changes).to.equal(0);
    expect(find(element, 'p').children).to.have.length(3);
    expect(find(element, 'p').textContent).to.have.length(41_999);
  });

  it('does not change the lines of a long paragraph that are final', async () => {
    const line = 'Words with *emphasis* and `code`.\n';
    const element = await stream([]);
    element.streaming = true;
    element.text = line.repeat(200);
    await element.updateComplete;
    const paragraph = find(element, 'p');
    /** The nodes of its parts, once it has several. */
    const firstNodes = (): ChildNode[] =>
      [...paragraph.childNodes]
        .flatMap(node => (node instanceof HTMLSpanElement ? [...node.childNodes] : [node]))
        .slice(0, 300);
    const first = firstNodes();
    for (let more = 0; more < 100; more++) {
      element.text += line;
      await element.updateComplete;
    }
    expect(firstNodes()).to.deep.equal(first);
  });

  it('keeps the selection and the focus when a list becomes loose', async () => {
    const element = await stream([]);
    element.streaming = true;
    element.text = '- first [link](https://example.com)\n- second';
    await element.updateComplete;
    const link = find(element, 'a');
    const words = find(element, 'li').firstChild?.firstChild;
    if (!words) throw new Error('Nothing was drawn.');
    link.focus();
    getSelection()?.setBaseAndExtent(words, 1, words, 4);
    element.text += '\n\n- third';
    await element.updateComplete;
    expect(find(element, 'li').firstElementChild?.localName).to.equal('p');
    expect(find(element, 'a')).to.equal(link);
    expect(element.shadowRoot?.activeElement).to.equal(link);
    expect(String(getSelection())).to.equal('irs');
    getSelection()?.removeAllRanges();
  });

  it('keeps the height of a finished section outside of the viewport', async () => {
    const element = await stream([]);
    element.style.marginBlockStart = '5000px';
    element.streaming = true;
    const grow = async (blocks: number): Promise<HTMLElement> => {
      element.text += 'Short.\n\n'.repeat(blocks);
      await element.updateComplete;
      await nextFrame();
      await nextFrame();
      return find(element, '.section');
    };
    const {height} = (await grow(12)).getBoundingClientRect();
    await grow(1);
    const section = await grow(2);
    await until(() => !section.firstElementChild?.checkVisibility({contentVisibilityAuto: true}));
    expect(section.getBoundingClientRect().height).to.equal(height);
  });

  it('puts the sections of a long text into larger ones, which are finished like them', async () => {
    const element = await stream([]);
    element.style.marginBlockStart = '5000px';
    element.streaming = true;
    const grow = async (sections: number): Promise<void> => {
      for (let block = 0; block < 12 * sections; block++) element.text += 'Short.\n\n';
      await element.updateComplete;
      await nextFrame();
      await nextFrame();
    };
    await grow(12);
    expect(has(element, '.section .section')).to.be.false;
    await grow(12);
    const large = find(element, '.content > .section:last-child');
    const {height} = large.getBoundingClientRect();
    expect(large.children).to.have.length(12);
    await grow(1);
    await grow(1);
    await until(() => large.matches('.finished'));
    await until(() => !large.firstElementChild?.checkVisibility({contentVisibilityAuto: true}));
    expect(large.getBoundingClientRect().height).to.equal(height);
    expect(find(element, '.content > .section:last-child').children).to.have.length(2);
  });

  it('renders a late definition at its label, and changes nothing else', async () => {
    const element = await stream([]);
    element.streaming = true;
    element.text = 'See [here].\n\nOther [words].\n\nMore';
    await element.updateComplete;
    const other = element.shadowRoot?.querySelectorAll('p')[1];
    if (!other) throw new Error('Nothing was drawn.');
    const changes = await mutations(other, async () => {
      element.text += '\n\n[here]: https://example.com\n\n';
      await element.updateComplete;
    });
    expect(find(element, 'a').getAttribute('href')).to.equal('https://example.com');
    expect(changes).to.equal(0);
  });

  it('renders nothing while it is disconnected, and the received text when it is connected again', async () => {
    const element = await stream(['One.\n\n']);
    const place = element.parentElement;
    element.remove();
    element.text += 'Two.';
    await element.updateComplete;
    expect(content(element).textContent).to.equal('One.');
    place?.append(element);
    await element.updateComplete;
    expect(content(element).textContent).to.equal('One.Two.');
  });
});
