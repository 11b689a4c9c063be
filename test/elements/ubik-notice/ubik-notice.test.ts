import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-notice/ubik-notice.define.js';
import type {UbikNotice} from '../../../src/elements/ubik-notice/ubik-notice.js';
import {all, collectEvents, find, has, until, words} from '../support/dom.js';
import {instead} from '../support/instead.js';
import {error, notice} from '../support/items.js';
import {within} from '../support/with-services.js';

const render = (item = error()): Promise<UbikNotice> =>
  fixture(html`<ubik-notice .item=${item} retryable></ubik-notice>`);

describe('<ubik-notice>', () => {
  it('is accessible', async () => {
    await expect(
      await render(error({text: 'The tool failed', advice: 'Ask again'})),
    ).to.be.accessible();
    await expect(await fixture(html`<ubik-notice>Hello</ubik-notice>`)).to.be.accessible();
  });

  it('has its icon, a line of text and its button on one line', async () => {
    const element = await render(error({code: 'timeout'}));
    const parts = element.shadowRoot?.querySelectorAll('.icon-error, .first, .button') ?? [];
    const middles = Array.from(parts, part => {
      const {top, height} = part.getBoundingClientRect();
      return top + height / 2;
    });
    expect(middles).to.have.length(3);
    expect(Math.max(...middles) - Math.min(...middles)).to.be.below(2);
  });

  it('keeps its text beside the icon in a narrow column, with the button below [WCAG 1.4.4]', async () => {
    const element = await render(error({code: 'timeout'}));
    element.style.inlineSize = '10rem';
    const edges = (selector: string): DOMRect => find(element, selector).getBoundingClientRect();
    const icon = element.shadowRoot?.querySelector('.icon-error')?.getBoundingClientRect();
    expect(edges('.first').left).to.be.above(icon?.right ?? Infinity);
    expect(edges('.first').top).to.be.below(icon?.bottom ?? 0);
    expect(edges('.button').top).to.be.at.least(edges('.first').bottom);
  });

  it('shows the meaning of a known code, and the message of the server', async () => {
    const element = await render(error({code: 'rate_limited', text: 'slow down'}));
    expect(words(find(element, '.words'))).to.equal(
      'Too many requests. Wait a moment and try again. slow down',
    );
  });

  it('opens a long message of the server at request', async () => {
    const element = await render(error({code: 'agent', text: `${'word '.repeat(200)}the end`}));
    const summary = find(element, 'summary');
    expect(element.getBoundingClientRect().height).to.be.below(400);
    await expect(element).to.be.accessible();
    summary.click();
    expect(find(element, 'details', HTMLDetailsElement).open).to.be.true;
    expect(words(find(element, 'details')).replace('… …', '')).to.contain('word the end');
  });

  it('names who joined and who left, in a line without a frame', async () => {
    const author = {kind: 'person', name: 'Mia'} as const;
    const element = await fixture<UbikNotice>(
      html`<ubik-notice .item=${notice({code: 'person_joined', author})}></ubik-notice>`,
    );
    expect(words(find(element, '.words'))).to.equal('Mia joined the conversation.');
    expect(element.kind).to.equal('presence');
    expect(has(element, '.icon')).to.be.false;
    element.item = notice({code: 'person_joined', author: {...author, name: 'محمد'}});
    await element.updateComplete;
    expect(getComputedStyle(find(element, '.first')).direction).to.equal('ltr');
    await expect(element).to.be.accessible();
    element.item = notice({code: 'person_left', author});
    await element.updateComplete;
    expect(words(find(element, '.words'))).to.equal('Mia left the conversation.');
    element.item = notice();
    await element.updateComplete;
    expect(element.kind).to.equal('notice');
  });

  it('shows the message of the server for an unknown code', async () => {
    const element = await render(error({code: 'toString', text: 'The quota is used up'}));
    expect(words(find(element, '.words'))).to.equal('The quota is used up');
  });

  it('disables the retry for as long as the server demands, and counts down', async () => {
    const element = await render(error({code: 'rate_limited', retryAfter: 19.2}));
    const button = find(element, 'button', HTMLButtonElement);
    expect(words(button)).to.equal('Try again in 20 sec');
    expect(button.disabled).to.be.true;
    await until(() => /^Try again in 1?\d sec$/.test(words(button)));
    const later = Date.now() + 19_500;
    await instead(
      Date,
      'now',
      () => later,
      async () => {
        element.requestUpdate();
        await element.updateComplete;
      },
    );
    expect(words(button)).to.equal('Try again');
    expect(button.disabled).to.be.false;
  });

  it('of a message that is sent later is neutral, and lets the user withdraw it', async () => {
    const element = await render(error({code: 'offline', unsent: true}));
    expect(element.kind).to.equal('notice');
    expect(words(find(element, '.words'))).to.equal(
      'You are offline. Your message will be sent when you are back online.',
    );
    const events = collectEvents(element, 'ubik-withdraw-request');
    expect(all(element, 'button').map(words)).to.deep.equal(['Cancel']);
    find(element, 'button').click();
    expect(events).to.have.length(1);
  });

  it('of a message that cannot be sent as it is lets the user edit it', async () => {
    const element = await render(error({code: 'too_large', retryable: false, unsent: true}));
    element.retryable = false;
    await element.updateComplete;
    const events = collectEvents(element, 'ubik-withdraw-request');
    expect(all(element, 'button').map(words)).to.deep.equal(['Edit']);
    find(element, 'button').click();
    expect(events).to.have.length(1);
  });

  it('always has a text', async () => {
    expect(words(find(await render(error({code: 'x'})), '.words'))).to.equal(
      'Something went wrong.',
    );
  });

  it('offers a retry if that may help', async () => {
    const element = await render();
    const events = collectEvents(element, 'ubik-retry-request');
    find(element, 'button').click();
    expect(events).to.have.length(1);
    element.retryable = false;
    await element.updateComplete;
    expect(has(element, 'button')).to.be.false;
  });

  it('offers to continue an interrupted answer, if the protocol can', async () => {
    const item = {
      id: 'n',
      kind: 'notice',
      status: 'waiting',
      children: [],
      code: 'max_tokens',
    } as const;
    const able = {operations: ['continue']} as const;
    const element = await within<UbikNotice>(html`<ubik-notice .item=${item}></ubik-notice>`, able);
    const events = collectEvents(element, 'ubik-continue-request');
    find(element, 'button').click();
    expect(events).to.have.length(1);
    element.item = {...item, status: 'done'};
    await element.updateComplete;
    expect(has(element, 'button')).to.be.false;
    const alone = await within<UbikNotice>(html`<ubik-notice .item=${item}></ubik-notice>`);
    expect(has(alone, 'button')).to.be.false;
  });
});
