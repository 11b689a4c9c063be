import {expect, fixture, html} from '@open-wc/testing';
import {ubik} from '../../../src/core/index.js';
import {SharedConversation} from '../../../src/elements/conversation/shared-conversation.js';
import type {UbikConversation} from '../../../src/elements/ubik-conversation/ubik-conversation.js';
import '../../../src/parts.js';
import {InPageAgent, inPage} from '../support/agent.js';
import {all, find, frame, has, until, words} from '../support/dom.js';
import {openParts} from '../support/parts.js';

interface Scene {
  readonly conversation: UbikConversation;
  readonly agent: InPageAgent;
}

/** A conversation that is not part of a page yet. */
function createConversation(id: string): Scene {
  const agent = new InPageAgent();
  const conversation = document.createElement('ubik-conversation');
  Object.assign(conversation, {
    id,
    protocol: inPage,
    storage: null,
    transport: agent.transport,
  });
  return {conversation, agent};
}

/** A part of a page, by its tag. */
function part<K extends keyof HTMLElementTagNameMap>(
  page: ParentNode,
  tag: K,
): HTMLElementTagNameMap[K] {
  const found = page.querySelector(tag);
  if (!found) throw new Error(`There is no <${tag}>.`);
  return found;
}

const turnsOf = (page: ParentNode): number => all(part(page, 'ubik-transcript'), '.turn').length;

async function converse({conversation, agent}: Scene): Promise<void> {
  const ended = conversation.send('Hello');
  agent.say('Hi.');
  agent.finish();
  await ended;
}

async function write(page: ParentNode, text: string): Promise<void> {
  const composer = part(page, 'ubik-composer');
  await until(() => has(composer, 'textarea'));
  find(composer, 'textarea', HTMLTextAreaElement).value = text;
  find(composer, 'textarea').dispatchEvent(new InputEvent('input'));
  await composer.updateComplete;
}

const press = (page: ParentNode): void => find(part(page, 'ubik-composer'), '.send').click();

const transcriptAndComposer = html`
  <ubik-transcript for="talk"></ubik-transcript><ubik-composer for="talk"></ubik-composer>
`;

const tags = [
  'ubik-composer',
  'ubik-items',
  'ubik-launcher',
  'ubik-message',
  'ubik-progress',
  'ubik-request',
  'ubik-sessions',
  'ubik-status',
  'ubik-step',
  'ubik-suggestions',
  'ubik-thinking',
  'ubik-tool',
  'ubik-transcript',
] as const;

/** The parts that follow a conversation now. */
function followersOf({controller}: UbikConversation): ReadonlySet<unknown> {
  const shared = SharedConversation.of(controller);
  const followers = new Set<unknown>();
  const follow = shared.follow.bind(shared);
  shared.follow = follower => {
    followers.add(follower);
    const end = follow(follower);
    return () => {
      followers.delete(follower);
      end();
    };
  };
  return followers;
}

describe('each part', () => {
  for (const tag of tags) {
    it(`follows its controller, what it names, or what is around it, until it is removed: ${tag}`, async () => {
      const {page, conversation} = await openParts(html``);
      const followers = followersOf(conversation);
      const places = [
        {parent: page, by: {controller: conversation.controller}},
        {parent: page, by: {htmlFor: 'talk'}},
        {parent: conversation, by: {}},
      ];
      for (const {parent, by} of places) {
        const element = Object.assign(document.createElement(tag), by);
        parent.append(element);
        await element.updateComplete;
        expect(followers).to.include(element);
        element.remove();
        expect(followers).not.to.include(element);
      }
    });
  }
});

describe('a part in another place', () => {
  it('follows the conversation that it names in the document of another window', async () => {
    const {page, ...scene} = await openParts(transcriptAndComposer);
    await converse(scene);
    await until(() => turnsOf(page) === 2);
    const window = await fixture<HTMLIFrameElement>(html`<iframe title="Other window"></iframe>`);
    window.contentDocument?.body.append(page);
    await converse(scene);
    await until(() => turnsOf(page) === 4);
    await write(page, 'From there');
    press(page);
    await until(() => scene.agent.requests.length === 3);
    scene.agent.finish();
    await until(() => turnsOf(page) === 6 && scene.conversation.status === 'idle');
    document.body.append(page);
    await converse(scene);
    await until(() => turnsOf(page) === 8);
    page.remove();
  });

  it('displays the conversation of a controller in the shadow tree of another element', async () => {
    const {conversation, agent} = createConversation('talk');
    const page = await fixture<HTMLElement>(html`<div></div>`);
    const [left, right] = ['ubik-transcript', 'ubik-composer'].map(tag => {
      const root = page.appendChild(document.createElement('div')).attachShadow({mode: 'open'});
      const element = root.appendChild(document.createElement(tag));
      return Object.assign(element, {controller: conversation.controller}).parentNode;
    }) as [ParentNode, ParentNode];
    page.append(conversation);
    await write(right, 'Hello');
    press(right);
    await until(() => agent.requests.length === 1);
    agent.finish();
    await until(() => turnsOf(left) === 2);
  });
});

