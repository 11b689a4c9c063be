import {UbikLinkEvent} from '../events.js';

/** Asks the page before a link opens: for `click` on an element with links in its shadow tree. */
export function askBeforeLink(this: HTMLElement, event: Event): void {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
  if (link && !this.dispatchEvent(new UbikLinkEvent(link.href))) event.preventDefault();
}
