// The script of every page: search, copy buttons, and the chat, the checker or the playground of pages that have one.

import {addCopyButtons} from './samples.js';
import './search.js';
import {suggestions} from './suggestions.js';
import './tabs.js';

// A page in the frame of another page has no header of its own.
document.documentElement.classList.toggle('framed', self !== top);
addCopyButtons(document);

// Nothing is awaited here: the bundler may put modules that both scripts import into this one, and they would wait for each other.
const checker = document.querySelector<HTMLFormElement>('form.checker');
if (checker) void import('./checker.js').then(({openChecker}) => openChecker(checker));

const playground = document.querySelector<HTMLElement>('.playground');
if (playground)
  void import('./playground.js').then(({openPlayground}) => openPlayground(playground));

/** The text of the page is painted first. */
const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};

// Each live example runs a chat. The browser's own lazy loading begins some thousand pixels before the frame.
const nearby = new IntersectionObserver(
  entries => {
    for (const {target, isIntersecting} of entries) {
      if (!isIntersecting || !(target instanceof HTMLIFrameElement)) continue;
      nearby.unobserve(target);
      target.src = target.dataset['src'] ?? '';
    }
  },
  {rootMargin: '200px'},
);
afterPaint(() => {
  for (const frame of document.querySelectorAll('iframe[data-src]')) nearby.observe(frame);
});

const chat = document.querySelector<HTMLElementTagNameMap['ubik-chat']>('.hero ubik-chat');
if (chat) {
  chat.headers = {'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone};
  chat.suggestions = suggestions;
  afterPaint(() => void import('ubik-chat'));
}
