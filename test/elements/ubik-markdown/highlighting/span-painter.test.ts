import {expect, fixture, html} from '@open-wc/testing';
import type {CodeLine} from '../../../../src/elements/ubik-markdown/markdown-rendering.js';
import {Highlighter} from '../../../../src/elements/ubik-markdown/highlighting/highlighter.js';
import {findLanguage} from '../../../../src/elements/ubik-markdown/highlighting/languages.js';
import {SpanPainter} from '../../../../src/elements/ubik-markdown/highlighting/span-painter.js';
import {until} from '../../support/dom.js';

const line = (text: string): CodeLine => ({node: document.createTextNode(text), text});

describe('colours without support for the highlight API', () => {
  it('are elements around the text of finished lines, until they are removed', async () => {
    const block = await fixture<HTMLElement>(html`<code></code>`);
    const lines = [line('let a = "b";\n'), line('plain\n'), line('let c')];
    block.append(...lines.map(({node}) => node));
    const loaded = findLanguage('js');
    if (!loaded) throw new Error('No JavaScript.');
    const highlighter = new Highlighter(lines, loaded, new SpanPainter(block));
    await until(() => block.querySelector('span') !== null);
    expect(block.innerHTML).to.equal(
      '<span><span class="token-keyword">let</span> <span class="token-name">a</span> = ' +
        '<span class="token-string">"b"</span>;\n</span>plain\nlet c',
    );
    const last = line('let c = 1;\n');
    lines[2]?.node.replaceWith(last.node);
    lines[2] = last;
    highlighter.update(2);
    await until(() => block.children.length === 2);
    expect(block.textContent).to.equal('let a = "b";\nplain\nlet c = 1;\n');
    highlighter.remove();
    expect([...block.childNodes]).to.deep.equal(lines.map(({node}) => node));
  });
});
