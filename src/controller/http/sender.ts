import {fetchWithinOrigin} from './redirects.js';
import {sendWithProgress} from './upload-sender.js';
import type {Sender} from './http-transport.js';
import type {Settings} from '../settings.js';

/**
 * Sends with `fetch`. For upload progress it uses `XMLHttpRequest`, unless the page has its own `fetch`.
 */
export function senderOf(settings: Settings): Sender {
  return async (url, init) => {
    const own = settings.options.fetch;
    if (init.onProgress && !own && typeof XMLHttpRequest === 'function') {
      return sendWithProgress(url, init);
    }
    return fetchWithinOrigin(own ?? fetch, url, init);
  };
}
