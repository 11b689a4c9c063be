import {expect} from '@open-wc/testing';
import {Registry} from '../../../src/core/index.js';
import {type RendererRegistry, renderers} from '../../../src/elements/base/services.js';
import {answered, ask, messages, open} from '../support/chat.js';
import {collectAnnouncements} from '../support/announcements.js';
import {all, find, has, collectEvents, mutations, until, words} from '../support/dom.js';

describe('the conversation of a chat', () => {
  it('keeps the nodes of earlier messages while the next answer streams', async () => {
    const scene = await open();
    await ask(scene, 'Hello', 'Hello.');
    const [first] = messages(scene.chat);
    const changes = await mutations(first!, () => ask(scene, 'Again', 'Hello again.'));
    expect(messages(scene.chat)[0]).to.equal(first);
    expect(changes).to.equal(0);
  });

  it('is called off when the chat leaves the page', async () => {
    const {chat, agent} = await open();
    const ended = chat.send('Hello');
    agent.say('Half');
    await until(() => answered(chat) === 'Half');
    chat.remove();
    await ended;
    expect(chat.status).to.equal('idle');
  });

  it('does not seem to load for ever when its session has no messages', async () => {
    const {chat} = await open({sessionId: 'empty'});
    await chat.ready;
    await chat.updateComplete;
    expect(has(chat, '.loading')).to.be.false;
    expect(has(chat, '.greeting')).to.be.true;
  });

  it('shows that another session is loading, instead of the greeting of an empty one', async () => {
    const {chat} = await open({sessionId: 'first'});
    await chat.ready;
    const opened = chat.loadSession('second');
    await chat.updateComplete;
    expect([has(chat, '.loading'), has(chat, '.greeting')]).to.deep.equal([true, false]);
    expect(chat.matches(':state(empty)')).to.be.false;
    await opened;
    await chat.updateComplete;
    expect([has(chat, '.loading'), has(chat, '.greeting')]).to.deep.equal([false, true]);
    await chat.newSession();
    await chat.updateComplete;
    expect(has(chat, '.greeting')).to.be.true;
  });

  it('keeps the received part when it is stopped', async () => {
    const {chat, agent} = await open();
    const ended = chat.send('Hello');
    agent.say('Half');
    await until(() => answered(chat) === 'Half');
    await chat.stop();
    await ended;
    expect(answered(chat)).to.equal('Half');
    expect(words(find(messages(chat)[1]!, '.state'))).to.equal('Stopped');
  });

  it('uses the renderers of the chat before those of the page', async () => {
    const own: RendererRegistry = new Registry(renderers);
    own.register('text', item => `»${item.text}«`);
    const {chat, agent} = await open({renderers: own});
    const ended = chat.send('Hello');
    agent.say('Hi');
    agent.finish();
    await ended;
    await until(() => messages(chat).some(message => words(message.shadowRoot).includes('»Hi«')));
  });

  it('uses the shared renderers and extensions if a framework sets `undefined`, and defaults without an attribute', async () => {
    const {chat, agent} = await open();
    Object.assign(chat, {renderers: undefined, markdown: null});
    chat.setAttribute('raw-html', 'escape');
    chat.removeAttribute('raw-html');
    const ended = chat.send('Hello');
    agent.say('**Hi** <b>there</b>');
    agent.finish();
    await ended;
    await until(() => answered(chat) === 'Hi there');
  });

  it('uses the Markdown extensions of the chat', async () => {
    const {chat, agent} = await open();
    const undo = chat.markdown.use({code: ({lines}) => `code in ${lines.length} line`});
    const ended = chat.send('Hello');
    agent.say('```\nlet x;\n```\n');
    agent.finish();
    await ended;
    await until(() => answered(chat) === 'code in 1 line');
    undo();
  });

  it('shows an error in its message, and announces it once [WCAG 4.1.3]', async () => {
    const {chat, agent} = await open();
    const errors = collectEvents(chat, 'ubik-error');
    const ended = chat.send('Fail');
    agent.tell('agent_processing_error', {error: 'The sandbox is down'});
    agent.finish();
    await ended;
    await until(() => messages(chat).some(message => has(message, 'ubik-notice')));
    const [notice] = messages(chat).flatMap(message => all(message, 'ubik-notice'));
    expect(words(find(notice!, '.words'))).to.contain('The sandbox is down');
    expect(has(notice!, '.button')).to.be.true;
    expect(has(find(chat, '.status'), 'ubik-notice')).to.be.false;
    expect(errors).to.have.length(1);
  });

  it('is announced in sentences, and not by the transcript [WCAG 4.1.3]', async () => {
    const scene = await open();
    const said = collectAnnouncements(scene.chat);
    await ask(scene, 'Hello', 'It is open. Until six.');
    await until(() => said.join(' ').includes('The answer is complete.'));
    expect(said.join(' ')).to.contain('It is open. Until six.');
    expect(find(find(scene.chat, '.transcript'), '.scroller').ariaLive).to.equal('off');
  });

  it('uses the given labels, and its own for the others', async () => {
    const {chat} = await open({labels: {chat: {empty: 'Fragen Sie mich!'}}});
    expect(words(find(chat, '.greeting'))).to.equal('Fragen Sie mich!');
    expect(find(chat, '.header button').ariaLabel).to.equal('New conversation');
  });

  it('starts a new conversation with an empty transcript', async () => {
    const scene = await open();
    await ask(scene, 'Hello', 'Hello.');
    const button = find(scene.chat, '.header button[aria-label="New conversation"]');
    button.focus();
    button.click();
    await until(() => scene.chat.shadowRoot?.activeElement === find(scene.chat, '.composer'));
    await until(() => messages(scene.chat).length === 0 && has(scene.chat, '.greeting'));
  });

  it('is remembered as a draft over a reload', async () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const before = await open({storage});
    await before.chat.ready;
    await before.chat.setDraft('Half a thought');
    before.chat.remove();
    const {chat} = await open({storage});
    const field = find(find(chat, '.composer'), 'textarea', HTMLTextAreaElement);
    await until(() => field.value === 'Half a thought');
  });
});
