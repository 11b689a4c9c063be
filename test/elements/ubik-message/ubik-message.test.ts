import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-message/ubik-message.define.js';
import type {MessageItem} from '../../../src/core/index.js';
import type {UbikMessage} from '../../../src/elements/ubik-message/ubik-message.js';
import {
  all,
  find,
  has,
  collectEvents,
  mutations,
  press,
  type,
  until,
  words,
} from '../support/dom.js';
import {answer, source, step, text, tool, user} from '../support/items.js';
import {type TestServices, within} from '../support/with-services.js';

const render = (item: MessageItem): Promise<UbikMessage> =>
  fixture(html`<ubik-message .item=${item}></ubik-message>`);

const renderWith = (item: MessageItem, services: TestServices): Promise<UbikMessage> =>
  within(html`<ubik-message .item=${item}></ubik-message>`, services);

const labels = (element: UbikMessage): readonly (string | null)[] =>
  all(element, '.actions button').map(button => button.ariaLabel);

describe('<ubik-message>', () => {
  it('is accessible, of the user and of the agent', async () => {
    await expect(await render(user('Hello'))).to.be.accessible();
    await expect(await render(answer([step(), text('Hello'), source()]))).to.be.accessible();
  });

  it('shows the text of the user as it was written, never as HTML', async () => {
    const element = await render(user('a *b*\n<b>c</b>'));
    expect(find(element, '.bubble').textContent).to.equal('a *b*\n<b>c</b>');
    expect(has(element, 'b')).to.be.false;
  });

  it('has the pointed corner of the bubble at the edge of the conversation, in any script', async () => {
    const element = await render(user('Hello'));
    for (const [dir, text, corner] of [
      ['ltr', 'Hello', 'borderBottomRightRadius'],
      ['ltr', 'مرحبا', 'borderBottomRightRadius'],
      ['rtl', 'Hello', 'borderBottomLeftRadius'],
      ['rtl', 'مرحبا', 'borderBottomLeftRadius'],
    ] as const) {
      element.dir = dir;
      element.item = user(text);
      await element.updateComplete;
      const style = getComputedStyle(find(element, '.bubble'));
      const radius = parseFloat(style[corner]);
      expect(radius, `${dir} ${text}`).to.be.below(parseFloat(style.borderTopLeftRadius));
    }
  });

  it('renders all items of a run in order, and the sources at the end', async () => {
    const element = await render(answer([source(), step(), text('Hello')]));
    const drawn = all(element, '.row > *, .assistant > :not(.row)').map(node => node.localName);
    expect(drawn).to.deep.equal(['ubik-step', 'ubik-markdown', 'ubik-sources', 'div']);
  });

  it('shows a running indicator if no child is running', async () => {
    const element = await render(answer([], {status: 'streaming', note: 'Reading the files'}));
    expect(words(find(element, '.working'))).to.equal('Reading the files');
    element.item = answer([tool({status: 'streaming'})], {status: 'streaming'});
    await element.updateComplete;
    expect(has(element, '.working')).to.be.false;
  });

  it('shows that an answer was stopped or interrupted', async () => {
    const element = await render(answer([text('Half')], {status: 'stopped'}));
    expect(words(find(element, '.state'))).to.equal('Stopped');
    element.item = answer([text('Half')], {status: 'interrupted'});
    await element.updateComplete;
    expect(words(find(element, '.state'))).to.contain('cut off');
  });

  it('offers only to copy outside of a chat', async () => {
    expect(labels(await render(answer([text('Hello')], {messageId: 'm'})))).to.deep.equal([
      'Copy',
      'More options',
    ]);
  });

  it('offers what the chat can do', async () => {
    const chat = {operations: ['edit', 'regenerate', 'navigate'], feedback: true} as const;
    const element = await renderWith(answer([text('Hello')], {messageId: 'm'}), chat);
    await until(() => has(element, '[aria-pressed]'));
    expect(labels(element)).to.deep.equal([
      'Copy',
      'Regenerate answer',
      'Good answer',
      'Bad answer',
      'More options',
    ]);
    expect(labels(await renderWith(user('Hello', {messageId: 'u'}), chat))).to.deep.equal([
      'Copy',
      'Edit',
    ]);
  });

  it('asks for another answer by the id of the message', async () => {
    const element = await renderWith(answer([], {messageId: 'm'}), {operations: ['regenerate']});
    const events = collectEvents(element, 'ubik-regenerate-request');
    find(element, '.again').click();
    expect(events.map(({message}) => message)).to.deep.equal(['m']);
  });

  it('walks through branches', async () => {
    const item = answer([], {messageId: 'b', branches: ['a', 'b', 'c']});
    const element = await renderWith(item, {operations: ['navigate']});
    const events = collectEvents(element, 'ubik-navigate-request');
    expect(words(find(element, '.branches'))).to.equal('Version 2 of 3 2 / 3');
    for (const button of all(element, '.branches button')) button.click();
    expect(events.map(({message}) => message)).to.deep.equal(['a', 'c']);
  });

  it('disables the way past the first and the last branch', async () => {
    const item = answer([], {messageId: 'a', branches: ['a', 'b']});
    const element = await renderWith(item, {operations: ['navigate']});
    const disabled = all(element, '.branches button').map(button => button.ariaDisabled);
    expect(disabled).to.deep.equal(['true', 'false']);
  });

  it('sends an edited text, edited in place', async () => {
    const element = await renderWith(user('Hello', {messageId: 'u'}), {operations: ['edit']});
    const events = collectEvents(element, 'ubik-edit-request');
    find(element, '.edit').click();
    await until(() => element.shadowRoot?.activeElement?.localName === 'textarea');
    // The Enter that confirms text in an input method does not send.
    const confirming = {key: 'Enter', keyCode: 229, bubbles: true, cancelable: true};
    find(element, 'textarea').dispatchEvent(new KeyboardEvent('keydown', confirming));
    await type(' there');
    await press('Enter');
    expect(events.map(({message, text: wording}) => [message, wording])).to.deep.equal([
      ['u', 'Hello there'],
    ]);
    await until(() => !has(element, 'textarea'));
    expect(document.activeElement, 'outside of a transcript').to.equal(element);
  });

  for (const [engine, events] of [
    ['WebKit', {compositionend: 0, keydown: 0}],
    ['Chromium', {keydown: 229, compositionend: 0, keyup: 0}],
  ] as const) {
    it(`leaves Enter and Escape to the input method, outside of a chat too: ${engine}`, async () => {
      const element = await renderWith(user('Hello', {messageId: 'u'}), {operations: ['edit']});
      const sent = collectEvents(element, 'ubik-edit-request');
      await element.edit();
      const field = find(element, 'textarea', HTMLTextAreaElement);
      for (const key of ['Enter', 'Escape']) {
        const common = {bubbles: true, cancelable: true, composed: true};
        for (const [name, keyCode] of Object.entries(events)) {
          field.dispatchEvent(
            name === 'compositionend'
              ? new CompositionEvent(name, common)
              : new KeyboardEvent(name, {...common, key, code: key, keyCode}),
          );
        }
        await new Promise(resolve => setTimeout(resolve));
        expect(has(element, 'textarea')).to.be.true;
      }
      expect(sent).to.have.length(0);
      await until(() => element.shadowRoot?.activeElement === field);
      await type('!');
      await press('Enter');
      expect(sent).to.have.length(1);
    });
  }

  it('keeps what is typed in a field from the shortcuts of the page, outside of a chat too', async () => {
    const element = await renderWith(user('Hello', {messageId: 'u'}), {operations: ['edit']});
    await element.edit();
    await until(() => element.shadowRoot?.activeElement?.localName === 'textarea');
    const keys: string[] = [];
    const note = ({key}: KeyboardEvent): void => void keys.push(key);
    addEventListener('keydown', note);
    await type('a');
    await press('Tab');
    removeEventListener('keydown', note);
    expect(keys).to.deep.equal(['Tab']);
  });

  it('shows every line of a long message that is edited, and of added text', async () => {
    const long = 'Which of the many words of it would you rather read? '.repeat(4);
    const element = await renderWith(user(long, {messageId: 'm-1'}), {operations: ['edit']});
    element.style.inlineSize = '280px';
    await element.edit();
    const field = find(element, 'textarea', HTMLTextAreaElement);
    const fits = () => field.scrollHeight <= field.clientHeight && field.scrollTop === 0;
    await until(fits);
    const before = field.clientHeight;
    await type(' And why? '.repeat(6));
    await until(() => field.clientHeight > before && fits());
  });

  it('edits a long message in a field of the greatest height, with the direction of its first letter', async () => {
    const element = await renderWith(user('word '.repeat(2000), {messageId: 'u'}), {
      operations: ['edit'],
    });
    await element.edit();
    const field = find(element, 'textarea', HTMLTextAreaElement);
    await until(() => Math.abs(field.offsetHeight - innerHeight / 2) < 2);
    expect(field.dir).to.equal('ltr');
    field.value = 'short';
    field.dispatchEvent(new InputEvent('input'));
    expect(field.dir).to.equal('auto');
    expect(field.offsetHeight).to.be.lessThan(innerHeight / 2);
  });

  it('leaves a message unchanged with Escape, and returns the focus [WCAG 2.1.2, 2.4.3]', async () => {
    const element = await renderWith(user('Hello', {messageId: 'u'}), {operations: ['edit']});
    const events = collectEvents(element, 'ubik-edit-request');
    await element.edit();
    await expect(element).to.be.accessible();
    await press('Escape');
    await element.updateComplete;
    await element.updateComplete;
    expect(has(element, 'textarea')).to.be.false;
    expect(element.shadowRoot?.activeElement).to.equal(find(element, '.edit'));
    expect(events).to.have.length(0);
  });

  it('leaves a message unchanged with Escape on a button, and keeps the key from the chat', async () => {
    const element = await renderWith(user('Hello', {messageId: 'u'}), {operations: ['edit']});
    const keys: Event[] = [];
    const listener = (event: Event): void => void keys.push(event);
    document.addEventListener('keydown', listener);
    await element.edit();
    find(element, '.editor .button').focus();
    await press('Escape');
    await until(() => !has(element, 'textarea'));
    document.removeEventListener('keydown', listener);
    expect(keys).to.be.empty;
  });

  it('hides what is only possible between answers during a run, also outside of a transcript', async () => {
    const element = await renderWith(user('Hello', {messageId: 'u'}), {operations: ['edit']});
    expect(getComputedStyle(find(element, '.edit')).visibility).to.equal('visible');
    element.toggleAttribute('busy', true);
    expect(getComputedStyle(find(element, '.edit')).visibility).to.equal('hidden');
  });

  it('returns the focus to the element that had it, if that is not its button', async () => {
    const element = await renderWith(user('Hello', {messageId: 'u'}), {operations: ['edit']});
    const field = await fixture<HTMLInputElement>(html`<input aria-label="elsewhere" />`);
    field.focus();
    await element.edit();
    await press('Escape');
    await until(() => document.activeElement === field);
    expect(has(element, 'textarea')).to.be.false;
  });

  it('shows a given rating unless that is canceled', async () => {
    const element = await renderWith(answer([], {messageId: 'm'}), {feedback: true});
    await until(() => has(element, '[aria-pressed]'));
    const pressed = (): readonly (string | null)[] =>
      all(element, '[aria-pressed]').map(button => button.ariaPressed);
    element.addEventListener('ubik-feedback-request', event => event.preventDefault(), {
      once: true,
    });
    all(element, '[aria-pressed]')[0]?.click();
    await element.updateComplete;
    expect(pressed()).to.deep.equal(['false', 'false']);
    all(element, '[aria-pressed]')[1]?.click();
    await element.updateComplete;
    expect(pressed()).to.deep.equal(['false', 'true']);
  });

  it('asks for no reason after Escape, and keeps the rating', async () => {
    const element = await renderWith(answer([], {messageId: 'm'}), {feedback: true});
    await until(() => has(element, '[data-rating="up"]'));
    find(element, '[data-rating="up"]').click();
    await until(() => has(element, '.reason input'));
    find(element, '.reason input').focus();
    await press('Escape');
    await until(() => element.shadowRoot?.activeElement === find(element, '[data-rating="up"]'));
    expect(has(element, '.reason')).to.be.false;
    expect(find(element, '[data-rating="up"]').ariaPressed).to.equal('true');
  });

  it('keeps the nodes of untouched children while the answer grows', async () => {
    const first = text('First');
    const element = await render(answer([first, text('Se')], {status: 'streaming'}));
    const [before] = all(element, 'ubik-markdown');
    if (!before) throw new Error('Nothing was drawn.');
    const changes = await mutations(before, async () => {
      element.item = answer([first, text('Se'), text('Third')], {status: 'streaming'});
      await element.updateComplete;
    });
    expect(all(element, 'ubik-markdown')[0]).to.equal(before);
    expect(changes).to.equal(0);
  });

  it('renders a stored message alone on a page', async () => {
    const content = `<<STEP_START>>
Step 1: Search the web ✓
The museum's own page says so.
<<STEP_END>>
The museum is **open**.`;
    const element = await fixture<UbikMessage>(
      html`<ubik-message content=${content}></ubik-message>`,
    );
    await expect(element).to.be.accessible();
    expect(words(find(element, 'ubik-markdown').shadowRoot)).to.equal('The museum is open.');
    element.setAttribute('author', 'user');
    element.setAttribute('content', 'The museum is **open**.');
    await element.updateComplete;
    expect(words(find(element, '.bubble'))).to.equal('The museum is **open**.');
  });

  it('collapses a long text of the user until it is expanded [WCAG 2.1.1, 4.1.2]', async () => {
    const long = Array.from({length: 40}, (_, n) => `Line ${n + 1}`).join('\n');
    const element = await render(user(long));
    const bubble = find(element, '.bubble');
    const height = bubble.offsetHeight;
    expect(bubble.textContent).to.equal(long);
    await expect(element).to.be.accessible();
    find(element, '.expand').focus();
    await press('Enter');
    await until(() => bubble.offsetHeight > 3 * height);
    expect(words(find(element, '.expand'))).to.equal('Show less');
    expect(find(element, '.expand').ariaExpanded).to.equal('true');
    await press('Enter');
    await until(() => bubble.offsetHeight === height);
  });

  it('displays a short text of the user as a whole', async () => {
    const element = await render(user('One\ntwo'));
    expect(has(element, '.expand')).to.be.false;
  });
});
