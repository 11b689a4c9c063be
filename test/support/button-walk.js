// Runs in the page: finds the buttons of a chat in all shadow trees and detects the effect of pressing one.
{
  const everything = root =>
    [...root.querySelectorAll('*')].flatMap(node => [
      node,
      ...(node.shadowRoot ? everything(node.shadowRoot) : []),
    ]);
  const inPage = () => everything(document.body);
  const around = node => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host;
  const focused = () => {
    let node = document.activeElement;
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    return node;
  };
  const chat = () => document.querySelector('ubik-chat');
  const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

  const plain = text =>
    text
      .replace(/\d+([.,]\d+)?/g, '#')
      .replace(/\s+/g, ' ')
      .trim();

  /** The label of a button, without texts of a user or an agent. */
  function labelOf(button) {
    if (button.hasAttribute('aria-expanded') || button.matches('.citation, .latest')) return '';
    if (button.ariaLabel) {
      const data = button.closest('li')?.querySelectorAll('[dir=auto], bdi') ?? [];
      return [...data].reduce(
        (words, {textContent}) => words.replaceAll(textContent.trim() || ' ', '…'),
        button.ariaLabel,
      );
    }
    const copy = button.cloneNode(true);
    for (const data of copy.querySelectorAll('[dir=auto], bdi')) data.remove();
    return copy.textContent;
  }

  /** The kind of a button: its host element, its class and its label. */
  function kindOf(button) {
    const {host} = button.getRootNode();
    const tag = host ? host.localName : 'page';
    return plain(
      `${tag} ${button.localName}.${[...button.classList].join('.')} ${labelOf(button)}`,
    );
  }

  /** The selected type of an answer is a button too; pressing it correctly has no effect. */
  const isChosen = node => node.matches('.types > [aria-pressed=true]');

  const isThere = node =>
    node.matches('button, [role=button], summary') &&
    !isChosen(node) &&
    !node.disabled &&
    node.ariaDisabled !== 'true' &&
    node.checkVisibility({visibilityProperty: true});
  const buttons = () => inPage().filter(isThere);

  /** The pressed buttons. Their labels may change temporarily, which is not an effect of the next press. */
  const pressed = new Set();

  /** The button to press, the popover that contains it, and the state of the page before the press. */
  let button;
  let popover;
  let before;
  let events = [];

  function popoverOf(node) {
    for (let one = node; one; one = around(one)) if (one.popover) return one;
    return undefined;
  }

  /** Elements that change without a press: announcements may be late, and a duration appears after the first second. */
  const changing = '.spoken, .spoken *, .time, .left, time';

  /** A description of the DOM without numbers, and without the open state of the menu, which each press in it closes. */
  function look() {
    const others = [...pressed].filter(other => other !== button);
    const hidden = new Set(others.flatMap(other => [other, ...other.querySelectorAll('*')]));
    const nodes = inPage().filter(node => !hidden.has(node) && !node.matches(changing));
    return nodes
      .map(node => {
        const attributes = [...node.attributes].map(({name, value}) => `${name}=${value}`);
        const text = [...node.childNodes].filter(child => child.nodeType === Node.TEXT_NODE);
        const isOpen = node !== popover && node.matches(':popover-open');
        const scrolled = node.scrollTop > 0 ? `${Math.round(node.scrollTop / 4)} px` : '';
        return [node.localName, ...attributes, ...text.map(child => child.data)]
          .map(plain)
          .concat(isOpen, scrolled, node.value ?? '')
          .join(' ');
      })
      .join('\n');
  }

  function read() {
    const {status, session, conversation} = chat();
    const words = inPage().filter(node => node.matches('[part=notice], .problem'));
    return {
      look: look(),
      state: JSON.stringify([status, session?.id, conversation]),
      words: words.map(node => node.textContent.trim()).join(),
    };
  }

  /** Waits until nothing changes any more and returns the state. */
  async function settle(looks = 2) {
    const end = performance.now() + 10_000;
    for (let last = '', same = 0; same < looks && performance.now() < end;) {
      await wait(25);
      const now = globalThis.isRendered(document.body) ? look() : '';
      same = now !== '' && now === last ? same + 1 : 0;
      last = now;
    }
    return read();
  }

  /** The request events of the parts of a chat. After one of them a visual change alone is not an effect. */
  const requestEvents = [
    'send',
    'stop',
    'reply',
    'retry',
    'continue',
    'edit',
    'regenerate',
    'navigate',
    'restore',
    'session-list',
    'session-open',
    'session-rename',
    'session-remove',
  ].map(name => `ubik-${name}-request`);
  const effects = ['ubik-error', 'ubik-copied', 'ubik-feedback-request', 'beforeprint', 'invalid'];
  for (const type of [...requestEvents, ...effects]) {
    addEventListener(type, () => events.push(type), {capture: true});
  }
  globalThis.print = () => events.push('beforeprint');

  globalThis.buttonWalk = {
    /**
     * Waits until nothing has changed for a number of checks. Returns the status and the conversation, and the kinds of
     * buttons that can be pressed, each with whether it contains the button that was pressed last.
     */
    async survey(looks = 2) {
      const {state} = await settle(looks);
      const kinds = Object.entries(Object.groupBy(buttons(), kindOf));
      return {state, kinds: kinds.map(([kind, all]) => ({kind, pressed: all.at(-1) === button}))};
    },

    /** Replaces the chat with a new one. */
    async mount(markup) {
      chat()?.remove();
      localStorage.clear();
      sessionStorage.clear();
      pressed.clear();
      button = popover = undefined;
      document.body.insertAdjacentHTML('afterbegin', markup);
      chat().suggestions = ['hello'];
      await chat().ready;
    },

    /** Regenerates the last answer, which creates a second branch. */
    again() {
      const last = inPage().findLast(node => node.matches('button.again'));
      last.click();
    },

    /** Scrolls to the start of the conversation, sets a draft and adds a file. */
    async draft(text) {
      inPage().find(node => node.matches('.scroller')).scrollTop = 0;
      await chat().setDraft(text);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['Some words.'], 'notes.txt', {type: 'text/plain'}));
      const field = inPage().find(node => node.matches('.field textarea'));
      field.dispatchEvent(
        new ClipboardEvent('paste', {clipboardData, bubbles: true, composed: true}),
      );
    },

    /** Fills in the form of the last button of a kind and focuses it. Returns the reason if that is impossible. */
    async aim(kind) {
      button = buttons().findLast(node => kindOf(node) === kind);
      if (!button) return 'gone';
      popover = popoverOf(button);
      if (button.type === 'submit') {
        for (const field of button.form?.querySelectorAll('input[type=text], textarea') ?? []) {
          field.value += ' once more';
          field.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
        }
      }
      button.focus();
      before = await settle();
      if (focused() !== button) return button.isConnected ? 'cannot have the focus' : 'gone';
      pressed.add(button);
      events = [];
      return '';
    },

    /** The effects of the press so far. */
    outcome() {
      const {look, state, words} = read();
      const asked = events.filter(type => requestEvents.includes(type));
      const done = events.filter(type => effects.includes(type));
      if (state !== before.state) done.push('state');
      if (words !== before.words) done.push('words');
      if (asked.length === 0) {
        if (look !== before.look) done.push('look');
        const opener = popover?.previousElementSibling;
        if (![button, opener, document.body].includes(focused())) done.push('focus');
        // Choosing the displayed conversation only closes the list.
        if (button.ariaCurrent === 'true' && !popover?.matches(':popover-open'))
          done.push('closed');
      }
      return {asked, done};
    },
  };
}
