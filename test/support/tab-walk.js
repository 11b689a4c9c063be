// Loaded into pages and their frames: `tabWalk` knows what the Tab key should reach, hears what it does reach, and says what
// is wrong about it. What stands in a frame counts as the frame.
{
  const childrenOf = node => {
    const slotted = node instanceof HTMLSlotElement ? node.assignedElements() : [];
    return slotted.length > 0 ? slotted : [...(node.shadowRoot ?? node).children];
  };
  const parentOf = node =>
    node.assignedSlot ??
    (node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentElement);

  const isChosen = radio => {
    if (radio.type !== 'radio') return true;
    const group = [...radio.getRootNode().querySelectorAll('input[type=radio]')].filter(
      other => other.name === radio.name && other.form === radio.form,
    );
    return radio === (group.find(({checked}) => checked) ?? group[0]);
  };
  const isStop = element =>
    element.tabIndex >= 0 &&
    !element.matches('a:not([href]), :disabled') &&
    element.checkVisibility({visibilityProperty: true}) &&
    isChosen(element);
  /** Of a group that is walked by arrows, only one is a stop, and another one as soon as the focus is there. */
  const isRoving = element =>
    element.hasAttribute('tabindex') &&
    [...element.getRootNode().querySelectorAll('[tabindex]')].some(
      other => other.localName === element.localName && other.tabIndex !== element.tabIndex,
    );
  const scrolls = element =>
    element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;

  /** Everything that Tab should reach, in the order in which it is read. */
  const stopsIn = node =>
    node.inert ? [] : [...(isStop(node) ? [node] : []), ...childrenOf(node).flatMap(stopsIn)];

  const nameOf = element => {
    const words = element.ariaLabel ?? element.placeholder ?? element.title ?? '';
    const name = (words || element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40);
    const host = element.getRootNode().host?.localName;
    return `${host ? `${host} ` : ''}${element.localName}${name && ` "${name}"`}`;
  };

  /** What of an element's looks can tell that it has the focus: its own, and the frames around it. */
  const looksOf = element => {
    const looks = [];
    for (let node = element, n = 0; node && n < 5; node = parentOf(node), n++) {
      const style = getComputedStyle(node);
      looks.push(style.outline, style.boxShadow, style.borderColor);
      if (n === 0) looks.push(style.backgroundColor, style.textDecorationLine, style.opacity);
    }
    return looks.join(' ');
  };

  const isAround = (outer, node) => {
    for (; node; node = parentOf(node)) if (node === outer) return true;
    return false;
  };
  const topAt = (x, y) => {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  /** What hides an element that has the focus, in words. */
  const hiddenBy = element => {
    // A field without a size is shown by its label.
    const seen = element.offsetWidth > 1 ? element : (element.labels?.[0] ?? element);
    const boxes = [...seen.getClientRects()].filter(({width, height}) => width > 1 && height > 1);
    const [box] = boxes.filter(
      ({left, right, top, bottom}) =>
        right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
    );
    if (!box) return boxes.length > 0 ? 'the edge of the window' : 'having no size';
    const middle = (from, to, end) => (Math.max(from, 0) + Math.min(to, end)) / 2;
    const above = topAt(
      middle(box.left, box.right, innerWidth),
      middle(box.top, box.bottom, innerHeight),
    );
    if (!above || isAround(seen, above) || isAround(above, seen)) return undefined;
    return nameOf(above);
  };

  let expected = [];
  let reached = [];
  let faults = [];
  let looks;
  const walk = {
    over: false,
    /** Starts anew, before the first or behind the last of the page. */
    begin(atEnd) {
      const start = document.createElement('span');
      start.tabIndex = -1;
      document.body[atEnd ? 'append' : 'prepend'](start);
      start.focus({preventScroll: true});
      start.remove();
      [expected, reached, faults, looks] = [stopsIn(document.body), [], [], undefined];
      walk.over = false;
    },
    note(element) {
      const last = reached.at(-1);
      // Outside of the page is where a walk begins, too.
      if (walk.over || element === last || (!last && element === document.body)) return;
      if (last && last.localName !== 'iframe' && looks === looksOf(last)) {
        faults.push(`${nameOf(last)} does not show that it has the focus`);
      }
      walk.over = element === document.body || element === reached[0];
      if (walk.over) return;
      reached.push(element);
      looks = looksOf(element);
      const cover = hiddenBy(element);
      if (cover) faults.push(`${nameOf(element)} is hidden by ${cover}`);
    },
    report() {
      // Chromium also stops at boxes that can be scrolled by keys.
      const counts = element => !isRoving(element) && (element.tabIndex >= 0 || !scrolls(element));
      return {
        expected: expected.filter(counts).map(nameOf),
        reached: reached.filter(counts).map(nameOf),
        faults,
        over: walk.over,
      };
    },
  };
  if (window === top) {
    globalThis.tabWalk = walk;
    addEventListener('keyup', event => walk.note(event.composedPath()[0]), true);
  } else addEventListener('keyup', () => top.tabWalk.note(frameElement), true);
  // A walk that is over stays where it came out.
  addEventListener('keydown', event => top.tabWalk.over && event.preventDefault(), true);
}