describe('a part in a slot of a part that names its conversation', () => {
  it('follows that conversation', async () => {
    const {page, conversation} = await openParts(html`
      <ubik-transcript for="talk"><ubik-composer slot="empty"></ubik-composer></ubik-transcript>
    `);
    await conversation.setDraft('Shared');
    await until(() => part(page, 'ubik-composer').value === 'Shared');
  });
});

describe('a part whose conversation changes', () => {
  it('displays nothing while its conversation is removed, and all of it afterwards', async () => {
    const {page, ...scene} = await openParts(transcriptAndComposer);
    const {conversation} = scene;
    await converse(scene);
    await conversation.setDraft('Unsent');
    const composer = part(page, 'ubik-composer');
    await until(() => turnsOf(page) === 2 && composer.value === 'Unsent');
    conversation.remove();
    await until(() => turnsOf(page) === 0 && composer.value === '');
    page.append(conversation);
    await until(() => turnsOf(page) === 2 && composer.value === 'Unsent');
    await converse(scene);
    await until(() => turnsOf(page) === 4);
  });

  it('keeps what it displays when it is moved', async () => {
    const {page, ...scene} = await openParts(transcriptAndComposer);
    await converse(scene);
    await until(() => turnsOf(page) === 2);
    const transcript = part(page, 'ubik-transcript');
    const [turn] = all(transcript, '.turn');
    transcript.remove();
    await frame();
    page.append(transcript);
    await converse(scene);
    await until(() => turnsOf(page) === 4);
    expect(all(transcript, '.turn')[0]).to.equal(turn);
  });

  it('sends nothing without a conversation, and keeps what was written', async () => {
    const page = await fixture<HTMLElement>(html`<div>${transcriptAndComposer}</div>`);
    await write(page, 'Too early');
    press(page);
    const composer = part(page, 'ubik-composer');
    await composer.updateComplete;
    expect(composer.disabled).to.be.true;
    expect(composer.value).to.equal('Too early');
    const {conversation, agent} = createConversation('talk');
    page.append(conversation);
    await until(() => !composer.disabled);
    press(page);
    await until(() => agent.requests.length === 1);
    expect(composer.value).to.equal('');
    agent.finish();
  });

  it('displays the draft and the messages of another conversation, and sends there', async () => {
    const {page, ...first} = await openParts(transcriptAndComposer);
    await converse(first);
    const second = createConversation('other');
    page.append(second.conversation);
    await second.conversation.updateComplete;
    await first.conversation.setDraft('first');
    await second.conversation.setDraft('second');
    const composer = part(page, 'ubik-composer');
    await until(() => turnsOf(page) === 2 && composer.value === 'first');
    composer.htmlFor = part(page, 'ubik-transcript').htmlFor = 'other';
    await until(() => turnsOf(page) === 0 && composer.value === 'second');
    press(page);
    await until(() => second.agent.requests.length === 1);
    expect(first.agent.requests).to.have.length(1);
    second.agent.finish();
    await until(() => turnsOf(page) === 2);
    composer.htmlFor = 'talk';
    await until(() => composer.value === 'first');
  });

  it('counts no messages of the conversation before', async () => {
    const {page, ...scene} = await openParts(html`<ubik-launcher for="talk"></ubik-launcher>`);
    await converse(scene);
    const launcher = part(page, 'ubik-launcher');
    await until(() => launcher.unread === 1);
    page.append(createConversation('other').conversation);
    launcher.htmlFor = 'other';
    await until(() => launcher.unread === 0);
  });

  it('lists the sessions of each conversation that it follows', async () => {
    const page = await fixture<HTMLElement>(
      html`<div><ubik-sessions for="first"></ubik-sessions></div>`,
    );
    const list = part(page, 'ubik-sessions');
    const asked: string[] = [];
    const add = (id: string): void => {
      const conversation = document.createElement('ubik-conversation');
      const listSessions = (): Promise<Response> => {
        asked.push(id);
        return Promise.resolve(Response.json({items: [{id: 's', title: `Of ${id}`}]}));
      };
      Object.assign(conversation, {id, protocol: ubik, endpoint: `/${id}`, storage: null});
      page.append(Object.assign(conversation, {fetch: listSessions}));
    };
    const titles = (): string => all(list, '.title').map(words).join();
    await list.updateComplete;
    add('first');
    add('second');
    await until(
      () => titles() === 'Of first',
      () => [asked, words(list.shadowRoot)],
    );
    list.htmlFor = 'second';
    await until(() => titles() === 'Of second');
    list.htmlFor = 'nowhere';
    await until(() => titles() === '');
    expect(asked).to.deep.equal(['first', 'second']);
  });
});

