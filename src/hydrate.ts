import '@lit-labs/ssr-client/lit-element-hydrate-support.js';
import type {CSSResult, LitElement} from 'lit';
import type {Conversation} from './core/index.js';

/*
 * For pages with chats that a server has drawn (`ubik-chat/ssr`): to be imported before anything of Lit, so before
 * `ubik-chat`. The elements then go on with the nodes that are there, and with the conversation that they show.
 */

/** What Lit asks for when its class is made, and what of that class is changed. */
type Support = (library: {readonly LitElement: {readonly prototype: Drawn}}) => void;

interface Drawn extends Omit<LitElement, 'createRenderRoot' | 'update'> {
  createRenderRoot(): ShadowRoot;
  update(changed: unknown): void;
}

const page = globalThis as typeof globalThis & {litElementHydrateSupport: Support};
const {litElementHydrateSupport: support} = page;

page.litElementHydrateSupport = library => {
  support(library);
  const {prototype} = library.LitElement;
  const {createRenderRoot, update} = prototype;
  const drawn = new WeakSet<Drawn>();

  /** The server's styles give way to those that all elements share, and that a strict page does not forbid. */
  prototype.createRenderRoot = function () {
    const {shadowRoot} = this;
    if (!shadowRoot) return createRenderRoot.call(this);
    drawn.add(this);
    const {elementStyles} = this.constructor as unknown as {readonly elementStyles: CSSResult[]};
    shadowRoot.adoptedStyleSheets = elementStyles.flatMap(({styleSheet}) => styleSheet ?? []);
    for (const child of [...shadowRoot.children]) if (child.localName === 'style') child.remove();
    return createRenderRoot.call(this);
  };

  /** Where the page knows something that the server did not, the nodes do not fit: then the element draws its own. */
  prototype.update = function (changed) {
    try {
      update.call(this, changed);
    } catch (error) {
      if (!drawn.has(this)) throw error;
      this.renderRoot.replaceChildren();
      update.call(this, changed);
    } finally {
      drawn.delete(this);
    }
  };
};

/** A chat that is not defined yet: what is set on it now, it takes over when it begins. */
type Waiting = Element & {conversation?: Conversation};

const told =
  typeof document === 'undefined' ? [] : document.querySelectorAll('script[data-conversation]');
for (const {parentElement, textContent} of told) {
  const chat = parentElement as Waiting | null;
  if (chat) chat.conversation = JSON.parse(textContent) as Conversation;
}
