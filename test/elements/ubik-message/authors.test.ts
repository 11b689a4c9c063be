import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-message/ubik-message.define.js';
import type {Author, MessageItem} from '../../../src/core/index.js';
import type {Avatars} from '../../../src/elements/base/services.js';
import type {UbikMessage} from '../../../src/elements/ubik-message/ubik-message.js';
import {all, find, has, mutations, until, words} from '../support/dom.js';
import {answer, notice, text, user} from '../support/items.js';
import {within} from '../support/with-services.js';

const mia: Author = {kind: 'person', name: 'Mia Berg', avatar: '/demo/mia.svg'};
const researcher: Author = {kind: 'agent', name: 'Researcher'};
const assistant: Author = {kind: 'assistant', name: ''};

const render = (item: MessageItem, avatars?: Avatars): Promise<UbikMessage> =>
  within(html`<ubik-message .item=${item}></ubik-message>`, {avatars});

const names = (element: UbikMessage): readonly string[] => all(element, '.author bdi').map(words);

/** The texts and the names in the order in which they are displayed. */
const order = (element: UbikMessage): readonly string[] =>
  all(element, '.author, ubik-markdown, ubik-notice').map(node =>
    node.localName === 'p' ? words(node.querySelector('bdi')) : node.localName,
  );

describe('the author of a message', () => {
  it('is named above it, accessibly [WCAG 1.3.1]', async () => {
    const element = await render(answer([text('Hello')], {author: mia}));
    expect(order(element)).to.deep.equal(['Mia Berg', 'ubik-markdown']);
    await expect(element).to.be.accessible();
  });

  it('is not named if it is the user or the assistant', async () => {
    expect(names(await render(answer([text('Hello')])))).to.deep.equal([]);
    expect(names(await render(user('Hello')))).to.deep.equal([]);
  });

  it('is named wherever it changes within the message', async () => {
    const element = await render(
      answer([
        text('I am asking a colleague.'),
        notice({code: 'person_joined', author: mia}),
        text('Hello', {author: mia}),
        text('How can I help?', {author: mia}),
        text('Done'),
      ]),
    );
    expect(order(element)).to.deep.equal([
      'ubik-markdown',
      'ubik-notice',
      'Mia Berg',
      'ubik-markdown',
      'ubik-markdown',
      'Assistant',
      'ubik-markdown',
    ]);
  });

  it('is named again as the assistant in a message of a person', async () => {
    const item = answer([text('Goodbye'), text('I am back', {author: assistant})], {author: mia});
    expect(names(await render(item))).to.deep.equal(['Mia Berg', 'Assistant']);
  });

  it('without a name is still said to be a person', async () => {
    const item = answer([text('Hello')], {author: {kind: 'person', name: ''}});
    expect(names(await render(item))).to.deep.equal(['A person']);
  });

  it('changes no node of the text when more of it arrives', async () => {
    const element = await render(
      answer([text('Hello', {id: 't', author: mia, status: 'streaming'})], {status: 'streaming'}),
    );
    const changes = await mutations(element, async () => {
      element.item = answer([text('Hello you', {id: 't', author: mia, status: 'streaming'})], {
        status: 'streaming',
      });
      await element.updateComplete;
    });
    expect(changes).to.equal(0);
  });
});

