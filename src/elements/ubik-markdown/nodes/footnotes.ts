import type {Block, FootnoteBlock} from '../../../core/markdown/block.js';
import {hasSameValues} from '../../base/same-values.js';
import {BlockList} from './block-list.js';
import type {BlockView, MarkdownRendering} from '../markdown-rendering.js';
import {toSingleNode} from '../morph.js';

const labels = new WeakMap<Element, string>();
const views = new WeakMap<Element, FootnoteView>();

/** A footnote. It renders nothing at its place in the text; `Footnotes` displays its item at the end. */
export class FootnoteView implements BlockView {
  readonly node = document.createElement('div');
  readonly item = document.createElement('li');
  readonly label: string;
  readonly #blocks: BlockList;

  constructor({label}: FootnoteBlock, rendering: MarkdownRendering) {
    this.label = label;
    this.node.hidden = true;
    const body = document.createElement('div');
    this.#blocks = new BlockList(rendering, node => body.append(node));
    const backButton = document.createElement('button');
    backButton.type = 'button';
    backButton.textContent = '↩';
    backButton.ariaLabel = rendering.labels.back;
    this.item.tabIndex = -1;
    this.item.append(body, backButton);
    views.set(this.node, this);
    rendering.footnotes.add(this.node);
  }

  show(block: Block): boolean {
    if (block.kind !== 'footnote' || block.label !== this.label) return false;
    this.#blocks.show(block.children);
    return true;
  }
}

/** What is known of a label. */
interface Note {
  readonly references: Set<HTMLElement>;
  /** `undefined` until the text refers to it. */
  number: number | undefined;
  /** `undefined` until the footnote has arrived. */
  view: FootnoteView | undefined;
}

/** A footnote in the list. */
interface ListedNote {
  readonly number: number;
  readonly view: FootnoteView;
}

type NumberLabel = MarkdownRendering['labels']['footnote'];

/**
 * The footnotes of a text, numbered in the order of their first references and listed at the end.
 *
 * References in a footnote count at the place of the footnote, or, if nothing before it refers to it, at the first
 * reference to it. So what is added to a text changes no number, and an update reads only what was added.
 */
export class Footnotes {
  readonly #container: Element;
  readonly #list = document.createElement('ol');
  readonly #notes = new Map<string, Note>();
  /** The notes with a number, in the order of their numbers. */
  readonly #numbered: Note[] = [];
  /** The footnotes of the list, in its order. */
  #listed: ListedNote[] = [];
  /** The references and the places of footnotes that were created since the last update. */
  #created: HTMLElement[] = [];
  /** The footnote whose direction the list has. */
  #leader: FootnoteView | undefined;

