import {expect, html} from '@open-wc/testing';
import {UbikCopiedEvent, UbikErrorEvent} from '../../../src/elements/events.js';
import {collectAnnouncements} from '../support/announcements.js';
import {collectEvents, frame, until} from '../support/dom.js';
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

  it('neither sends nor reports what concerns a conversation inside of it', async () => {
    const {page, conversation, agent} = await openParts(html``);
    const outer = await openParts(html``);
    outer.conversation.append(conversation);
    page.remove();
    const announced = collectAnnouncements(outer.conversation);
    const sent = conversation.send('Hello');
    await until(() => agent.requests.length === 1);
    conversation.dispatchEvent(new UbikErrorEvent({code: 'not_read', retryable: true}));
    conversation.dispatchEvent(new UbikCopiedEvent('text'));
    agent.finish();
    await sent;
    await frame();
    expect(outer.agent.requests).to.have.length(0);
    expect(announced).to.deep.equal([]);
    await expect(outer.conversation).to.be.accessible();
  });
});
