import {expect, fixture, html} from '@open-wc/testing';
import type {UbikSuggestions} from '../../../src/elements/ubik-suggestions/ubik-suggestions.js';
import {all, collectEvents, find, press, until, words} from '../support/dom.js';
import {openParts} from '../support/parts.js';

const texts = (element: Element): readonly string[] => all(element, '.suggestion').map(words);

describe('ubik-suggestions', () => {
  it('is accessible, and displays first messages until a message is sent', async () => {
    const {page, agent} = await openParts(html`
      <ubik-suggestions for="talk" .suggestions=${['One', 'Two']}></ubik-suggestions>
    `);
    const suggestions = page.querySelector('ubik-suggestions');
    if (!suggestions) throw new Error('There is no element.');
    await until(() => texts(suggestions).length === 2);
    await expect(suggestions).to.be.accessible();
    find(suggestions, '.suggestion').click();
    await until(() => agent.requests.length === 1);
    await until(() => texts(suggestions).length === 0);
    agent.finish();
  });

  it('keeps the focus when a suggestion was chosen with a key [WCAG 2.4.3]', async () => {
    const {page, agent} = await openParts(html`
      <ubik-suggestions for="talk" .suggestions=${['One', 'Two']}></ubik-suggestions>
    `);
    const suggestions = page.querySelector('ubik-suggestions');
    if (!suggestions) throw new Error('There is no element.');
    await until(() => texts(suggestions).length === 2);
    find(suggestions, '.suggestion').focus();
    await press('Enter');
    await until(() => agent.requests.length === 1 && texts(suggestions).length === 0);
    expect(document.activeElement?.localName).to.equal('ubik-suggestions');
    agent.finish();
  });

  it('displays one text, and nothing for other values', async () => {
    for (const [value, shown] of [
      ['One', ['One']],
      [null, []],
      [undefined, []],
    ] as const) {
      const suggestions = await fixture<UbikSuggestions>(
        html`<ubik-suggestions .suggestions=${value}></ubik-suggestions>`,
      );
      expect(texts(suggestions)).to.deep.equal(shown);
    }
  });

  it('requests a message without a conversation', async () => {
    const suggestions = await fixture<UbikSuggestions>(
      html`<ubik-suggestions .suggestions=${['One']}></ubik-suggestions>`,
    );
    const requests = collectEvents(suggestions, 'ubik-send-request');
    find(suggestions, '.suggestion').click();
    expect(requests.map(({text}) => text)).to.deep.equal(['One']);
  });
});
