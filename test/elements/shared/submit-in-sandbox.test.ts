import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-composer/ubik-composer.define.js';
import '../../../src/elements/ubik-checkpoint/ubik-checkpoint.define.js';
import '../../../src/elements/ubik-request/ubik-request.define.js';
import {collectEvents, find, until} from '../support/dom.js';
import {request} from '../support/items.js';

/** Moves an element into a frame that forbids forms, which has scripts and the origin of the page. */
async function sandbox(element: HTMLElement): Promise<void> {
  const frame = document.createElement('iframe');
  frame.title = 'Sandbox';
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  frame.srcdoc = '<!doctype html><html lang="en"><title>Sandbox</title><body></body></html>';
  const loaded = new Promise(resolve => frame.addEventListener('load', resolve));
  const box = await fixture(html`<div></div>`);
  box.append(frame);
  await loaded;
  frame.contentDocument?.body.append(element);
}

describe('a form of the chat', () => {
  for (const place of ['page', 'sandbox']) {
    it(`sends a message and stops a run by its button, once for each press: ${place}`, async () => {
      const element = await fixture<HTMLElementTagNameMap['ubik-composer']>(
        html`<ubik-composer value="Hello"></ubik-composer>`,
      );
      const names = ['ubik-send-request', 'ubik-stop-request'] as const;
      const [sent, stopped] = names.map(name => collectEvents(element, name));
      if (place === 'sandbox') await sandbox(element);
      await element.updateComplete;
      find(element, '.send').click();
      await until(() => sent?.length === 1);
      element.busy = true;
      await element.updateComplete;
      find(element, '.send').click();
      await until(() => stopped?.length === 1);
      expect(sent).to.have.length(1);
    });

    it(`sends an answer by its button, once: ${place}`, async () => {
      const element = await fixture<HTMLElementTagNameMap['ubik-request']>(
        html`<ubik-request .item=${request()}></ubik-request>`,
      );
      const answers = collectEvents(element, 'ubik-reply-request');
      if (place === 'sandbox') await sandbox(element);
      await element.updateComplete;
      find(element, 'textarea', HTMLTextAreaElement).value = 'Blue';
      find(element, 'button[type="submit"]').click();
      await until(() => answers.length > 0);
      // A press that the browser has handled is not repeated: its fallback would have run by now.
      await new Promise(resolve => setTimeout(resolve));
      expect(answers).to.have.length(1);
    });
  }
});
