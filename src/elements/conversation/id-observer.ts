/** A document or a shadow root. */
type Tree = Document | ShadowRoot;

interface ObservedTree {
  readonly callbacks: Set<() => void>;
  readonly observer: MutationObserver;
}

const trees = new WeakMap<Tree, ObservedTree>();

function start(tree: Tree): ObservedTree {
  const callbacks = new Set<() => void>();
  const observer = new MutationObserver(() => {
    for (const callback of [...callbacks]) callback();
  });
  observer.observe(tree, {childList: true, subtree: true, attributeFilter: ['id']});
  return {callbacks, observer};
}

/** The tree of a node, perhaps in the document of another window; `undefined` if the node is not connected. */
export const treeOf = (node: Node): Tree | undefined =>
  node.isConnected ? (node.getRootNode() as Tree) : undefined;

/**
 * Calls back after elements or ids of a tree have changed: then an id may belong to another element. All callers share one
 * observer for each tree. Returns an unsubscribe function.
 */
export function observeIds(tree: Tree, callback: () => void): () => void {
  const observed = trees.get(tree) ?? start(tree);
  trees.set(tree, observed);
  observed.callbacks.add(callback);
  return () => {
    observed.callbacks.delete(callback);
    if (observed.callbacks.size > 0) return;
    observed.observer.disconnect();
    trees.delete(tree);
  };
}
