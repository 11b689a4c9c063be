import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-message/ubik-message.define.js';
import type {UbikMessage} from '../../../src/elements/ubik-message/ubik-message.js';
import {collectAnnouncements} from '../support/announcements.js';
import {ask, messages, open} from '../support/chat.js';
import {all, find, frame, has, collectEvents, press, type, until, words} from '../support/dom.js';
import {answer, request, step, text} from '../support/items.js';
import {instead} from '../support/instead.js';
import {type TestServices, within} from '../support/with-services.js';

const finishedAnswer = answer(
  [
    step({children: [text('First *this*.')]}),
    text('The museum is **open**.\n\n```ts\nconst a = 1;\n```'),
  ],
  {messageId: 'm'},
);

const render = (services: TestServices = {}): Promise<UbikMessage> =>
  within(html`<ubik-message .item=${finishedAnswer}></ubik-message>`, services);

const button = (element: Element, label: string): HTMLElement => {
  const found = all(element, '.actions button').find(({ariaLabel}) => ariaLabel === label);
  if (!found) throw new Error(`There is no button ${label}.`);
  return found;
};

/** Chooses an entry of the menu. */
async function choose(element: Element, label: string): Promise<void> {
  button(element, 'More options').click();
  const entry = (): HTMLElement | undefined =>
    all(element, '.more-menu button').find(({textContent}) => textContent === label);
  await until(() => entry() !== undefined);
  entry()?.click();
}

