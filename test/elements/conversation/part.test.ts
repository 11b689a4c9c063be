import {expect, fixture, html} from '@open-wc/testing';
import {ChatController} from '../../../src/controller/index.js';
import {ubik} from '../../../src/core/index.js';
import {UbikElement} from '../../../src/elements/base/element.js';
import {UbikSendRequestEvent} from '../../../src/elements/events.js';
import {UbikComposer} from '../../../src/elements/ubik-composer/ubik-composer.js';
import {UbikConversation} from '../../../src/elements/ubik-conversation/ubik-conversation.js';
import {UbikMessage} from '../../../src/elements/ubik-message/ubik-message.js';
import {UbikStep} from '../../../src/elements/ubik-step/ubik-step.js';
import {UbikSuggestions} from '../../../src/elements/ubik-suggestions/ubik-suggestions.js';
import {UbikTool} from '../../../src/elements/ubik-tool/ubik-tool.js';
import {UbikTranscript} from '../../../src/elements/ubik-transcript/ubik-transcript.js';
import {InPageAgent, inPage} from '../support/agent.js';
import {open} from '../support/chat.js';
import {all, find, frame, has, until, words} from '../support/dom.js';
import {openParts} from '../support/parts.js';

/** A part of a page; fails if there is none. */
function part(page: ParentNode, selector: string): Element;
function part<E extends Element>(page: ParentNode, selector: string, type: new () => E): E;
function part(page: ParentNode, selector: string, type: new () => Element = Element): Element {
  const found = page.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`There is no ${selector}.`);
  return found;
}

const turnsOf = (transcript: Element): number => all(transcript, '.turn').length;

const titleOf = (element: Element): string =>
  has(element, '.heading') ? words(find(element, '.heading')) : '';

/** Starts a step of the run. */
const startStep = (agent: InPageAgent, number: number, title: string): void =>
  agent.tell('agent_step_started', {step: number, title, description: title});

const slotted = () =>
  html`<ubik-suggestions slot="empty" .suggestions=${['Hello']}></ubik-suggestions>`;

/** Counts the renders of an element from now on. */
function countRenders(element: Element): () => number {
  let count = 0;
  const target = element as unknown as {updated(...changed: unknown[]): void};
  const updated = target.updated.bind(element);
  target.updated = (...changed) => {
    count += 1;
    updated(...changed);
  };
  return () => count;
}

/** A controller of the page, and the number of its subscriptions. */
function createController(): {
  controller: ChatController;
  agent: InPageAgent;
  subscriptions: () => number;
} {
  const agent = new InPageAgent();
  const controller = new ChatController(undefined, {
    protocol: inPage,
    transport: agent.transport,
    storage: null,
  });
  let subscriptions = 0;
  const subscribe = controller.subscribe.bind(controller);
  controller.subscribe = listener => {
    subscriptions += 1;
    const end = subscribe(listener);
    return () => {
      subscriptions -= 1;
      end();
    };
  };
  return {controller, agent, subscriptions: () => subscriptions};
}

