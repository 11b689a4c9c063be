import type {ChatError} from '../../controller/http/errors.js';
import {UbikAssetRequestEvent, UbikErrorEvent, UbikLinkRequestEvent} from '../events.js';

/** A file that wants the user's sign-in, where the chat around the element has it. */
export function askForAsset(element: EventTarget, url: string): Promise<Blob> | undefined {
  const event = new UbikAssetRequestEvent(url);
  element.dispatchEvent(event);
  return event.takeResult();
}

/** What such a picture looks like. */
export async function drawAsset(asset: Promise<Blob>, name: string): Promise<HTMLElement> {
  const [file, {drawPicture}] = await Promise.all([asset, import('./picture.js')]);
  return drawPicture(file, {name});
}

/**
 * Asks the page before a link opens. A file that wants the user's sign-in is saved instead: a new tab has none, and what a
 * tool wrote may not run as a page of this site.
 */
export function askBefore(element: EventTarget, {href}: HTMLAnchorElement, event: Event): void {
  const asset = element.dispatchEvent(new UbikLinkRequestEvent(href)) && askForAsset(element, href);
  if (asset === undefined) return;
  event.preventDefault();
  if (asset) void saveAsset(element, asset, href);
}

/** The surrounding chat reports failures. */
async function saveAsset(element: EventTarget, asset: Promise<Blob>, url: string): Promise<void> {
  try {
    const [file, {downloadFile}] = await Promise.all([asset, import('./download.js')]);
    downloadFile(file, url);
  } catch (error) {
    const {info = {code: 'unknown', retryable: false}} = error as Partial<ChatError>;
    element.dispatchEvent(new UbikErrorEvent(info));
  }
}

/** The same for `click` on an element with links in its shadow tree. */
export function askBeforeLink(this: HTMLElement, event: Event): void {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
  if (link) askBefore(this, link, event);
}
