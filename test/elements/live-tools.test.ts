import {expect, fixture, html} from '@open-wc/testing';
import '../../src/elements/ubik-message/ubik-message.define.js';
import '../../src/elements/ubik-step/ubik-step.define.js';
import '../../src/elements/ubik-tool/ubik-tool.define.js';
import {
  emptyConversation,
  EventLog,
  ubik,
  type Conversation,
  type MessageItem,
} from '../../src/core/index.js';
import type {UbikMessage} from '../../src/elements/ubik-message/ubik-message.js';
import {all, find, has, until, words} from './support/dom.js';

const live = (type: string, data: unknown): object => ({
  type,
  tool_execution_id: '1',
  tool_name: 'web_search',
  data,
});

/** A message that is rendered while its events arrive. */
async function play(): Promise<{
  element: UbikMessage;
  send: (...events: readonly object[]) => Promise<void>;
}> {
  const log = new EventLog(ubik, {run: 'run', report: () => undefined});
  let conversation: Conversation = emptyConversation;
  const element: UbikMessage = await fixture(html`<ubik-message></ubik-message>`);
  const send = async (...events: readonly object[]): Promise<void> => {
    for (const event of events) log.accept({data: JSON.stringify(event)});
    conversation = log.flush(conversation);
    element.item = conversation.children[0] as MessageItem;
    await element.updateComplete;
  };
  return {element, send};
}

const step = {type: 'agent_step_started', step: 1, description: 'Search'};
const say = (content: string): object => ({type: 'response_chunk', step: 1, content});

describe('a tool that is reported by live events', () => {
  it('shows its activity and output before it is mentioned in the text', async () => {
    const {element, send} = await play();
    await send(step, live('tool_update', {phase: 'WEB_SEARCH', status: 'started'}));
    await until(() => has(element, 'ubik-step'));
    const inStep = find(element, 'ubik-step');
    await until(() => has(inStep, 'ubik-tool'));
    const tool = find(inStep, 'ubik-tool');
    expect(words(find(tool, '.heading'))).to.equal('Web search');
    await send(live('tool_partial_update', {content: 'First result'}));
    await until(() => has(tool, '[part~="log"]') && words(find(tool, '[part~="log"]')) !== '');
    expect(words(find(tool, '[part~="log"]'))).to.contain('First result');
  });

  it('keeps its node and position when the text mentions it, and when the run ends', async () => {
    const {element, send} = await play();
    await send(step, say('Let me look.'), live('tool_update', {phase: 'WEB_SEARCH'}));
    await until(() => has(element, 'ubik-step'));
    const inStep = find(element, 'ubik-step');
    await until(() => has(inStep, 'ubik-tool'));
    const tool = find(inStep, 'ubik-tool');
    const order = (): readonly string[] =>
      all(inStep, 'ubik-markdown, ubik-tool').map(({localName}) => localName);
    expect(order()).to.deep.equal(['ubik-markdown', 'ubik-tool']);
    await send(say('<<TOOL_STEP_START/web_search:1>>'));
    expect(all(inStep, 'ubik-tool')).to.deep.equal([tool]);
    await send(say('<<TOOL_STEP_END/web_search:1>>Found.'));
    await send({type: 'agent_step_completed', step: 1}, {type: 'agent_processing_complete'});
    await until(() => order().length === 3);
    expect(order()).to.deep.equal(['ubik-markdown', 'ubik-tool', 'ubik-markdown']);
    expect(all(inStep, 'ubik-tool')[0] === tool).to.be.true;
  });
});
