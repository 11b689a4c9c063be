// Runs in the page: what a reader sees of a chat in each frame, through shadow roots. Needs `visible-text.js`.
{
  const allOf = (selector, root = document) =>
    [...root.querySelectorAll('*')].flatMap(part => [
      ...(part.matches(selector) ? [part] : []),
      ...(part.shadowRoot ? allOf(selector, part.shadowRoot) : []),
    ]);
  const visible = selector => allOf(selector).filter(part => part.checkVisibility());

  /** Of some turns those that are in view in a box, and where. */
  const inView = (turns, box) =>
    turns
      .filter(([, {top, bottom}]) => bottom > box.top && top < box.bottom)
      .map(([turn, {top}]) => [turn.dataset.key, top - box.top]);

  /** Which turns are in view in the transcript, and where. */
  const places = () => {
    const box = visible('.scroller')[0].getBoundingClientRect();
    return inView(
      visible('.turn').map(turn => [turn, turn.getBoundingClientRect()]),
      box,
    );
  };

  /** Calls back with the places in the frame that is shown next: a script that measures itself does so before its layout. */
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

  /** Records the words and the places of the turns in each frame, and counts layout shifts. */
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
