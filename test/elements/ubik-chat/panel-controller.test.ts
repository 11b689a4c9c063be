import {expect, fixture, html} from '@open-wc/testing';
import {createFocusTrap} from 'focus-trap';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {InPageAgent} from '../support/agent.js';
import {ask, messages, open} from '../support/chat.js';
import {
  all,
  find,
  has,
  collectEvents,
  press,
  resizeWindow,
  type as typeKeys,
  until,
} from '../support/dom.js';

const composer = (chat: UbikChat): HTMLElement => find(chat, '.composer');

const isShown = (chat: UbikChat): boolean => find(chat, '.panel').checkVisibility();

describe('the layout of a chat', () => {
  it('is accessible, floating and at a side, open and closed [WCAG 4.1.2]', async () => {
    for (const layout of ['float', 'sidebar', 'full'] as const) {
      const {chat} = await open({layout});
      await expect(chat).to.be.accessible();
      await chat.show();
      await expect(chat).to.be.accessible();
    }
  });

  it('gives the focus back to the button of the page that opened it [WCAG 2.4.3]', async () => {
    const {chat} = await open({layout: 'float'});
    const button = await fixture<HTMLButtonElement>(html`<button>Help</button>`);
    button.focus();
    await chat.show();
    expect(chat.shadowRoot?.activeElement).to.equal(composer(chat));
    await chat.hide();
    expect(document.activeElement).to.equal(button);
  });

  it('has the focus also if the page hides the composer, so that Escape closes it', async () => {
    const {chat} = await open({layout: 'float'});
    composer(chat).style.display = 'none';
    await chat.show();
    expect(chat.shadowRoot?.activeElement?.closest('.header')).to.exist;
    await press('Escape');
    await until(() => !chat.open);
  });

  it('does not close with an Escape of the input method', async () => {
    for (const layout of ['float', 'sidebar'] as const) {
      const {chat} = await open({layout, open: true});
      await chat.show();
      const escape = {key: 'Escape', bubbles: true, composed: true, cancelable: true};
      const field = find(composer(chat), 'textarea');
      field.dispatchEvent(new KeyboardEvent('keydown', {...escape, isComposing: true}));
      field.dispatchEvent(new KeyboardEvent('keydown', {...escape, keyCode: 229}));
      field.dispatchEvent(new KeyboardEvent('keyup', escape));
      // WebKit ends the composition first.
      field.dispatchEvent(new CompositionEvent('compositionend', {bubbles: true, composed: true}));
      field.dispatchEvent(new KeyboardEvent('keydown', escape));
      // The composition ends with its task; a pressed key may be handled before the timers of the page.
      await new Promise(resolve => setTimeout(resolve));
      expect(chat.open, layout).to.be.true;
      await press('Escape');
      expect(chat.open, layout).to.be.false;
    }
  });

  describe('over a page with a modal', () => {
    it('takes the keys although the modal traps the focus, and does not close it', async () => {
      for (const layout of ['float', 'sidebar'] as const) {
        const modal = await fixture<HTMLElement>(html`<div role="dialog"><input /></div>`);
        const input = modal.querySelector('input');
        let closed = 0;
        const trap = (event: Event): void => {
          if (!modal.contains(event.target as Node)) input?.focus();
        };
        const close = (event: Event): void => {
          if (!modal.contains(event.target as Node)) closed++;
        };
        document.addEventListener('focusin', trap);
        for (const type of ['pointerdown', 'mousedown', 'touchstart'])
          document.addEventListener(type, close);
        try {
          const {chat} = await open({layout});
          await chat.show();
          const field = find(composer(chat), 'textarea', HTMLTextAreaElement);
          field.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, composed: true}));
          field.dispatchEvent(new MouseEvent('mousedown', {bubbles: true, composed: true}));
          field.focus();
          await typeKeys('secret');
          expect(field.value, layout).to.equal('secret');
          expect(input?.value, layout).to.equal('');
          expect(closed, layout).to.equal(0);
          chat.remove();
        } finally {
          document.removeEventListener('focusin', trap);
          for (const type of ['pointerdown', 'mousedown', 'touchstart'])
            document.removeEventListener(type, close);
        }
      }
    });

    it('takes the keys as a container of focus-trap, which listens before elements do', async () => {
      for (const layout of ['float', 'sidebar'] as const) {
        const modal = await fixture<HTMLElement>(html`<div role="dialog"><input /></div>`);
        const input = modal.querySelector('input');
        const {chat} = await open({layout});
        const trap = createFocusTrap([modal, chat], {
          delayInitialFocus: false,
          tabbableOptions: {getShadowRoot: true},
        }).activate();
        try {
          await chat.show();
          const field = find(composer(chat), 'textarea', HTMLTextAreaElement);
          await typeKeys('secret');
          expect([field.value, input?.value], layout).to.deep.equal(['secret', '']);
        } finally {
          trap.deactivate();
          chat.remove();
        }
      }
    });

    for (const [name, mark] of [
      ['react-focus-lock', 'data-no-focus-lock'],
      ['React Aria', 'data-react-aria-top-layer'],
      ['a11y-dialog', 'data-a11y-dialog-ignore-focus-trap'],
    ] as const) {
      it(`takes the keys beside a modal of ${name}, which listens before elements do`, async () => {
        const modal = await fixture<HTMLElement>(html`<div role="dialog"><input /></div>`);
        const input = modal.querySelector('input');
        const trap = ({target}: Event): void => {
          const isAllowed = target instanceof Element && target.closest(`[${mark}]`);
          if (!isAllowed && !modal.contains(target as Node)) input?.focus();
        };
        document.addEventListener('focusin', trap, true);
        try {
          for (const layout of ['float', 'sidebar'] as const) {
            const {chat} = await open({layout});
            await chat.show();
            const field = find(composer(chat), 'textarea', HTMLTextAreaElement);
            await typeKeys('secret');
            expect([field.value, input?.value], layout).to.deep.equal(['secret', '']);
            chat.remove();
          }
          const {chat} = await open({layout: 'inline'});
          expect(chat.hasAttribute(mark)).to.be.false;
          for (const layout of ['float', 'inline'] as const) {
            chat.layout = layout;
            await chat.updateComplete;
            expect(chat.hasAttribute(mark), layout).to.equal(layout === 'float');
          }
        } finally {
          document.removeEventListener('focusin', trap, true);
        }
      });
    }

    it('keeps the wheel from a page that scrolls by itself, except where it is a part of the page', async () => {
      for (const layout of ['float', 'sidebar', 'inline'] as const) {
        const seen: string[] = [];
        const listen = (event: Event): unknown => seen.push(event.type);
        for (const type of ['wheel', 'touchmove']) window.addEventListener(type, listen);
        const {chat} = await open({layout});
        await chat.show();
        for (const type of ['wheel', 'touchmove'])
          composer(chat).dispatchEvent(new Event(type, {bubbles: true, composed: true}));
        for (const type of ['wheel', 'touchmove']) window.removeEventListener(type, listen);
        expect(seen, layout).to.deep.equal(layout === 'inline' ? ['wheel', 'touchmove'] : []);
        chat.remove();
      }
    });
  });

  it('does not move the focus when an attribute opens it [WCAG 3.2.1, 2.4.3]', async () => {
    const {chat} = await open({layout: 'float'});
    chat.setAttribute('open', '');
    await chat.updateComplete;
    expect(isShown(chat)).to.be.true;
    expect(chat.matches(':focus-within')).to.be.false;
  });

  it('closes with Escape, but only if it can be closed [WCAG 2.1.2]', async () => {
    const {chat} = await open({layout: 'float'});
    const events = collectEvents(chat, 'ubik-open-change');
    await chat.show();
    await press('Escape');
    await until(() => !isShown(chat));
    Object.assign(chat, {layout: 'inline'});
    await chat.focusComposer();
    await press('Escape');
    expect(events.map(event => event.open)).to.deep.equal([true, false]);
  });

  it('stays open with the Escape that closes the menu below an answer', async () => {
    const {chat, agent} = await open({layout: 'float'});
    await chat.show();
    await ask({chat, agent}, 'Hi', 'Hello.');
    const answer = messages(chat).at(-1) ?? chat;
    find(answer, '.more').focus();
    await press('Enter');
    await until(() => has(answer, '.more-menu:popover-open'));
    await press('Escape');
    await until(() => !has(answer, '.more-menu:popover-open'));
    expect(chat.open).to.be.true;
    await press('Escape');
    expect(chat.open).to.be.false;
  });

  it('stays open with the Escape that closes a popover of the page in a slot', async () => {
    const {chat} = await open({layout: 'float'});
    const popover = await fixture<HTMLElement>(html`<div slot="header-end" popover></div>`);
    chat.append(popover);
    await chat.show();
    popover.showPopover();
    await press('Escape');
    await until(() => !popover.matches(':popover-open'));
    expect(chat.open).to.be.true;
    await press('Escape');
    expect(chat.open).to.be.false;
  });

  it('announces also while it is closed [WCAG 4.1.3]', async () => {
    for (const layout of ['float', 'sidebar'] as const) {
      const {chat} = await open({layout});
      await chat.updateComplete;
      expect(isShown(chat), layout).to.be.false;
      expect(find(chat, '.spoken').checkVisibility(), layout).to.be.true;
    }
  });

  it('closes alone with Escape inside of a dialog or a popover of the page', async () => {
    const dialog = await fixture<HTMLDialogElement>(html`<dialog></dialog>`);
    const popover = await fixture<HTMLElement>(html`<div popover></div>`);
    for (const outer of [dialog, popover]) {
      const isOpen = (): boolean => outer.matches('[open], :popover-open');
      const {chat} = await open({layout: 'float'});
      outer.append(chat);
      if (outer === dialog) dialog.showModal();
      else popover.showPopover();
      await chat.show();
      await press('Escape');
      expect([chat.open, isOpen()], outer.localName).to.deep.equal([false, true]);
      await press('Escape');
      await until(() => !isOpen());
    }
  });

  it('shows a picture on its launcher', async () => {
    const {chat} = await open({layout: 'float'});
    const picture = chat.shadowRoot?.querySelector('.launcher .icon-chat');
    expect(picture?.getBoundingClientRect().width).to.be.greaterThan(0);
  });

  describe('on a narrow screen', () => {
    afterEach(() => resizeWindow(800, 600));

    it('covers the screen and traps the focus [WCAG 2.1.2, 2.4.11]', async () => {
      const {chat} = await open({layout: 'float'});
      await resizeWindow(360, 600);
      await chat.show();
      const size = (): DOMRect => find(chat, '.panel').getBoundingClientRect();
      await until(() => size().width === 360);
      expect(size().height).to.equal(600);
      await until(() => find(chat, '.panel').ariaModal === 'true');
      all(chat, '.edge').at(-1)?.focus();
      expect(chat.shadowRoot?.activeElement).to.equal(find(chat, '.header button'));
      all(chat, '.edge')[0]?.focus();
      await until(() => chat.shadowRoot?.activeElement === composer(chat));
    });

    it('announces from inside of the panel that covers it [WCAG 4.1.3]', async () => {
      const {chat} = await open({layout: 'float'});
      const owned = (): string | null => find(chat, '.panel').getAttribute('aria-owns');
      await chat.show();
      expect(owned()).to.equal(null);
      await resizeWindow(360, 600);
      await until(() => find(chat, '.panel').ariaModal === 'true');
      expect(find(chat, `#${owned()}`)).to.equal(find(chat, '[aria-live]'));
      // The panel may still fade in.
      await expect(chat).to.be.accessible({ignoredRules: ['color-contrast']});
      await chat.hide();
      await chat.updateComplete;
      expect(owned()).to.equal(null);
    });

    it('is not modal in the text of the page', async () => {
      const {chat} = await open();
      await resizeWindow(360, 600);
      await chat.show();
      expect(find(chat, '.panel').ariaModal).to.equal(null);
      expect(has(chat, '.edge')).to.be.false;
    });
  });

  it('is open or closed as the user has left it, and reports that to a page that has set the other state', async () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const load = async (isOpen: boolean): Promise<readonly [boolean, readonly boolean[]]> => {
      const chat = document.createElement('ubik-chat');
      const events = collectEvents(chat, 'ubik-open-change');
      Object.assign(chat, {layout: 'float', endpoint: '/api/v1', transport, storage, open: isOpen});
      (await fixture(html`<div></div>`)).append(chat);
      await until(() => chat.hasUpdated);
      return [chat.open, events.map(event => event.open)];
    };
    const {transport} = new InPageAgent();
    const {chat} = await open({layout: 'float', endpoint: '/api/v1', storage});
    await chat.ready;
    await chat.show();
    expect(await load(true)).to.deep.equal([true, []]);
    expect(await load(false)).to.deep.equal([true, [true]]);
    await chat.hide();
    expect(await load(true)).to.deep.equal([false, [false]]);
    expect(await load(false)).to.deep.equal([false, []]);
  });

  it('invites by a line that opens it, until the user has seen enough of that line', async () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const settings = {layout: 'float', teaser: 'Any questions?', storage, userId: 'u'} as const;
    const {chat} = await open(settings);
    await until(() => has(chat, '.teaser'));
    await expect(chat).to.be.accessible();
    const dismiss = find(chat, '.teaser .icon-button');
    dismiss.focus();
    dismiss.click();
    await until(() => !has(chat, '.teaser'));
    await until(() => chat.shadowRoot?.activeElement === find(chat, '.launcher'));
    const {chat: later} = await open(settings);
    await later.ready;
    await later.updateComplete;
    expect(has(later, '.teaser')).to.be.false;
    later.teaser = 'We are open today.';
    await until(() => has(later, '.teaser'));
    find(later, '.teaser button').click();
    await until(() => later.open);
    await later.hide();
    expect(has(later, '.teaser')).to.be.false;
  });
});
