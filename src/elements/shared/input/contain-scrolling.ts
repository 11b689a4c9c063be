const sizes = (box: Element, vertical: boolean): readonly [number, number] =>
  vertical ? [box.scrollHeight, box.clientHeight] : [box.scrollWidth, box.clientWidth];

/** Whether a wheel or a finger on a box scrolls it, at its end as well: there, `overscroll-behavior` keeps the page still. */
function scrolls(box: EventTarget, event: Event): boolean {
  if (!(box instanceof Element)) return false;
  const isVertical =
    !(event instanceof WheelEvent) || Math.abs(event.deltaY) >= Math.abs(event.deltaX);
  const [content, visible] = sizes(box, isVertical);
  if (content <= visible) return false;
  const {overflowX, overflowY} = getComputedStyle(box);
  return /auto|scroll/.test(isVertical ? overflowY : overflowX);
}

/**
 * Keeps events that scroll a box inside of an element from the page. A library for smooth scrolling, or a modal that locks the
 * scrolling of the page, does not find the boxes of a shadow tree, and prevents their scrolling.
 */
export function containScrolling(element: HTMLElement): void {
  const keep = (event: Event): void => {
    const path = event.composedPath();
    const inside = path.slice(0, path.indexOf(element));
    if (inside.some(box => scrolls(box, event))) event.stopPropagation();
  };
  for (const type of ['wheel', 'touchmove']) element.addEventListener(type, keep, {passive: true});
}
