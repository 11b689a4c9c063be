import {aTimeout, expect, fixture, html} from '@open-wc/testing';
import type {TemplateResult} from 'lit';
import {type SessionInfo, type SessionPage, ubik} from '../../../src/core/index.js';
import '../../../src/elements/ubik-sessions/ubik-sessions.define.js';
import type {UbikSessions} from '../../../src/elements/ubik-sessions/ubik-sessions.js';
import {inPage} from '../support/agent.js';
import {openParts} from '../support/parts.js';
import {
  all,
  find,
  has,
  collectEvents,
  frame,
  press,
  resizeWindow,
  type,
  until,
  words,
} from '../support/dom.js';

const session = (id: string, title?: string): SessionInfo => ({
  id,
  updatedAt: '2026-03-04T10:30:00Z',
  ...(title && {title}),
});

const first: SessionPage = {
  sessions: [session('a', 'The museum'), session('b', 'Two numbers')],
  more: true,
};
const second: SessionPage = {
  sessions: [session('b', 'Two numbers'), session('c')],
  more: false,
};

type LoadPage = (page: number) => Promise<SessionPage>;

const pages: LoadPage = page => Promise.resolve(page === 1 ? first : second);

/** A session list with the button that opens it, where pages are loaded by the given function. */
async function render(answer: LoadPage = pages, settings: Partial<UbikSessions> = {}) {
  const scene = await fixture(html`
    <div>
      <button popovertarget="list">Conversations</button>
      <ubik-sessions
        id="list"
        popover
        role="dialog"
        aria-label="Conversations"
        current="a"
        renames
        removes
      ></ubik-sessions>
    </div>
  `);
  const list = scene.querySelector('ubik-sessions')!;
  Object.assign(list, settings);
  list.addEventListener('ubik-session-list-request', event => {
    event.respondWith(answer(event.page));
  });
  const opener = scene.querySelector('button')!;
  return {scene, list, opener};
}

/** The same, opened and filled. */
async function open(answer?: LoadPage, settings?: Partial<UbikSessions>) {
  const drawn = await render(answer, settings);
  drawn.opener.focus();
  drawn.opener.click();
  await until(() => !has(drawn.list, '[role="status"]'));
  return drawn;
}

const titles = (list: UbikSessions): readonly string[] => all(list, '.title').map(words);
const focused = (list: UbikSessions): Element | null | undefined => list.shadowRoot?.activeElement;

/** The rules of style sheets, also those in layers and media queries. */
const rulesOf = (sheets: readonly (CSSStyleSheet | CSSGroupingRule)[]): CSSStyleRule[] =>
  sheets
    .flatMap(({cssRules}) => [...cssRules])
    .flatMap(rule => {
      if (rule instanceof CSSStyleRule) return [rule];
      return rule instanceof CSSGroupingRule ? rulesOf([rule]) : [];
    });

