/** Space above a revealed element, in pixels. */
const marginPx = 8;

/** The nearest scroll container around an element, also outside of its shadow trees. */
function scrollerOf(element: Element): Element | undefined {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const isScroller = /auto|scroll/.test(getComputedStyle(at).overflowY);
    if (isScroller && at.scrollHeight > at.clientHeight) return at;
  }
  return undefined;
}

function parentOf(element: Element): Element | undefined {
  if (element.assignedSlot) return element.assignedSlot;
  const {parentNode} = element;
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : undefined;
}

/**
 * Scrolls the top of an element into view if its end is in view and it is higher than its scroll container. Nothing
 * happens to a reader who looks at something else.
 */
export function revealTop(element: Element): void {
  const scroller = scrollerOf(element);
  if (!scroller) return;
  const {top, bottom} = element.getBoundingClientRect();
  const visible = scroller.getBoundingClientRect();
  const showsEnd = bottom > visible.top && bottom <= visible.bottom + scroller.clientHeight / 2;
  if (showsEnd && top < visible.top) scroller.scrollTop += top - visible.top - marginPx;
}
