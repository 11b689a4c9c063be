import {expect} from '@open-wc/testing';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {ask, messages, open} from '../support/chat.js';
import {all, find, has, press, resizeWindow, until, words} from '../support/dom.js';

/** Whether a popover is within the panel, and at the edge of its button if the panel has room. */
const isWithin = (popup: Element, chat: UbikChat): boolean => {
  const [inner, outer] = [popup, find(chat, '.panel')].map(box => box.getBoundingClientRect());
  if (!inner || !outer || inner.height === 0) return false;
  const isInside = inner.left >= outer.left && inner.right <= outer.right;
  return isInside && inner.top >= outer.top && inner.bottom <= outer.bottom;
};

describe('the size of a chat and its menus', () => {
  afterEach(() => resizeWindow(800, 600));

  it('is not higher than the window, unless the page sets the height', async () => {
    await resizeWindow(390, 500);
    const {chat} = await open();
    expect(chat.offsetHeight).to.equal(500);
    chat.style.setProperty('--ubik-block-size', '700px');
    expect(chat.offsetHeight).to.equal(700);
    await resizeWindow(390, 900);
    chat.style.removeProperty('--ubik-block-size');
    expect(chat.offsetHeight).to.equal(640);
  });

  it('is not higher than the window of a page with zoom, also if the zoom is set later', async () => {
    await resizeWindow(1000, 600);
    const {chat} = await open();
    if (!('currentCSSZoom' in chat)) return;
    try {
      for (const zoom of [1.5, 2, 1]) {
        document.documentElement.style.zoom = String(zoom);
        await until(() => Math.abs(chat.getBoundingClientRect().height - 600) < 1);
      }
    } finally {
      document.documentElement.style.zoom = '';
    }
  });

  it('has the height that the page sets, whatever its display is', async () => {
    await resizeWindow(1000, 900);
    const {chat} = await open();
    for (const display of ['', 'block', 'inline-block']) {
      chat.style.display = display;
      for (const height of [300, 800]) {
        chat.style.height = `${height}px`;
        expect(find(chat, '.panel').offsetHeight, `${display} ${height}`).to.equal(height);
      }
      chat.style.height = '';
      expect(find(chat, '.panel').offsetHeight, display).to.equal(640);
    }
  });

  it('has a width of its own where the box around it takes that of its content', async () => {
    await resizeWindow(800, 600);
    const {chat} = await open();
    for (const style of [
      'position: fixed',
      'float: left',
      'display: inline-block',
      'display: flex',
    ]) {
      const box = document.createElement('div');
      box.style.cssText = style;
      document.body.append(box);
      box.append(chat);
      expect(chat.offsetWidth, style).to.be.within(400, 402);
      box.style.width = '300px';
      expect(chat.offsetWidth, style).to.be.at.most(300);
      chat.remove();
      box.remove();
    }
  });

  for (const layout of ['float', 'sidebar', 'full'] as const) {
    it(`is within the window of a page with zoom: ${layout}`, async () => {
      const {chat} = await open({layout, open: true});
      const panel = find(chat, '.panel');
      await Promise.all(panel.getAnimations().map(({finished}) => finished));
      document.documentElement.style.zoom = '1.5';
      try {
        for (const width of [1000, 520, 400]) {
          await resizeWindow(width, 700);
          const {left, top, right, bottom} = panel.getBoundingClientRect();
          expect(Math.min(left, top), `${width}`).to.be.at.least(0);
          expect(right, `${width}`).to.be.at.most(width);
          expect(bottom, `${width}`).to.be.at.most(700);
        }
      } finally {
        document.documentElement.style.zoom = '';
      }
    });
  }

  it('has room inside of an empty box with a transform, as if it was fixed there', async () => {
    const {chat} = await open({layout: 'float', open: true});
    const box = document.createElement('div');
    box.style.cssText = 'position: fixed; inset: auto 0 0 auto; transform: translateX(0)';
    document.body.append(box);
    box.append(chat);
    await until(() => find(chat, '.panel').offsetHeight > 300);
    expect(find(chat, '.panel').offsetWidth).to.be.greaterThan(280);
    box.remove();
  });

  it('aligns the progress of a run with the box of the composer, in a wide and a narrow chat', async () => {
    const {chat} = await open();
    for (const width of [1300, 400]) {
      await resizeWindow(width, 600);
      const [progress, box] = [find(chat, '.run'), find(find(chat, 'ubik-composer'), '.box')].map(
        element => element.getBoundingClientRect(),
      );
      expect(progress?.left).to.equal(box?.left);
      expect(progress?.right).to.equal(box?.right);
    }
  });

  it('aligns the messages with the box of the composer', async () => {
    const scene = await open();
    await ask(scene, 'Hello', 'Hello!');
    const {chat} = scene;
    // A narrow chat has also room for a scrollbar on both sides of the messages.
    await resizeWindow(1300, 600);
    const box = find(find(chat, 'ubik-composer'), '.box').getBoundingClientRect();
    for (const message of messages(chat)) {
      const {left, right} = message.getBoundingClientRect();
      expect([left, right]).to.deep.equal([box.left, box.right]);
    }
  });

  it('lets the user select its text, and breaks words as usual, on a page that does not', async () => {
    document.body.style.cssText =
      '-webkit-user-select: none; user-select: none; word-break: break-all';
    const {chat} = await open();
    const style = getComputedStyle(find(chat, '.panel'));
    const values = ['-webkit-user-select', 'word-break'].map(name => style.getPropertyValue(name));
    document.body.style.cssText = '';
    expect(values).to.deep.equal(['text', 'normal']);
  });

  it('leaves room for the messages at 400 % zoom [WCAG 1.4.10]', async () => {
    const {chat} = await open();
    await resizeWindow(320, 256);
    await until(() => has(chat, '.disclosure'));
    expect(find(chat, 'ubik-transcript').offsetHeight).to.be.at.least(110);
  });

  for (const dir of ['ltr', 'rtl']) {
    it(`opens its menus within the panel, at the end of their buttons: ${dir}`, async () => {
      const scene = await open({layout: 'float', open: true});
      const {chat} = scene;
      chat.dir = dir;
      await ask(scene, 'Hello', 'Hello!');
      const opener = find(chat, '[popovertarget="menu"]');
      opener.click();
      const menu = find(chat, '#menu');
      await until(() => has(menu, 'button') && isWithin(menu, chat));
      const side = dir === 'ltr' ? 'right' : 'left';
      const edges = [opener, menu].map(box => Math.round(box.getBoundingClientRect()[side]));
      expect(edges[0]).to.equal(edges[1]);
      await press('Escape');
      await until(() => !menu.matches(':popover-open'));

      const [answer] = messages(chat).slice(-1);
      if (!answer) throw new Error('There is no answer.');
      find(answer, '.more').click();
      await until(() => has(answer, '.more-menu button'));
      await until(() => isWithin(find(answer, '.more-menu'), chat));
    });
  }

  it('moves an open menu with its button when the window is resized or rotated', async () => {
    const scene = await open({layout: 'float', open: true});
    const {chat} = scene;
    await ask(scene, 'Hello', 'Hello!');
    const opener = find(chat, '[popovertarget="menu"]');
    opener.click();
    const menu = find(chat, '#menu');
    const isBeside = (): boolean => {
      const [button, box] = [opener, menu].map(element => element.getBoundingClientRect());
      if (!button || !box) return false;
      return Math.round(button.right) === Math.round(box.right) && box.top > button.bottom;
    };
    await until(() => has(menu, 'button') && isBeside());
    for (const [width, height] of [
      [600, 700],
      [700, 600],
    ] as const) {
      await resizeWindow(width, height);
      await until(() => innerWidth === width && isBeside() && isWithin(menu, chat));
    }
    expect(menu.matches(':popover-open')).to.be.true;
  });

  for (const dir of ['ltr', 'rtl']) {
    it(`is at the start or the end of the reading direction: ${dir}`, async () => {
      const {chat} = await open({layout: 'float'});
      chat.dir = dir;
      chat.teaser = 'Questions?';
      const isAtLeft = (selector: string): boolean => {
        const {left, right} = find(chat, selector).getBoundingClientRect();
        const [before, after] = [left, innerWidth - right];
        // Firefox returns 20.00003 for 20.
        expect(Math.min(before, after), selector).to.be.within(0, 20.001);
        return before < after;
      };
      for (const position of ['end', 'start'] as const) {
        const isLeft = (position === 'start') === (dir === 'ltr');
        chat.position = position;
        chat.layout = 'float';
        chat.open = false;
        await chat.updateComplete;
        expect([isAtLeft('.launcher'), isAtLeft('.teaser')]).to.deep.equal([isLeft, isLeft]);
        chat.open = true;
        await chat.updateComplete;
        expect(isAtLeft('.panel')).to.equal(isLeft);
        chat.layout = 'sidebar';
        await chat.updateComplete;
        expect(isAtLeft('.panel')).to.equal(isLeft);
        const {borderLeftWidth, borderRightWidth} = getComputedStyle(find(chat, '.panel'));
        expect([borderLeftWidth, borderRightWidth]).to.deep.equal(
          isLeft ? ['0px', '1px'] : ['1px', '0px'],
        );
      }
    });
  }

  it('has one way to close an open floating chat', async () => {
    const {chat} = await open({layout: 'float', open: true});
    const boxes = [chat, ...all(chat, '*')].flatMap(element => all(element, 'button'));
    const closing = boxes.filter(button => {
      const name = button.ariaLabel ?? words(button);
      return name === 'Close chat' && button.checkVisibility();
    });
    expect(closing).to.have.length(1);
  });

  it('limits the height of a menu to the panel', async () => {
    await resizeWindow(390, 120);
    const scene = await open({layout: 'float', open: true});
    await ask(scene, 'Hello', 'Hello!');
    find(scene.chat, '[popovertarget="menu"]').click();
    const menu = find(scene.chat, '#menu');
    await until(() => has(menu, 'button') && isWithin(menu, scene.chat));
    expect(menu.scrollHeight).to.be.greaterThan(menu.clientHeight);
  });
});
