import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-step/ubik-step.define.js';
import type {UbikStep} from '../../../src/elements/ubik-step/ubik-step.js';
import {all, find, has, collectEvents, mutations, press, until, words} from '../support/dom.js';
import {step, text, tool} from '../support/items.js';

const render = (item = step()): Promise<UbikStep> =>
  fixture(html`<ubik-step .item=${item}></ubik-step>`);

describe('<ubik-step>', () => {
  it('is accessible, open and closed', async () => {
    const element = await render(
      step({status: 'streaming', progress: 40, children: [text('Hello')]}),
    );
    await expect(element).to.be.accessible();
    element.open = false;
    await element.updateComplete;
    await expect(element).to.be.accessible();
  });

  it('has a neutral sign if it was cut off, and another one if it failed', async () => {
    const signOf = async (status: 'interrupted' | 'stopped' | 'failed'): Promise<string> => {
      const sign = find(await render(step({status})), '.status');
      return `${getComputedStyle(sign).color} ${sign.querySelector('path')?.getAttribute('d')}`;
    };
    expect(await signOf('interrupted')).to.equal(await signOf('stopped'));
    expect(await signOf('interrupted')).not.to.equal(await signOf('failed'));
  });

  it('has a button only if there is something to open, or may be [WCAG 4.1.2]', async () => {
    const element = await render(step({status: 'streaming'}));
    expect(has(element, 'button.header')).to.be.true;
    element.item = step({status: 'interrupted'});
    await element.updateComplete;
    expect(has(element, 'button')).to.be.false;
    expect(words(find(element, '.header'))).to.contain('Search the docs');
    expect(find(element, '.content').checkVisibility()).to.be.false;
    await expect(element).to.be.accessible();
    element.item = step({children: [text('Hello')]});
    await element.updateComplete;
    expect(has(element, 'button.header')).to.be.true;
  });

  it('shows no duration that nobody minds', async () => {
    const element = await render(
      step({startedAt: '2026-03-04T14:00:00.000Z', endedAt: '2026-03-04T14:00:02.900Z'}),
    );
    expect(words(find(element, '.header'))).to.equal('Step 1 Search the docs Done');
  });

  it('shows its number only if it has no title', async () => {
    const element = await render(step({title: ''}));
    expect(words(find(element, '.heading'))).to.equal('Step 1');
    expect(has(element, '.heading > .visually-hidden')).to.be.false;
  });

  it('shows number, title, state and duration [WCAG 1.4.1]', async () => {
    const element = await render(
      step({startedAt: '2026-03-04T14:00:00Z', endedAt: '2026-03-04T14:00:12Z'}),
    );
    expect(words(find(element, '.header'))).to.equal('Step 1 Search the docs Done 12 sec');
    // Chromium omits from a name the white space that is alone between two words of it.
    const number = find(element, '.heading > .visually-hidden');
    expect(number.textContent).to.equal('Step 1 ');
    expect(number.offsetWidth).to.equal(1);
  });

  it('shows its progress only while it runs', async () => {
    const element = await render(step({status: 'streaming', progress: 40}));
    expect(find(element, 'progress', HTMLProgressElement).value).to.equal(40);
    element.item = step({progress: 100});
    await element.updateComplete;
    expect(has(element, 'progress')).to.be.false;
  });

  it('waits for the user while it contains an open question, instead of displaying that it runs', async () => {
    const children = [tool({status: 'waiting'})];
    const element = await render(step({status: 'streaming', children}));
    expect(words(find(element, '.header'))).to.equal('Step 1 Search the docs Waiting for you');
    expect(has(element, '.header .spinner')).to.be.false;
    element.item = step({
      status: 'streaming',
      children: [step({status: 'streaming', children})],
    });
    await element.updateComplete;
    expect(words(find(element, '.header')), 'in a step inside').to.contain('Waiting for you');
    element.item = step({status: 'stopped', children});
    await element.updateComplete;
    expect(words(find(element, '.header'))).to.equal('Step 1 Search the docs Stopped');
  });

  it('is open while it runs and folds when it is done', async () => {
    const element = await render(step({status: 'streaming'}));
    expect(element.open).to.be.true;
    element.item = step();
    await element.updateComplete;
    expect(element.open).to.be.false;
  });

  it('stays open with a text in it, which is for the user', async () => {
    const element = await render(step({status: 'streaming', children: [text('6 * 7 is 42')]}));
    element.item = step({children: [text('6 * 7 is 42')]});
    await element.updateComplete;
    expect(element.open).to.be.true;
  });

  it('displays tool calls and texts in one column', async () => {
    const item = step({status: 'streaming', children: [tool(), text('Found.')]});
    const element = await render(item);
    const call = find(element, 'ubik-tool');
    await until(() => has(call, '.status'));
    const left = (inner: HTMLElement): number => inner.getBoundingClientRect().left;
    const column = left(find(element, 'ubik-markdown'));
    expect(left(find(call, '.status'))).to.be.closeTo(column, 1);
    call.setAttribute('open', '');
    await until(() => has(call, '.content'));
    expect(left(find(call, '.status'))).to.be.closeTo(column, 1);
  });

  it('stays open when it has failed', async () => {
    const element = await render(step({status: 'failed'}));
    expect(element.open).to.be.true;
  });

  it('opens with the keyboard, and then keeps the choice of the user [WCAG 2.1.1]', async () => {
    const element = await render(step({status: 'streaming'}));
    const header = find(element, '.header');
    header.focus();
    await press('Enter');
    await element.updateComplete;
    expect(header.getAttribute('aria-expanded')).to.equal('false');
    element.item = step({status: 'failed'});
    await element.updateComplete;
    expect(element.open).to.be.false;
  });

  it('asks before it opens, and stays closed when that is canceled', async () => {
    const element = await render(step({children: [tool()]}));
    const events = collectEvents(element, 'ubik-toggle-request');
    element.addEventListener('ubik-toggle-request', event => event.preventDefault(), {once: true});
    find(element, '.header').click();
    expect(element.open).to.be.false;
    find(element, '.header').click();
    expect(element.open).to.be.true;
    expect(events.map(event => event.open)).to.deep.equal([true, true]);
  });

  it('renders nothing below a closed header until it is opened', async () => {
    const element = await render(step({children: [tool()]}));
    expect(has(element, 'ubik-tool')).to.be.false;
    find(element, '.header').click();
    await element.updateComplete;
    expect(has(element, 'ubik-tool')).to.be.true;
  });

  it('renders no header for the only step of a run', async () => {
    const element = await render(step({single: true, children: [text('Hello')]}));
    expect(has(element, '.header')).to.be.false;
    expect(has(element, 'ubik-markdown')).to.be.true;
  });

  it('keeps the nodes of children that did not change', async () => {
    const first = text('First');
    const element = await render(step({status: 'streaming', children: [first, tool()]}));
    const [before] = all(element, 'ubik-markdown');
    element.item = step({status: 'streaming', children: [first, tool({log: 'more'})]});
    await element.updateComplete;
    expect(all(element, 'ubik-markdown')[0]).to.equal(before);
  });

  it('changes nothing when it receives the same item again', async () => {
    const item = step({status: 'streaming', children: [text('Hello')]});
    const element = await render(item);
    const changes = await mutations(element, async () => {
      element.item = item;
      await element.updateComplete;
    });
    expect(changes).to.equal(0);
  });

  it('works from attributes and a slot, without a chat', async () => {
    const element = await fixture<UbikStep>(
      html`<ubik-step heading="Load the file" number="2" duration="3" open><p>Rows</p></ubik-step>`,
    );
    expect(words(find(element, '.header'))).to.equal('Step 2 Load the file Done 3 sec');
    expect(find(element, 'slot', HTMLSlotElement).assignedElements()).to.have.length(1);
    await expect(element).to.be.accessible();
  });
});
