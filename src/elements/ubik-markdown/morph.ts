/** Maps values of one type to nodes. */
export interface NodeAdapter<T> {
  create(value: T): ChildNode;
  /** Updates the node of one value to another value. Returns false if that is not possible. */
  change(node: ChildNode, from: T, to: T): boolean;
  /** The nested values of a value; `undefined` if it cannot contain any. */
  children(value: T): readonly T[] | undefined;
  /** Whether the node still displays its value: a translator or a script of the page may have changed it. */
  isIntact(node: ChildNode, value: T): boolean;
}

interface RenderedValue<T> {
  value: T;
  readonly node: ChildNode;
  readonly inside: Morph<T> | undefined;
}

/**
 * Synchronizes the children of a node with a list of values, changing as few nodes as possible, so that selection and
 * focus in unchanged nodes survive.
 */
export class Morph<T> {
  #parent: ParentNode & Node;
  readonly #adapter: NodeAdapter<T>;
  readonly #rendered: RenderedValue<T>[] = [];
  #settled = 0;

  constructor(parent: ParentNode & Node, adapter: NodeAdapter<T>) {
    this.#parent = parent;
    this.#adapter = adapter;
  }

  /** Displays these values after the settled ones. */
  update(values: readonly T[]): void {
    if (this.#settled === 0 && !this.isInPlace) this.#clear();
    const known = this.#rendered.length;
    let at = this.#settled;
    for (const value of values) this.#show(at++, value);
    const added = this.#rendered.slice(known);
    if (added.length > 0) this.#parent.appendChild(toSingleNode(added.map(({node}) => node)));
    const removed = this.#rendered.splice(at);
    for (const {node} of removed) node.remove();
  }

  /** Marks the first values as final; they are not compared again. */
  settle(count: number): void {
    this.#settled += count;
  }

  /** Whether the nodes that may change are still where they were added, without others between them. */
  get isInPlace(): boolean {
    for (let at = this.#settled; at < this.#rendered.length; at++) {
      const node = this.#rendered[at]?.node;
      if (node?.parentNode !== this.#parent) return false;
      if (node.nextSibling !== (this.#rendered[at + 1]?.node ?? null)) return false;
    }
    return true;
  }

  /** Whether all nodes are still as they were rendered, and no others were added. */
  get isIntact(): boolean {
    return (
      this.#parent.childNodes.length === this.#rendered.length &&
      this.#rendered.every(
        ({node, value, inside}) =>
          node.parentNode === this.#parent &&
          this.#adapter.isIntact(node, value) &&
          (inside?.isIntact ?? true),
      )
    );
  }

  /** Removes all nodes, also those that others have added, so that everything is created anew. */
  reset(): void {
    this.#settled = 0;
    this.#clear();
  }

  #clear(): void {
    this.#rendered.length = 0;
    this.#parent.replaceChildren();
  }

  unsettle(): void {
    this.#settled = 0;
  }

  /** Moves the children to another parent. */
  moveTo(parent: ParentNode & Node): void {
    this.#parent = parent;
    parent.appendChild(toSingleNode(this.#rendered.map(({node}) => node)));
  }

  #show(at: number, value: T): void {
    const old = this.#rendered[at];
    if (old && this.#adapter.change(old.node, old.value, value)) {
      old.value = value;
      old.inside?.update(this.#adapter.children(value) ?? []);
      return;
    }
    const node = this.#adapter.create(value);
    const children = this.#adapter.children(value);
    const inside = children && new Morph(node as ChildNode & ParentNode, this.#adapter);
    inside?.update(children ?? []);
    this.#rendered[at] = {value, node, inside};
    old?.node.replaceWith(node);
  }
}

/** Combines nodes into one insertion, because each insertion has a cost. */
export function toSingleNode(nodes: readonly Node[]): Node {
  const [first] = nodes;
  if (first && nodes.length === 1) return first;
  const fragment = document.createDocumentFragment();
  for (const node of nodes) fragment.appendChild(node);
  return fragment;
}

/**
 * Changes a text from its first difference on, so that a selection before it survives. A text that was changed by others
 * is set as a whole.
 */
export function changeText(node: CharacterData, from: string, to: string): void {
  if (node.data !== from) {
    node.data = to;
    return;
  }
  if (to.startsWith(from)) {
    if (to.length > from.length) node.appendData(to.slice(from.length));
    return;
  }
  let same = 0;
  while (same < from.length && from.charCodeAt(same) === to.charCodeAt(same)) same++;
  node.replaceData(same, from.length - same, to.slice(same));
}