describe('a part outside of a chat', () => {
  it('follows the conversation that it names', async () => {
    const {page, conversation, agent} = await openParts(html`
      <ubik-transcript for="talk"></ubik-transcript>
      <ubik-composer for="talk"></ubik-composer>
    `);
    const composer = part(page, 'ubik-composer', UbikComposer);
    find(composer, 'textarea', HTMLTextAreaElement).value = 'Hello';
    find(composer, 'textarea').dispatchEvent(new InputEvent('input'));
    await composer.updateComplete;
    find(composer, '.send').click();
    await until(() => agent.requests.length === 1);
    agent.say('Hi.');
    await until(() => composer.busy);
    agent.finish();
    await until(() => !composer.busy);
    expect(composer.value).to.equal('');
    expect(conversation.conversation.children).to.have.length(2);
    await until(() => turnsOf(part(page, 'ubik-transcript')) === 2);
    await expect(page).to.be.accessible();
  });

  it('follows the conversation around it', async () => {
    const {page, conversation, agent} = await openParts(
      html``,
      html`<ubik-transcript></ubik-transcript><ubik-step></ubik-step>`,
    );
    const ended = conversation.send('Hello');
    startStep(agent, 1, 'Look');
    await until(() => titleOf(part(page, 'ubik-step')).endsWith('Look'));
    agent.finish();
    await ended;
    await until(() => turnsOf(part(page, 'ubik-transcript')) === 2);
  });

  it('follows the chat that it names, with its labels and renderers', async () => {
    const {chat, agent} = await open({labels: {step: {number: number => `Part ${number}`}}});
    chat.id = 'chat';
    chat.renderers.register('text', ({text}) => `»${text}«`);
    const step = await fixture<UbikStep>(html`<ubik-step for="chat" step="2"></ubik-step>`);
    const ended = chat.send('Hello');
    startStep(agent, 1, 'One');
    startStep(agent, 2, '');
    agent.tell('response_chunk', {content: 'words', step: 2});
    await until(() => words(step.shadowRoot).includes('»words«'));
    expect(titleOf(step)).to.contain('Part 2');
    agent.finish();
    await ended;
  });

  it('follows a controller of the page, which has precedence over the conversation around it', async () => {
    const {controller, agent} = createController();
    const {page, conversation} = await openParts(
      html``,
      html`<ubik-transcript .controller=${controller}></ubik-transcript>`,
    );
    const ended = controller.send('Hello');
    agent.finish();
    await ended;
    await until(() => turnsOf(part(page, 'ubik-transcript')) === 2);
    expect(conversation.conversation.children).to.have.length(0);
    controller.dispose();
  });

  it('follows the conversation of a chat by the controller of the chat', async () => {
    const {chat} = await open();
    const composer = await fixture<UbikComposer>(
      html`<ubik-composer .controller=${chat.controller}></ubik-composer>`,
    );
    await chat.setDraft('Shared');
    await composer.updateComplete;
    expect(composer.value).to.equal('Shared');
  });

  it('finds a conversation that is added later, and another one that gets the id', async () => {
    const page = await fixture<HTMLElement>(
      html`<div><ubik-composer for="late"></ubik-composer></div>`,
    );
    const composer = part(page, 'ubik-composer', UbikComposer);
    const add = async (draft: string): Promise<UbikConversation> => {
      const conversation = document.createElement('ubik-conversation');
      Object.assign(conversation, {protocol: inPage, storage: null, id: 'late'});
      conversation.transport = new InPageAgent().transport;
      page.append(conversation);
      await conversation.updateComplete;
      await conversation.setDraft(draft);
      return conversation;
    };
    const first = await add('first');
    await until(() => composer.value === 'first');
    first.id = 'other';
    await add('second');
    await until(() => composer.value === 'second');
    composer.htmlFor = 'other';
    await until(() => composer.value === 'first');
  });

  it('displays nothing of a conversation that was removed', async () => {
    const {page, conversation, agent} = await openParts(html`<ubik-step for="talk"></ubik-step>`);
    const ended = conversation.send('Hello');
    startStep(agent, 1, 'Look');
    const step = part(page, 'ubik-step');
    await until(() => titleOf(step).endsWith('Look'));
    conversation.remove();
    await until(() => !titleOf(step).endsWith('Look'));
    await ended;
  });

  it('finds a conversation whose element is defined later', async () => {
    const page = await fixture<HTMLElement>(html`
      <div><part-test-late id="undefined-yet"></part-test-late></div>
    `);
    const composer = document.createElement('ubik-composer');
    composer.htmlFor = 'undefined-yet';
    page.append(composer);
    await composer.updateComplete;
    const Conversation = customElements.get('ubik-conversation');
    if (!Conversation) throw new Error('The element is not defined.');
    customElements.define('part-test-late', class extends Conversation {});
    const late = part(page, 'part-test-late', UbikConversation);
    Object.assign(late, {protocol: inPage, transport: new InPageAgent().transport, storage: null});
    await late.updateComplete;
    await late.setDraft('Defined');
    await until(() => composer.value === 'Defined');
  });

  it('finds a conversation around it whose element is defined later', async () => {
    const page = await fixture<HTMLElement>(html`
      <part-test-around><ubik-composer></ubik-composer></part-test-around>
    `);
    const composer = part(page, 'ubik-composer', UbikComposer);
    await composer.updateComplete;
    customElements.define('part-test-around', class extends UbikConversation {});
    if (!(page instanceof UbikConversation)) throw new Error('The element was not upgraded.');
    Object.assign(page, {protocol: inPage, transport: new InPageAgent().transport, storage: null});
    await page.updateComplete;
    await page.setDraft('Defined');
    await until(() => composer.value === 'Defined');
  });

  it('finds a conversation that follows it in the same HTML', async () => {
    const {warn} = console;
    const warnings: unknown[] = [];
    console.warn = (text: unknown) => warnings.push(text);
    const page = await fixture<HTMLElement>(html`<div></div>`);
    try {
      page.innerHTML =
        '<ubik-composer for="next"></ubik-composer><ubik-conversation id="next"></ubik-conversation>';
    } finally {
      console.warn = warn;
    }
    const conversation = part(page, 'ubik-conversation', UbikConversation);
    await conversation.setDraft('Shared');
    await until(() => part(page, 'ubik-composer', UbikComposer).value === 'Shared');
    expect(warnings).to.deep.equal([]);
  });

  it('is found in the same shadow tree only', async () => {
    const {page, conversation} = await openParts(html`<div class="host"></div>`);
    const root = part(page, '.host').attachShadow({mode: 'open'});
    const composer = document.createElement('ubik-composer');
    composer.htmlFor = 'talk';
    root.append(composer);
    await conversation.setDraft('Outside');
    await frame();
    expect(composer.value).to.equal('');
  });

  it('reports an element that is no conversation', async () => {
    const warnings: unknown[] = [];
    const {warn} = console;
    console.warn = (text: unknown) => warnings.push(text);
    try {
      await fixture(html`<div id="box"></div>`);
      await fixture(html`<ubik-step for="box"></ubik-step>`);
    } finally {
      console.warn = warn;
    }
    expect(warnings).to.deep.equal([
      '<ubik-step for="box">: the element is neither a <ubik-chat> nor a <ubik-conversation>.',
    ]);
  });

  it('provides the elements in its slots with a conversation that is set later', async () => {
    const {page, conversation, agent} = await openParts(
      html`<ubik-transcript class="named">${slotted()}</ubik-transcript>`,
      html`<ubik-transcript class="around">${slotted()}</ubik-transcript>`,
    );
    const named = part(page, '.named', UbikTranscript);
    const around = part(page, '.around', UbikTranscript);
    const choose = async (transcript: UbikTranscript): Promise<void> => {
      const suggestions = part(transcript, 'ubik-suggestions');
      await until(() => has(suggestions, '.suggestion'));
      find(suggestions, '.suggestion').click();
    };
    const other = createController();
    around.controller = other.controller;
    await around.updateComplete;
    await choose(around);
    await until(() => other.agent.requests.length === 1);
    await until(() => !has(part(around, 'ubik-suggestions'), '.suggestion'));
    expect(agent.requests).to.have.length(0);
    named.htmlFor = 'talk';
    await named.updateComplete;
    await choose(named);
    await until(() => agent.requests.length === 1);
    await until(() => !has(part(named, 'ubik-suggestions'), '.suggestion'));
    other.agent.finish();
    agent.finish();
    await until(() => conversation.status === 'idle' && other.controller.status === 'idle');
    other.controller.dispose();
  });

  it('lets a listener of the page cancel its requests', async () => {
    const {page, agent} = await openParts(html`
      <ubik-suggestions for="talk" .suggestions=${['Hello']}></ubik-suggestions>
    `);
    page.addEventListener('ubik-send-request', event => event.preventDefault(), {once: true});
    const suggestion = find(part(page, 'ubik-suggestions'), '.suggestion');
    suggestion.click();
    await frame();
    expect(agent.requests).to.have.length(0);
    suggestion.click();
    await until(() => agent.requests.length === 1);
    agent.finish();
  });

  it('sends to the conversation that it names, inside of another one', async () => {
    const inner = await openParts(html``);
    inner.conversation.id = 'other';
    const outer = await openParts(
      html``,
      html`<ubik-suggestions for="other" .suggestions=${['Hello']}></ubik-suggestions>`,
    );
    const suggestions = part(outer.page, 'ubik-suggestions');
    await until(() => has(suggestions, '.suggestion'));
    find(suggestions, '.suggestion').click();
    await until(() => inner.agent.requests.length === 1);
    expect(outer.agent.requests).to.have.length(0);
    inner.agent.finish();
  });
});

