import {releaseFocus} from '../shared/focus-restorer.js';

/** Events by which a page notices what happens outside of its dialog or its scroller. */
const types = 'pointerdown mousedown focusin focusout touchstart touchmove wheel'.split(' ');

/**
 * Stops the propagation of events inside of an element that lies over the page, while `applies`. Otherwise a modal of the page
 * closes or takes the focus back when the user writes in the chat, and a library for smooth scrolling moves the page instead
 * of the conversation. Clicks still propagate, so that menus of the page close.
 */
export function containPageEvents(element: HTMLElement, applies: () => boolean): void {
  const keep = (event: Event): void => {
    if (applies()) event.stopPropagation();
  };
  for (const type of types) element.addEventListener(type, keep, {passive: true});
  element.addEventListener('pointerdown', () => applies() && releaseFocus(element));
}
