import {find, words} from './dom.js';

/** Records what a chat announces from now on: by `ariaNotify` where the browser has it, else in the live region. */
export function collectAnnouncements(chat: Element): readonly string[] {
  const said: string[] = [];
  const region = find(chat, '.spoken');
  if ('ariaNotify' in region) {
    const notify = region.ariaNotify as (text: string) => void;
    Object.defineProperty(region, 'ariaNotify', {
      value(text: string) {
        said.push(text);
        notify.call(region, text);
      },
    });
  }
  new MutationObserver(() => said.push(words(region))).observe(region, {childList: true});
  return said;
}