describe('parts of a conversation that is being loaded', () => {
  it('display nothing for an empty one until it is loaded, nor after that has failed', async () => {
    let respond: (response: Response) => void = () => undefined;
    const controller = new ChatController(undefined, {
      protocol: {...inPage, operations: {...inPage.operations, history: ubik.operations.history}},
      endpoint: '/api',
      sessionId: 'one',
      storage: null,
      fetch: () => new Promise(resolve => (respond = resolve)),
    });
    const transcript = await fixture<UbikTranscript>(
      html`<ubik-transcript .controller=${controller}>${slotted()}</ubik-transcript>`,
    );
    const suggestions = part(transcript, 'ubik-suggestions', UbikSuggestions);
    const hasSlot = (): boolean => has(transcript, 'slot[name="empty"]');
    await until(() => controller.session?.id === 'one');
    await transcript.updateComplete;
    await suggestions.updateComplete;
    expect([hasSlot(), has(suggestions, '.suggestion')]).to.deep.equal([false, false]);
    respond(new Response('{}', {status: 403}));
    await controller.ready;
    await until(() => controller.lastError !== undefined);
    await transcript.updateComplete;
    await suggestions.updateComplete;
    expect([hasSlot(), has(suggestions, '.suggestion')]).to.deep.equal([false, false]);
    await controller.newSession();
    await until(() => hasSlot() && has(suggestions, '.suggestion'));
    controller.dispose();
  });
});

