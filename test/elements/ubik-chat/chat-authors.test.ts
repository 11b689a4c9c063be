import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import type {Conversation, Item} from '../../../src/core/index.js';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {inPage, InPageAgent} from '../support/agent.js';
import {messages} from '../support/chat.js';
import {find, has, until, words} from '../support/dom.js';
import {answer, notice, text, user} from '../support/items.js';

const mia = {kind: 'person', name: 'Mia'} as const;

const conversation = (...children: readonly Item[]): Conversation => ({version: 1, children});

const joined = [
  user('Hello'),
  answer([text('One moment.'), notice({code: 'person_joined', author: mia})]),
];
const left = [
  ...joined,
  answer([notice({code: 'person_left', author: mia, id: 'left'})], {id: 'b', author: mia}),
];

async function mount(content: unknown = ''): Promise<UbikChat> {
  const chat = await fixture<UbikChat>(html`
    <ubik-chat
      heading="Museum"
      style="block-size: 500px"
      .protocol=${inPage}
      .transport=${new InPageAgent().transport}
      .storage=${null}
      >${content}</ubik-chat
    >
  `);
  await chat.ready;
  return chat;
}

async function show(chat: UbikChat, children: readonly Item[]): Promise<void> {
  chat.controller.show(conversation(...children));
  await until(() => messages(chat).length === children.length);
  await chat.updateComplete;
}

describe('a chat in which a person answers', () => {
  it('names the person in its header, until the person leaves [WCAG 2.4.6]', async () => {
    const chat = await mount();
    await show(chat, joined);
    expect(words(find(chat, '.heading .author bdi'))).to.equal('Mia');
    expect(words(find(chat, '.heading > bdi'))).to.equal('Museum');
    await expect(chat).to.be.accessible();
    await show(chat, left);
    expect(has(chat, '.heading .author')).to.be.false;
  });
});

describe('the pictures that a page gives for authors', () => {
  const pictures = (chat: UbikChat): readonly string[] =>
    messages(chat).flatMap(message =>
      Array.from(message.shadowRoot?.querySelectorAll('.avatar') ?? [], avatar => words(avatar)),
    );

  it('are copied from its slots into each message, and replaced with them', async () => {
    const chat = await mount(html`<span slot="avatar-assistant">★</span>`);
    await show(chat, [
      user('Hello'),
      answer([text('One')], {id: '1'}),
      answer([text('Two', {author: mia})], {id: '2'}),
    ]);
    await until(() => pictures(chat).length > 0);
    expect(pictures(chat)).to.deep.equal(['★', '★', 'M']);
    const person = document.createElement('span');
    person.slot = 'avatar-person';
    person.textContent = '☺';
    chat.append(person);
    await until(() => pictures(chat).includes('☺'));
    expect(pictures(chat)).to.deep.equal(['★', '★', '☺']);
    chat.querySelector('[slot="avatar-assistant"]')?.remove();
    await until(() => !pictures(chat).includes('★'));
    await expect(chat).to.be.accessible();
  });
});
