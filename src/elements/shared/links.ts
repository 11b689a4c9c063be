import type {ChatError} from '../../controller/http/errors.js';
import {UbikAssetRequestEvent, UbikErrorEvent, UbikLinkRequestEvent} from '../events.js';
import {downloadFile} from './export/download.js';

/**
 * Requests a file that needs the user's access token; `undefined` if the surrounding chat does not handle the address.
 */
export function requestAsset(element: EventTarget, url: string): Promise<Blob> | undefined {
  const event = new UbikAssetRequestEvent(url);
  element.dispatchEvent(event);
  return event.takeResult();
}

/** Renders the picture in a requested file. */
export async function renderAsset(asset: Blob | Promise<Blob>, name: string): Promise<HTMLElement> {
  const file = await asset;
  const {renderPicture} = await import('./picture.js');
  return renderPicture(file, {name});
}

/**
 * Dispatches `ubik-link-request` before a link opens. A file that needs the user's access token is downloaded instead:
 * a new tab would not send the token, and content of a tool must not run in the site's origin. A link that does not open is
 * not requested.
 */
export function requestLink(element: EventTarget, {href}: HTMLAnchorElement, event: Event): void {
  if (event.defaultPrevented) return;
  const asset =
    element.dispatchEvent(new UbikLinkRequestEvent(href)) && requestAsset(element, href);
  if (asset === undefined) return;
  event.preventDefault();
  if (asset) void saveAsset(element, asset, href);
}

/** The surrounding chat reports failures. */
async function saveAsset(element: EventTarget, asset: Promise<Blob>, url: string): Promise<void> {
  try {
    downloadFile(await asset, url);
  } catch (error) {
    const {info = {code: 'unknown', retryable: false}} = error as Partial<ChatError>;
    element.dispatchEvent(new UbikErrorEvent(info, undefined, true));
  }
}

/** The same as a `click` listener of an element with links in its shadow tree. */
export function requestLinkOnClick(this: HTMLElement, event: Event): void {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
  if (link) requestLink(this, link, event);
}
