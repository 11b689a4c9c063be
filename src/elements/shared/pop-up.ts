/** Room between what is pointed at, what pops up beside it, and the edge of the window: pixels. */
const gap = 8;

/** Puts an open popover below an element, or above it where there is no room; never out of the window. */
export function placeBeside(popup: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect();
  popup.style.left = '0'; // Where it stood before, it may have had less room.
  const {offsetWidth, offsetHeight} = popup;
  const below = at.bottom + gap;
  const fits = below + offsetHeight <= innerHeight;
  const start = getComputedStyle(popup).direction === 'rtl' ? at.right - offsetWidth : at.left;
  const left = Math.min(start, innerWidth - offsetWidth - gap);
  popup.style.left = `${Math.max(gap, left)}px`;
  popup.style.top = `${fits ? below : Math.max(gap, at.top - gap - offsetHeight)}px`;
}
