import {expect, html} from '@open-wc/testing';
import {all, find, until, words} from '../support/dom.js';
import {openParts} from '../support/parts.js';

const titles = (element: Element, tag: string): readonly string[] =>
  all(element, tag).map(item => words(find(item, '.heading')));

describe('ubik-items', () => {
  it('is accessible and displays the steps of the last answer', async () => {
    const {page, conversation, agent} = await openParts(html`<ubik-items for="talk"></ubik-items>`);
    const items = page.querySelector('ubik-items');
    if (!items) throw new Error('There is no element.');
    expect(titles(items, 'ubik-step')).to.be.empty;
    const ended = conversation.send('Hello');
    agent.tell('agent_step_started', {step: 1, title: 'Look', description: 'Look'});
    agent.tell('agent_step_completed', {step: 1, title: 'Look', completed: true});
    agent.tell('agent_step_started', {step: 2, title: 'Write', description: 'Write'});
    await until(() => titles(items, 'ubik-step').length === 2);
    expect(titles(items, 'ubik-step')).to.deep.equal(['Step 1 Look', 'Step 2 Write']);
    await expect(items).to.be.accessible();
    agent.finish();
    await ended;
    await conversation.newSession();
    await until(() => titles(items, 'ubik-step').length === 0);
  });

  it('keeps the focus when its items are replaced [WCAG 2.4.3]', async () => {
    const {page, conversation, agent} = await openParts(
      html`<ubik-items for="talk" kind="tool"></ubik-items>`,
    );
    const items = page.querySelector('ubik-items');
    if (!items) throw new Error('There is no element.');
    const ended = conversation.send('Hello');
    const call = {tool_execution_id: 'a', tool_name: 'calculator'};
    agent.tell('tool_update', {...call, phase: 'A', status: 'started'});
    await until(() => titles(items, 'ubik-tool').length === 1);
    agent.finish();
    await ended;
    find(find(items, 'ubik-tool'), 'button.header').focus();
    await conversation.newSession();
    await until(() => titles(items, 'ubik-tool').length === 0);
    expect(document.activeElement).to.equal(items);
  });

  it('selects the calls of one tool, and follows a change of its attributes', async () => {
    const {page, conversation, agent} = await openParts(
      html`<ubik-items for="talk" kind="tool" name="calculator"></ubik-items>`,
    );
    const items = page.querySelector('ubik-items');
    if (!items) throw new Error('There is no element.');
    const ended = conversation.send('Hello');
    for (const [id, tool_name] of [
      ['a', 'web_search'],
      ['b', 'calculator'],
      ['c', 'calculator'],
    ])
      agent.tell('tool_update', {tool_execution_id: id, tool_name, phase: 'A', status: 'started'});
    await until(() => titles(items, 'ubik-tool').length === 2);
    items.name = '';
    await until(() => titles(items, 'ubik-tool').length === 3);
    expect(titles(items, 'ubik-tool')).to.deep.equal(['Web search', 'Calculator', 'Calculator']);
    agent.finish();
    await ended;
  });
});
