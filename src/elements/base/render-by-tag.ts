import {noChange} from 'lit';
import {Directive, directive, type DirectiveResult} from 'lit/directive.js';
import type {Item} from '../../core/model/item.js';

/** Renders an item by a custom element of the page, which is kept while the item changes. */
class RenderByTag extends Directive {
  #tag = '';
  #element: (HTMLElement & {item?: Item}) | undefined;

  render(tag: string, item: Item): unknown {
    if (this.#element && this.#tag === tag) {
      this.#element.item = item;
      return noChange;
    }
    this.#tag = tag;
    this.#element = Object.assign(document.createElement(tag), {item});
    return this.#element;
  }
}

export const renderByTag: (tag: string, item: Item) => DirectiveResult = directive(RenderByTag);
