import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {Item} from '../../../src/core/index.js';
import type {UbikTranscript} from '../../../src/elements/ubik-transcript/ubik-transcript.js';
import {all, find, has, until, words} from '../support/dom.js';
import {answer, text, user} from '../support/items.js';

const render = (items: readonly Item[]): Promise<UbikTranscript> =>
  fixture(html`<ubik-transcript .items=${items}></ubik-transcript>`);

/** Noon some days ago, by the clock of the page. */
function daysAgo(days: number): Date {
  const date = new Date();
  date.setHours(12, 0, 0, 0);
  date.setDate(date.getDate() - days);
  return date;
}

const turn = (id: string, date: Date | undefined): Item =>
  user(id, {id, ...(date && {createdAt: date.toISOString()})});

/** The dates and the ids of the turns, in the order in which they are displayed. */
const order = (element: UbikTranscript): readonly string[] =>
  all(element, '.day, .turn').map(node => node.dataset['id'] ?? words(node));

describe('the days of a conversation', () => {
  it('are named between turns of different days, accessibly [WCAG 1.3.1]', async () => {
    const element = await render([
      turn('a', daysAgo(1)),
      turn('b', daysAgo(1)),
      turn('c', daysAgo(0)),
      turn('d', daysAgo(0)),
    ]);
    expect(order(element)).to.deep.equal(['Yesterday', 'a', 'b', 'Today', 'c', 'd']);
    const time = find(element, '.day time');
    expect(new Date(time.getAttribute('datetime') ?? '').getDate()).to.equal(daysAgo(1).getDate());
    await expect(element).to.be.accessible();
  });

  it('are not named if all is of today, or no time is known', async () => {
    expect(order(await render([turn('a', daysAgo(0)), turn('b', daysAgo(0))]))).to.deep.equal([
      'a',
      'b',
    ]);
    expect(order(await render([turn('a', undefined), turn('b', undefined)]))).to.deep.equal([
      'a',
      'b',
    ]);
  });

  it('are weekdays within a week, and dates before it, with the year of another one', async () => {
    const lastYear = new Date(new Date().getFullYear() - 1, 0, 5, 12);
    const element = await render([turn('a', lastYear), turn('b', daysAgo(3))]);
    const format = (date: Date, options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat('en', options).format(date);
    expect(all(element, '.day').map(words)).to.deep.equal([
      format(lastYear, {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'}),
      format(daysAgo(3), {weekday: 'long'}),
    ]);
  });

  it('never go back: the clocks of the page and the server may differ', async () => {
    const element = await render([
      turn('a', daysAgo(1)),
      turn('b', daysAgo(2)),
      turn('c', daysAgo(1)),
    ]);
    expect(order(element)).to.deep.equal(['Yesterday', 'a', 'b', 'c']);
  });

  it('continue over groups of turns, and over turns without a time', async () => {
    const before = Array.from({length: 20}, (_, n) =>
      turn(`y${n}`, n % 2 ? daysAgo(1) : undefined),
    );
    const element = await render([...before, turn('t', daysAgo(0))]);
    const shown = order(element);
    expect(shown.filter(name => name.endsWith('day'))).to.deep.equal(['Yesterday', 'Today']);
    expect(shown.slice(0, 3)).to.deep.equal(['y0', 'Yesterday', 'y1']);
    expect(shown.slice(-2)).to.deep.equal(['Today', 't']);
  });
});

describe('a turn', () => {
  it('is labelled by its author [WCAG 2.4.6]', async () => {
    const author = {kind: 'person', name: 'Mia'} as const;
    const element = await render([
      user('Hello'),
      answer([text('Hello.')]),
      answer([text('Hi!', {id: 'hi'})], {id: 'mia', author}),
    ]);
    expect(all(element, '.turn').map(({ariaLabel}) => ariaLabel)).to.deep.equal([
      'You',
      'Assistant',
      'Mia',
    ]);
  });

  it('shows its time with `timestamps`, and without while it has the focus', async () => {
    const element = await render([turn('a', daysAgo(0)), turn('b', daysAgo(0))]);
    const opacities = (): readonly string[] =>
      all(element, 'ubik-message').map(message => getComputedStyle(find(message, 'time')).opacity);
    await until(() => all(element, 'ubik-message').every(message => has(message, 'time')));
    // Without transitions, so that the final value is there at once.
    for (const message of all(element, 'ubik-message'))
      find(message, 'time').style.transition = 'none';
    if (matchMedia('(hover: hover) and (pointer: fine)').matches) {
      expect(opacities()).to.deep.equal(['0', '0']);
      all(element, '.turn')[1]?.focus();
      expect(opacities()).to.deep.equal(['0', '1']);
    }
    element.timestamps = true;
    await element.updateComplete;
    expect(opacities()).to.deep.equal(['1', '1']);
  });
});
