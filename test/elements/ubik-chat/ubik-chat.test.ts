import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import {emptyConversation, plainText, ubik} from '../../../src/core/index.js';
import {UbikErrorEvent} from '../../../src/elements/events.js';
import {elements} from '../../../src/frameworks/elements.js';
import {type Layout, UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {UbikMessage} from '../../../src/elements/ubik-message/ubik-message.js';
import {booking} from '../ubik-request/booking.js';
import {InPageAgent, inPage} from '../support/agent.js';
import {messages, type ChatFixture} from '../support/chat.js';
import {user} from '../support/items.js';
import {collectAnnouncements} from '../support/announcements.js';
import {
  all,
  find,
  frame,
  has,
  collectEvents,
  mutations,
  press,
  type,
  until,
  words,
} from '../support/dom.js';

async function mount(layout: Layout = 'inline'): Promise<ChatFixture> {
  const agent = new InPageAgent();
  const chat = await fixture<UbikChat>(html`
    <ubik-chat
      layout=${layout}
      style="block-size: 500px"
      .protocol=${inPage}
      .transport=${agent.transport}
      .storage=${null}
      .suggestions=${['What can you do?']}
    ></ubik-chat>
  `);
  await chat.ready;
  return {chat, agent};
}

/** The elements with a tag, also in shadow trees. */
const deepAll = (root: ParentNode, tag: string): readonly HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('*')].flatMap(element => [
    ...(element.localName === tag ? [element] : []),
    ...(element.shadowRoot ? deepAll(element.shadowRoot, tag) : []),
  ]);

const composer = (chat: UbikChat): HTMLElement => find(chat, 'ubik-composer');
const field = (chat: UbikChat): HTMLTextAreaElement =>
  find(composer(chat), 'textarea', HTMLTextAreaElement);
const turns = (chat: UbikChat): readonly HTMLElement[] =>
  all(find(chat, 'ubik-transcript'), '.turn');
const answer = (chat: UbikChat): string => {
  const last = chat.conversation.children.at(-1);
  return last?.kind === 'message' && last.role === 'assistant' ? plainText(last) : '';
};
const hidden = (chat: UbikChat): boolean => find(chat, '.panel').hasAttribute('hidden');

/** A chat with one question that was answered. */
async function talk(layout?: Layout): Promise<ChatFixture> {
  const scene = await mount(layout);
  const sent = scene.chat.send('Hello');
  scene.agent.say('Good **day**.');
  scene.agent.finish();
  await sent;
  await scene.chat.updateComplete;
  return scene;
}

