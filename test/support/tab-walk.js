// Runs in pages. `tabWalk` compares the elements that the Tab key should reach with those that it does reach, and reports the
// differences. An element in a frame counts as the frame.
if (window === top) {
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
  /** Whether an element belongs to a group with a roving tabindex, in which only one element at a time is a tab stop. */
  const isRoving = element =>
    element.hasAttribute('tabindex') &&
    [...element.getRootNode().querySelectorAll('[tabindex]')].some(
      other => other.localName === element.localName && other.tabIndex !== element.tabIndex,
    );
  const scrolls = element =>
    element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;

  /** The elements that Tab should reach, in document order. */
  const stopsIn = node =>
    node.inert ? [] : [...(isStop(node) ? [node] : []), ...childrenOf(node).flatMap(stopsIn)];

  const nameOf = element => {
    const label = element.ariaLabel ?? element.placeholder ?? element.title ?? '';
    const name = (label || element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40);
    const host = element.getRootNode().host?.localName;
    return `${host ? `${host} ` : ''}${element.localName}${name && ` "${name}"`}`;
  };

  /** The computed styles that can indicate the focus, of an element and its ancestors. */
  const focusStylesOf = element => {
    const styles = [];
    for (let node = element, n = 0; node && n < 5; node = parentOf(node), n++) {
      const style = getComputedStyle(node);
      styles.push(style.outline, style.boxShadow, style.borderColor);
      if (n === 0) styles.push(style.backgroundColor, style.textDecorationLine, style.opacity);
    }
    return styles.join(' ');
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
  /** A description of what hides a focused element, or `undefined`. */
  const hiddenBy = element => {
    // A visually hidden field is represented by its label.
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
  let problems = [];
  let styles;
  const walk = {
    over: false,
    /** Starts a walk before the first or after the last element of the page. */
    begin(atEnd) {
      const start = document.createElement('span');
      start.tabIndex = -1;
      document.body[atEnd ? 'append' : 'prepend'](start);
      start.focus({preventScroll: true});
      start.remove();
      [expected, reached, problems, styles] = [stopsIn(document.body), [], [], undefined];
      walk.over = false;
      // After the frames have loaded: Chromium can lose listeners that the script of a lazy frame adds while it loads.
      for (const frame of expected) {
        if (frame.localName === 'iframe') listen(frame.contentWindow, () => frame);
      }
    },
    note(element) {
      const last = reached.at(-1);
      // A walk also begins outside of the page.
      if (walk.over || element === last || (!last && element === document.body)) return;
      if (last && last.localName !== 'iframe' && styles === focusStylesOf(last)) {
        problems.push(`${nameOf(last)} has no visible focus indicator`);
      }
      walk.over = element === document.body || element === reached[0];
      if (walk.over) return;
      reached.push(element);
      styles = focusStylesOf(element);
      const cover = hiddenBy(element);
      if (cover) problems.push(`${nameOf(element)} is hidden by ${cover}`);
    },
    report() {
      // Chromium also focuses scrollable boxes.
      const counts = element => !isRoving(element) && (element.tabIndex >= 0 || !scrolls(element));
      return {
        expected: expected.filter(counts).map(nameOf),
        reached: reached.filter(counts).map(nameOf),
        problems,
        over: walk.over,
      };
    },
  };
  const listen = (target, elementOf) => {
    target.addEventListener('keyup', event => walk.note(elementOf(event)), true);
    // After the end of a walk the focus must not enter the page again.
    target.addEventListener('keydown', event => walk.over && event.preventDefault(), true);
  };
  globalThis.tabWalk = walk;
  listen(window, event => event.composedPath()[0]);
}
