import type {PropertyValues} from 'lit';
import {property} from 'lit/decorators.js';
import type {Item} from '../../core/model/item.js';
import type {SharedConversation} from './shared-conversation.js';
import {UbikElement} from '../base/element.js';
import {NewestItem} from './newest-item.js';
import {UbikPart} from './part.js';

/** Whether an element of this package has rendered a node. */
function isRendered(node: Node): boolean {
  for (let at = node.getRootNode(); at instanceof ShadowRoot; at = at.host.getRootNode()) {
    if (at.host instanceof UbikElement) return true;
  }
  return false;
}

/** Whether an item has an id: its own, or that of the server for a message or a tool call. */
function hasId(item: Item, id: string): boolean {
  const {messageId, executionId} = item as Partial<Record<'messageId' | 'executionId', string>>;
  return item.id === id || messageId === id || executionId === id;
}

/**
 * A part that displays one item: the one it is given, or else the newest one of its conversation that its attributes
 * select. An element that was rendered inside of another one displays what it is given, unless it names its conversation.
 */
export abstract class ItemPart<I extends Item> extends UbikPart {
  abstract item: I | undefined;

  /** Selects an item of the conversation by its id, or the server's id of a message or a tool call. */
  @property({attribute: 'item-id'}) itemId = '';

  #newest = this.#createSelector();
  #isRendered = false;
  #shownId: string | undefined;

  /** Whether the attributes select an item. */
  protected abstract selects(item: Item): item is I;

  /** Whether other properties describe what is displayed. */
  protected isDescribed(): boolean {
    return false;
  }

  /** The item to display. */
  protected get shown(): I | undefined {
    return this.item ?? (this.shared && this.#newest.find(this.shared.items));
  }

  /** Whether it follows a conversation that has no such item, so that it displays nothing. */
  protected get isEmpty(): boolean {
    const follows = this.isBound || this.shared !== undefined;
    return follows && !this.#isGiven && this.shown === undefined;
  }

  /** Whether the element is given everything that it displays. */
  get #isGiven(): boolean {
    return this.item != null || this.isDescribed();
  }

  /** Called before another item is displayed, to discard the state of the previous one. */
  protected reset(): void {
    return;
  }

  protected override get shared(): SharedConversation | undefined {
    const follows = !this.#isGiven && (this.isBound || !this.#isRendered);
    return follows ? super.shared : undefined;
  }

  override connectedCallback(): void {
    this.#isRendered = isRendered(this);
    super.connectedCallback();
  }

  protected override read(conversation: SharedConversation): readonly unknown[] {
    return [this.#newest.find(conversation.items)];
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.size > 0) this.#newest = this.#createSelector();
    super.willUpdate(changed);
    const id = this.shown?.id;
    if (this.#shownId !== undefined && id !== this.#shownId) this.reset();
    this.#shownId = id;
    if (this.isEmpty !== this.hasAttribute('data-empty')) this.toggleAttribute('data-empty');
  }

  #createSelector(): NewestItem<I> {
    return new NewestItem((item): item is I => {
      return this.selects(item) && (!this.itemId || hasId(item, this.itemId));
    });
  }
}
