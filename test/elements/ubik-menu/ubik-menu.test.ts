import {expect} from '@open-wc/testing';
import {ask, messages, open, type ChatFixture} from '../support/chat.js';
import {all, find, has, collectEvents, press, until, words} from '../support/dom.js';
import {instead} from '../support/instead.js';
import {answer} from '../support/items.js';

const menuOf = ({chat}: ChatFixture): HTMLElement => find(chat, 'ubik-menu');

/** A chat with a conversation, and its open menu. */
async function opened(settings: Partial<ChatFixture['chat']> = {}): Promise<ChatFixture> {
  const scene = await open(settings);
  await ask(scene, 'When?', 'From ten to six.');
  find(scene.chat, '[popovertarget="menu"]').click();
  await until(() => has(menuOf(scene), 'button'));
  return scene;
}

function button(scene: ChatFixture, name: string): HTMLElement {
  const found = all(menuOf(scene), 'button').find(node => words(node) === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

describe('ubik-menu', () => {
  it('is accessible, and rendered once there are messages', async () => {
    const scene = await open();
    expect(has(scene.chat, 'ubik-menu')).to.be.false;
    await expect((await opened()).chat).to.be.accessible();
  });

  it('is opened, walked and left by keyboard, and gives the focus back [WCAG 2.1.1, 2.1.2, 2.4.3]', async () => {
    const scene = await opened();
    const opener = find(scene.chat, '[popovertarget="menu"]');
    await press('Escape');
    await until(() => !menuOf(scene).matches(':popover-open'));
    opener.focus();
    await press('Enter');
    await until(() => menuOf(scene).matches(':popover-open'));
    await press('Tab');
    expect(menuOf(scene).shadowRoot?.activeElement?.textContent.trim()).to.equal(
      'Save as Markdown',
    );
    await press('Escape');
    await until(() => !menuOf(scene).matches(':popover-open'));
    expect(scene.chat.shadowRoot?.activeElement?.ariaLabel).to.equal(opener.ariaLabel);
  });

  it('shows the model of the last answer, and the usage of all', async () => {
    const scene = await opened();
    const menu = scene.chat.shadowRoot?.querySelector('ubik-menu');
    if (!menu) throw new Error('there is no menu');
    expect(has(menu, '.cost')).to.be.false;
    const children = [
      answer([], {id: 'a', usage: {inputTokens: 900, outputTokens: 100}, model: 'older'}),
      answer([], {id: 'b', usage: {totalTokens: 234}, model: 'acme-large'}),
    ];
    scene.chat.controller.show({version: 1, children});
    await until(() => has(menu, '.cost'));
    expect(words(find(menu, '.cost'))).to.equal('acme-large · 1,234 tokens');
    await expect(menu).to.be.accessible();
  });

  it('saves the conversation', async () => {
    const scene = await opened();
    let saved: string | undefined;
    const {click} = HTMLAnchorElement.prototype;
    const note = function (this: HTMLAnchorElement): void {
      saved = this.download;
    };
    await instead(HTMLAnchorElement.prototype, 'click', note, () =>
      button(scene, 'Save as JSON').click(),
    );
    expect(HTMLAnchorElement.prototype.click).to.equal(click);
    expect(saved).to.match(/\.json$/);
    expect(menuOf(scene).matches(':popover-open')).to.be.false;
  });

  it('shares the conversation if the device supports it', async () => {
    const shared: ShareData[] = [];
    const share = (data: ShareData): Promise<void> => {
      shared.push(data);
      return Promise.resolve();
    };
    await instead(navigator, 'share', share, async () => {
      button(await opened(), 'Share').click();
    });
    expect(shared.map(({text}) => text)).to.deep.equal([
      '## You\n\nWhen?\n\n## Assistant\n\nFrom ten to six.\n',
    ]);
  });

  for (const shareUrl of [
    '/chats/{session}?a=1',
    (session: string) => Promise.resolve(`/chats/${session}?a=1`),
  ]) {
    it(`shares and copies a link if the site has one: ${typeof shareUrl}`, async () => {
      const shared: ShareData[] = [];
      const share = (data: ShareData): Promise<void> => {
        shared.push(data);
        return Promise.resolve();
      };
      const scene = await opened({sessionId: 's1', shareUrl});
      const {chat} = scene;
      const link = new URL('/chats/s1?a=1', location.href).href;
      await instead(navigator, 'share', share, async () => {
        menuOf(scene).hidePopover(); // in which browser it is, it finds when it opens
        find(chat, '[popovertarget="menu"]').click();
        await until(() => words(menuOf(scene).shadowRoot).includes('Share'));
        button(scene, 'Share').click();
        await until(() => shared.length > 0);
      });
      expect(shared.map(({url, text}) => [url, text])).to.deep.equal([[link, undefined]]);
      find(chat, '[popovertarget="menu"]').click();
      await until(() => menuOf(scene).matches(':popover-open'));
      const copied = collectEvents(chat, 'ubik-copied');
      const written: ClipboardItem[] = [];
      const write = (items: ClipboardItem[]): Promise<void> => {
        written.push(...items);
        return Promise.resolve();
      };
      await instead(navigator.clipboard, 'write', write, async () => {
        button(scene, 'Copy link').click();
        await until(() => copied.length > 0);
      });
      expect(copied.map(({text}) => text)).to.deep.equal([link]);
      expect(await (await written[0]?.getType('text/plain'))?.text()).to.equal(link);
    });
  }

  it('scrolls to a checkpoint in a closed step', async () => {
    const scene = await open();
    scene.chat.dir = 'rtl';
    const turn = scene.chat.send('Book it');
    const step = {step_number: 1, title: 'Book'};
    scene.agent.tell('agent_step_started', step);
    scene.agent.tell('checkpoint_created', {checkpoint_name: 'booked', step_number: 1});
    scene.agent.tell('agent_step_completed', {...step, status: 'completed'});
    scene.agent.say('Done.');
    scene.agent.finish();
    await turn;
    find(scene.chat, '[popovertarget="menu"]').click();
    await until(() => has(menuOf(scene), 'button'));
    // Aligned like the entries in the language of the page.
    expect(getComputedStyle(button(scene, 'Booked')).direction).to.equal('rtl');
    button(scene, 'Booked').click();
    const deepest = (): Element | null => {
      let node = document.activeElement;
      while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
      return node;
    };
    await until(() => deepest()?.localName === 'ubik-checkpoint');
    expect(messages(scene.chat)).to.have.length(2);
  });
});
