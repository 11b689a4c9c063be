import {focusedIn} from './focused-element.js';
import {isVisible} from './is-visible.js';

/** Whether an element is in a transcript, also in its shadow tree. */
function isInTranscript(element: Element): boolean {
  if (element.closest('ubik-transcript')) return true;
  const root = element.getRootNode();
  return root instanceof ShadowRoot && isInTranscript(root.host);
}

/**
 * Updates an element, and focuses the element itself if its focused control has disappeared: otherwise the focus would fall
 * to the page. A transcript around the element does so itself, with the turn that follows.
 */
export function keepFocus(host: HTMLElement, update: () => void): void {
  const focused = focusedIn(host);
  update();
  if (!focused || isInTranscript(host)) return;
  if (focused.isConnected && isVisible(focused) !== false) return;
  host.tabIndex = -1;
  host.focus({preventScroll: true});
}
