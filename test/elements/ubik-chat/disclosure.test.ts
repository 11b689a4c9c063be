import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import type {Author, Conversation} from '../../../src/core/index.js';
import {locales, readLocale} from '../../../src/elements/locales/locales.js';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {InPageAgent, inPage} from '../support/agent.js';
import {open} from '../support/chat.js';
import {collectEvents, find, frame, has, mutations, until, words} from '../support/dom.js';
import {text} from '../support/items.js';

const english = 'You are chatting with an AI. It can make mistakes.';
const mia: Author = {kind: 'person', name: 'Mia'};

const line = (chat: UbikChat): HTMLElement => find(chat, '.disclosure');

/** An answer of a person, or of the assistant if there is no author. */
const answerOf = (author?: Author): Conversation => ({
  version: 1,
  children: [
    {
      id: 'a',
      kind: 'message',
      role: 'assistant',
      status: 'done',
      children: [text('Hello.')],
      ...(author && {author}),
    },
  ],
});

/** A chat in a box of this size in CSS pixels, in a language. */
async function boxed(inlineSize: number, blockSize: number, lang = 'en'): Promise<UbikChat> {
  const agent = new InPageAgent();
  const chat = await fixture<UbikChat>(
    html`<ubik-chat
      lang=${lang}
      style="inline-size: ${inlineSize}px; --ubik-block-size: ${blockSize}px"
      .protocol=${inPage}
      .transport=${agent.transport}
      .storage=${null}
    ></ubik-chat>`,
  );
  await chat.ready;
  await chat.updateComplete;
  return chat;
}

/** Whether a box is completely inside another one. */
function isInside(inner: Element, outer: Element): boolean {
  const [a, b] = [inner, outer].map(element => element.getBoundingClientRect());
  return a !== undefined && b !== undefined && a.top >= b.top && a.bottom <= b.bottom + 0.5;
}

describe('the disclosure of a chat', () => {
  it('says before the first message that the assistant is an AI, and is accessible', async () => {
    const {chat} = await open();
    expect(words(line(chat))).to.equal(english);
    await expect(chat).to.be.accessible();
  });

  it('describes the dialog of a floating chat', async () => {
    const {chat} = await open({layout: 'float', open: true});
    const panel = find(chat, '.panel');
    expect(panel.getAttribute('aria-describedby')).to.equal(line(chat).id);
    chat.disclosure = 'none';
    await chat.updateComplete;
    expect(panel.hasAttribute('aria-describedby')).to.equal(false);
    await expect(chat).to.be.accessible();
  });

  for (const lang of locales.names()) {
    it(`is in view with the composer at 320 pixels and 400 % zoom in ${lang} [WCAG 1.4.10]`, async () => {
      const chat = await boxed(320, 256, lang);
      const {chat: labels} = await readLocale(lang);
      await until(() => words(line(chat)) === labels.disclosure);
      const panel = find(chat, '.panel');
      expect(line(chat).scrollHeight).to.be.at.most(line(chat).clientHeight);
      expect(isInside(line(chat), panel)).to.equal(true);
      expect(isInside(find(chat, '.composer'), panel)).to.equal(true);
      expect(find(chat, '.transcript').clientHeight).to.be.greaterThan(48);
    });
  }

  it('keeps the composer in view with a long text', async () => {
    const chat = await boxed(320, 256);
    chat.disclosure = english.repeat(20);
    await chat.updateComplete;
    expect(isInside(find(chat, '.composer'), find(chat, '.panel'))).to.equal(true);
  });

  it('displays the text of the page, as an attribute or a slot', async () => {
    const {chat} = await open();
    chat.setAttribute('disclosure', 'Ada is a computer program.');
    await chat.updateComplete;
    expect(words(line(chat))).to.equal('Ada is a computer program.');
    const events = collectEvents(chat, 'ubik-disclosed');
    chat.innerHTML = '<span slot="disclosure">Ada is an <b>AI</b>.</span>';
    await until(() => events.length > 0);
    expect(events.at(-1)?.text).to.equal('Ada is an AI.');
    chat.removeAttribute('disclosure');
    chat.replaceChildren();
    await until(() => words(line(chat)) === english);
  });

  for (const off of ['', 'none']) {
    it(`is absent with disclosure="${off}", and nothing is reported`, async () => {
      const {chat} = await open({disclosure: off, initialConversation: answerOf(mia)});
      const events = collectEvents(chat, 'ubik-disclosed');
      chat.controller.show(answerOf(mia));
      await chat.updateComplete;
      await frame();
      await frame();
      expect(has(chat, '.disclosure')).to.equal(false);
      expect(events).to.eql([]);
    });
  }

  it('names the person who is answering, and the AI again afterwards', async () => {
    const {chat} = await open();
    const events = collectEvents(chat, 'ubik-disclosed');
    await until(() => events.length === 1);
    chat.controller.show(answerOf(mia));
    await until(() => events.length === 2);
    expect(words(line(chat))).to.equal('You are chatting with Mia.');
    chat.controller.show(answerOf());
    await until(() => events.length === 3);
    expect(events.map(({text: shown}) => shown)).to.eql([
      english,
      'You are chatting with Mia.',
      english,
    ]);
  });

  it('says that a person answers, whose name is not known', async () => {
    const {chat} = await open();
    chat.controller.show(answerOf({kind: 'person', name: ''}));
    await until(() => words(line(chat)) === 'You are chatting with a person.');
  });

  it('names the person in place of the slot of the page', async () => {
    const {chat} = await open();
    chat.innerHTML = '<span slot="disclosure">Ada is an AI.</span>';
    chat.controller.show(answerOf(mia));
    await until(() => words(line(chat)) === 'You are chatting with Mia.');
  });

  it('is reported when a closed chat is opened, not before', async () => {
    const {chat} = await open({layout: 'float'});
    const events = collectEvents(chat, 'ubik-disclosed');
    await frame();
    await frame();
    expect(events).to.eql([]);
    await chat.show();
    await until(() => events.length === 1);
    expect(events[0]?.session).to.equal(undefined);
    await chat.hide();
    await chat.show();
    await frame();
    await frame();
    expect(events).to.have.length(1);
  });

  it('is reported only when it is scrolled into view', async () => {
    const {chat} = await open();
    chat.style.marginBlockStart = '300vh';
    const events = collectEvents(chat, 'ubik-disclosed');
    await frame();
    await frame();
    expect(events).to.eql([]);
    chat.scrollIntoView();
    await until(() => events.length === 1);
  });

  it('is not touched while an answer streams', async () => {
    const {chat, agent} = await open();
    const sent = chat.send('Hello');
    agent.say('Good ');
    await until(() => chat.status === 'streaming');
    const shown = line(chat);
    const count = await mutations(shown, async () => {
      agent.say('day.');
      agent.finish();
      await sent;
      await chat.updateComplete;
    });
    expect(count).to.equal(0);
    expect(line(chat)).to.equal(shown);
  });
});