describe('the actions of an answer', () => {
  it('are no part of a copied selection', async () => {
    const element = await render();
    const style = getComputedStyle(find(element, '.foot'));
    expect(style.getPropertyValue('-webkit-user-select')).to.equal('none');
  });

  it('copy it as rich text beside plain text', async () => {
    const element = await render();
    const copied: ClipboardItem[] = [];
    const write = (items: ClipboardItem[]): Promise<void> => {
      copied.push(...items);
      return Promise.resolve();
    };
    await instead(navigator, 'clipboard', {write}, async () => {
      button(element, 'Copy').click();
      await until(() => copied.length === 1);
    });
    const [item] = copied;
    const rich = await (await item?.getType('text/html'))?.text();
    expect(rich).to.contain('<p dir="ltr">The museum is <strong>open</strong>.</p>');
    expect(rich).to.contain('const a = 1;');
    expect(rich).not.to.match(/<button|class=|xmlns/);
    const plain = await (await item?.getType('text/plain'))?.text();
    expect(plain).to.contain('The museum is **open**.');
    expect(all(element, 'ubik-markdown')).to.have.length(1);
  });

  for (const [format, expected] of [
    ['text', /The museum is open\.\s+const a = 1;$/],
    ['Markdown', /^### Step 1: Search the docs\n[^]*\*\*open\*\*/],
    ['JSON', /"messageId": "m"/],
  ] as const) {
    it(`copy it as ${format} with the menu, and confirm it [EN 5.4]`, async () => {
      const element = await render();
      const events = collectEvents(element, 'ubik-copied');
      const write = (): Promise<void> => Promise.resolve();
      await instead(navigator, 'clipboard', {write, writeText: write}, async () => {
        await choose(element, `Copy as ${format}`);
        await until(() => events.length === 1);
      });
      expect(events[0]?.text).to.match(expected);
      await until(() => all(element, '.copy').some(({ariaLabel}) => ariaLabel === 'Copied'));
      expect(has(element, '.more-menu:popover-open')).to.be.false;
    });
  }

  it('copy tasks, pictures that are not loaded and footnotes as text', async () => {
    const words =
      '- [x] done\n- [ ] open\n\n![a map](https://a.example/b.png) is here[^n].\n\n[^n]: Note';
    const item = answer([text(words)]);
    const element: UbikMessage = await within(
      html`<ubik-message .item=${item}></ubik-message>`,
      {},
    );
    const copied: ClipboardItem[] = [];
    const texts: string[] = [];
    const clipboard = {
      write: (items: ClipboardItem[]) => Promise.resolve(void copied.push(...items)),
      writeText: (words: string) => Promise.resolve(void texts.push(words)),
    };
    await instead(navigator, 'clipboard', clipboard, async () => {
      button(element, 'Copy').click();
      await until(() => copied.length === 1);
      await choose(element, 'Copy as text');
      await until(() => texts.length + copied.length === 2);
    });
    const rich = await (await copied[0]?.getType('text/html'))?.text();
    expect(rich).to.match(/☑\s*<\/span>[^]*done[^]*☐\s*<\/span>[^]*open/);
    expect(rich)
      .to.contain('a map is here<sup>1</sup>.')
      .and.not.to.match(/<(?:button|input)|↩/);
    const plain = texts[0] ?? (await (await copied[1]?.getType('text/plain'))?.text());
    expect(plain).to.match(/☑\s*done\s+☐\s*open\s+a map is here1?\.?/);
  });

  it('copy no answer to a form with a password as JSON', async () => {
    const schema = {type: 'object', properties: {pin: {type: 'string', format: 'password'}}};
    const asked = request({
      status: 'done',
      schema,
      answer: {type: 'json', input: {pin: 'hunter2'}},
    });
    const item = answer([asked, text('You are signed in.')]);
    const element: UbikMessage = await within(
      html`<ubik-message .item=${item}></ubik-message>`,
      {},
    );
    const events = collectEvents(element, 'ubik-copied');
    const write = (): Promise<void> => Promise.resolve();
    await instead(navigator, 'clipboard', {write, writeText: write}, async () => {
      await choose(element, 'Copy as JSON');
      await until(() => events.length === 1);
    });
    expect(events[0]?.text).to.contain('You are signed in.').and.not.to.contain('hunter2');
  });

  it('offer what is rarely needed in a menu that the keyboard opens and closes [WCAG 2.1.1, 2.4.3, 4.1.2]', async () => {
    const element = await render();
    const opener = button(element, 'More options');
    opener.focus();
    await press('Enter');
    await until(() => has(element, '.more-menu button'));
    const menu = find(element, '.more-menu');
    const gap = () => menu.getBoundingClientRect().top - opener.getBoundingClientRect().bottom;
    await until(() => gap() > 0 && gap() < 20);
    await expect(element).to.be.accessible();
    await press('Tab');
    await until(() => element.shadowRoot?.activeElement?.textContent === 'Copy as text');
    expect(all(element, '.more-menu button').map(({textContent}) => textContent)).to.deep.equal([
      'Copy as text',
      'Copy as Markdown',
      'Copy as JSON',
      'Read aloud',
    ]);
    await press('Escape');
    await until(() => element.shadowRoot?.activeElement === opener);
    expect(has(element, '.more-menu:popover-open')).to.be.false;
  });

  it('read it aloud sentence by sentence with a summary of code, and stop [WCAG 1.4.2]', async () => {
    const element = await render();
    const said: SpeechSynthesisUtterance[] = [];
    const voice = {
      speak: (utterance: SpeechSynthesisUtterance) => said.push(utterance),
      cancel: () => {
        said.at(-1)?.dispatchEvent(new Event('end'));
      },
    };
    await instead(window, 'speechSynthesis', voice, async () => {
      await choose(element, 'Read aloud');
      await until(() => said.length > 0);
      expect(said.map(({text: sentence}) => sentence)).to.deep.equal([
        'First this.',
        'The museum is open.',
        'Code in ts, 1 line',
      ]);
      expect(said[0]?.lang).to.equal('en');
      await until(() => has(element, '[aria-label="Stop reading aloud"]'));
      const stop = button(element, 'Stop reading aloud');
      stop.focus();
      stop.click();
      await until(() => !has(element, '[aria-label="Stop reading aloud"]'));
      await until(() => element.shadowRoot?.activeElement === button(element, 'More options'));
    });
  });

  it('read it aloud in the language of the message, also without labels in it', async () => {
    for (const lang of ['pl', 'zh-TW']) {
      const element = await render();
      element.lang = lang;
      await element.updateComplete;
      const languages: string[] = [];
      const voice = {
        speak: (utterance: SpeechSynthesisUtterance) => languages.push(utterance.lang),
        cancel: () => undefined,
      };
      await instead(window, 'speechSynthesis', voice, async () => {
        await choose(element, 'Read aloud');
        await until(() => languages.length > 0);
      });
      expect(languages[0]).to.equal(lang);
    }
  });

  it('stop reading when the message leaves the page or is another one, but not when it is moved', async () => {
    let spoken = 0;
    let canceled = 0;
    let last: SpeechSynthesisUtterance | undefined;
    const voice = {
      speak: (utterance: SpeechSynthesisUtterance) => {
        spoken += 1;
        last = utterance;
      },
      cancel: () => {
        canceled += 1;
        last?.dispatchEvent(new Event('end'));
      },
    };
    await instead(window, 'speechSynthesis', voice, async () => {
      for (const leave of [
        (element: UbikMessage) => element.remove(),
        (element: UbikMessage) => (element.item = {...finishedAnswer, id: 'other'}),
      ]) {
        const element = await render();
        spoken = 0;
        await choose(element, 'Read aloud');
        await until(() => spoken > 0 && has(element, '[aria-label="Stop reading aloud"]'));
        canceled = 0;
        element.parentElement?.append(element);
        await element.updateComplete;
        await frame();
        expect(canceled).to.equal(0);
        leave(element);
        await until(() => canceled === 1);
      }
    });
  });

  it('report that the browser could not read it aloud', async () => {
    const element = await render();
    const errors = collectEvents(element, 'ubik-error');
    let error = 'canceled';
    let tries = 0;
    const voice = {
      speak: (utterance: SpeechSynthesisUtterance) => {
        tries++;
        utterance.dispatchEvent(Object.assign(new Event('error'), {error}));
      },
      cancel: () => undefined,
    };
    await instead(window, 'speechSynthesis', voice, async () => {
      await choose(element, 'Read aloud');
      await until(() => tries > 0 && !has(element, '[aria-label="Stop reading aloud"]'));
      expect(errors).to.be.empty;
      error = 'synthesis-failed';
      await choose(element, 'Read aloud');
      await until(() => errors.length > 0);
      expect(errors.map(({error}) => error.code)).to.deep.equal(['not_read']);
    });
  });

  it('rate it, ask why, and confirm it in a live region that was there before [WCAG 4.1.3]', async () => {
    const element = await render({feedback: true});
    await until(() => has(element, '[aria-pressed]'));
    const events = collectEvents(element, 'ubik-feedback-request');
    button(element, 'Bad answer').click();
    await element.updateComplete;
    expect(button(element, 'Bad answer').ariaPressed).to.equal('true');
    await expect(element).to.be.accessible();
    const status = find(element, '[role="status"]');
    expect(words(status)).to.equal('');
    find(element, '.reason input').focus();
    await type('Too short');
    await press('Enter');
    await element.updateComplete;
    expect(events.map(({message, rating, reason}) => [message, rating, reason])).to.deep.equal([
      ['m', 'down', undefined],
      ['m', 'down', 'Too short'],
    ]);
    expect(find(element, '[role="status"]')).to.equal(status);
    expect(words(status)).to.equal('Thank you for your feedback.');
  });

  it('announce the form that a rating opens, while the focus stays on the rating [WCAG 4.1.3]', async () => {
    const scene = await open({feedback: true});
    await ask(scene, 'Is it open?', 'It is.');
    const said = collectAnnouncements(scene.chat);
    const message = messages(scene.chat).at(-1);
    if (!message) throw new Error('There is no answer.');
    const good = button(message, 'Good answer');
    good.focus();
    await press('Enter');
    await until(() => said.some(text => text.includes('Tell us why (optional)')));
    expect(message.shadowRoot?.activeElement).to.equal(good);
  });

  it('rate only the answer for which they were pressed', async () => {
    const element = await render({feedback: true});
    await until(() => has(element, '[aria-pressed]'));
    button(element, 'Bad answer').click();
    await until(() => has(element, '.reason input'));
    element.item = {...finishedAnswer, id: 'other', messageId: 'n'};
    await element.updateComplete;
    expect(button(element, 'Bad answer').ariaPressed).to.equal('false');
    expect(has(element, '.reason')).to.be.false;
  });

  it('show no rating that the page has rejected', async () => {
    const element = await render({feedback: true});
    await until(() => has(element, '[aria-pressed]'));
    element.addEventListener('ubik-feedback-request', event => event.preventDefault());
    button(element, 'Good answer').click();
    await element.updateComplete;
    expect(button(element, 'Good answer').ariaPressed).to.equal('false');
    expect(has(element, '.reason')).to.be.false;
  });

  it('are absent for a message of the user, except copying', async () => {
    const element = await fixture<UbikMessage>(
      html`<ubik-message author="user" content="Hello"></ubik-message>`,
    );
    expect(all(element, '.actions button').map(({ariaLabel}) => ariaLabel)).to.deep.equal(['Copy']);
  });
});
