import {expect, html} from '@open-wc/testing';
import {UbikCopiedEvent} from '../../../src/elements/events.js';
import {collectAnnouncements} from '../support/announcements.js';
import {collectEvents, until} from '../support/dom.js';
import {openParts} from '../support/parts.js';

describe('ubik-conversation', () => {
  it('is accessible, takes no place, and reports turns by events', async () => {
    const {conversation, agent} = await openParts(html``);
    const started = collectEvents(conversation, 'ubik-turn-start');
    const ended = collectEvents(conversation, 'ubik-turn-end');
    const sent = conversation.send('Hello');
    agent.say('Hi.');
    await until(
      () => conversation.status === 'streaming',
      () => [conversation.status, conversation.lastError, agent.requests],
    );
    agent.finish();
    const {status} = await sent;
    expect(status).to.equal('done');
    expect([started.length, ended.length]).to.deep.equal([1, 1]);
    expect(conversation.getClientRects()).to.have.length(0);
    await expect(conversation).to.be.accessible();
  });

  it('announces what a part outside of it reports', async () => {
    const {page, conversation} = await openParts(html`<ubik-composer for="talk"></ubik-composer>`);
    const announced = collectAnnouncements(conversation);
    page.querySelector('ubik-composer')?.dispatchEvent(new UbikCopiedEvent('text'));
    await until(() => announced.some(text => text.startsWith('Copied')));
    await expect(conversation).to.be.accessible();
  });
});
