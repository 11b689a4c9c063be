import type {Block, ListBlock} from '../../../core/markdown/block.js';
import {BlockList} from './block-list.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';
import {Sections} from '../sections.js';
import {keepSelection} from '../../shared/input/selection.js';

/** Adds or removes a class; removes an empty attribute too. */
function setClass(element: HTMLElement, wears: boolean, name: string): void {
  if (wears) element.className = name;
  else element.removeAttribute('class');
}

export class QuoteView implements BlockView {
  readonly node = document.createElement('blockquote');
  readonly #sections = new Sections(this.node, true);
  readonly #rendering: MarkdownRendering;
  readonly #blocks: BlockList;

  constructor(rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#blocks = new BlockList(rendering, (node, index) => this.#sections.append(node, index));
  }

  show(block: Block): boolean {
    if (block.kind !== 'quote') return false;
    this.#blocks.show(block.children);
    const growing = this.#rendering.streaming && !block.done;
    this.#sections.settle(block.children.length, this.#blocks.settled, growing);
    return true;
  }
}

export class ListView implements BlockView {
  readonly node: HTMLOListElement | HTMLUListElement;
  readonly #first: number | undefined;
  readonly #items: BlockList;
  #loose: boolean | undefined;

  constructor({first}: ListBlock, rendering: MarkdownRendering) {
    this.#first = first;
    this.node = document.createElement(first === undefined ? 'ul' : 'ol');
    if (first !== undefined && first !== 1) this.node.setAttribute('start', String(first));
    this.#items = new BlockList(rendering, node => this.node.appendChild(node));
  }

  show(block: Block): boolean {
    if (block.kind !== 'list' || block.first !== this.#first) return false;
    const {loose, children} = block;
    if (loose === this.#loose) this.#items.show(children, loose);
    else this.#setLoose(loose, () => this.#items.show(children, loose));
    return true;
  }

  /** Changes all items at once, because reading the selection before each of them would force a layout. */
  #setLoose(loose: boolean, show: () => void): void {
    this.#loose = loose;
    setClass(this.node, loose, 'loose');
    if (this.node.firstChild) keepSelection(this.node, show);
    else show();
  }
}

export class ItemView implements BlockView {
  readonly node = document.createElement('li');
  readonly #rendering: MarkdownRendering;
  readonly #blocks: BlockList;
  #task: HTMLElement | undefined;
  #checked: boolean | undefined;

  constructor(rendering: MarkdownRendering) {
    this.#rendering = rendering;
    this.#blocks = new BlockList(rendering, node => this.node.appendChild(node));
  }

  show(block: Block, loose: boolean): boolean {
    if (block.kind !== 'item') return false;
    this.#showBox(block.checked);
    this.#blocks.show(block.children, loose);
    return true;
  }

  #showBox(checked: boolean | undefined): void {
    if (checked === this.#checked) return;
    this.#checked = checked;
    setClass(this.node, checked !== undefined, 'task');
    this.#task?.remove();
    this.#task = checked === undefined ? undefined : this.#createTask(checked);
    if (this.#task) this.node.prepend(this.#task);
  }

  #createTask(checked: boolean): HTMLElement {
    const task = document.createElement('span');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.disabled = true;
    box.defaultChecked = checked;
    box.ariaLabel = this.#rendering.labels.task(checked);
    task.append(box, ' ');
    return task;
  }
}
