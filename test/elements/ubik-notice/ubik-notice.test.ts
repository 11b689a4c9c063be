import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-notice/ubik-notice.define.js';
import type {UbikNotice} from '../../../src/elements/ubik-notice/ubik-notice.js';
import {find, has, collectEvents, words} from '../support/dom.js';
import {error} from '../support/items.js';
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

  it('shows the meaning of a known code, and the message of the server', async () => {
    const element = await render(error({code: 'rate_limited', text: 'slow down'}));
    expect(words(find(element, '.words'))).to.equal(
      'Too many requests. Wait a moment and try again. slow down',
    );
  });

  it('shows the message of the server for an unknown code', async () => {
    const element = await render(error({code: 'toString', text: 'The quota is used up'}));
    expect(words(find(element, '.words'))).to.equal('The quota is used up');
  });

  it('shows when the server allows a retry', async () => {
    const element = await render(error({code: 'rate_limited', retryAfter: 19.2}));
    expect(words(find(element, '.words'))).to.equal(
      'Too many requests. Wait a moment and try again. in 20 seconds',
    );
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
    const able = {abilities: {continue: true}};
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
