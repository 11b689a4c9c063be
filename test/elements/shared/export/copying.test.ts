import {expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import '../../../../src/elements/ubik-json/ubik-json.define.js';
import '../../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import '../../../../src/elements/ubik-message/ubik-message.define.js';
import {ask, messages, open} from '../../support/chat.js';
import {find, has, collectEvents, press, until, words} from '../../support/dom.js';
import {instead} from '../../support/instead.js';
import {collectAnnouncements} from '../../support/announcements.js';
import {answer, text} from '../../support/items.js';

const message = answer([text('The museum is **open**.')]);

const places = [
  {
    name: 'of JSON',
    template: html`<ubik-json .value=${{open: true}}></ubik-json>`,
    button: '.copy',
    label: 'Copy as JSON',
    copied: '{\n  "open": true\n}',
  },
  {
    name: 'of code',
    template: html`<ubik-markdown .text=${'```\na = 1\n```'}></ubik-markdown>`,
    button: '.copy',
    label: 'Copy code',
    copied: 'a = 1',
  },
  {
    name: 'of a table',
    template: html`<ubik-markdown .text=${'| a | b |\n| - | - |\n| 1 | 2 |'}></ubik-markdown>`,
    button: '[data-text]',
    label: 'Copy as CSV',
    copied: 'a,b\n1,2',
  },
  {
    name: 'of a message',
    template: html`<ubik-message .item=${message}></ubik-message>`,
    button: '.copy',
    label: 'Copy',
    copied: 'The museum is **open**.',
    rich: '<strong>open</strong>',
  },
];

const clickOn = (button: HTMLElement): Promise<unknown> => {
  const {x, y, width, height} = button.getBoundingClientRect();
  return executeServerCommand('engine:click', {x: x + width / 2, y: y + height / 2});
};

const withoutClipboard = (act: () => Promise<void>): Promise<void> =>
  instead(navigator, 'clipboard', undefined, act);

/** Makes the fallback fail as well. */
const withoutCopying = (act: () => Promise<void>): Promise<void> =>
  withoutClipboard(() => instead(document, 'execCommand', () => false, act));

/** The text that is pasted into another application. */
async function paste(): Promise<{readonly plain: string; readonly rich: string}> {
  const field = await fixture<HTMLTextAreaElement>(html`<textarea></textarea>`);
  let rich = '';
  field.addEventListener('paste', ({clipboardData}) => {
    rich = clipboardData?.getData('text/html') ?? '';
  });
  field.focus();
  await press('Control+v');
  await until(() => field.value !== '');
  return {plain: field.value, rich};
}

describe('copying without the clipboard API', () => {
  for (const {name, template, button, label, copied, rich = ''} of places) {
    it(`works by the button ${name}, and touches neither focus nor selection`, async () => {
      const around = await fixture<HTMLElement>(
        html`<div>
          <p>Mine</p>
          ${template}
        </div>`,
      );
      const [mine, element] = [...around.children] as [HTMLElement, HTMLElement];
      await until(() => has(element, button));
      const selection = getSelection();
      for (const selected of ['Mine', '']) {
        if (selected) selection?.selectAllChildren(mine);
        else selection?.removeAllRanges();
        await withoutClipboard(async () => {
          await clickOn(find(element, button));
          await until(() => find(element, button).ariaLabel === 'Copied');
        });
        expect(String(selection)).to.equal(selected);
        const pasted = await paste();
        expect(pasted.plain.trimEnd()).to.equal(copied);
        expect(pasted.rich).to.contain(rich);
        await until(() => find(element, button).ariaLabel === label);
      }
    });

    it(`displays a failure at the button ${name}`, async () => {
      const element = await fixture<HTMLElement>(template);
      await until(() => has(element, button));
      const failures = collectEvents(element, 'ubik-error');
      const copies = collectEvents(element, 'ubik-copied');
      await withoutCopying(async () => {
        find(element, button).click();
        await until(() => find(element, button).ariaLabel === 'Could not be copied');
      });
      await until(() => has(element, `${button} .icon-error`));
      expect(failures.map(({error}) => error.code)).to.deep.equal(['not_copied']);
      expect(copies).to.have.length(0);
    });
  }

  it('announces a failure in the chat, too', async () => {
    const scene = await open();
    await ask(scene, 'Is it open?', 'It is.');
    const said = collectAnnouncements(scene.chat);
    const [, message] = messages(scene.chat);
    if (!message) throw new Error('There is no answer.');
    await withoutCopying(async () => {
      find(message, '.copy').click();
      await until(() => has(find(scene.chat, '.status'), 'ubik-notice'));
    });
    expect(words(find(find(scene.chat, '.status'), 'ubik-notice'))).to.equal('Could not be copied');
    await until(() => said.at(-1)?.endsWith('Could not be copied') === true);
    await expect(scene.chat).to.be.accessible();
  });
});
