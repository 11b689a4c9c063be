import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-launcher/ubik-launcher.define.js';
import type {UbikLauncher} from '../../../src/elements/ubik-launcher/ubik-launcher.js';
import {find, has, collectEvents, words} from '../support/dom.js';
import {openParts} from '../support/parts.js';

const render = (unread = 0, open = false): Promise<UbikLauncher> =>
  fixture(html`<ubik-launcher .unread=${unread} ?open=${open}></ubik-launcher>`);

describe('<ubik-launcher>', () => {
  it('is accessible, open, closed and with unread messages', async () => {
    await expect(await render()).to.be.accessible();
    await expect(await render(3)).to.be.accessible();
    await expect(await render(0, true)).to.be.accessible();
  });

  it('is labelled with its action and the number of unread messages [WCAG 2.4.6, 4.1.2]', async () => {
    const name = (element: UbikLauncher): string => words(find(element, '.visually-hidden'));
    expect(name(await render(3))).to.equal('Open chat, 3 unread messages');
    expect(name(await render(3, true))).to.equal('Close chat');
    expect(has(await render(3, true), '.badge')).to.be.false;
  });

  it('limits the displayed number', async () => {
    expect(words(find(await render(12), '.badge'))).to.equal('9+');
  });

  it('asks for the other state', async () => {
    const element = await render();
    const events = collectEvents(element, 'ubik-toggle-request');
    find(element, 'button').click();
    expect(events.map(({open}) => open)).to.deep.equal([true]);
    expect(element.open).to.be.false;
  });

  it('says that an answer is needed, while it is closed', async () => {
    const element = await render(2);
    element.needsAnswer = true;
    await element.updateComplete;
    expect(words(find(element, '.visually-hidden'))).to.equal(
      'Open chat, 2 unread messages, Input needed',
    );
    expect(words(find(element, '.badge'))).to.equal('?');
    await expect(element).to.be.accessible();
    element.open = true;
    await element.updateComplete;
    expect(has(element, '.badge')).to.be.false;
  });

  it('counts answers and questions, also an answer that failed, until the user is another one', async () => {
    const {page, conversation, agent} = await openParts(
      html`<ubik-launcher for="talk"></ubik-launcher>`,
    );
    const launcher = page.querySelector('ubik-launcher');
    for (const end of [
      () => agent.finish(),
      () => {
        agent.tell('agent_processing_error', {error: 'The sandbox is down'});
        agent.finish();
      },
    ]) {
      const turn = conversation.send('Hello');
      agent.say('Hi');
      end();
      await turn;
    }
    expect(launcher?.unread).to.equal(2);
    conversation.userId = 'another';
    await conversation.updateComplete;
    expect(launcher?.unread).to.equal(0);
  });
});
