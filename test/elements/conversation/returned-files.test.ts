import {expect} from '@open-wc/testing';
import {
  UbikAttachRequestEvent,
  UbikEditRequestEvent,
  UbikWithdrawRequestEvent,
} from '../../../src/elements/events.js';
import {ChatError} from '../../../src/controller/index.js';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {UbikComposer} from '../../../src/elements/ubik-composer/ubik-composer.js';
import {type ChatFixture, messages, open} from '../support/chat.js';
import {inPage} from '../support/agent.js';
import {all, find, until, words} from '../support/dom.js';

/** A chat with an attached file, whose protocol sends files inside of messages and can edit messages. */
async function openWithFile(settings: Partial<UbikChat> = {}): Promise<ChatFixture> {
  const {send} = inPage.operations;
  const edit = {request: () => ({method: 'POST' as const, path: '/edit'}), read: () => ({})};
  const operations = {send, edit};
  const fixture = await open({
    protocol: {...inPage, clientIds: ['message'], operations, inlineFiles: {maxBytes: 1000}},
    ...settings,
  });
  const composer = find(fixture.chat, 'ubik-composer');
  composer.dispatchEvent(
    new UbikAttachRequestEvent([new File(['words'], 'notes.txt', {type: 'text/plain'})]),
  );
  await until(() => attached(fixture.chat).length === 1);
  await until(() => all(composer, '[data-status="ready"]').length === 1);
  return fixture;
}

const attached = (chat: Element): readonly string[] =>
  all(find(chat, 'ubik-composer'), '.attachments > li').map(words);

const field = (chat: Element): HTMLTextAreaElement =>
  find(find(chat, 'ubik-composer'), 'textarea', HTMLTextAreaElement);

/** Sends by the button, as a user does. */
async function sendText(chat: Element, text: string): Promise<void> {
  field(chat).value = text;
  field(chat).dispatchEvent(new InputEvent('input'));
  find(find(chat, 'ubik-composer'), '.send').click();
  await until(() => attached(chat).length === 0);
}

describe('the files of the draft', () => {
  it('go with a suggestion', async () => {
    const {chat, agent} = await openWithFile({suggestions: ['Summarize this']});
    find(find(chat, 'ubik-suggestions'), '.suggestion').click();
    await until(() => agent.requests.length === 1);
    const [message] = chat.conversation.children;
    expect(message?.children.map(({kind}) => kind).toSorted()).to.deep.equal(['file', 'text']);
    await until(() => attached(chat).length === 0);
    agent.finish();
  });

  it('stay in the composer if a message is sent without them, and go with the next one', async () => {
    const {chat, agent} = await openWithFile();
    const turn = chat.send('Hello');
    agent.finish();
    await turn;
    await chat.updateComplete;
    expect(attached(chat)).to.have.length(1);
    expect(chat.conversation.children[0]?.children.map(({kind}) => kind)).to.deep.equal(['text']);
    await sendText(chat, 'Read this');
    await until(() => agent.requests.length === 2);
    agent.finish();
  });

  it('return if the message of a script cannot begin', async () => {
    const {chat, agent} = await openWithFile();
    const composer = find(chat, 'ubik-composer', UbikComposer);
    const first = chat.send('First');
    await until(() => agent.requests.length === 1);
    const [{file = ''} = {}] = composer.attachments;
    let problem: unknown;
    await chat.send('Second', {files: [file]}).catch((error: unknown) => (problem = error));
    expect(problem).to.be.instanceOf(ChatError);
    await composer.updateComplete;
    expect(attached(chat)).to.have.length(1);
    agent.finish();
    await first;
  });
});

describe('the files of a message return to the composer', () => {
  it('with its text, when a message that was not sent is withdrawn', async () => {
    // No browser connects to port 9, so the message does not leave the page.
    const {chat} = await openWithFile({transport: undefined, endpoint: 'http://127.0.0.1:9'});
    await sendText(chat, 'Read this');
    await until(() => chat.lastError !== undefined);
    find(chat, 'ubik-composer').dispatchEvent(new UbikWithdrawRequestEvent());
    await until(() => attached(chat).length === 1);
    expect(attached(chat)[0]).to.contain('notes.txt');
    expect(field(chat).value).to.equal('Read this');
    expect(chat.conversation.children).to.be.empty;
  });

  it('when the message is edited, because the edited message has none', async () => {
    const {chat, agent} = await openWithFile();
    agent.say('Read.');
    agent.finish();
    await sendText(chat, 'Read this');
    await until(() => chat.status === 'idle' && messages(chat).length === 2);
    const [message] = chat.conversation.children;
    if (message?.kind !== 'message') throw new Error('No message was sent.');
    agent.say('Read again.');
    agent.finish();
    find(chat, 'ubik-composer').dispatchEvent(
      new UbikEditRequestEvent(message.messageId ?? '', 'Read this again'),
    );
    await until(() => attached(chat).length === 1);
    expect(attached(chat)[0]).to.contain('notes.txt');
    expect(field(chat).value).to.equal('');
  });

  it('all of them, in their order, if they have the same name', async () => {
    const {chat, agent} = await openWithFile();
    const composer = find(chat, 'ubik-composer');
    const other = new File(['other words'], 'notes.txt', {type: 'text/plain'});
    composer.dispatchEvent(new UbikAttachRequestEvent([other]));
    await until(() => all(composer, '[data-status="ready"]').length === 2);
    const before = attached(chat);
    expect(before).to.deep.equal(['notes.txt 5 bytes', 'notes.txt 11 bytes']);
    agent.say('Read.');
    agent.finish();
    await sendText(chat, 'Read these');
    await until(() => chat.status === 'idle' && messages(chat).length === 2);
    const [message] = chat.conversation.children;
    if (message?.kind !== 'message') throw new Error('No message was sent.');
    agent.say('Read again.');
    agent.finish();
    composer.dispatchEvent(new UbikEditRequestEvent(message.messageId ?? '', 'Read these again'));
    await until(() => attached(chat).length > 0);
    expect(attached(chat)).to.deep.equal(before);
  });
});
