import type {CSSResult, LitElement} from 'lit';
import type {hydrate as Hydrate} from '@lit-labs/ssr-client';
import type {Conversation} from './core/index.js';
import {commitValues} from './hydration-values.js';

/*
 * For pages with chats that a server has drawn (`ubik-chat/ssr`): the elements go on with the nodes that are there, and
 * with the conversation that they show.
 */

/** What of Lit's class is changed, when it is made. */
interface Drawn extends Omit<
  LitElement,
  'createRenderRoot' | 'render' | 'scheduleUpdate' | 'update'
> {
  attributeChangedCallback(name: string, old: string | null, value: string | null): void;
  connectedCallback(): void;
  createRenderRoot(): ShadowRoot;
  render(): unknown;
  scheduleUpdate(): unknown;
  update(changed: unknown): void;
}

interface DrawnClass {
  readonly prototype: Drawn;
  readonly observedAttributes: readonly string[];
}

/** What a server writes on parts whose properties are not set before the element around them goes on. */
const waits = 'defer-hydration';

/** Fetched when there is something to go on with: then Lit is there, and has not to come twice. */
let hydrate: typeof Hydrate | undefined;
let fetching: Promise<unknown> | undefined;

function fetchHydrate(): Promise<unknown> {
  return (fetching ??= import('@lit-labs/ssr-client').then(
    module => (hydrate = module.hydrate),
    reportError,
  ));
}

/**
 * Changes the class of all elements, before one of them is registered; its name is that of the hook by which Lit lets
 * it be changed.
 */
export function litElementHydrateSupport({LitElement}: {readonly LitElement: object}): void {
  const {prototype} = LitElement as DrawnClass;
  const {attributeChangedCallback, connectedCallback, createRenderRoot, scheduleUpdate, update} =
    prototype;
  const above = Object.getPrototypeOf(LitElement) as DrawnClass;
  const drawn = new WeakSet<Drawn>();

  // Where that is missing, an element draws anew.
  Object.assign(LitElement, {hydrates: true});
  Object.defineProperty(LitElement, 'observedAttributes', {
    get: function (this: DrawnClass) {
      return [
        ...Reflect.get<DrawnClass, 'observedAttributes'>(above, 'observedAttributes', this),
        waits,
      ];
    },
  });
  prototype.connectedCallback = function () {
    if (!this.hasAttribute(waits)) connectedCallback.call(this);
  };
  prototype.attributeChangedCallback = function (name, old, value) {
    if (name === waits && value === null) connectedCallback.call(this);
    attributeChangedCallback.call(this, name, old, value);
  };

  /** The styles that all elements share, which a strict page does not forbid. */
  prototype.createRenderRoot = function () {
    const {shadowRoot} = this;
    if (!shadowRoot) return createRenderRoot.call(this);
    drawn.add(this);
    const {elementStyles} = this.constructor as unknown as {readonly elementStyles: CSSResult[]};
    shadowRoot.adoptedStyleSheets = elementStyles.flatMap(({styleSheet}) => styleSheet ?? []);
    return shadowRoot;
  };
  prototype.scheduleUpdate = function () {
    const draw = () => scheduleUpdate.call(this);
    return drawn.has(this) && !hydrate ? fetchHydrate().then(draw) : draw();
  };

  /** Where the page knows something that the server did not, the nodes do not fit: then the element draws its own. */
  prototype.update = function (changed) {
    if (!drawn.delete(this)) {
      update.call(this, changed);
      return;
    }
    try {
      if (!hydrate) throw new Error('It could not be fetched.');
      const value = this.render();
      above.prototype.update.call(this, changed);
      // Now it has all of its own styles, and those of the server give way.
      for (const child of [...this.renderRoot.children]) {
        if (child.localName === 'style') child.remove();
      }
      hydrate(value, this.renderRoot, this.renderOptions);
      commitValues(this.renderRoot);
    } catch {
      this.renderRoot.replaceChildren();
      update.call(this, changed);
    }
  };
}

/** A chat that is not defined yet: what is set on it now, it takes over when it begins. */
type Waiting = Element & {conversation?: Conversation};

/** Gives each chat the conversation that its server wrote beside it. */
export function tellConversations(): void {
  const told =
    typeof document === 'undefined' ? [] : document.querySelectorAll('script[data-conversation]');
  for (const {parentElement, textContent} of told) {
    const chat = parentElement as Waiting | null;
    if (chat) chat.conversation = JSON.parse(textContent) as Conversation;
  }
}