describe('the picture of an author', () => {
  const image = (element: UbikMessage): HTMLImageElement =>
    find(element, '.avatar img', HTMLImageElement);

  it('is loaded from the origin of the page', async () => {
    const element = await render(answer([text('Hello')], {author: mia}));
    await until(() => image(element).naturalWidth > 0);
    expect(image(element).src).to.equal(new URL('/demo/mia.svg', location.href).href);
  });

  it('is not requested from another origin', async () => {
    for (const avatar of [
      'https://elsewhere.example/mia.png',
      '//elsewhere.example/mia.png',
      'data:image/png;base64,AAAA',
      'javascript:alert(1)',
    ]) {
      const element = await render(answer([text('Hello')], {author: {...mia, avatar}}));
      expect(has(element, '.avatar img'), avatar).to.be.false;
      expect(words(find(element, '.avatar'))).to.equal('MB');
    }
  });

  it('is replaced by initials if it cannot be loaded', async () => {
    const author = {...mia, avatar: '/demo/no-such-picture.png'};
    const element = await render(answer([text('Hello')], {author}));
    await until(() => image(element).hidden === true);
    expect(words(find(element, '.avatar'))).to.equal('MB');
  });

  it('is a copy of the element that the page gives for authors of this kind', async () => {
    const given = document.createElement('i');
    given.slot = 'avatar-agent';
    given.textContent = '★';
    const element = await render(answer([text('Hello')], {author: researcher}), {agent: given});
    const copy = find(element, '.avatar i');
    expect(copy).not.to.equal(given);
    expect(words(copy)).to.equal('★');
    expect(copy.hasAttribute('slot')).to.be.false;
  });

  it('of the assistant comes with its name', async () => {
    const given = document.createElement('i');
    expect(names(await render(answer([text('Hello')]), {assistant: given}))).to.deep.equal([
      'Assistant',
    ]);
  });
});

describe('a message that is being written', () => {
  const working = (item: MessageItem): Promise<string> =>
    render(item).then(element => words(find(element, '.working')));

  it('says who is typing', async () => {
    const item = answer([], {author: mia, typing: true, status: 'streaming'});
    expect(await working(item)).to.equal('Mia Berg is typing…');
  });

  it('says who is typing after having joined', async () => {
    const joined = notice({code: 'person_joined', author: mia});
    const item = answer([text('One moment.'), joined], {typing: true, status: 'streaming'});
    expect(await working(item)).to.equal('Mia Berg is typing…');
  });

  it('has room for a long name [WCAG 1.4.10]', async () => {
    const author = {...mia, name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)};
    const element = await render(
      answer([text('Hello', {author})], {author, typing: true, status: 'streaming'}),
    );
    element.style.inlineSize = '240px';
    for (const line of all(element, '.author, .working'))
      expect(line.scrollWidth).to.be.at.most(line.clientWidth);
  });

  it('does not say that a person works', async () => {
    expect(await working(answer([], {author: mia, status: 'streaming'}))).to.equal(
      'Waiting for Mia Berg…',
    );
    expect(await working(answer([], {status: 'streaming'}))).to.equal('Working…');
  });
});

describe('the time of a message', () => {
  const createdAt = '2026-03-04T09:58:00Z';
  const time = (element: UbikMessage): HTMLElement => find(element, 'time');

  it('is displayed below it, in the time zone of the reader [WCAG 1.3.1]', async () => {
    for (const item of [user('Hello', {createdAt}), answer([text('Hello')], {createdAt})]) {
      const element = await render(item);
      const shown = new Intl.DateTimeFormat('en', {timeStyle: 'short'}).format(new Date(createdAt));
      expect(words(time(element))).to.equal(shown);
      expect(time(element).getAttribute('datetime')).to.equal(createdAt);
      expect(time(element).title).to.contain('2026');
      await expect(element).to.be.accessible();
    }
  });

  it('is absent if it is unknown, or not a time', async () => {
    expect(has(await render(user('Hello')), 'time')).to.be.false;
    expect(has(await render(user('Hello', {createdAt: 'soon'})), 'time')).to.be.false;
  });

  it('is visible while the message has the focus', async () => {
    const element = await fixture<UbikMessage>(
      html`<ubik-message .item=${answer([text('Hello')], {createdAt})}></ubik-message>`,
    );
    const opacity = (): string => getComputedStyle(time(element)).opacity;
    if (matchMedia('(hover: hover) and (pointer: fine)').matches) {
      expect(opacity()).to.equal('0');
    }
    find(element, '.actions button').focus();
    await until(() => opacity() === '1', opacity);
  });
});
