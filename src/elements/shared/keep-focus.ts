import {focusedIn} from '../base/focused-element.js';

/**
 * Updates an element, and focuses the element itself if its focused control has disappeared: otherwise the focus would fall
 * to the page. A transcript around the element does so itself, with the turn that follows.
 */
export function keepFocus(host: HTMLElement, update: () => void): void {
  const focused = focusedIn(host);
  update();
  if (!focused || focused.isConnected || host.closest('ubik-transcript')) return;
  host.tabIndex = -1;
  host.focus({preventScroll: true});
}
