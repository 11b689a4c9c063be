/** How things of one kind are shown as nodes. */
export interface Drawer<T> {
  create(thing: T): ChildNode;
  /** Makes a node that showed one thing show another; false if it cannot. */
  change(node: ChildNode, from: T, to: T): boolean;
  /** What stands inside, for things that hold others. */
  children(thing: T): readonly T[] | undefined;
}

interface Drawn<T> {
  thing: T;
  readonly node: ChildNode;
  readonly inside: Morph<T> | undefined;
}

/**
 * Keeps the children of a node like a list of things, touching as little as it can: what is the same stays the same
 * node, so that a selection in it or the focus on it survives.
 */
export class Morph<T> {
  #parent: ParentNode & Node;
  readonly #drawer: Drawer<T>;
  readonly #drawn: Drawn<T>[] = [];
  #settled = 0;

  constructor(parent: ParentNode & Node, drawer: Drawer<T>) {
    this.#parent = parent;
    this.#drawer = drawer;
  }

  /** Shows these things, behind those that are settled. */
  update(things: readonly T[]): void {
    const known = this.#drawn.length;
    let at = this.#settled;
    for (const thing of things) this.#show(at++, thing);
    const added = this.#drawn.slice(known);
    if (added.length > 0) this.#parent.appendChild(together(added.map(({node}) => node)));
    const removed = this.#drawn.splice(at);
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
    withoutDirection(from, this.#drawn.length, () => {
      parent.appendChild(together(this.#drawn.map(({node}) => node)));
    });
  }

  #show(at: number, thing: T): void {
    const old = this.#drawn[at];
    if (old && this.#drawer.change(old.node, old.thing, thing)) {
      old.thing = thing;
      old.inside?.update(this.#drawer.children(thing) ?? []);
      return;
    }
    const node = this.#drawer.create(thing);
    const children = this.#drawer.children(thing);
    const inside = children && new Morph(node as ChildNode & ParentNode, this.#drawer);
    inside?.update(children ?? []);
    this.#drawn[at] = {thing, node, inside};
    old?.node.replaceWith(node);
  }
}

/** Nodes that are put into the page at once: it has something to look at for each that comes alone. */
function together(nodes: readonly Node[]): Node {
  const [first] = nodes;
  if (first && nodes.length === 1) return first;
  const fragment = document.createDocumentFragment();
  for (const node of nodes) fragment.appendChild(node);
  return fragment;
}

/** Few nodes are taken out as they are. */
const FEW = 64;

/**
 * Takes nodes out of a parent. An element that has the direction of its first letter looks for that letter at each node
 * that goes, and where there is none, through all that are left: so while many go, it does not look.
 */
function withoutDirection(parent: Node, count: number, takeOut: () => void): void {
  const automatic =
    count > FEW && parent instanceof Element ? parent.closest<HTMLElement>('[dir=auto]') : null;
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