describe('layouts of a page', () => {
  it('are two conversations with a composer each', async () => {
    const scenes = ['left', 'right'].map(id => createConversation(id)) as [Scene, Scene];
    const page = await fixture<HTMLElement>(html`
      <div>
        ${scenes.map(
          ({conversation}) =>
            html`<section>
              <ubik-transcript for=${conversation.id}></ubik-transcript>
              <ubik-composer for=${conversation.id}></ubik-composer>
              ${conversation}
            </section>`,
        )}
      </div>
    `);
    const [left, right] = [...page.children] as [HTMLElement, HTMLElement];
    await write(left, 'To the left');
    expect(part(right, 'ubik-composer').value).to.equal('');
    press(left);
    await until(() => scenes[0].agent.requests.length === 1);
    await write(right, 'To the right');
    press(right);
    await until(() => scenes[1].agent.requests.length === 1);
    for (const {agent} of scenes) agent.finish();
    await until(() => turnsOf(left) === 2 && turnsOf(right) === 2);
    expect(scenes.map(({agent}) => agent.requests.length)).to.deep.equal([1, 1]);
  });

  it('are the log of a tool and the progress, with no transcript', async () => {
    const {page, conversation, agent} = await openParts(html`
      <ubik-tool for="talk" name="web_search" open></ubik-tool>
      <ubik-progress for="talk"></ubik-progress>
    `);
    const ended = conversation.send('Search');
    agent.tell('agent_step_started', {step: 1, title: 'Search', description: 'Search'});
    agent.tell('agent_progress', {step: 1, total_steps: 3, progress: 33, description: 'Search'});
    const call = {tool_execution_id: 'call', tool_name: 'web_search', phase: 'A'};
    agent.tell('tool_update', {...call, status: 'started'});
    const [tool, progress] = [part(page, 'ubik-tool'), part(page, 'ubik-progress')];
    await until(() => words(tool.shadowRoot).includes('Web search') && has(progress, 'progress'));
    agent.finish();
    await ended;
    await until(() => !has(progress, 'progress'));
    expect(tool.clientHeight).to.be.greaterThan(0);
  });

  it('are the questions of a run in a dialog', async () => {
    const {page, conversation, agent} = await openParts(html`
      <dialog aria-label="Question"><ubik-request for="talk"></ubik-request></dialog>
    `);
    const dialog = part(page, 'dialog');
    conversation.controller.subscribe(() => {
      if (conversation.status !== 'waiting') dialog.close();
      else if (!dialog.open) dialog.showModal();
    });
    const replies: unknown[] = [];
    page.addEventListener('ubik-reply-request', event => {
      replies.push(event.reply.input);
      event.respondWith(Promise.resolve());
    });
    const ended = conversation.send('Book a table');
    agent.tell('tool_input_required', {
      tool_execution_id: 'call',
      tool_name: 'ask_user',
      tool_input: {question: 'When?', input_types: ['text']},
    });
    const request = part(page, 'ubik-request');
    await until(() => dialog.open && has(request, 'textarea'));
    find(request, 'textarea', HTMLTextAreaElement).value = 'Tonight';
    find(request, 'form', HTMLFormElement).requestSubmit();
    await until(() => replies.length === 1);
    expect(replies).to.deep.equal(['Tonight']);
    const call = {tool_execution_id: 'call', tool_name: 'ask_user', phase: 'A'};
    agent.tell('tool_update', {...call, status: 'completed', output: 'Tonight'});
    agent.finish();
    await ended;
    await until(() => !dialog.open);
  });
});
