import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {Item} from '../../../src/core/index.js';
import type {UbikTranscript} from '../../../src/elements/ubik-transcript/ubik-transcript.js';
import {
  all,
  find,
  frame,
  has,
  mutations,
  press,
  resizeWindow,
  until,
  words,
} from '../support/dom.js';
import {answer, error, text, user} from '../support/items.js';

const render = (items: readonly Item[]): Promise<UbikTranscript> =>
  fixture(html`
    <ubik-transcript style="block-size: 200px; inline-size: 300px" .items=${items}>
      <p slot="empty">Nothing yet</p>
    </ubik-transcript>
  `);

const turn = (number: number): Item => user(`Message ${number} `.repeat(20), {id: `m${number}`});
const many = Array.from({length: 12}, (_, number) => turn(number));

const focused = (element: UbikTranscript): string | undefined =>
  (element.shadowRoot?.activeElement as HTMLElement | null)?.dataset['id'];

describe('<ubik-transcript>', () => {
  it('is accessible, empty and full', async () => {
    await expect(await render([])).to.be.accessible();
    await expect(await render([user('Hello'), answer([text('Hello.')])])).to.be.accessible();
  });

  it('is a log that is not a live region itself [WCAG 1.3.1, 4.1.3]', async () => {
    const scroller = find(await render([]), '.scroller');
    expect(scroller.getAttribute('role')).to.equal('log');
    expect(scroller.ariaLive).to.equal('off');
  });

  it('shows the placeholder of an empty conversation', async () => {
    const element = await render([]);
    expect(has(element, 'slot[name="empty"]')).to.be.true;
    element.items = many;
    await element.updateComplete;
    expect(has(element, 'slot[name="empty"]')).to.be.false;
  });

  it('is walked turn by turn with the arrow keys [WCAG 2.1.1]', async () => {
    const element = await render(many);
    all(element, '.turn').at(-1)?.focus();
    const reaches = (id: string): Promise<void> =>
      until(
        () => focused(element) === id,
        () => focused(element),
      );
    await press('ArrowUp');
    await reaches('m10');
    await press('Home');
    await reaches('m0');
    await press('ArrowUp');
    await reaches('m0');
    await press('ArrowDown');
    await reaches('m1');
    await press('End');
    await reaches('m11');
  });

  it('is reached by Tab in one turn: the last, or the one that had the focus [WCAG 2.4.1, 2.4.3]', async () => {
    const element = await render(many);
    const reachable = (): readonly (string | undefined)[] =>
      all(element, '.turn[tabindex="0"]').map(({dataset}) => dataset['id']);
    expect(reachable()).to.deep.equal(['m11']);
    all(element, '.turn').at(-1)?.focus();
    await press('Home');
    await until(() => reachable().join() === 'm0', reachable);
  });

  it('keeps the nodes of other turns unchanged', async () => {
    const element = await render(many);
    const [first] = all(element, '.turn');
    if (!first) throw new Error('Nothing was drawn.');
    const changes = await mutations(first, async () => {
      element.items = [...many, turn(12)];
      await element.updateComplete;
    });
    expect(all(element, '.turn')[0]).to.equal(first);
    expect(changes).to.equal(0);
  });

  it('offers to scroll to the end only if the reader is elsewhere, with the number of new messages', async () => {
    const element = await render(many);
    const scroller = find(element, '.scroller');
    const fromEnd = (): number =>
      scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    expect(has(element, '.latest')).to.be.false;
    await until(() => fromEnd() < 2);
    scroller.dispatchEvent(new WheelEvent('wheel', {deltaY: -300}));
    scroller.scrollTop -= 300;
    await until(() => has(element, '.latest') && fromEnd() > 100);
    element.items = [...many, turn(12), turn(13)];
    await element.updateComplete;
    expect(words(find(element, '.latest'))).to.equal('2 new messages');
    find(element, '.latest').click();
    await until(() => !has(element, '.latest') && fromEnd() < 2);
  });

  it('leaves nearly all of a short window to the messages, as with a zoom of 400 % [WCAG 1.4.10]', async () => {
    const element = await render(many);
    const scroller = find(element, '.scroller');
    scroller.dispatchEvent(new WheelEvent('wheel', {deltaY: -300}));
    scroller.scrollTop -= 300;
    await until(() => has(element, '.latest'));
    await resizeWindow(320, 256);
    const {bottom} = scroller.getBoundingClientRect();
    const button = find(element, '.latest').getBoundingClientRect();
    expect(button.top).to.be.at.least(bottom);
    expect(element.getBoundingClientRect().bottom - bottom).to.be.below(32);
    expect(button.height).to.be.at.least(24);
    await resizeWindow(800, 600);
  });

  it('continues to follow the end when a turn follows one that is longer than the view', async () => {
    const element = await render([turn(0), answer([text('Long '.repeat(1000))], {id: 'long'})]);
    const scroller = find(element, '.scroller');
    const {scrollHeight} = scroller;
    await until(() => scroller.scrollTop > 2000);
    await frame(); // the visible part is known after a paint
    element.items = [...element.items, turn(1)];
    await element.updateComplete;
    expect(scroller.scrollHeight).to.be.above(scrollHeight); // read before the engine knows the visible part
    await frame();
    await frame();
    expect(has(element, '.latest')).to.be.false;
    expect(scroller.scrollTop).to.be.above(2000);
  });

  it('stops following if the wheel moves the page only later, because the page is busy', async () => {
    const element = await render(many);
    const scroller = find(element, '.scroller');
    scroller.dispatchEvent(new WheelEvent('wheel', {deltaY: -100}));
    await element.updateComplete;
    expect(has(element, '.latest')).to.be.true;
    // The wheel seems to have been about something else, and the end is followed again.
    await until(() => !has(element, '.latest'));
    scroller.scrollTop -= 100;
    await until(() => has(element, '.latest'));
  });

  it('offers a retry only for the last turn, and not during a run', async () => {
    const failed = (id: string): Item => answer([error({id: `e${id}`})], {id, status: 'failed'});
    const element = await render([failed('a'), failed('b')]);
    const buttons = (): readonly string[] =>
      all(element, 'ubik-message').map(message => {
        const button = find(find(message, 'ubik-notice'), '.button');
        const {display, visibility} = getComputedStyle(button);
        return display === 'none' || visibility === 'hidden' ? 'hidden' : 'shown';
      });
    await frame();
    expect(buttons()).to.deep.equal(['hidden', 'shown']);
    element.busy = true;
    await element.updateComplete;
    expect(buttons()).to.deep.equal(['hidden', 'hidden']);
  });
});