describe('<ubik-chat>', () => {
  it('is accessible, empty, answering and answered', async () => {
    const {chat, agent} = await mount();
    await expect(chat).to.be.accessible();
    const sent = chat.send('Hello');
    agent.say('Good day');
    await until(() => answer(chat) === 'Good day');
    await expect(chat).to.be.accessible();
    agent.finish();
    await sent;
    await chat.updateComplete;
    await expect(chat).to.be.accessible();
  });

  for (const layout of ['float', 'sidebar', 'full'] as const) {
    it(`is accessible in the layout ${layout}, closed and open`, async () => {
      const {chat} = await mount(layout);
      await expect(chat).to.be.accessible();
      await chat.show();
      await expect(chat).to.be.accessible();
    });
  }

  it('sends the draft and displays the answer', async () => {
    const {chat, agent} = await mount();
    await chat.focusComposer();
    await type('Hello');
    await press('Enter');
    await until(() => agent.requests.length === 1);
    expect(field(chat).value).to.equal('');
    agent.say('Good **day**.');
    agent.finish();
    await until(() => chat.status === 'idle');
    await chat.updateComplete;
    expect(turns(chat)).to.have.length(2);
    expect(answer(chat)).to.equal('Good **day**.');
  });

  it('queues a message that is sent during an answer until it is complete', async () => {
    const {chat, agent} = await mount();
    const first = chat.send('First');
    agent.say('One.');
    await until(() => chat.status === 'streaming');
    await chat.focusComposer();
    await type('Second');
    await press('Enter');
    expect(agent.requests).to.have.length(1);
    expect(field(chat).value).to.equal('Second');
    agent.finish();
    await first;
    await until(() => agent.requests.length === 2);
    expect(field(chat).value).to.equal('');
    agent.finish();
    await until(() => chat.status === 'idle');
    expect(turns(chat)).to.have.length(4);
  });

  it('keeps a queued message if the answer fails', async () => {
    const {chat, agent} = await mount();
    const first = chat.send('First').catch(() => undefined);
    agent.say('One.');
    await until(() => chat.status === 'streaming');
    await chat.focusComposer();
    await type('Second');
    await press('Enter');
    agent.tell('agent_processing_error', {error: 'No more.'});
    agent.finish();
    await first;
    await until(() => chat.status === 'idle');
    await chat.updateComplete;
    expect(agent.requests).to.have.length(1);
    expect(field(chat).value).to.equal('Second');
  });

  it('keeps a message queued while a question waits', async () => {
    const {chat, agent} = await mount();
    void chat.send('First');
    agent.say('One.');
    await until(() => chat.status === 'streaming');
    await chat.focusComposer();
    await type('Second');
    await press('Enter');
    agent.tell('input_required', {checkpoint_name: 'when', prompt: 'When?', input_types: ['text']});
    await until(() => chat.status === 'waiting');
    await chat.updateComplete;
    expect(agent.requests).to.have.length(1);
    await chat.stop();
    await until(() => agent.requests.length === 2);
    expect(field(chat).value).to.equal('');
  });

  it('shows the progress of a run with several steps', async () => {
    const {chat, agent} = await mount();
    const turn = chat.send('Hello');
    const step = (number: number) => ({step: number, title: 'Look', description: 'Look'});
    agent.tell('agent_step_started', step(1));
    await until(() => chat.status === 'streaming');
    await chat.updateComplete;
    expect(has(find(chat, '.run'), '.run')).to.be.false;
    agent.tell('agent_step_completed', {...step(1), completed: true});
    agent.tell('agent_progress', {step: 1, total_steps: 3, progress: 33.3, description: 'One'});
    agent.tell('agent_step_started', step(2));
    await until(
      () =>
        has(find(chat, '.run'), '.run') && words(find(chat, '.run').shadowRoot) === 'Step 2 of 3',
    );
    expect(find(find(chat, '.run'), 'progress', HTMLProgressElement).value).to.be.closeTo(
      33.3,
      0.01,
    );
    await expect(chat).to.be.accessible();
    agent.finish();
    await turn;
    await until(() => !has(find(chat, '.run'), '.run'));
  });

  it('accepts files that are dropped anywhere on the chat, and highlights the target [WCAG 2.5.7]', async () => {
    const {chat} = await mount();
    const drag = (type: string): boolean => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['words'], 'notes.txt'));
      const init = {dataTransfer, bubbles: true, cancelable: true, composed: true};
      return !find(chat, '.transcript').dispatchEvent(new DragEvent(type, init));
    };
    expect(drag('dragover') && drag('drop')).to.be.true; // otherwise the browser would open the file
    await until(() => words(composer(chat).shadowRoot).includes('Files cannot be attached here.'));
    expect(composer(chat).hasAttribute('over')).to.be.false;
    const {upload} = ubik.operations;
    chat.protocol = {...inPage, operations: {...inPage.operations, upload}};
    chat.endpoint = '/nowhere'; // without a session there is no upload
    await until(() => drag('dragover') && composer(chat).hasAttribute('over'));
    drag('dragleave');
    expect(composer(chat).hasAttribute('over')).to.be.false;
    expect(drag('drop')).to.be.true;
    await until(() => has(composer(chat), '[part="attachment"]'));
    expect(words(find(composer(chat), '[part="attachment"]'))).to.contain('notes.txt');
    expect(composer(chat).hasAttribute('over')).to.be.false;
  });

  it('leaves a file to the field of a question on which it is dropped', async () => {
    const {chat} = await mount();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['words'], 'notes.txt'));
    const field = await fixture<HTMLInputElement>(html`<input type="file" aria-label="Answer" />`);
    find(chat, '.transcript').append(field);
    const init = {dataTransfer, bubbles: true, cancelable: true, composed: true};
    for (const type of ['dragover', 'drop'])
      expect(field.dispatchEvent(new DragEvent(type, init)), type).to.be.true;
    await chat.updateComplete;
    expect(words(composer(chat).shadowRoot)).not.to.contain('Files cannot be attached here.');
    field.remove();
  });

  it('passes each option to the parts that have it', async () => {
    const {chat} = await mount();
    const services: readonly string[] = elements['ubik-conversation'].attributes;
    const options = elements['ubik-chat'].attributes.filter(name => !services.includes(name));
    for (const tag of ['ubik-composer', 'ubik-transcript'] as const) {
      const names: readonly string[] = elements[tag].attributes;
      for (const name of options.filter(option => names.includes(option))) {
        const value = {number: 7, boolean: true, string: 'end'}[typeof chat[name] as 'string'];
        Reflect.set(chat, name, value);
        await chat.updateComplete;
        expect(Reflect.get(find(chat, tag), name), `${tag} ${name}`).to.equal(value);
      }
    }
  });

  it('reports that a file could not be saved, and why, until the next answer', async () => {
    const {chat, agent} = await mount();
    const said = collectAnnouncements(chat);
    const fault = {code: 'gone', retryable: false};
    find(chat, '.transcript').dispatchEvent(new UbikErrorEvent(fault, undefined, true));
    await until(() => has(find(chat, '.status'), 'ubik-notice'));
    expect(words(find(find(chat, '.status'), 'ubik-notice'))).to.equal(
      'The file could not be saved. This no longer exists.',
    );
    await until(() => said.some(text => text.startsWith('The file could not be saved.')));
    await expect(chat).to.be.accessible();
    find(chat, '.transcript').dispatchEvent(new UbikErrorEvent(fault));
    await until(
      () => words(find(find(chat, '.status'), 'ubik-notice')) === 'This no longer exists.',
    );
    const turn = chat.send('Hello');
    agent.finish();
    await turn;
    await until(() => !has(find(chat, '.status'), 'ubik-notice'));
  });

  it('sends a suggestion that is chosen', async () => {
    const {chat, agent} = await mount();
    find(find(chat, '.suggestions'), '.suggestion').click();
    await until(() => agent.requests.length === 1);
    const [shape] = agent.requests;
    expect(JSON.stringify(shape)).to.contain('What can you do?');
    agent.finish();
    await until(() => chat.status === 'idle');
  });

  it('sends nothing if a listener cancels, and keeps the draft', async () => {
    const {chat, agent} = await mount();
    chat.addEventListener('ubik-send-request', event => event.preventDefault());
    await chat.send('Hello');
    await chat.focusComposer();
    await type('Hello');
    await press('Enter');
    expect(agent.requests).to.deep.equal([]);
    expect(field(chat).value).to.equal('Hello');
    expect(turns(chat)).to.have.length(0);
  });

  it('fires events for the start and the end of a turn', async () => {
    const {chat, agent} = await mount();
    const received: string[] = [];
    const types = [
      'ubik-send-request',
      'ubik-turn-start',
      'ubik-step-change',
      'ubik-turn-end',
    ] as const;
    for (const name of types) chat.addEventListener(name, ({type: known}) => received.push(known));
    const sent = chat.send('Hello');
    agent.tell('agent_step_started', {step: 1, description: 'Look'});
    await until(() => received.includes('ubik-step-change'));
    agent.say('Found.');
    agent.tell('agent_step_completed', {step: 1});
    agent.finish();
    await sent;
    expect(received).to.deep.equal([
      'ubik-send-request',
      'ubik-turn-start',
      'ubik-step-change',
      'ubik-step-change',
      'ubik-turn-end',
    ]);
  });

  it('can be used before its first render', async () => {
    const agent = new InPageAgent();
    const chat = new UbikChat();
    Object.assign(chat, {protocol: inPage, transport: agent.transport, storage: null});
    document.body.append(chat);
    const sent = chat.send('Hello');
    agent.say('Good day.');
    agent.finish();
    await sent;
    expect(answer(chat)).to.equal('Good day.');
    chat.remove();
  });

  it('changes nothing when a setting is set to its own value', async () => {
    const {chat, agent} = await talk();
    const {conversation} = chat;
    const changes = await mutations(chat, async () => {
      chat.transport = agent.transport;
      chat.protocol = inPage;
      chat.layout = 'inline';
      chat.heading = '';
      await chat.updateComplete;
    });
    expect(changes).to.equal(0);
    expect(chat.conversation).to.equal(conversation);
  });

  it('displays the initial conversation until its own has been loaded, and ignores a later one', async () => {
    const {chat: source} = await talk();
    const agent = new InPageAgent();
    const chat = await fixture<UbikChat>(html`
      <ubik-chat
        .initialConversation=${source.conversation}
        .protocol=${inPage}
        .transport=${agent.transport}
        .storage=${null}
      ></ubik-chat>
    `);
    await chat.ready;
    await chat.updateComplete;
    expect(turns(chat).map(words)).to.deep.equal(turns(source).map(words));
    chat.initialConversation = emptyConversation;
    await chat.updateComplete;
    expect(turns(chat)).to.have.length(turns(source).length);
    expect(chat.conversation).to.equal(source.conversation);
  });

  it('exposes its controller', async () => {
    const {chat} = await talk();
    expect(chat.controller.conversation).to.equal(chat.conversation);
    await chat.controller.newSession();
    expect(chat.conversation.children).to.have.length(0);
  });

  it('keeps the conversation when any setting changes', async () => {
    const {chat} = await talk();
    const before = turns(chat)[0];
    chat.heading = 'Help desk';
    chat.layout = 'full';
    chat.headers = {'x-site': '1'};
    chat.labels = {chat: {empty: 'Ask away'}};
    await chat.updateComplete;
    expect(words(find(chat, '.heading'))).to.equal('Help desk');
    expect(turns(chat)[0]).to.equal(before);
    expect(answer(chat)).to.equal('Good **day**.');
  });

  it('shows the beginning of a long heading, in either direction of the page and the heading', async () => {
    const {chat} = await mount();
    chat.style.inlineSize = '300px';
    for (const dir of ['ltr', 'rtl'] as const) {
      for (const heading of ['Help desk of the town hall ', 'مكتب المساعدة في البلدية ']) {
        chat.dir = dir;
        chat.heading = heading.repeat(5).trim();
        await chat.updateComplete;
        const box = find(chat, '.heading bdi');
        const first = document.createRange();
        const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode();
        if (!text) throw new Error('The heading is empty.');
        first.setStart(text, 0);
        first.setEnd(text, 1);
        const [letter, all] = [first.getBoundingClientRect(), box.getBoundingClientRect()];
        expect(letter.left, `${heading}, ${dir}`).to.be.least(all.left - 1);
        expect(letter.right, `${heading}, ${dir}`).to.be.most(all.right + 1);
        expect(box.scrollWidth).to.be.above(box.clientWidth);
      }
    }
  });

  it('keeps the conversation when it is moved within the page', async () => {
    const {chat} = await talk();
    const place = document.createElement('div');
    document.body.append(place);
    place.append(chat);
    await chat.updateComplete;
    expect(turns(chat)).to.have.length(2);
    place.remove();
  });

  it('offers to stop only while an answer streams [WCAG 2.2.2]', async () => {
    const {chat, agent} = await mount();
    const label = (): string | null => find(composer(chat), '.send').ariaLabel;
    expect(label()).to.equal('Send message');
    const sent = chat.send('Hello');
    agent.say('Good day');
    await until(() => label() === 'Stop');
    await until(() => chat.matches(':state(streaming)'));
    await chat.stop();
    await sent;
    await until(() => label() === 'Send message');
    expect(answer(chat)).to.equal('Good day');
  });

  it('reports a lost connection once, with one retry button', async () => {
    const {chat, agent} = await mount();
    const sent = chat.send('Hello');
    agent.say('Good day');
    await until(() => answer(chat) === 'Good day');
    agent.fail();
    await sent.catch(() => undefined);
    await until(() => chat.status === 'lost');
    await chat.updateComplete;
    await until(() => retries(chat).length > 0);
    expect(retries(chat)).to.have.length(1);
    expect(answer(chat)).to.equal('Good day');
  });

  it('names the missing settings', async () => {
    const undefinedEndpoint = html`<ubik-chat .storage=${null} .endpoint=${undefined}></ubik-chat>`;
    for (const template of [undefinedEndpoint, html`<ubik-chat .storage=${null}></ubik-chat>`]) {
      expect(words(find(composer(await fixture<UbikChat>(template)), '.below'))).to.equal(
        'The chat is not set up correctly. It has no server address.',
      );
    }
    const chat = await fixture<UbikChat>(html`<ubik-chat .storage=${null}></ubik-chat>`);
    const lines: string[] = [];
    const {warn} = console;
    console.warn = (line: unknown) => void lines.push(String(line));
    const isReported = (): boolean => lines.some(line => line.startsWith('Ubik Chat: no_endpoint'));
    find(find(chat, 'ubik-composer'), '.send').click();
    await until(isReported).finally(() => (console.warn = warn));
  });

  it('opens and closes with its launcher, and gives the focus back', async () => {
    const {chat} = await mount('float');
    const changes = collectEvents(chat, 'ubik-open-change');
    expect(hidden(chat)).to.be.true;
    find(find(chat, 'ubik-launcher'), 'button').focus();
    await press('Enter');
    await until(() => chat.shadowRoot?.activeElement === composer(chat));
    expect(hidden(chat)).to.be.false;
    await press('Escape');
    await until(() => chat.shadowRoot?.activeElement?.localName === 'ubik-launcher');
    expect(hidden(chat)).to.be.true;
    expect(changes.map(({open}) => open)).to.deep.equal([true, false]);
  });

  it('counts the messages that arrive while it is closed, until it is opened', async () => {
    const {chat} = await talk('float');
    const changes = collectEvents(chat, 'ubik-unread-change');
    const badge = (): string => words(find(find(chat, 'ubik-launcher'), '.badge'));
    await until(() => has(find(chat, 'ubik-launcher'), '.badge'));
    expect(badge()).to.equal('1');
    await chat.show();
    await until(() => !has(find(chat, 'ubik-launcher'), '.badge'));
    expect(changes.map(({unread}) => unread)).to.deep.equal([0]);
  });

  it('has nothing unread when another layout displays it', async () => {
    const {chat, agent} = await mount('float');
    const changes = collectEvents(chat, 'ubik-unread-change');
    const turn = chat.send('Hello');
    agent.say('Hi.');
    agent.finish();
    await turn;
    await until(() => changes.at(-1)?.unread === 1);
    chat.layout = 'inline';
    await until(() => changes.at(-1)?.unread === 0);
  });

  it('reports a question that arrives while it is closed, until the chat is opened [WCAG 4.1.3]', async () => {
    const {chat, agent} = await mount('float');
    const changes = collectEvents(chat, 'ubik-unread-change');
    const before = document.title;
    document.title = 'Shop';
    chat.pageTitle = true;
    void chat.send('Book a table');
    agent.tell('input_required', {checkpoint_name: 'when', prompt: 'When?', input_types: ['text']});
    await until(() => chat.status === 'waiting' && changes.length > 0);
    const launcher = find(chat, 'ubik-launcher');
    await until(() => has(launcher, '.badge'));
    expect(words(find(launcher, '.visually-hidden'))).to.equal(
      'Open chat, 1 unread message, Input needed',
    );
    expect(document.title).to.equal('Input needed · Shop');
    const last = changes.at(-1);
    expect([last?.unread, last?.needsAnswer]).to.deep.equal([1, true]);
    await chat.show();
    await until(() => !has(launcher, '.badge') && document.title === 'Shop');
    document.title = before;
    expect(changes.at(-1)?.needsAnswer).to.be.false;
  });

  it('shows the top of a question that is higher than the view', async () => {
    const {chat, agent} = await mount();
    void chat.send('Book a table');
    const question = {question: 'Who is coming?', input_types: ['json'], schema: booking};
    agent.tell('tool_input_required', {
      tool_execution_id: 'x',
      tool_name: 'ask_form',
      tool_input: question,
    });
    const scroller = find(find(chat, 'ubik-transcript'), '.scroller');
    const card = (): Element | undefined => deepAll(scroller, 'ubik-request')[0];
    await until(() => card()?.shadowRoot?.querySelector('form') != null);
    for (let frames = 0; frames < 10; frames++) await frame(); // scrolls to the end
    await until(
      () => {
        const offset =
          (card()?.getBoundingClientRect().top ?? 0) - scroller.getBoundingClientRect().top;
        return offset >= 0 && offset < scroller.clientHeight / 2;
      },
      () => [card()?.getBoundingClientRect().top, scroller.getBoundingClientRect().top],
    );
    expect(card()?.clientHeight).to.be.greaterThan(scroller.clientHeight);
  });

  it('shows several questions from the first one on', async () => {
    const {chat, agent} = await mount();
    void chat.send('Delete the reports');
    const names = Array.from({length: 5}, (_, index) => `report ${index + 1}`);
    for (const name of names) {
      agent.tell('tool_input_required', {
        tool_execution_id: name,
        tool_name: 'human_confirmation',
        tool_input: {question: `Delete ${name}?`},
      });
    }
    const scroller = find(find(chat, 'ubik-transcript'), '.scroller');
    const cards = (): readonly HTMLElement[] => deepAll(scroller, 'ubik-request');
    const offset = (): number =>
      (cards()[0]?.getBoundingClientRect().top ?? 0) - scroller.getBoundingClientRect().top;
    await until(() => cards().length === names.length);
    expect(scroller.scrollHeight).to.be.greaterThan(scroller.clientHeight);
    for (let frames = 0; frames < 10; frames++) await frame(); // scrolls to the end
    await until(() => offset() >= 0 && offset() < scroller.clientHeight / 2);
  });

  it('is answered in the card of a question, and only there', async () => {
    const {chat, agent} = await mount();
    void chat.send('Book a table');
    agent.tell('input_required', {checkpoint_name: 'when', prompt: 'When?', input_types: ['text']});
    await until(() => chat.status === 'waiting');
    await until(
      () => words(find(composer(chat), '.below')) === 'A question is still open. Answer it first.',
    );
    expect(composer(chat).hasAttribute('disabled')).to.be.true;
    expect(field(chat).placeholder).to.equal('');
  });

  it('stops a run whose question the user does not answer, and takes the next message', async () => {
    const {chat, agent} = await mount();
    void chat.send('Book a table');
    agent.tell('input_required', {checkpoint_name: 'when', prompt: 'When?', input_types: ['text']});
    const cards = (): readonly HTMLElement[] =>
      deepAll(find(find(chat, 'ubik-transcript'), '.scroller'), 'ubik-request');
    await until(() => chat.status === 'waiting' && cards().some(card => has(card, 'textarea')));
    const button = find(composer(chat), '.send');
    await until(() => button.getAttribute('aria-label') === 'Stop');
    expect(button.getAttribute('aria-disabled')).to.equal('false');
    button.click();
    await until(() => chat.status === 'idle' && !composer(chat).hasAttribute('disabled'));
    await until(() => cards().every(card => !has(card, 'textarea')));
    expect(words(find(composer(chat), '.below'))).to.equal('');
    await until(() => button.getAttribute('aria-label') === 'Send message');
  });

  it('does not trigger shortcuts of the page while the user types [WCAG 2.1.4]', async () => {
    const {chat} = await mount();
    const keys: string[] = [];
    const listen = ({key}: KeyboardEvent): void => void keys.push(key);
    document.addEventListener('keydown', listen);
    await chat.focusComposer();
    await type('s');
    await press('Control+b');
    document.removeEventListener('keydown', listen);
    expect(field(chat).value).to.equal('s');
    expect(keys).to.deep.equal(['Control', 'b']);
  });

  it('offers page context only if the protocol supports it', async () => {
    const {chat} = await mount();
    chat.context = {title: 'Order 4711', data: {}};
    await chat.updateComplete;
    expect(chat.shadowRoot?.querySelector('ubik-composer')?.attachments).to.deep.equal([]);
    const send = {...inPage.operations.send, carriesContext: true};
    chat.protocol = {...inPage, operations: {...inPage.operations, send}};
    await until(() => has(composer(chat), '[part="attachment"]'));
    expect(words(find(composer(chat), '[part="attachment"]'))).to.contain('Order 4711');
  });

  it('clears the data of a user who signs out, also in another chat of the same user', async () => {
    const scenes = [await mount(), await mount()];
    for (const {chat} of scenes) {
      chat.userId = 'somebody who leaves';
      chat.context = {title: 'Order 4711', data: {}};
      await chat.updateComplete;
      await chat.ready;
      await chat.setDraft('half a');
    }
    const [leaves, hears] = scenes.map(({chat}) => chat) as [UbikChat, UbikChat];
    const received = collectEvents(hears, 'ubik-shutdown');
    await leaves.shutdown();
    await until(() => received.length === 1);
    for (const chat of [leaves, hears]) {
      await chat.updateComplete;
      expect(field(chat).value).to.equal('');
      expect(chat.context).to.be.undefined;
    }
  });

  it('puts a draft into the composer without sending it', async () => {
    const {chat, agent} = await mount();
    await chat.setDraft('Half a thought');
    expect(field(chat).value).to.equal('Half a thought');
    expect(agent.requests).to.deep.equal([]);
  });

  it('is set by attributes', async () => {
    const chat = await fixture<UbikChat>(html`
      <ubik-chat
        heading="Help"
        placeholder="Ask"
        layout="sidebar"
        open
        session-id="s1"
        token-endpoint="/t"
      ></ubik-chat>
    `);
    expect([chat.sessionId, chat.tokenEndpoint, chat.open]).to.deep.equal(['s1', '/t', true]);
    expect(words(find(chat, '.heading'))).to.equal('Help');
    expect(field(chat).placeholder).to.equal('Ask');
  });
});

