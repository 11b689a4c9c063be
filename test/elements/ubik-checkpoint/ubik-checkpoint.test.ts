import {expect, html} from '@open-wc/testing';
import '../../../src/elements/ubik-checkpoint/ubik-checkpoint.define.js';
import type {UbikCheckpoint} from '../../../src/elements/ubik-checkpoint/ubik-checkpoint.js';
import '../../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {UbikTranscript} from '../../../src/elements/ubik-transcript/ubik-transcript.js';
import {find, has, collectEvents, press, type, until, words} from '../support/dom.js';
import {answer, checkpoint} from '../support/items.js';
import {within} from '../support/with-services.js';

const render = (restore = true): Promise<UbikCheckpoint> =>
  within(html`<ubik-checkpoint .item=${checkpoint()}></ubik-checkpoint>`, {
    operations: restore ? ['restore'] : [],
  });

describe('<ubik-checkpoint>', () => {
  it('is accessible, also while it asks', async () => {
    const element = await render();
    await expect(element).to.be.accessible();
    find(element, '.restore').click();
    await until(() => has(element, 'form'));
    await expect(element).to.be.accessible();
  });

  it('has its name as a tooltip, and a restore button only if the chat can restore', async () => {
    const element = await render(false);
    expect(find(element, '.line').title).to.equal('after_search');
    expect(words(find(element, '.line > .visually-hidden'))).to.equal('After search');
    expect(has(element, '.restore')).to.be.false;
    expect(words(find(await render(), '.line'))).to.equal('Restore to here');
  });

  it('leaves no gap in place of its button during a run', async () => {
    const transcript = await within<UbikTranscript>(
      html`<ubik-transcript .items=${[answer([checkpoint()])]} busy></ubik-transcript>`,
      {operations: ['restore']},
    );
    const element = find(find(transcript, 'ubik-message'), 'ubik-checkpoint');
    expect(find(element, '.restore').offsetWidth).to.equal(0);
    transcript.busy = false;
    await transcript.updateComplete;
    expect(find(element, '.restore').offsetWidth).to.be.greaterThan(0);
  });

  it('names its button with the checkpoint [WCAG 2.4.6]', async () => {
    const element = await render();
    expect(find(element, '.restore').ariaLabel).to.equal('Restore to here: After search');
  });

  it('restores nothing after Escape, and returns the focus [WCAG 2.4.3]', async () => {
    const element = await render();
    const events = collectEvents(element, 'ubik-restore-request');
    find(element, '.restore').click();
    await until(() => element.shadowRoot?.activeElement?.localName === 'input');
    await press('Escape');
    await until(() => element.shadowRoot?.activeElement === find(element, '.restore'));
    expect(events).to.be.empty;
  });

  it('restores with a comment on what should change', async () => {
    const element = await render();
    const events = collectEvents(element, 'ubik-restore-request');
    find(element, '.restore').focus();
    await press('Enter');
    await until(() => element.shadowRoot?.activeElement?.localName === 'input');
    await type('Use the other file');
    await press('Enter');
    expect(events.map(({checkpoint: name, hint}) => [name, hint])).to.deep.equal([
      ['after_search', 'Use the other file'],
    ]);
  });

  it('keeps the focus when it has restored outside of a transcript [WCAG 2.4.3]', async () => {
    const element = await render();
    find(element, '.restore').focus();
    await press('Enter');
    await until(() => element.shadowRoot?.activeElement?.localName === 'input');
    await press('Enter');
    await until(() => !has(element, 'form'));
    expect(document.activeElement).to.equal(element);
  });

  it('restores without a comment', async () => {
    const element = await render();
    const events = collectEvents(element, 'ubik-restore-request');
    find(element, '.restore').click();
    await until(() => has(element, 'form'));
    find(element, 'form', HTMLFormElement).requestSubmit();
    expect(events[0]?.hint).to.equal(undefined);
  });

  it('gives the focus back when it is left', async () => {
    const element = await render();
    find(element, '.restore').click();
    await until(() => has(element, 'form'));
    find(element, '[type="button"]').click();
    await until(() => element.shadowRoot?.activeElement?.className.includes('restore') ?? false);
    expect(has(element, 'form')).to.be.false;
  });
});
