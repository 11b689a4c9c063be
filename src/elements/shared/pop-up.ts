/** Distance between an anchor, its popover and the edge of the window, in pixels. */
const gap = 8;

/** Positions an open popover below its anchor, or above it if there is no room, always within the window. */
export function placeBeside(popup: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect();
  popup.style.left = '0'; // Resets the position, which may have limited the width.
  const {offsetWidth, offsetHeight} = popup;
  const below = at.bottom + gap;
  const fits = below + offsetHeight <= innerHeight;
  const start = getComputedStyle(popup).direction === 'rtl' ? at.right - offsetWidth : at.left;
  const left = Math.min(start, innerWidth - offsetWidth - gap);
  popup.style.left = `${Math.max(gap, left)}px`;
  popup.style.top = `${Math.max(gap, fits ? below : at.top - gap - offsetHeight)}px`;
}
