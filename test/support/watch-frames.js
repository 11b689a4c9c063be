// Runs in the page: records what a chat displays in each frame, in all shadow trees. Needs `visible-text.js`.
{
  const allOf = (selector, root = document) =>
    [...root.querySelectorAll('*')].flatMap(part => [
      ...(part.matches(selector) ? [part] : []),
      ...(part.shadowRoot ? allOf(selector, part.shadowRoot) : []),
    ]);
  const visible = selector => allOf(selector).filter(part => part.checkVisibility());

  /** The turns that are in view in a box, with their positions. */
  const inView = (turns, box) =>
    turns
      .filter(([, {top, bottom}]) => bottom > box.top && top < box.bottom)
      .map(([turn, {top}]) => [turn.dataset.key, top - box.top]);

  /** The turns that are in view in the transcript, with their positions. */
  const places = () => {
    const box = visible('.scroller')[0].getBoundingClientRect();
    return inView(
      visible('.turn').map(turn => [turn, turn.getBoundingClientRect()]),
      box,
    );
  };

  /** Calls back with the positions in the next frame after its layout, which a synchronous measurement would precede. */
  const onPlaces = callback => {
    const [root] = visible('.scroller');
    const observer = new IntersectionObserver(
      entries => {
        observer.disconnect();
        const turns = entries.map(({target, boundingClientRect}) => [target, boundingClientRect]);
        callback(inView(turns, entries[0].rootBounds));
      },
      {root},
    );
    for (const turn of visible('.turn')) observer.observe(turn);
  };

  /** Records the text and the positions of the turns in each frame, and counts layout shifts. */
  const watch = () => {
    Object.assign(globalThis, {frames: [], framePlaces: [], shifts: 0});
    if (globalThis.PerformanceObserver?.supportedEntryTypes.includes('layout-shift')) {
      new PerformanceObserver(list => {
        for (const {value} of list.getEntries()) globalThis.shifts += value;
      }).observe({type: 'layout-shift'});
    }
    const look = () => {
      globalThis.frames.push(visible('.turn').map(globalThis.visibleText));
      onPlaces(found => globalThis.framePlaces.push(found));
      requestAnimationFrame(look);
    };
    look();
  };

  const wait = async count => {
    while (count--) await new Promise(requestAnimationFrame);
  };

  const focused = () => {
    let found = document.activeElement;
    while (found.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
    return found;
  };

  Object.assign(globalThis, {allOf, visible, places, watch, wait, focused});
}
