import '@lit-labs/ssr-client/lit-element-hydrate-support.js';
import type {Conversation} from './core/index.js';

/*
 * For pages with chats that a server has drawn (`ubik-chat/ssr`): to be imported before anything of Lit, so before
 * `ubik-chat`. The elements then go on with the nodes that are there, and with the conversation that they show.
 */

/** A chat that is not defined yet: what is set on it now, it takes over when it begins. */
type Waiting = Element & {conversation?: Conversation};

const drawn =
  typeof document === 'undefined' ? [] : document.querySelectorAll('[data-conversation]');
for (const {parentElement, textContent} of drawn) {
  const chat = parentElement as Waiting | null;
  if (chat) chat.conversation = JSON.parse(textContent) as Conversation;
}