describe('a part whose named conversation is missing', () => {
  it('requests nothing from the conversation around it', async () => {
    const {page, agent} = await openParts(
      html``,
      html`<ubik-suggestions for="missing" .suggestions=${['Hello']}></ubik-suggestions>`,
    );
    const suggestions = part(page, 'ubik-suggestions', UbikSuggestions);
    await suggestions.updateComplete;
    expect(has(suggestions, '.suggestion')).to.be.false;
    suggestions.dispatchEvent(new UbikSendRequestEvent('Hello', []));
    await frame();
    expect(agent.requests).to.have.length(0);
    suggestions.htmlFor = '';
    await until(() => has(suggestions, '.suggestion'));
    find(suggestions, '.suggestion').click();
    await until(() => agent.requests.length === 1);
    agent.finish();
  });
});

describe('a launcher outside of a chat', () => {
  it('opens and closes the floating chat that it names, and counts what arrives meanwhile', async () => {
    const {chat, agent} = await open({layout: 'float'});
    chat.id = 'chat';
    const launcher = await fixture<HTMLElementTagNameMap['ubik-launcher']>(
      html`<ubik-launcher for="chat"></ubik-launcher>`,
    );
    await expect(launcher).to.be.accessible();
    find(launcher, 'button').click();
    await until(() => chat.open && launcher.open);
    find(launcher, 'button').click();
    await until(() => !chat.open && !launcher.open);
    const ended = chat.send('Hello');
    agent.finish();
    await ended;
    await until(() => launcher.unread === 1);
  });

  it('counts the answers of a conversation until the page sets that it is open', async () => {
    const {page, conversation, agent} = await openParts(
      html`<ubik-launcher for="talk"></ubik-launcher>`,
    );
    const launcher = page.querySelector('ubik-launcher');
    if (!launcher) throw new Error('There is no launcher.');
    const ended = conversation.send('Hello');
    agent.finish();
    await ended;
    await until(() => words(find(launcher, '.badge')) === '1');
    launcher.open = true;
    await launcher.updateComplete;
    expect(has(launcher, '.badge')).to.be.false;
  });
});

