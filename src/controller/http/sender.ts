import {fetchWithinOrigin} from './redirects.js';
import type {Sender} from './http-transport.js';
import type {Settings} from '../settings.js';

/**
 * Sends by `fetch`, or by the only thing in a browser that can tell how much of a body has gone up, which is fetched
 * with the first file. A page's own `fetch` is always used.
 */
export function senderOf(settings: Settings): Sender {
  return async (url, init) => {
    const own = settings.options.fetch;
    if (init.onProgress && !own && typeof XMLHttpRequest === 'function') {
      const {sendWithProgress} = await import('./upload-sender.js');
      return sendWithProgress(url, init);
    }
    return fetchWithinOrigin(own ?? fetch, url, init);
  };
}