  constructor(container: Element) {
    this.#container = container;
    this.#list.className = 'footnotes';
    this.#list.addEventListener('click', event => this.#onBack(event));
    container.addEventListener('click', event => this.#onReference(event));
  }

  /** A reference to a footnote. It has a number after the next update. */
  createReference(label: string): HTMLElement {
    const reference = document.createElement('sup');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'footnote';
    button.setAttribute('part', 'footnote');
    reference.append(button);
    labels.set(button, label);
    this.add(button);
    return reference;
  }

  /** Adds a reference, or the place of a footnote. */
  add(element: HTMLElement): void {
    this.#created.push(element);
  }

  /**
   * Numbers the references and lists the footnotes. Unchanged nodes are not touched.
   *
   * @param grown Whether the text may continue, and was only continued since the last update.
   */
  arrange(label: NumberLabel, grown: boolean): void {
    if (this.#created.length === 0 && this.#notes.size === 0) return;
    if (grown) this.#arrangeCreated(label);
    else this.#arrangeAll(label);
    this.#created = [];
    const dir = this.#leader?.node.dir ?? '';
    if (this.#list.dir !== dir) this.#list.dir = dir;
    if (this.#listed.length === 0) this.#list.remove();
    else if (this.#container.lastChild !== this.#list) this.#container.append(this.#list);
  }

  #arrangeCreated(label: NumberLabel): void {
    this.#dropLast();
    // References in a footnote that is not listed count when that is listed.
    const isPlaced = (element: HTMLElement): boolean =>
      views.has(element) || this.#container.contains(element);
    const added = this.#number(this.#created.filter(isPlaced), label);
    // Neighbours are inserted together, because each insertion into a displayed list has a cost.
    let items: HTMLElement[] = [];
    for (const [index, note] of added.entries()) {
      const at = placeOf(note, this.#listed);
      const replaced = this.#listed[at]?.number === note.number ? 1 : 0;
      for (const {view} of this.#listed.splice(at, replaced, note)) view.item.remove();
      const next = this.#listed[at + 1];
      items.push(note.view.item);
      const following = added[index + 1];
      if (following && (!next || following.number < next.number)) continue;
      this.#list.insertBefore(toSingleNode(items), next?.view.item ?? null);
      items = [];
    }
    this.#leader ??= [...added, ...this.#listed.slice(-1)].find(hasDirection)?.view;
  }

  #arrangeAll(label: NumberLabel): void {
    this.#notes.clear();
    this.#numbered.length = 0;
    const places = [...this.#container.children].filter(child => child !== this.#list);
    this.#listed = this.#number(places.flatMap(placesIn), label);
    const items = this.#listed.map(({view}) => view.item);
    if (!hasSameValues(items, [...this.#list.children])) {
      this.#list.replaceChildren(toSingleNode(items));
    }
    this.#leader = this.#listed.find(hasDirection)?.view;
  }

  /** Numbers what these references refer to. Returns the footnotes that belong to the list now, in its order. */
  #number(elements: readonly HTMLElement[], label: NumberLabel): ListedNote[] {
    const added: ListedNote[] = [];
    const stack = [...elements].reverse();
    const push = (places: readonly HTMLElement[]): void => {
      for (const place of [...places].reverse()) stack.push(place);
    };
    for (let element = stack.pop(); element; element = stack.pop()) {
      const view = views.get(element);
      const note = this.#noteOf(view?.label ?? labels.get(element) ?? '');
      const {number: numberBefore, view: viewBefore} = note;
      if (view) {
        // The first footnote of a label wins.
        if (!viewBefore?.node.parentNode) note.view = view;
        // The footnotes in a footnote belong to the text also if nothing refers to that.
        push(placesIn(view.item).filter(place => views.has(place)));
      } else {
        note.references.add(element);
        note.number ??= this.#numbered.push(note);
        showNumber(element, note.number, label);
      }
      const {number} = note;
      if (number === undefined || !note.view) continue;
      if (number === numberBefore && note.view === viewBefore) continue;
      // With `value` the layout of Chromium goes through the rest of the list for each item.
      note.view.item.style.counterSet = `list-item ${number}`;
      added.push({number, view: note.view});
      push(placesIn(note.view.item));
    }
    return added.sort((a, b) => a.number - b.number);
  }

  #noteOf(label: string): Note {
    const known = this.#notes.get(label);
    if (known) return known;
    const note: Note = {references: new Set(), number: undefined, view: undefined};
    this.#notes.set(label, note);
    return note;
  }

  /**
   * Takes back the last numbers if nothing refers to them any more, because what was read as a reference has become
   * code, for example.
   */
  #dropLast(): void {
    for (;;) {
      const note = this.#numbered.at(-1);
      if (!note || this.#isReferred(note)) return;
      this.#numbered.pop();
      note.number = undefined;
      if (this.#listed.at(-1)?.view === note.view) this.#listed.pop()?.view.item.remove();
    }
  }

  #isReferred({references}: Note): boolean {
    for (const reference of references) {
      if (this.#container.contains(reference)) return true;
      references.delete(reference);
    }
    return false;
  }

  #onReference({target}: Event): void {
    const label = target instanceof Element ? labels.get(target) : undefined;
    if (label !== undefined) this.#notes.get(label)?.view?.item.focus();
  }

  #onBack({target}: Event): void {
    const item = target instanceof HTMLButtonElement ? target.parentElement : null;
    const label = this.#listed.find(({view}) => view.item === item)?.view.label;
    const references = [...(this.#notes.get(label ?? '')?.references ?? [])];
    references.find(reference => this.#container.contains(reference))?.focus();
  }
}

/** The references and the places of footnotes in an element, in their order. */
function placesIn(element: Element): HTMLElement[] {
  const found = element.querySelectorAll<HTMLElement>('button.footnote, [hidden]');
  return [...found].filter(place => labels.has(place) || views.has(place));
}

function showNumber(reference: HTMLElement, number: number, label: NumberLabel): void {
  if (reference.textContent === String(number)) return;
  reference.textContent = String(number);
  reference.ariaLabel = label(number);
}

/** The index of the first footnote in the list that belongs after this one. */
function placeOf({number}: ListedNote, listed: readonly ListedNote[]): number {
  let [from, to] = [0, listed.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((listed[middle]?.number ?? Infinity) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether the direction of a footnote is known. Without letters it is that of the text before. */
function hasDirection({view}: ListedNote): boolean {
  return view.node.dir === 'ltr' || view.node.dir === 'rtl';
}