describe('a part that displays one item', () => {
  it('takes no place while the conversation has no such item', async () => {
    const {page, conversation, agent} = await openParts(html`
      <ubik-step for="talk"></ubik-step>
      <ubik-tool for="talk" name="web_search"></ubik-tool>
      <ubik-thinking for="talk"></ubik-thinking>
      <ubik-message for="talk"></ubik-message>
      <ubik-request for="talk"></ubik-request>
      <ubik-step for="nowhere"></ubik-step>
      <ubik-step heading="From attributes"></ubik-step>
    `);
    const visible = (): readonly string[] =>
      [...page.children]
        .filter(element => element.clientHeight > 0)
        .map(({localName}) => localName);
    expect(visible()).to.deep.equal(['ubik-step']);
    const ended = conversation.send('Hello');
    startStep(agent, 1, 'Look');
    agent.finish();
    await ended;
    await until(() => visible().length === 3);
    expect(visible()).to.deep.equal(['ubik-step', 'ubik-message', 'ubik-step']);
    await conversation.newSession();
    await until(() => visible().length === 1);
  });

  it('selects the newest step, a step by its number, a tool by its name, and an item by its id', async () => {
    const {page, conversation, agent} = await openParts(html`
      <ubik-step class="current" for="talk"></ubik-step>
      <ubik-step class="first" for="talk" step="1"></ubik-step>
      <ubik-tool class="search" for="talk" name="web_search"></ubik-tool>
      <ubik-tool class="second" for="talk" item-id="call-2"></ubik-tool>
      <ubik-message class="question" for="talk" author="user"></ubik-message>
      <ubik-items class="steps" for="talk" kind="step"></ubik-items>
    `);
    const ended = conversation.send('Hello');
    startStep(agent, 1, 'One');
    const call = (id: string, tool_name: string): void =>
      agent.tell('tool_update', {tool_execution_id: id, tool_name, phase: 'A', status: 'started'});
    call('call-1', 'web_search');
    call('call-2', 'calculator');
    startStep(agent, 2, 'Two');
    await until(() => titleOf(part(page, '.current')).endsWith('Two'));
    expect(titleOf(part(page, '.first'))).to.match(/One$/);
    await until(() => titleOf(part(page, '.search')) === 'Web search');
    expect(titleOf(part(page, '.second'))).to.equal('Calculator');
    expect(words(part(page, '.question').shadowRoot)).to.contain('Hello');
    await until(() => all(part(page, '.steps'), 'ubik-step').length === 2);
    agent.finish();
    await ended;
  });

  it('follows the conversation around it, and its newest item, without its attributes', async () => {
    const other = await openParts(html``);
    other.conversation.id = 'other';
    const {page, conversation, agent} = await openParts(
      html``,
      html`
        <ubik-composer for="other"></ubik-composer>
        <ubik-tool
          name="web_search"
          item-id="call-1"
          execution-id="call-1"
          duration="1"
        ></ubik-tool>
        <ubik-step step="7" heading="Given" number="3" progress="5" duration="9"></ubik-step>
        <ubik-message author="user" content="Given"></ubik-message>
        <ubik-items kind="tool"></ubik-items>
        <ubik-transcript follow="end"></ubik-transcript>
        <ubik-markdown text="Written"></ubik-markdown>
      `,
    );
    const ended = conversation.send('Hello');
    startStep(agent, 1, 'One');
    const call = {tool_execution_id: 'call-2', tool_name: 'calculator', phase: 'A'};
    agent.tell('tool_update', {...call, status: 'started'});
    agent.finish();
    await ended;
    await conversation.setDraft('Around');
    for (const element of page.querySelectorAll('ubik-conversation > *'))
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    await until(() => part(page, 'ubik-composer', UbikComposer).value === 'Around');
    await until(() => titleOf(part(page, 'ubik-tool')) === 'Calculator');
    await until(() => titleOf(part(page, 'ubik-step')).endsWith('One'));
    await until(() => all(part(page, 'ubik-message'), 'ubik-step').length === 1);
    await until(() => all(part(page, 'ubik-items'), 'ubik-step').length === 1);
    expect(part(page, 'ubik-transcript', UbikTranscript).follow).to.equal('start');
    expect(part(page, 'ubik-message', UbikMessage).author).to.equal('assistant');
    expect(words(part(page, 'ubik-markdown').shadowRoot)).to.equal('');
  });

  it('displays what a renderer gives it, inside of a chat', async () => {
    const {chat, agent} = await open();
    chat.renderers.register(
      'tool',
      ({name}) => html`<ubik-tool name=${name}><p slot="result">Given</p></ubik-tool>`,
    );
    const ended = chat.send('Hello');
    agent.tell('tool_update', {
      tool_execution_id: 'a',
      tool_name: 'web_search',
      phase: 'A',
      status: 'started',
    });
    agent.finish();
    await ended;
    const tools = (): Element[] =>
      all(find(chat, '.transcript'), 'ubik-message').flatMap(message => [
        ...all(message, 'ubik-tool'),
        ...all(message, 'ubik-step').flatMap(step => all(step, 'ubik-tool')),
      ]);
    await until(() => tools().length === 1);
    const [tool] = tools();
    if (!(tool instanceof UbikTool)) throw new Error('There is no tool.');
    tool.open = true;
    await tool.updateComplete;
    expect(has(tool, 'slot[name="result"]')).to.be.true;
  });
});

