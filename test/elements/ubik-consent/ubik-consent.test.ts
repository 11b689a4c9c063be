import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-consent/ubik-consent.define.js';
import '../../../src/elements/ubik-composer/ubik-composer.define.js';
import {ChatError} from '../../../src/controller/http/errors.js';
import {locales, readLocale} from '../../../src/elements/locales/locales.js';
import type {UbikConsent} from '../../../src/elements/ubik-consent/ubik-consent.js';
import type {Consent, Layout, UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import {InPageAgent, inPage} from '../support/agent.js';
import type {ChatFixture} from '../support/chat.js';
import {all, collectEvents, find, frame, has, until, words} from '../support/dom.js';

/** A storage in memory that counts its uses. */
class CountedStorage {
  readonly items = new Map<string, string>();
  uses = 0;

  getItem(key: string): string | null {
    this.uses += 1;
    return this.items.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    this.uses += 1;
    this.items.set(key, text);
  }
  removeItem(key: string): void {
    this.uses += 1;
    this.items.delete(key);
  }
}

interface AskingChat extends ChatFixture {
  readonly storage: CountedStorage;
}

/** A chat that asks for consent. */
async function ask(
  layout: Layout = 'inline',
  consent: Exclude<Consent, boolean> = '',
  settings: Partial<UbikChat> = {},
): Promise<AskingChat> {
  const agent = new InPageAgent();
  const storage = new CountedStorage();
  const chat = await fixture<UbikChat>(html`
    <ubik-chat
      layout=${layout}
      consent=${consent}
      .protocol=${inPage}
      .transport=${agent.transport}
      .storage=${storage}
    ></ubik-chat>
  `);
  Object.assign(chat, settings);
  await chat.updateComplete;
  return {chat, agent, storage};
}

const question = (chat: UbikChat): HTMLElement => find(chat, 'ubik-consent');

async function buttons(chat: UbikChat): Promise<readonly HTMLElement[]> {
  await until(() => has(question(chat), 'button'));
  return all(question(chat), 'button');
}

async function click(chat: UbikChat, label: 'Agree' | 'Decline'): Promise<void> {
  const button = (await buttons(chat)).find(node => words(node) === label);
  button?.click();
  await chat.updateComplete;
}

describe('<ubik-consent>', () => {
  it('is accessible, before and after the user has declined', async () => {
    const element = await fixture<UbikConsent>(
      html`<ubik-consent policy="/privacy">May we?</ubik-consent>`,
    );
    await expect(element).to.be.accessible();
    element.declined = true;
    await element.updateComplete;
    await expect(element).to.be.accessible();
    expect(words(find(element, '.declined'))).to.match(/^You have declined/);
  });

  it('links only to web addresses', async () => {
    const element = await fixture<UbikConsent>(
      html`<ubik-consent policy="/privacy"></ubik-consent>`,
    );
    expect(find(element, 'a', HTMLAnchorElement).href).to.equal(`${location.origin}/privacy`);
    element.policy = 'javascript:alert(1)';
    await element.updateComplete;
    expect(has(element, 'a')).to.equal(false);
  });
});

describe('a chat with the attribute consent', () => {
  for (const layout of ['inline', 'float', 'sidebar', 'full'] as const) {
    it(`is accessible while it asks, in the layout ${layout}`, async () => {
      const {chat} = await ask(layout);
      await chat.show();
      await buttons(chat);
      await expect(chat).to.be.accessible();
      expect(has(chat, '.composer')).to.equal(false);
    });
  }

  for (const consent of ['', 'ask'] as const) {
    it(`requests nothing and uses no storage with consent="${consent}"`, async () => {
      const {chat, agent, storage} = await ask('inline', consent);
      await buttons(chat);
      const used = storage.uses; // The agreement was looked up.
      await chat.setDraft('A draft');
      await frame();
      expect(storage.uses).to.equal(used);
      expect(storage.items.size).to.equal(0);
      expect(agent.requests).to.eql([]);
      expect(chat.hasConsent).to.equal(false);
    });
  }

  it('asks with the value true, as frameworks set it, and not with false', async () => {
    const {chat} = await ask('inline', 'granted');
    expect(chat.hasConsent).to.equal(true);
    chat.consent = true;
    expect(chat.hasConsent).to.equal(false);
    chat.consent = false;
    expect(chat.hasConsent).to.equal(true);
    chat.consent = 'ask';
    expect(chat.hasConsent).to.equal(false);
    chat.removeAttribute('consent');
    expect(chat.hasConsent).to.equal(true);
  });

  it('rejects a message before the user has agreed', async () => {
    const {chat, agent} = await ask();
    const error = await chat.send('Hello').catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ChatError);
    expect((error as ChatError).info.code).to.equal('no_consent');
    expect(agent.requests).to.eql([]);
  });

  it('disables a composer of the page that follows it, with the reason', async () => {
    const {chat} = await ask();
    chat.id = 'asking';
    const outside = document.createElement('ubik-composer');
    outside.htmlFor = 'asking';
    chat.after(outside);
    await until(() => outside.disabled);
    expect(outside.reason).to.equal('Agree to the use of the chat first.');
    await click(chat, 'Agree');
    await until(() => !outside.disabled);
    outside.remove();
  });

  it('works after Agree, reports it, focuses the composer, and stores the agreement', async () => {
    const {chat, agent, storage} = await ask('float');
    const events = collectEvents(chat, 'ubik-consent');
    await chat.show();
    expect(chat.shadowRoot?.activeElement).to.equal(question(chat));
    await click(chat, 'Agree');
    expect(events.map(({decision}) => decision)).to.eql(['granted']);
    expect(chat.hasConsent).to.equal(true);
    await until(() => chat.shadowRoot?.activeElement === find(chat, '.composer'));
    const sent = chat.send('Hello');
    agent.say('Good day.');
    agent.finish();
    expect((await sent).status).to.equal('done');
    const [record = '{}'] = storage.items.values();
    expect(JSON.parse(record)).to.include({consent: 'granted', 'view.open': 'true'});
  });

  it('does not ask again if the agreement is stored', async () => {
    const {chat, storage} = await ask();
    await click(chat, 'Agree');
    const again = await fixture<UbikChat>(
      html`<ubik-chat
        consent
        .protocol=${inPage}
        .transport=${new InPageAgent().transport}
        .storage=${storage}
      ></ubik-chat>`,
    );
    expect(again.hasConsent).to.equal(true);
    expect(has(again, 'ubik-consent')).to.equal(false);
  });

  it('asks another user again', async () => {
    const {chat} = await ask();
    await click(chat, 'Agree');
    chat.userId = 'somebody else';
    await chat.updateComplete;
    expect(chat.hasConsent).to.equal(false);
    expect(has(chat, 'ubik-consent')).to.equal(true);
  });

  it('closes after Decline, reports it, and asks again when it is opened', async () => {
    const {chat, storage} = await ask('float');
    const events = collectEvents(chat, 'ubik-consent');
    await chat.show();
    await click(chat, 'Decline');
    await until(() => !chat.open);
    expect(events.map(({decision}) => decision)).to.eql(['declined']);
    expect(storage.items.size).to.equal(0);
    await chat.show();
    expect(has(question(chat), '.declined')).to.equal(false);
    await click(chat, 'Agree');
    expect(chat.hasConsent).to.equal(true);
  });

  it('says in a layout without a button to close it that the user has declined', async () => {
    const {chat} = await ask('inline');
    await click(chat, 'Decline');
    await until(() => has(question(chat), '.declined'));
    await click(chat, 'Agree');
    expect(has(chat, '.composer')).to.equal(true);
  });

  it('is granted by the page, as an attribute or property, and stores no agreement', async () => {
    const {chat, agent, storage} = await ask();
    chat.consent = 'granted';
    const sent = chat.send('Hello');
    agent.finish();
    await sent;
    expect([...storage.items.values()].join('')).not.to.include('consent');
  });

  it('asks again after the consent was withdrawn, and the data is removed', async () => {
    const {chat, storage} = await ask();
    await click(chat, 'Agree');
    await chat.ready;
    await chat.setDraft('A draft');
    expect(storage.items.size).to.equal(1);
    await chat.withdrawConsent();
    expect(storage.items.size).to.equal(0);
    expect(chat.hasConsent).to.equal(false);
    expect(has(chat, 'ubik-consent')).to.equal(true);
  });

  it('displays the text of the page, as an attribute or a slot, and its policy', async () => {
    const {chat} = await ask('inline', '', {
      consentText: 'We send what you write to Ada.',
      privacyPolicy: '/privacy',
    });
    await buttons(chat);
    expect(words(question(chat))).to.equal('We send what you write to Ada.');
    expect(find(question(chat), 'a', HTMLAnchorElement).pathname).to.equal('/privacy');
    chat.innerHTML = '<p slot="consent">Ada is an AI.</p>';
    const slot = find(chat, 'slot[name=consent]', HTMLSlotElement);
    expect(slot.assignedElements().map(words)).to.eql(['Ada is an AI.']);
  });

  for (const lang of locales.names()) {
    it(`can be answered at 320 pixels and 400 % zoom in ${lang} [WCAG 1.4.10]`, async () => {
      const {chat} = await ask('inline', '', {privacyPolicy: '/privacy'});
      chat.lang = lang;
      chat.style.inlineSize = '320px';
      chat.style.setProperty('--ubik-block-size', '256px');
      const {consent} = await readLocale(lang);
      const labels = async (): Promise<readonly string[]> => (await buttons(chat)).map(words);
      await until(() => words(find(chat, '#consent-text')) === consent.text);
      await until(() => all(question(chat), 'button').some(node => words(node) === consent.agree));
      expect(await labels()).to.eql([consent.decline, consent.agree]);
      expect(question(chat).scrollWidth).to.be.at.most(question(chat).clientWidth);
      const last = all(question(chat), 'button').at(-1);
      last?.focus();
      const bottoms = (): readonly number[] =>
        [last, find(chat, '.panel')].map(node => node?.getBoundingClientRect().bottom ?? NaN);
      // WebKit scrolls to a focused element with the next frame.
      await until(() => {
        const [button = NaN, panel = NaN] = bottoms();
        return button <= panel + 0.5;
      }, bottoms);
    });
  }
});
