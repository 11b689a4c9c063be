import {expect, html} from '@open-wc/testing';
import {find, has, until, words} from '../support/dom.js';
import {openParts} from '../support/parts.js';

describe('ubik-progress', () => {
  it('is accessible, and displays the current step of a run until it ends', async () => {
    const {page, conversation, agent} = await openParts(
      html`<ubik-progress for="talk"></ubik-progress>`,
    );
    const progress = page.querySelector('ubik-progress');
    if (!progress) throw new Error('There is no element.');
    expect(has(progress, 'progress')).to.be.false;
    const ended = conversation.send('Hello');
    agent.tell('agent_progress', {progress: 10, total_steps: 3});
    agent.tell('agent_step_started', {step: 1, title: 'Look'});
    await until(() => has(progress, 'progress'));
    expect(words(find(progress, '.run'))).to.equal('Step 1 of 3');
    await expect(progress).to.be.accessible();
    agent.tell('agent_step_completed', {step: 1, title: 'Look', completed: true});
    agent.tell('agent_step_started', {step: 2, title: 'Write'});
    await until(() => words(find(progress, '.run')) === 'Step 2 of 3');
    agent.finish();
    await ended;
    await until(() => !has(progress, 'progress'));
  });
});
