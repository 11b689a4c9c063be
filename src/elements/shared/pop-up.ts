/** Distance between an anchor, its popover and the edges around them, in pixels. */
const gap = 8;

const panelSelector = '[part=panel]';

/** The area in which a popover opens: the panel of the chat around its anchor as far as it is in view, or the window. */
function boundsOf(anchor: Element): Record<'left' | 'top' | 'right' | 'bottom', number> {
  let panel: Element | null = anchor;
  while (panel && !panel.matches(panelSelector)) {
    const root = panel.getRootNode();
    panel = panel.closest(panelSelector) ?? (root instanceof ShadowRoot ? root.host : null);
  }
  const {left, top, right, bottom} =
    panel?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  return {
    left: Math.max(left, 0) + gap,
    top: Math.max(top, 0) + gap,
    right: Math.min(right, innerWidth) - gap,
    bottom: Math.min(bottom, innerHeight) - gap,
  };
}

/** Ends the placing again of a popover. */
const following = new WeakMap<HTMLElement, AbortController>();

/**
 * Positions an open popover below its anchor, or above it if there is more room, always within the panel of the chat, or
 * within the window outside of a chat. Until it closes, it is positioned again when the window is resized or rotated.
 *
 * @param edge The edge of the anchor with which the popover is aligned, as far as there is room.
 */
export function placeBeside(
  popup: HTMLElement,
  anchor: Element,
  edge: 'start' | 'end' = 'start',
): void {
  place(popup, anchor, edge);
  following.get(popup)?.abort();
  const closed = new AbortController();
  const {signal} = closed;
  following.set(popup, closed);
  const onResize = (): void => {
    // A popover that was removed while it was open has no event `toggle`.
    if (popup.matches(':popover-open')) place(popup, anchor, edge);
    else closed.abort();
  };
  const onToggle = ({newState}: ToggleEvent): void => {
    if (newState === 'closed') closed.abort();
  };
  window.addEventListener('resize', onResize, {signal});
  popup.addEventListener('toggle', onToggle, {signal});
}

/** Positions a popover beside the button that precedes it, if it is open. */
export function placeBesideButton(popup: HTMLElement, edge?: 'start' | 'end'): void {
  const button = popup.previousElementSibling;
  if (button && popup.matches(':popover-open')) placeBeside(popup, button, edge);
}

/**
 * Returns the focus to the button that precedes a popover, when the popover closes. Not every engine does, if the focus is in
 * another shadow tree.
 */
export function restoreFocus({currentTarget: popup, newState}: ToggleEvent): void {
  if (!(popup instanceof HTMLElement) || newState === 'open') return;
  const button = popup.previousElementSibling;
  if (button instanceof HTMLElement && popup.matches(':focus-within')) button.focus();
}

function place(popup: HTMLElement, anchor: Element, edge: 'start' | 'end'): void {
  const at = anchor.getBoundingClientRect();
  const bounds = boundsOf(anchor);
  const {style} = popup;
  style.left = '0'; // Resets the position, which may have limited the width.
  style.maxWidth = style.maxHeight = '';
  const room = bounds.right - bounds.left;
  if (popup.offsetWidth > room) style.maxWidth = `${room}px`;
  const {offsetWidth, offsetHeight} = popup;
  const below = bounds.bottom - at.bottom - gap;
  const above = at.top - gap - bounds.top;
  const isBelow = offsetHeight <= below || below >= above;
  const height = Math.min(offsetHeight, isBelow ? below : above);
  if (height < offsetHeight) style.maxHeight = `${height}px`;
  const isRightEdge = (getComputedStyle(popup).direction === 'rtl') === (edge === 'start');
  const left = isRightEdge ? at.right - offsetWidth : at.left;
  style.left = `${Math.max(bounds.left, Math.min(left, bounds.right - offsetWidth))}px`;
  style.top = `${isBelow ? at.bottom + gap : at.top - gap - height}px`;
}
