/** How values of one kind are shown as nodes. */
export interface NodeAdapter<T> {
  create(value: T): ChildNode;
  /** Makes a node that showed one value show another; false if it cannot. */
  change(node: ChildNode, from: T, to: T): boolean;
  /** What stands inside, for values that hold others. */
  children(value: T): readonly T[] | undefined;
}

interface RenderedValue<T> {
  value: T;
  readonly node: ChildNode;
  readonly inside: Morph<T> | undefined;
}

/**
 * Keeps the children of a node like a list of values, touching as little as it can: what is the same stays the same
 * node, so that a selection in it or the focus on it survives.
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

  /** Shows these values, behind those that are settled. */
  update(values: readonly T[]): void {
    const known = this.#rendered.length;
    let at = this.#settled;
    for (const value of values) this.#show(at++, value);
    const added = this.#rendered.slice(known);
    if (added.length > 0) this.#parent.appendChild(toSingleNode(added.map(({node}) => node)));
    const removed = this.#rendered.splice(at);
    withoutDirection(this.#parent, removed.length, () => {
      for (const {node} of removed) node.remove();
    });
  }

  /** So many more of what is shown, from the first, stay as they are. */
  settle(count: number): void {
    this.#settled += count;
  }

  unsettle(): void {
    this.#settled = 0;
  }

  /** Goes on in another node, with the same children. */
  moveTo(parent: ParentNode & Node): void {
    const from = this.#parent;
    this.#parent = parent;
    withoutDirection(from, this.#rendered.length, () => {
      parent.appendChild(toSingleNode(this.#rendered.map(({node}) => node)));
    });
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

/** Nodes that are put into the page at once: it has something to look at for each that comes alone. */
function toSingleNode(nodes: readonly Node[]): Node {
  const [first] = nodes;
  if (first && nodes.length === 1) return first;
  const fragment = document.createDocumentFragment();
  for (const node of nodes) fragment.appendChild(node);
  return fragment;
}

/** Few nodes are taken out as they are. */
const maxRemovalsWithDirection = 64;

/**
 * Takes nodes out of a parent. An element that has the direction of its first letter looks for that letter at each node
 * that goes, and where there is none, through all that are left: so while many go, it does not look.
 */
function withoutDirection(parent: Node, count: number, takeOut: () => void): void {
  const automatic =
    count > maxRemovalsWithDirection && parent instanceof Element
      ? parent.closest<HTMLElement>('[dir=auto]')
      : null;
  automatic?.removeAttribute('dir');
  takeOut();
  automatic?.setAttribute('dir', 'auto');
}

/** Changes a text from its first difference on, so that a selection before it survives. */
export function changeText(node: CharacterData, from: string, to: string): void {
  if (to.startsWith(from)) {
    if (to.length > from.length) node.appendData(to.slice(from.length));
    return;
  }
  let same = 0;
  while (same < from.length && from.charCodeAt(same) === to.charCodeAt(same)) same++;
  node.replaceData(same, from.length - same, to.slice(same));
}
