import {UbikLinkEvent} from '../events.js';

/** Asks the page before a link opens: for `click` on something with links in it. */
export function askBeforeLink(this: HTMLElement, event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link && !this.dispatchEvent(new UbikLinkEvent(link.href))) event.preventDefault();
}