describe('`maxlength` of <ubik-chat>', () => {
  it('is the limit of an edited message too [WCAG 3.3.1]', async () => {
    const operations = {...inPage.operations, edit: ubik.operations.edit};
    const chat = await fixture<UbikChat>(html`
      <ubik-chat
        maxlength="5"
        .protocol=${{...inPage, operations}}
        .transport=${new InPageAgent().transport}
        .storage=${null}
      ></ubik-chat>
    `);
    const edits = collectEvents(chat, 'ubik-edit-request');
    chat.addEventListener('ubik-edit-request', event => event.preventDefault());
    chat.controller.show({...emptyConversation, children: [user('Hello', {messageId: 'u'})]});
    await until(() => messages(chat).length === 1);
    const [message] = messages(chat);
    if (!(message instanceof UbikMessage)) throw new Error('There is no message.');
    await message.edit();
    const editor = find(message, 'textarea', HTMLTextAreaElement);
    expect(editor.maxLength).to.equal(5);
    const save = (text: string): void => {
      editor.value = text; // Only typing is limited by the field.
      find(message, 'form', HTMLFormElement).requestSubmit();
    };
    save('Hello you');
    expect(editor.validationMessage).to.equal('Remove 4 characters.');
    expect(edits).to.be.empty;
    save('Bye');
    expect(edits.map(({text}) => text)).to.deep.equal(['Bye']);
  });
});

/** All retry buttons. */
function retries(chat: UbikChat): readonly Element[] {
  const found: Element[] = [];
  const visit = (root: ShadowRoot | null): void => {
    for (const element of root?.querySelectorAll('*') ?? []) {
      if (element.part.contains('retry')) found.push(element);
      visit(element.shadowRoot);
    }
  };
  visit(chat.shadowRoot);
  return found;
}