describe('<ubik-sessions>', () => {
  it('is accessible, also while it is asked to rename or to delete', async () => {
    const {scene, list} = await open();
    await expect(scene).to.be.accessible();
    find(list, '.rename').click();
    await until(() => has(list, 'input'));
    await expect(scene).to.be.accessible();
    find(list, '.cancel').click();
    await until(() => !has(list, 'form'));
    find(list, '.remove').click();
    await until(() => has(list, '#ask'));
    await expect(scene).to.be.accessible();
  });

  for (const [what, answer] of [
    ['empty', () => Promise.resolve({sessions: [], more: false})],
    ['refused', () => Promise.reject(new Error('offline'))],
  ] as const) {
    it(`is accessible when it is ${what}`, async () => {
      const {scene} = await open(answer);
      await expect(scene).to.be.accessible();
    });
  }

  it('asks for the first page when it opens, and each time again', async () => {
    const {list, opener} = await render();
    const asked = collectEvents(list, 'ubik-session-list-request');
    await aTimeout(0);
    expect(asked).to.have.length(0);
    opener.click();
    await until(() => asked.length === 1);
    opener.click();
    await until(() => !list.matches(':popover-open'));
    opener.click();
    await until(() => asked.length === 2);
    expect(asked.map(({page}) => page)).to.deep.equal([1, 1]);
  });

  it('shows title and time of each, and marks the current one', async () => {
    const {list} = await open();
    expect(titles(list)).to.deep.equal(['The museum', 'Two numbers']);
    expect(words(find(list, 'time'))).to.contain('2026');
    const marked = all(list, '.session').map(button => button.getAttribute('aria-current'));
    expect(marked).to.deep.equal(['true', 'false']);
  });

  it('shows control characters in a title, which could disguise it', async () => {
    const sessions = [session('a', 'safe\u202Etxt.exe')];
    const {list} = await open(() => Promise.resolve({sessions, more: false}));
    const shown = 'safe‹U+202e›txt.exe';
    expect(titles(list)).to.deep.equal([shown]);
    expect(find(list, '.rename').getAttribute('aria-label')).to.contain(shown);
    find(list, '.remove').click();
    await until(() => has(list, '#ask'));
    expect(words(find(list, '#ask'))).to.contain(shown);
  });

  it('are grouped by day, from today to earlier months [WCAG 1.3.1]', async () => {
    const daysAgo = (days: number, title: string): SessionInfo => {
      const date = new Date();
      date.setDate(date.getDate() - days);
      return {id: title, title, updatedAt: date.toISOString()};
    };
    const sessions = [
      daysAgo(0, 'One'),
      daysAgo(0, 'Two'),
      daysAgo(1, 'Three'),
      daysAgo(4, 'Four'),
      {id: 'e', title: 'Five', updatedAt: '2020-03-04T10:30:00Z'},
      {id: 'f', title: 'Six', updatedAt: 'soon'},
    ];
    const {list} = await open(() => Promise.resolve({sessions, more: false}));
    const weekday = new Intl.DateTimeFormat('en', {weekday: 'long'}).format(
      new Date(sessions[3]?.updatedAt ?? ''),
    );
    const rows = all(list, 'li').map(row => [
      words(row.querySelector('h3')),
      words(row.querySelector('.title')),
    ]);
    expect(rows).to.deep.equal([
      ['Today', 'One'],
      ['', 'Two'],
      ['Yesterday', 'Three'],
      [weekday, 'Four'],
      ['March 2020', 'Five'],
      ['', 'Six'],
    ]);
    const times = all(list, 'time').map(words);
    expect(times).to.have.length(5);
    expect(times[0]).to.match(/^\d{1,2}:\d{2}/);
    expect(times[4]).to.contain('2020');
  });

  it('can be searched, also those that were not loaded yet', async () => {
    const many = Array.from({length: 8}, (_, n) => session(`id${n}`, `Trip ${n}`));
    const {scene, list} = await open(page =>
      Promise.resolve(
        page === 1
          ? {sessions: many, more: true}
          : {sessions: [session('x', 'Café in Paris')], more: false},
      ),
    );
    find(list, '.search').focus();
    await type('paris c');
    await press('Backspace');
    await type('cafe');
    await until(() => titles(list).join() === 'Café in Paris');
    await expect(scene).to.be.accessible();
    await type(' x');
    await until(() => words(list.shadowRoot?.querySelector('[role="status"]') ?? null) !== '');
    expect(words(find(list, '[role="status"]'))).to.equal('No conversations found.');
    expect(titles(list)).to.deep.equal([]);
  });

  it('can be searched while it loads again, also those of later pages', async () => {
    const many = Array.from({length: 8}, (_, n) => session(`id${n}`, `Trip ${n}`));
    const first = {sessions: many, more: true};
    const last = {sessions: [session('x', 'Café in Paris')], more: false};
    const again: (() => void)[] = [];
    let isFirst = true;
    const {list} = await open(page => {
      if (page !== 1) return Promise.resolve(last);
      if (!isFirst) return new Promise(resolve => again.push(() => resolve(first)));
      isFirst = false;
      return Promise.resolve(first);
    });
    list.hidePopover();
    list.showPopover();
    await until(() => again.length > 0);
    find(list, '.search').focus();
    await type('paris cafe');
    again[0]?.();
    await until(() => titles(list).join() === 'Café in Paris');
  });

  it('has a placeholder in the colour of secondary text, in light and dark [WCAG 1.4.3]', async () => {
    const many = Array.from({length: 8}, (_, n) => session(`id${n}`, `Trip ${n}`));
    const {list} = await open(() => Promise.resolve({sessions: many, more: false}));
    expect(has(list, '.search')).to.equal(true);
    const root = list.shadowRoot!;
    // WebKit computes no style of a placeholder, so its rules are applied to an element beside it.
    const probe = root.appendChild(document.createElement('span'));
    probe.style.cssText = rulesOf(root.adoptedStyleSheets)
      .filter(rule => rule.selectorText.includes('::placeholder'))
      .map(rule => rule.style.cssText)
      .join(';');
    for (const scheme of ['light', 'dark']) {
      list.style.colorScheme = scheme;
      const {color, opacity} = getComputedStyle(probe);
      expect([color, opacity]).to.deep.equal([getComputedStyle(find(list, 'time')).color, '1']);
      expect(color).not.to.equal(getComputedStyle(find(list, '.search')).color);
    }
  });

  it('keep the search field while the user searches, also if few are left [WCAG 2.4.3]', async () => {
    const many = Array.from({length: 8}, (_, n) => session(`id${n}`, `Trip ${n}`));
    const {list} = await open(() => Promise.resolve({sessions: many, more: false}));
    find(list, '.search').focus();
    await type('7');
    await until(() => titles(list).join() === 'Trip 7');
    many.pop();
    list.changes += 1;
    await until(() => titles(list).length === 0);
    await press('Backspace');
    await until(() => titles(list).length === 7);
    expect(focused(list)).to.equal(find(list, '.search'));
  });

  it('has no search field for a few sessions', async () => {
    const {list} = await open();
    expect(has(list, '.search')).to.equal(false);
  });

  it('loads more on request, without duplicates', async () => {
    const {list} = await open();
    find(list, 'h2 ~ .button').click();
    await until(() => titles(list).length === 3);
    expect(titles(list)).to.deep.equal(['The museum', 'Two numbers', 'Untitled']);
    expect(has(list, 'h2 ~ .button')).to.be.false;
  });

  it('keeps the focus while it loads more, and moves it to the first new session [WCAG 2.4.3]', async () => {
    const requests: {
      readonly resolve: (page: SessionPage) => void;
      readonly reject: (reason: Error) => void;
    }[] = [];
    const {list} = await open(page =>
      page === 1 ? pages(page) : new Promise((resolve, reject) => requests.push({resolve, reject})),
    );
    const more = find(list, '.more');
    more.focus();
    await press('Enter');
    await until(() => more.ariaDisabled === 'true');
    await press('Enter');
    await frame();
    await frame();
    expect(focused(list)).to.equal(more);
    requests[0]?.reject(new Error('offline'));
    await until(() => has(list, '.problem'));
    expect(focused(list)).to.equal(more);
    await press('Enter');
    await until(() => requests.length > 1);
    requests[1]?.resolve(second);
    await until(() => titles(list).length === 3);
    await until(() => focused(list) === all(list, '.session').at(-1));
    expect(requests).to.have.length(2);
  });

  it('shows that there are none', async () => {
    const {list} = await open(() => Promise.resolve({sessions: [], more: false}));
    expect(words(find(list, '.quiet'))).to.equal('No conversations yet.');
  });

  it('shows that they could not be loaded, and retries', async () => {
    let works = false;
    const {list} = await open(page => (works ? pages(page) : Promise.reject(new Error('offline'))));
    expect(words(find(list, '[role="alert"]'))).to.contain('could not be loaded');
    works = true;
    find(list, 'h2 ~ .button').click();
    await until(() => titles(list).length === 2);
    expect(has(list, '[role="alert"]:not([hidden])')).to.be.false;
  });

  it('looks again, at all that is on screen, when sessions have changed', async () => {
    let titled = 'The museum';
    const {list} = await open(page =>
      pages(page).then(({sessions, more}) => ({
        more,
        sessions: sessions.map(entry => (entry.id === 'a' ? {...entry, title: titled} : entry)),
      })),
    );
    find(list, 'h2 ~ .button').click();
    await until(() => titles(list).length === 3);
    const asked = collectEvents(list, 'ubik-session-list-request');
    titled = 'Opening hours';
    list.changes = 1;
    await until(() => titles(list)[0] === 'Opening hours');
    expect(titles(list)).to.deep.equal(['Opening hours', 'Two numbers', 'Untitled']);
    expect(asked.map(({page}) => page)).to.deep.equal([1, 2]);
    expect(has(list, '[role="status"]')).to.be.false;
  });

  it('closes the form of a session that was removed elsewhere, and keeps the focus', async () => {
    let there = true;
    const {list} = await open(() =>
      Promise.resolve({sessions: there ? first.sessions : first.sessions.slice(1), more: false}),
    );
    find(list, '.rename').click();
    await until(() => focused(list)?.localName === 'input');
    there = false;
    list.changes = 1;
    await until(() => titles(list).length === 1);
    await until(() => focused(list) === find(list, '.rename'));
  });

  it('keeps the focus in a form whose session moves within the list', async () => {
    let order = first.sessions;
    const {list} = await open(() => Promise.resolve({sessions: order, more: false}));
    for (const [name, reversed] of [
      ['.rename', first.sessions.toReversed()],
      ['.remove', first.sessions],
    ] as const) {
      find(list, name).click();
      await until(() => has(list, 'form'));
      const cancel = find(list, '.cancel');
      cancel.focus();
      order = reversed;
      const firstTitle = titles(list)[0];
      list.changes += 1;
      await until(() => titles(list)[0] !== firstTitle || has(list, 'li:last-child form'));
      expect(focused(list)).to.equal(cancel);
      cancel.click();
      await until(() => !has(list, 'form'));
    }
  });

  it('keeps its content if a refresh fails, and does not refresh while it is closed', async () => {
    let works = true;
    const {list, opener} = await open(page =>
      works ? pages(page) : Promise.reject(new Error('offline')),
    );
    const asked = collectEvents(list, 'ubik-session-list-request');
    works = false;
    list.changes = 1;
    await until(() => asked.length === 1);
    await aTimeout(0);
    expect(titles(list)).to.have.length(2);
    opener.click();
    await until(() => !list.matches(':popover-open'));
    list.changes = 2;
    await list.updateComplete;
    expect(asked).to.have.length(1);
  });

  it('opens one by the keyboard, closes, and gives the focus back [WCAG 2.1.1, 2.4.3]', async () => {
    const {list, opener} = await open();
    const opened = collectEvents(list, 'ubik-session-open-request');
    for (const at of ['.session', '.rename', '.remove']) {
      await press('Tab');
      expect(focused(list)).to.equal(find(list, at));
    }
    await press('Tab');
    await press('Enter');
    await until(() => !list.matches(':popover-open'));
    expect(opened.map(event => event.session)).to.deep.equal(['b']);
    expect(document.activeElement).to.equal(opener);
  });

  it('does not load the current session again', async () => {
    const {list} = await open();
    const opened = collectEvents(list, 'ubik-session-open-request');
    find(list, '.session').click();
    await until(() => !list.matches(':popover-open'));
    expect(opened).to.have.length(0);
  });

  it('shows the buttons of the row under the pointer or with the focus, or of all rows on touch screens', async () => {
    const {list} = await open();
    const opacities = () => all(list, '.rename').map(button => getComputedStyle(button).opacity);
    const others = matchMedia('(hover: hover) and (pointer: fine)').matches ? '0' : '1';
    find(list, '.session').focus();
    await until(() => opacities()[0] === '1');
    expect(new Set(opacities().slice(1))).to.deep.equal(new Set([others]));
  });

  it('renames one with the keyboard, and shows the title once the server has it', async () => {
    const {list} = await open();
    let finish: () => void = () => undefined;
    const renamed = collectEvents(list, 'ubik-session-rename-request');
    list.addEventListener('ubik-session-rename-request', event => {
      event.respondWith(new Promise(resolve => (finish = resolve)));
    });
    find(list, '.rename').focus();
    await press('Enter');
    await until(() => focused(list)?.localName === 'input');
    await type('Opening hours');
    await press('Enter');
    await until(() => renamed.length === 1);
    expect(renamed.map(event => [event.session, event.title])).to.deep.equal([
      ['a', 'Opening hours'],
    ]);
    expect(has(list, '.primary[aria-disabled="true"]')).to.be.true;
    finish();
    await until(() => titles(list)[0] === 'Opening hours');
    await until(() => focused(list) === find(list, '.rename'));
  });

  it('leaves the focus where the user has moved it while a title is saved', async () => {
    const {scene, list} = await render(pages, {popover: null});
    list.requestUpdate();
    await until(() => has(list, '.rename'));
    const field = document.createElement('input');
    scene.append(field);
    let finish: () => void = () => undefined;
    list.addEventListener('ubik-session-rename-request', event => {
      event.respondWith(new Promise(resolve => (finish = resolve)));
    });
    find(list, '.rename').click();
    await until(() => focused(list)?.localName === 'input');
    await type('Opening hours');
    await press('Enter');
    field.focus();
    finish();
    await until(() => titles(list)[0] === 'Opening hours');
    await list.updateComplete;
    expect(document.activeElement).to.equal(field);
  });

  it('returns the focus to the session of a form, which has moved meanwhile [WCAG 2.4.3]', async () => {
    let sessions = [session('a', 'The museum'), session('b', 'Two numbers')];
    const {list} = await open(() => Promise.resolve({sessions, more: false}));
    find(list, '.rename').click();
    await until(() => focused(list)?.localName === 'input');
    sessions = [session('c', 'A new one'), ...sessions];
    list.changes += 1;
    await until(() => list.shadowRoot?.querySelectorAll('li').length === 3);
    find(list, '.cancel').click();
    await until(() => focused(list)?.ariaLabel === 'Rename The museum');
  });

  it('asks once before it deletes, with the way back in focus [WCAG 3.3.4]', async () => {
    const {list} = await open();
    const removed = collectEvents(list, 'ubik-session-remove-request');
    find(list, '.remove').focus();
    await press('Enter');
    await until(() => focused(list)?.className.includes('cancel') ?? false);
    expect(words(find(list, '#ask'))).to.equal('Delete “The museum”?');
    await press('Enter');
    await until(() => focused(list) === find(list, '.remove'));
    expect(removed).to.have.length(0);
    find(list, '.remove').click();
    await until(() => has(list, 'form'));
    find(list, '.primary').click();
    await until(() => titles(list).length === 1);
    expect(removed.map(event => event.session)).to.deep.equal(['a']);
    await until(() => focused(list) === find(list, '.remove'));
  });

  it('reports failures, and allows a retry', async () => {
    const {list} = await open();
    list.addEventListener('ubik-session-remove-request', event => {
      event.respondWith(Promise.reject(new Error('offline')));
    });
    find(list, '.remove').click();
    await until(() => has(list, 'form'));
    find(list, '.primary').focus();
    find(list, '.primary').click();
    await until(() => has(list, '.problem:not([hidden])'));
    await frame();
    await frame();
    expect(focused(list)).to.equal(find(list, '.primary'));
    expect(words(find(list, '.problem'))).to.contain('did not work');
    expect(find(list, '.primary').ariaDisabled).to.equal('false');
    expect(list.shadowRoot?.querySelectorAll('li')).to.have.length(2);
  });

  it('leaves a form by Escape, and then the list', async () => {
    const {list, opener} = await open();
    find(list, '.rename').click();
    await until(() => focused(list)?.localName === 'input');
    await press('Escape');
    await until(() => focused(list) === find(list, '.rename'));
    expect(list.matches(':popover-open')).to.be.true;
    await press('Escape');
    await until(() => !list.matches(':popover-open'));
    expect(document.activeElement).to.equal(opener);
  });

  it('has no buttons for unsupported operations', async () => {
    const {list} = await open(pages, {renames: false, removes: false});
    expect(has(list, '.rename')).to.be.false;
    expect(has(list, '.remove')).to.be.false;
    expect(titles(list)).to.have.length(2);
  });

  it('truncates a long title at its end, and aligns it with the start of the page', async () => {
    const long = 'When is the museum open, and how long is the walk to it? '.repeat(3);
    const titles = (): Promise<SessionPage> =>
      Promise.resolve({sessions: [session('a', long), session('b', 'Two')], more: false});
    const {list} = await open(titles);
    list.dir = 'rtl';
    const [cut, short] = all(list, '.title').map(title => ({
      title,
      right: title.getBoundingClientRect().right,
      direction: getComputedStyle(title).direction,
    }));
    expect([cut?.direction, short?.direction]).to.deep.equal(['ltr', 'ltr']);
    expect(cut?.title.scrollWidth).to.be.above(cut?.title.clientWidth ?? 0);
    expect(short?.right).to.be.closeTo(cut?.right ?? 0, 1);
  });

  for (const dir of ['ltr', 'rtl']) {
    it(`stays in a narrow window (${dir}), with targets that can be hit [WCAG 1.4.10, 2.5.8]`, async () => {
      document.documentElement.dir = dir;
      await resizeWindow(320, 480);
      const long = session('long', 'A title that is far too long for the window '.repeat(3));
      const {list} = await open(() => Promise.resolve({sessions: [long], more: true}));
      const {left, right, bottom} = list.getBoundingClientRect();
      expect(left).to.be.at.least(0);
      expect(right).to.be.at.most(innerWidth);
      expect(bottom).to.be.at.most(innerHeight);
      expect(list.scrollWidth).to.be.at.most(list.clientWidth);
      for (const button of all(list, 'button')) {
        const {width, height} = button.getBoundingClientRect();
        expect(Math.min(width, height)).to.be.at.least(24);
      }
      await resizeWindow(800, 600);
      document.documentElement.removeAttribute('dir');
    });
  }
});

