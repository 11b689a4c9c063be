import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-thinking/ubik-thinking.define.js';
import type {UbikThinking} from '../../../src/elements/ubik-thinking/ubik-thinking.js';
import {all, find, has, until, words} from '../support/dom.js';
import {thinking} from '../support/items.js';

const render = (item = thinking()): Promise<UbikThinking> =>
  fixture(html`<ubik-thinking .item=${item}></ubik-thinking>`);

describe('<ubik-thinking>', () => {
  it('is accessible, open and folded', async () => {
    const element = await render(thinking({status: 'streaming'}));
    await expect(element).to.be.accessible();
    element.item = thinking();
    await element.updateComplete;
    await expect(element).to.be.accessible();
  });

  it('is open while it streams and then collapses to its duration', async () => {
    const element = await render(thinking({status: 'streaming'}));
    expect(element.open).to.be.true;
    element.item = thinking({startedAt: '2026-03-04T14:00:00Z', endedAt: '2026-03-04T14:00:12Z'});
    await element.updateComplete;
    expect(element.open).to.be.false;
    expect(words(find(element, '.heading'))).to.equal('Thought for 12 sec');
  });

  it('displays its Markdown, and keeps the nodes of finished paragraphs while it grows', async () => {
    const element = await render(thinking({status: 'streaming', text: '**First this.**\n\nThen'}));
    const text = find(element, 'ubik-markdown');
    const paragraphs = (): readonly HTMLElement[] => all(text, 'p');
    await until(() => paragraphs().length === 2);
    const [first] = paragraphs();
    expect(has(text, 'strong')).to.be.true;
    element.item = thinking({status: 'streaming', text: '**First this.**\n\nThen that, and more.'});
    await until(() => paragraphs().at(-1)?.textContent === 'Then that, and more.');
    expect(paragraphs().map(words)).to.deep.equal(['First this.', 'Then that, and more.']);
    expect(paragraphs()[0] === first).to.be.true;
  });

  it('shows that the reasoning is hidden', async () => {
    const element = await render(thinking({text: '', redacted: true}));
    expect(words(find(element, '.tail'))).to.contain('does not show');
  });
});
