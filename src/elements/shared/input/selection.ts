/**
 * The selection as seen from a tree: nodes in deeper shadow trees are represented by their hosts. Browsers without
 * `getComposedRanges` (before 2025) return the plain range.
 */
export function selectedIn(root: Node): AbstractRange | undefined {
  const selection = document.getSelection();
  if (!selection) return undefined;
  const {getComposedRanges} = selection as Partial<Selection>;
  if (!getComposedRanges) return selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  return getComposedRanges.call(selection, {shadowRoots})[0];
}

/**
 * Runs a change that removes nodes from the page and inserts them again, and restores the selection and the focus after
 * it.
 */
export function keepSelection(around: Node, change: () => void): void {
  const root = around.getRootNode();
  const selection = document.getSelection();
  const range = selectedIn(root);
  // Only a selection that the change touches is restored. Its ends are copied, because a live range would follow the
  // change.
  const ends = range && touches(range, around) ? endsOf(range) : undefined;
  // Reading the direction forces a layout.
  const backward = ends && selection?.direction === 'backward';
  const focused = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
  change();
  // The order matters: WebKit clears the selection when the focus moves.
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({preventScroll: true});
  if (ends?.every(([node]) => node.isConnected)) {
    const [[start, startOffset], [end, endOffset]] = backward ? [ends[1], ends[0]] : ends;
    selection?.setBaseAndExtent(start, startOffset, end, endOffset);
  }
}

type End = readonly [node: Node, offset: number];

const endsOf = (range: AbstractRange): readonly [End, End] => [
  [range.startContainer, range.startOffset],
  [range.endContainer, range.endOffset],
];

/** Whether the range contains a part of a node. */
function touches({startContainer, endContainer}: AbstractRange, node: Node): boolean {
  if (node.contains(startContainer) || node.contains(endContainer)) return true;
  const {DOCUMENT_POSITION_FOLLOWING: following} = Node;
  return Boolean(
    startContainer.compareDocumentPosition(node) &
    node.compareDocumentPosition(endContainer) &
    following,
  );
}