describe('the list of sessions of a conversation', () => {
  /** A list whose requests are answered by `respond`, which gets the method. */
  async function openList(
    parts: TemplateResult,
    respond: (method: string | undefined) => Promise<Response>,
  ) {
    const {sessions, remove} = ubik.operations;
    const {page, conversation} = await openParts(parts);
    const protocol = {...inPage, operations: {...inPage.operations, sessions, remove}};
    const fetch = (_: unknown, init?: RequestInit): Promise<Response> => respond(init?.method);
    Object.assign(conversation, {protocol, endpoint: '/api', userId: 'a', fetch});
    await conversation.updateComplete;
    const list = page.querySelector('ubik-sessions');
    if (!list) throw new Error('There is no list.');
    return {list, page, conversation};
  }

  const pageWith = (title: string): Response =>
    Response.json({items: [{id: title, title}], has_more: false});

  it('is empty, and does not load, if the protocol lists no sessions', async () => {
    const {page, conversation} = await openParts(html`<ubik-sessions for="talk"></ubik-sessions>`);
    const list = page.querySelector('ubik-sessions')!;
    await list.updateComplete;
    expect(conversation.controller.sessionActions).not.to.include('list');
    expect(words(list)).to.equal('');
  });

  it('is that of the user', async () => {
    let answer = (): Promise<Response> => Promise.resolve(pageWith('Of a'));
    const {list, conversation} = await openList(
      html`<ubik-sessions for="talk"></ubik-sessions>`,
      () => answer(),
    );
    await until(() => titles(list).join() === 'Of a');
    let respond: (response: Response) => void = () => undefined;
    const pending = new Promise<Response>(resolve => (respond = resolve));
    answer = () => pending;
    conversation.userId = 'b';
    await conversation.updateComplete;
    await list.updateComplete;
    expect(titles(list)).to.be.empty;
    respond(pageWith('Of b'));
    await until(() => titles(list).join() === 'Of b');
  });

  it('is that of the user who came while it was removed', async () => {
    let title = 'Of a';
    const {list, page, conversation} = await openList(
      html`<ubik-sessions for="talk"></ubik-sessions>`,
      () => Promise.resolve(pageWith(title)),
    );
    await until(() => titles(list).join() === 'Of a');
    list.remove();
    title = 'Of b';
    conversation.userId = 'b';
    await conversation.updateComplete;
    await list.updateComplete;
    expect(titles(list)).to.be.empty;
    page.append(list);
    await until(() => titles(list).length > 0);
    expect(titles(list)).to.deep.equal(['Of b']);
  });

  it('displays in the conversation that a session was not removed, if it was closed meanwhile', async () => {
    let refuse: (response: Response) => void = () => undefined;
    const {list, conversation} = await openList(
      html`<ubik-sessions id="list" for="talk" popover></ubik-sessions>
        <ubik-status for="talk"></ubik-status>`,
      method =>
        method === 'DELETE'
          ? new Promise(resolve => (refuse = resolve))
          : Promise.resolve(pageWith('One')),
    );
    const errors = collectEvents(conversation, 'ubik-error');
    list.showPopover();
    await until(() => has(list, '.remove'));
    find(list, '.remove').click();
    await until(() => has(list, '.primary'));
    find(list, '.primary').click();
    await until(() => find(list, '.primary').ariaDisabled === 'true');
    list.hidePopover();
    await until(() => !has(list, '.primary'));
    refuse(new Response(null, {status: 403}));
    await until(() => errors.length === 1);
    expect(errors[0]?.error.code).to.equal('forbidden');
    const status = list.parentElement?.querySelector('ubik-status');
    await until(() => words(status?.shadowRoot ?? null) !== '');
  });
});