describe('the cost of parts', () => {
  it('is one subscription for each controller, which ends with the last part', async () => {
    const {controller, subscriptions} = createController();
    const page = await fixture<HTMLElement>(html`
      <div>
        <ubik-transcript .controller=${controller}></ubik-transcript>
        <ubik-composer .controller=${controller}></ubik-composer>
        <ubik-step .controller=${controller}></ubik-step>
      </div>
    `);
    const composer = part(page, 'ubik-composer', UbikComposer);
    await composer.updateComplete;
    expect(subscriptions()).to.equal(1);
    part(page, 'ubik-transcript').remove();
    part(page, 'ubik-step').remove();
    expect(subscriptions()).to.equal(1);
    composer.remove();
    await frame();
    expect(subscriptions()).to.equal(0);
    page.append(composer);
    await frame();
    expect(subscriptions()).to.equal(1);
    page.remove();
    expect(subscriptions()).to.equal(0);
    controller.dispose();
  });

  it('is a render of the part whose item has changed, and of no other one', async () => {
    const steps = Array.from({length: 8}, (_, index) => index + 1);
    const {page, conversation, agent} = await openParts(html`
      ${steps.map(step => html`<ubik-step for="talk" step=${step}></ubik-step>`)}
      <ubik-composer for="talk"></ubik-composer>
      <ubik-status for="talk"></ubik-status>
      <ubik-suggestions for="talk"></ubik-suggestions>
      <ubik-launcher for="talk"></ubik-launcher>
    `);
    const ended = conversation.send('Hello');
    for (const step of steps) {
      startStep(agent, step, `Step ${step}`);
      if (step < 8)
        agent.tell('agent_step_completed', {step, title: `Step ${step}`, completed: true});
    }
    agent.tell('response_chunk', {content: 'a', step: 8});
    const last = part(page, '[step="8"]', UbikStep);
    await until(() => all(last, 'ubik-markdown').length === 1);
    const others = [...page.children].filter(
      element => element instanceof UbikElement && element !== last && element !== conversation,
    );
    const counts = others.map(countRenders);
    const rendered = countRenders(last);
    for (let chunk = 0; chunk < 10; chunk++) {
      const before = rendered();
      agent.tell('response_chunk', {content: ' b', step: 8});
      await until(() => rendered() > before);
    }
    expect(rendered()).to.be.at.least(10);
    expect(others).to.have.length(11);
    expect(counts.map(count => count())).to.deep.equal(others.map(() => 0));
    agent.finish();
    await ended;
  });

  it('is no more than the streaming answer in a chat', async () => {
    const {chat, agent} = await open();
    const ended = chat.send('Hello');
    agent.say('a');
    const transcript = find(chat, '.transcript', UbikTranscript);
    await until(() => turnsOf(transcript) === 2 && chat.status === 'streaming');
    await frame();
    const parts = [...all(chat, '.composer, .run, .status, .suggestions')];
    expect(parts).to.have.length(4);
    const counts = parts.map(countRenders);
    const rendered = countRenders(transcript);
    agent.say(' b');
    await until(() => rendered() > 0);
    expect(counts.map(count => count())).to.deep.equal([0, 0, 0, 0]);
    agent.finish();
    await ended;
  });
});
