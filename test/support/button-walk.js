// Runs in the page: finds the buttons of a chat in all shadow trees, and reads what the press of one has changed.
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

  /** The words on a button, without those of a user or an agent. */
  function wordsOf(button) {
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

  /** What kind of button it is: the element that it is a part of, its class and its words. */
  function kindOf(button) {
    const {host} = button.getRootNode();
    const tag = host ? host.localName : 'page';
    return plain(
      `${tag} ${button.localName}.${[...button.classList].join('.')} ${wordsOf(button)}`,
    );
  }

  /** The form of an answer that is already chosen is a button too; a press of it rightly has no effect. */
  const isChosen = node => node.matches('.types > [aria-pressed=true]');

  const isThere = node =>
    node.matches('button, [role=button], summary') &&
    !isChosen(node) &&
    !node.disabled &&
    node.ariaDisabled !== 'true' &&
    node.checkVisibility({visibilityProperty: true});
  const buttons = () => inPage().filter(isThere);

  /** Buttons that were pressed: the label of one may change for a moment, and that is no effect of the next press. */
  const pressed = new Set();

  /** The button that is pressed, the popover that it stands in, and what the page was like before. */
  let button;
  let popover;
  let before;
  let events = [];

  function popoverOf(node) {
    for (let one = node; one; one = around(one)) if (one.popover) return one;
    return undefined;
  }

  /** What changes without a press: an announcement may come late, and a duration appears after the first second. */
  const changing = '.spoken, .spoken *, .time, .left, time';

  /** How everything looks, apart from numbers, and from whether the menu is open, which each press in it closes. */
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
    const words = inPage().filter(node => node.matches('.trouble, .problem'));
    return {
      look: look(),
      state: JSON.stringify([status, session?.id, conversation]),
      words: words.map(node => node.textContent.trim()).join(),
    };
  }

  /** Waits until nothing changes any more; gives what is there then. */
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

  /** What the parts of a chat ask the chat for. It must not only look as if it had been done. */
  const wishes = ['send', 'stop', 'reply', 'retry', 'continue', 'edit', 'regenerate', 'navigate']
    .concat(['restore', 'sessions', 'session-open', 'session-rename', 'session-remove'])
    .map(name => `ubik-${name}`);
  const effects = ['ubik-error', 'ubik-copy', 'ubik-feedback', 'beforeprint', 'invalid'];
  for (const type of [...wishes, ...effects]) {
    addEventListener(type, () => events.push(type), {capture: true});
  }
  globalThis.print = () => events.push('beforeprint');

  globalThis.buttonWalk = {
    /**
     * What is there once nothing has changed for some looks at it: the status and the conversation, and the kinds of
     * buttons that can be pressed; of a kind, whether its button is the one that was pressed last.
     */
    async survey(looks = 2) {
      const {state} = await settle(looks);
      const kinds = Object.entries(Object.groupBy(buttons(), kindOf));
      return {state, kinds: kinds.map(([kind, all]) => ({kind, pressed: all.at(-1) === button}))};
    },

    /** Removes the chat, and puts another one in its place. */
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

    /** Has the agent answer a message once more, for a second version. */
    again() {
      const last = inPage().findLast(node => node.matches('button.again'));
      last.click();
    },

    /** Goes to the start of the conversation, writes a message without sending it, and adds a file. */
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

    /** Gives the focus to the last button of a kind, and fills in its form; says what keeps it from that. */
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

    /** What the press of the button has done so far. */
    outcome() {
      const {look, state, words} = read();
      const asked = events.filter(type => wishes.includes(type));
      const done = events.filter(type => effects.includes(type));
      if (state !== before.state) done.push('state');
      if (words !== before.words) done.push('words');
      if (asked.length === 0) {
        if (look !== before.look) done.push('look');
        const opener = popover?.previousElementSibling;
        if (![button, opener, document.body].includes(focused())) done.push('focus');
        // To choose what is on screen already shows it, by closing the list.
        if (button.ariaCurrent === 'true' && !popover?.matches(':popover-open'))
          done.push('closed');
      }
      return {asked, done};
    },
  };
}
