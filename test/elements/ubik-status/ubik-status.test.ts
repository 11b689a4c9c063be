import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-status/ubik-status.define.js';
import {ChatController} from '../../../src/controller/index.js';
import {ubik} from '../../../src/core/index.js';
import {UbikErrorEvent, UbikSendRequestEvent} from '../../../src/elements/events.js';
import {all, press, until, words} from '../support/dom.js';
import {InPageAgent, inPage} from '../support/agent.js';
import {openParts} from '../support/parts.js';

const notices = (element: Element): readonly string[] => all(element, 'ubik-notice').map(words);

const open = async () => {
  const {page, ...others} = await openParts(html`
    <ubik-status for="talk"></ubik-status>
    <ubik-composer for="talk"></ubik-composer>
  `);
  const status = page.querySelector('ubik-status');
  const composer = page.querySelector('ubik-composer');
  if (!status || !composer) throw new Error('There is no element.');
  return {...others, status, composer};
};

describe('ubik-status', () => {
  it('is accessible, and displays why an action was rejected until the next turn', async () => {
    const {status, composer, conversation, agent} = await open();
    expect(notices(status)).to.be.empty;
    composer.dispatchEvent(new UbikErrorEvent({code: 'not_loaded', retryable: false}));
    await until(() => notices(status).length === 1);
    expect(notices(status)[0]).to.match(/could not be loaded/);
    await expect(status).to.be.accessible();
    const ended = conversation.send('Hello');
    agent.say('Hi.');
    await until(() => notices(status).length === 0);
    agent.finish();
    await ended;
  });

  it('displays no error of the conversation before a new one, also without sessions', async () => {
    const {status, composer, conversation} = await open();
    composer.dispatchEvent(new UbikErrorEvent({code: 'not_loaded', retryable: false}));
    await until(() => notices(status).length === 1);
    await conversation.newSession();
    await until(() => notices(status).length === 0);
  });

  it('displays that the browser is offline until it is online again, and another error longer', async () => {
    const {status, composer} = await open();
    composer.dispatchEvent(new UbikErrorEvent({code: 'offline', retryable: true}));
    await until(() => notices(status).length === 1);
    window.dispatchEvent(new Event('online'));
    await until(() => notices(status).length === 0);
    composer.dispatchEvent(new UbikErrorEvent({code: 'not_loaded', retryable: false}));
    await until(() => notices(status).length === 1);
    window.dispatchEvent(new Event('online'));
    await status.updateComplete;
    expect(notices(status)).to.have.length(1);
  });

  it('displays the error of a refused message once', async () => {
    const {status, composer, conversation} = await open();
    conversation.protocol = 'no-such-protocol';
    await until(() => notices(status).length === 1);
    composer.dispatchEvent(new UbikSendRequestEvent('Hello', []));
    await until(() => composer.value === 'Hello'); // The refused text is back.
    await conversation.updateComplete;
    await status.updateComplete;
    expect(notices(status)).to.have.length(1);
    expect(notices(status)[0]).to.match(/no-such-protocol/);
  });

  it('keeps the focus when its button disappears [WCAG 2.4.3]', async () => {
    const controller = new ChatController(undefined, {
      protocol: {...inPage, operations: {...inPage.operations, history: ubik.operations.history}},
      endpoint: '/api',
      sessionId: 'one',
      transport: new InPageAgent().transport,
      storage: null,
      fetch: () => Promise.resolve(new Response('{}', {status: 403})),
    });
    const status = await fixture(html`<ubik-status .controller=${controller}></ubik-status>`);
    await until(() => all(status, '.buttons button').length === 1);
    all(status, '.buttons button')[0]?.focus();
    await press('Enter');
    await until(() => notices(status).length === 0);
    expect(document.activeElement?.localName).to.equal('ubik-status');
    controller.dispose();
  });

  it('displays nothing without a conversation', async () => {
    const status = await fixture(html`<ubik-status></ubik-status>`);
    expect(words(status.shadowRoot)).to.equal('');
  });
});
