import type {PropertyValues} from 'lit';
import {property} from 'lit/decorators.js';
import type {ChatController} from '../../controller/chat-controller.js';
import type {ChatEvent} from '../../controller/types.js';
import {handleRequests} from './chat-requests.js';
import {type Follower, SharedConversation} from './shared-conversation.js';
import {ContextProvider} from '../base/context.js';
import {UbikElement} from '../base/element.js';
import {observeIds, treeOf} from './id-observer.js';
import {hasSameValues} from '../base/same-values.js';
import {controllerServices, type Services, servicesContext} from '../base/services.js';

/** The elements around a node, also those outside of its shadow tree. */
function* elementsAround(node: Node): Generator<Element> {
  let at = node.parentNode;
  while (at) {
    if (at instanceof Element) yield at;
    at = at instanceof ShadowRoot ? at.host : at.parentNode;
  }
}

/** Whether an element is in a modal dialog, outside of which nothing is announced. */
export const isInModal = (element: Element): boolean =>
  [...elementsAround(element)].some(around => around.matches(':modal, [aria-modal="true"]'));

/** Whether an element is a custom element that has not been defined yet. */
const isUndefined = ({localName}: Element): boolean =>
  localName.includes('-') && !customElements.get(localName);

/** Services with the conversation of a controller, and what they were derived from. */
interface DerivedServices {
  readonly base: Services;
  readonly operations: unknown;
  readonly services: Services;
}

/**
 * An element that follows a conversation while it is connected: that of its `controller`, or of the element that `for`
 * names, or of the `<ubik-chat>` or `<ubik-conversation>` around it, in this order.
 *
 * The conversation notifies each part at most once per painted frame. A part renders again only if one of the values that
 * it reads has changed. A part that names its conversation carries out the requests of the elements inside it, and provides
 * them with the services, because it may be outside of the element that owns the conversation.
 */
export abstract class UbikPart extends UbikElement implements Follower {
  /** The conversation to follow; it has precedence over `for` and the chat around the element. */
  @property({attribute: false}) controller: ChatController | undefined;

  /**
   * The id of the `<ubik-chat>` or `<ubik-conversation>` to follow, in the same document or shadow tree. It may be added
   * later.
   */
  @property({attribute: 'for'}) htmlFor = '';

  /** The conversation that is displayed; the same one while the part is removed and added again. */
  #followed: SharedConversation | undefined;
  #unfollow: (() => void) | undefined;
  /** The values that were read last. */
  #values: readonly unknown[] = [];
  #unobserve: (() => void) | undefined;
  #source: EventTarget | null = null;
  #provider: ContextProvider<Services> | undefined;
  #derived: DerivedServices | undefined;

  /** The values of a conversation that the part displays. */
  protected abstract read(conversation: SharedConversation): readonly unknown[];

  /** The conversation that the part follows. */
  protected get shared(): SharedConversation | undefined {
    return this.services.conversation;
  }

  /** Whether the part names its conversation. */
  protected get isBound(): boolean {
    return Boolean(this.controller ?? this.htmlFor); // `null` without the attribute.
  }

  protected override get services(): Services {
    return this.controller ? this.#derive(this.controller, super.services) : super.services;
  }

  protected override get servicesSource(): EventTarget | null {
    if (!this.htmlFor) return this;
    return treeOf(this)?.getElementById(this.htmlFor) ?? null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#source = this.servicesSource;
    this.#observe();
    // The elements in its slots connect before it renders.
    if (this.isBound) this.#provide();
    if (!this.hasServices) this.#awaitDefinition();
    if (this.hasUpdated && this.shared) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unobserve?.();
    this.#unobserve = undefined;
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  /**
   * Called before the part displays another conversation, or none, to discard what it has taken from the one before.
   *
   * @param before The conversation that it displayed until now, even if it was removed from the page meanwhile.
   */
  protected onOtherConversation?(before: SharedConversation | undefined): void;

  /** @internal */
  onConversationChange(): void {
    if (!this.#followed) return;
    const values = this.read(this.#followed);
    if (hasSameValues(values, this.#values)) return;
    this.#values = values;
    this.requestUpdate();
  }

  /** @internal */
  onChatEvent?(event: ChatEvent): void;

  /** @internal */
  onSend?(): void;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('htmlFor') && this.isConnected) this.#observe();
    // A removed element may be updated once more, and must not subscribe again.
    if (this.isConnected) this.#follow(this.shared);
    if (this.isBound) this.#provide();
    else this.#provider?.setValue(this.services);
  }

  /** Provides the elements inside with the services, and carries out their requests. */
  #provide(): void {
    if (this.#provider) {
      this.#provider.setValue(this.services);
      return;
    }
    this.#provider = new ContextProvider(this, servicesContext, this.services);
    // Without the conversation that it names, its requests are not for the one around it.
    handleRequests(this, () => (this.isBound ? (this.services.conversation ?? null) : undefined));
    if (!this.isConnected) return;
    // The elements in its slots have those around it, if they were connected before.
    for (const element of this.querySelectorAll('*'))
      if (element instanceof UbikElement) element.requestServices();
  }

  #follow(conversation: SharedConversation | undefined): void {
    if (conversation !== this.#followed) {
      this.#unfollow?.();
      this.#unfollow = undefined;
      this.onOtherConversation?.(this.#followed);
      this.#followed = conversation;
    }
    if (!conversation || this.#unfollow) return;
    this.#unfollow = conversation.follow(this);
    this.#values = this.read(conversation);
  }

  /** Looks for the named element now, and again whenever an id of the tree has changed. */
  #observe(): void {
    this.#unobserve?.();
    const tree = this.htmlFor ? treeOf(this) : undefined;
    this.#unobserve = tree && observeIds(tree, this.#locate);
    this.#locate();
  }

  readonly #locate = (): void => {
    const source = this.servicesSource;
    if (source === this.#source) return;
    this.#source = source;
    if (!this.requestServices()) this.#awaitDefinition();
  };

  /** Requests the services again when the named element is defined, or one around the part: it may own a conversation. */
  #awaitDefinition(): void {
    const source = this.#source;
    if (!(source instanceof Element)) return;
    const owners = [...(source === this ? elementsAround(this) : [source])].filter(isUndefined);
    if (source !== this && owners.length === 0) {
      console.warn(
        `<${this.localName} for="${this.htmlFor}">: the element is neither a <ubik-chat> nor a <ubik-conversation>.`,
      );
    }
    // An element of a framework is never defined: its promise must not keep a removed part.
    const part = new WeakRef(this);
    for (const {localName} of owners) {
      void customElements.whenDefined(localName).then(() => {
        const waiting = part.deref();
        if (waiting) waiting.#onDefined();
      });
    }
  }

  #onDefined(): void {
    if (!this.isConnected || this.hasServices) return;
    if (!this.requestServices() && this.#source !== this) this.#awaitDefinition();
  }

  /** The services around the part, with the conversation of its controller. */
  #derive(controller: ChatController, base: Services): Services {
    const {operations} = controller;
    const conversation = SharedConversation.of(controller);
    const known = this.#derived;
    if (
      known?.base === base &&
      known.operations === operations &&
      known.services.conversation === conversation
    ) {
      return known.services;
    }
    const services = {...base, ...controllerServices(conversation)};
    this.#derived = {base, operations, services};
    return services;
  }
}
