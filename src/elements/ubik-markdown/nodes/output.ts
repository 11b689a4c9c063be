import {splitAtSlots, type Slot, type SlottedHtml} from '../../../core/markdown/slots.js';
import type {ContentView, MarkdownRendering} from '../markdown-rendering.js';
import type {MarkdownOutput} from '../../base/markdown-service.js';
import {purify} from '../purify.js';
import {BlockList} from './block-list.js';

/** Maximum nesting depth of outputs. Deeper ones are displayed as source, because rendering is recursive. */
const MAX_DEPTH = 16;

let depth = 0;

/**
 * The output of an extension in an element. While only the nested Markdown of an output changes, its HTML is kept and
 * the nested Markdown is updated in place, so that a selection survives.
 */
export class OutputView {
  readonly #place: Element;
  readonly #rendering: MarkdownRendering;
  #html: string | undefined;
  #slots: readonly (SlotView | undefined)[] = [];

  constructor(place: Element, rendering: MarkdownRendering) {
    this.#place = place;
    this.#rendering = rendering;
  }

  /**
   * Replaces the content of the element. Returns false without an output.
   *
   * @param open Whether the nested Markdown may continue.
   */
  show(output: MarkdownOutput | undefined, open: boolean): boolean {
    if (output === undefined || depth > MAX_DEPTH) return false;
    if (output instanceof Node) {
      this.#html = undefined;
      this.#place.replaceChildren(output);
      return true;
    }
    const {html, slots} = typeof output === 'string' ? {html: output, slots: []} : output;
    if (html !== this.#html || slots.length !== this.#slots.length) this.#replace({html, slots});
    depth++;
    try {
      for (const [index, slot] of slots.entries()) this.#slots[index]?.show(slot, open);
    } finally {
      depth--;
    }
    return true;
  }

  /** Forgets the output, because the content was replaced. */
  reset(): void {
    this.#html = undefined;
  }

  #replace({html, slots}: SlottedHtml): void {
    const fragment = purify(html, this.#rendering, 'extension');
    this.#html = html;
    this.#slots = fillSlots(fragment, slots, this.#rendering);
    this.#place.replaceChildren(fragment);
  }
}

/** Replaces the placeholders in the texts of a fragment. A slot has one place; further placeholders are removed. */
function fillSlots(
  fragment: DocumentFragment,
  slots: readonly Slot[],
  rendering: MarkdownRendering,
): readonly (SlotView | undefined)[] {
  const views: (SlotView | undefined)[] = slots.map(() => undefined);
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parts = splitAtSlots(text.data);
    if (parts.every(part => typeof part === 'string')) continue;
    const nodes = parts.map(part => {
      if (typeof part === 'string') return part;
      const slot = slots[part];
      if (!slot || views[part]) return '';
      const view = new SlotView(slot, rendering);
      views[part] = view;
      return view.node;
    });
    text.replaceWith(...nodes);
  }
  return views;
}

/** Nested Markdown of an output. */
class SlotView {
  readonly node: HTMLElement;
  readonly #content: ContentView | undefined;
  readonly #blocks: BlockList;

  constructor({kind}: Slot, rendering: MarkdownRendering) {
    this.node = document.createElement(kind === 'inline' ? 'span' : 'div');
    this.#content = kind === 'inline' ? rendering.createContent(this.node) : undefined;
    this.#blocks = new BlockList(rendering, node => this.node.append(node));
  }

  show(slot: Slot, open: boolean): void {
    if (slot.kind === 'inline') this.#content?.show(slot.content, open);
    else this.#blocks.show(slot.blocks);
  }
}
