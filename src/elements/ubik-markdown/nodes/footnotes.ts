import type {Block, FootnoteBlock} from '../../../core/markdown/block.js';
import {BlockList} from './block-list.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';
import {toSingleNode} from '../morph.js';

const labels = new WeakMap<Element, string>();
const notes = new WeakMap<Element, FootnoteView>();

/** A reference to a footnote. `FootnoteList` sets its number when the order of references is known. */
export function createReference(label: string): HTMLElement {
  const reference = document.createElement('sup');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'footnote';
  button.setAttribute('part', 'footnote');
  reference.append(button);
  labels.set(button, label);
  return reference;
}

/** A footnote. It renders nothing at its place in the text; `FootnoteList` displays its item at the end. */
export class FootnoteView implements BlockView {
  readonly node = document.createElement('div');
  readonly item = document.createElement('li');
  readonly backButton = document.createElement('button');
  readonly label: string;
  readonly #blocks: BlockList;

  constructor({label}: FootnoteBlock, rendering: MarkdownRendering) {
    this.label = label;
    this.node.hidden = true;
    notes.set(this.node, this);
    const body = document.createElement('div');
    this.#blocks = new BlockList(rendering, node => body.append(node));
    this.backButton.type = 'button';
    this.backButton.textContent = '↩';
    this.backButton.ariaLabel = rendering.labels.back;
    this.item.tabIndex = -1;
    this.item.append(body, this.backButton);
  }

  show(block: Block): boolean {
    if (block.kind !== 'footnote' || block.label !== this.label) return false;
    this.#blocks.show(block.children);
    return true;
  }
}

/** While a text grows, one update is skipped for this number of references, so that numbering stays cheap. */
const REFERENCES_PER_UPDATE = 256;

/** The footnotes of a text, numbered in the order of their first references and listed at the end. */
export class FootnoteList {
  readonly #container: Element;
  readonly #list = document.createElement('ol');
  /** Updates to skip before the footnotes are numbered again. */
  #updatesToSkip = 0;

  constructor(container: Element) {
    this.#container = container;
    this.#list.className = 'footnotes';
    this.#list.addEventListener('click', event => this.#onBack(event));
    container.addEventListener('click', event => this.#onReference(event));
  }

  /**
   * Numbers the references and orders the footnotes. Unchanged nodes are not touched.
   *
   * @param growing Whether the text may continue. If it has many references, some calls then do nothing.
   */
  arrange(label: MarkdownRendering['labels']['footnote'], growing: boolean): void {
    if (growing && this.#updatesToSkip-- > 0) return;
    let count = 0;
    const views = new Map<string, FootnoteView>();
    findNotes(this.#container, views);
    const numbers = new Map<string, number>();
    const items: HTMLElement[] = [];
    // Footnotes follow the text, and may refer to other footnotes, which follow them.
    const places = [...this.#container.children].filter(child => child !== this.#list);
    for (const place of places) {
      for (const button of place.querySelectorAll<HTMLElement>('button.footnote')) {
        count++;
        const name = labels.get(button) ?? '';
        const item = numbers.has(name) ? undefined : views.get(name)?.item;
        const number = numbers.get(name) ?? numbers.size + 1;
        numbers.set(name, number);
        if (item) {
          items.push(item);
          places.push(item);
        }
        if (button.textContent === String(number)) continue;
        button.textContent = String(number);
        button.ariaLabel = label(number);
      }
    }
    this.#updateList(items);
    this.#updatesToSkip = Math.floor(count / REFERENCES_PER_UPDATE);
  }

  #updateList(items: readonly HTMLElement[]): void {
    let there = this.#list.firstElementChild;
    let added: HTMLElement[] = [];
    // Neighbours are inserted together, because each insertion into a displayed list has a cost.
    const insert = (): void => {
      if (added.length === 0) return;
      // With `dir="auto"` the browser would read the whole list after each insertion, to determine its direction.
      this.#list.removeAttribute('dir');
      this.#list.insertBefore(toSingleNode(added), there);
      added = [];
    };
    for (const item of items) {
      if (there !== item) {
        added.push(item);
        continue;
      }
      insert();
      there = there.nextElementSibling;
    }
    insert();
    while (there) {
      const next = there.nextElementSibling;
      there.remove();
      there = next;
    }
    if (this.#list.dir === '') this.#list.dir = 'auto';
    if (items.length === 0) this.#list.remove();
    else if (this.#container.lastChild !== this.#list) this.#container.append(this.#list);
  }

  #onReference({target}: Event): void {
    const label = target instanceof Element ? labels.get(target) : undefined;
    if (label === undefined) return;
    for (const place of this.#container.querySelectorAll('[hidden]')) {
      const view = notes.get(place);
      if (view?.label !== label || !view.item.isConnected) continue;
      view.item.focus();
      return;
    }
  }

  #onBack({target}: Event): void {
    const item = target instanceof HTMLButtonElement ? target.parentElement : null;
    for (const place of this.#container.querySelectorAll('[hidden]')) {
      const view = notes.get(place);
      if (view?.item !== item) continue;
      const buttons = [...this.#container.querySelectorAll<HTMLElement>('button.footnote')];
      buttons.find(button => labels.get(button) === view.label)?.focus();
    }
  }
}

/** Adds the footnotes in an element, including nested ones. The first footnote of a label wins. */
function findNotes(place: Element, views: Map<string, FootnoteView>): void {
  for (const written of place.querySelectorAll('[hidden]')) {
    const view = notes.get(written);
    if (!view || views.has(view.label)) continue;
    views.set(view.label, view);
    findNotes(view.item, views);
  }
}
