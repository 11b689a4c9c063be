import {expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import '../../../src/elements/ubik-message/ubik-message.define.js';
import type {MessageItem, SourceItem} from '../../../src/core/index.js';
import type {UbikMessage} from '../../../src/elements/ubik-message/ubik-message.js';
import {all, find, has, collectEvents, press, until, words} from '../support/dom.js';
import {instead} from '../support/instead.js';
import {answer, source, step, text, tool} from '../support/items.js';

const hours = source({url: 'https://example.org/hours', snippet: 'From ten to six.'});
const map = source({id: 'map', number: 2, title: 'Station map', documentId: 'doc-7'});
const cited = (first: SourceItem): MessageItem =>
  answer([
    text('Open from ten. Near the station.', {
      marks: [
        {offset: 13, source: hours.id, label: '1'},
        {offset: 31, source: map.id, label: '2'},
      ],
    }),
    first,
    map,
  ]);

interface CitationFixture {
  readonly element: UbikMessage;
  readonly card: () => HTMLElement;
  readonly marks: readonly HTMLElement[];
}

async function render(first = hours): Promise<CitationFixture> {
  const element = await fixture<UbikMessage>(
    html`<ubik-message style="margin: 80px" .item=${cited(first)}></ubik-message>`,
  );
  const markdown = find(element, 'ubik-markdown');
  const marks = (): HTMLElement[] => [
    ...(markdown.shadowRoot?.querySelectorAll<HTMLElement>('.citation') ?? []),
  ];
  await until(() => marks().length === 2);
  await element.updateComplete;
  return {element, card: () => find(element, '.citation-card'), marks: marks()};
}

const isOpen = (element: Element): boolean => has(element, '.citation-card:popover-open');

const hover = (over: Element): Promise<unknown> => {
  const {left, top, width, height} = over.getBoundingClientRect();
  return executeServerCommand('engine:hover', {x: left + width / 2, y: top + height / 2});
};

describe('the card of a citation', () => {
  it('is accessible when it is open', async () => {
    const {element, marks} = await render();
    marks[0]?.click();
    await until(() => isOpen(element));
    await expect(element).to.be.accessible();
  });

  it('names each citation [WCAG 2.4.4, 2.4.6]', async () => {
    const {marks} = await render();
    expect(marks.map(mark => mark.ariaLabel)).to.deep.equal(['Source 1', 'Source 2']);
  });

  it('shows what a tool of the answer has found for a document, so that it can be checked', async () => {
    const found = {id: 'doc-7', title: 'Map', url: '/map', snippet: 'Platform 3 is in the north.'};
    const output = JSON.stringify({sources: [{id: 'doc-8', title: 'Plan', url: '/plan'}, found]});
    const element = await fixture<UbikMessage>(
      html`<ubik-message
        .item=${answer([
          step({children: [tool({output})]}),
          text('Near the station.', {marks: [{offset: 16, source: map.id, label: '2'}]}),
          map,
        ])}
      ></ubik-message>`,
    );
    const markdown = all(element, 'ubik-markdown').at(-1);
    await until(() => markdown?.shadowRoot?.querySelector('.citation') != null);
    markdown?.shadowRoot?.querySelector<HTMLElement>('.citation')?.click();
    await until(() => isOpen(element));
    const card = find(element, '.citation-card');
    expect(words(card)).to.contain('Station map').and.contain('Platform 3 is in the north.');
    expect(card.querySelector('a')?.href).to.equal(new URL('/map', location.href).href);
  });

  it('opens by keyboard with the focus on its link, and Escape gives the focus back [WCAG 1.4.13, 2.1.1, 2.4.3]', async () => {
    const {element, card, marks} = await render();
    marks[0]?.focus();
    await press('Enter');
    await until(() => isOpen(element));
    await until(() => element.shadowRoot?.activeElement?.localName === 'a');
    expect(words(card())).to.equal(
      '1 Opening hours example.org (opens in a new tab) From ten to six.',
    );
    await press('Escape');
    await until(() => !isOpen(element));
    await until(() => marks[0]?.matches(':focus') === true);
  });

  it('has the focus itself if its source has no link [WCAG 2.1.1, 2.4.3]', async () => {
    const {element, card, marks} = await render();
    marks[1]?.focus();
    await press('Enter');
    await until(() => isOpen(element));
    await until(() => element.shadowRoot?.activeElement === card());
    expect(card().ariaLabel).to.equal('Source 2');
    await expect(element).to.be.accessible();
    await press('Escape');
    await until(() => marks[1]?.matches(':focus') === true);
  });

  it('shows the cited pages, and the quoted text', async () => {
    const {element, card, marks} = await render({...hours, firstPage: 4, lastPage: 6});
    marks[0]?.click();
    await until(() => isOpen(element));
    expect(words(card())).to.contain('Pages 4–6 From ten to six.');
  });

  it('opens on hover, within the window, and closes when the pointer leaves', async () => {
    const {element, card, marks} = await render();
    const [, mark] = marks;
    if (!mark) throw new Error('No second citation.');
    await hover(mark);
    await until(() => isOpen(element));
    expect(words(card())).to.equal('2 Station map');
    const {left, right} = card().getBoundingClientRect();
    expect(left).to.be.at.least(0);
    expect(right).to.be.at.most(innerWidth);
    await executeServerCommand('engine:hover', {x: 2, y: 2});
    await until(() => !isOpen(element));
  });

  it('stays while it has the focus, or when a finger is lifted [WCAG 1.4.13]', async () => {
    const {element, card, marks} = await render();
    const leave = (pointerType: string): Promise<void> =>
      instead(
        window,
        'setTimeout',
        (act: () => void) => (act(), 0),
        () => void element.dispatchEvent(new PointerEvent('pointerleave', {pointerType})),
      );
    marks[0]?.click();
    await until(() => isOpen(element) && card().matches(':focus-within'));
    await leave('mouse');
    expect(isOpen(element)).to.be.true;
    card().querySelector('a')?.blur();
    await leave('touch');
    expect(isOpen(element)).to.be.true;
    await leave('mouse');
    expect(isOpen(element)).to.be.false;
  });

  it('stays while the pointer is on it, and asks before its link opens [WCAG 1.4.13]', async () => {
    const {element, card, marks} = await render();
    const [mark] = marks;
    if (!mark) throw new Error('No citation.');
    await hover(mark);
    await until(() => isOpen(element));
    await hover(card());
    const events = collectEvents(element, 'ubik-link-request');
    element.addEventListener('ubik-link-request', event => event.preventDefault());
    find(element, '.citation-card a').click();
    expect(events.map(({url}) => url)).to.deep.equal(['https://example.org/hours']);
    expect(isOpen(element)).to.be.true;
  });
});
