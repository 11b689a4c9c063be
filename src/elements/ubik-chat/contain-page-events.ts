import {releaseFocus} from '../shared/input/focus-restorer.js';

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

/**
 * By these attributes, modals that listen before the chat does know what may have the focus beside them: react-focus-lock (Chakra
 * UI 2), React Aria and a11y-dialog.
 */
const besideModals = [
  'data-no-focus-lock',
  'data-react-aria-top-layer',
  'data-a11y-dialog-ignore-focus-trap',
];

/** Lets the user write in an element while the page displays a modal, if the element lies over the page. */
export function allowBesideModals(element: HTMLElement, isOverPage: boolean): void {
  for (const name of besideModals)
    if (isOverPage) element.setAttribute(name, 'true');
    else element.removeAttribute(name);
}
