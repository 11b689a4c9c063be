/**
 * What is selected, as a tree sees it: nodes of its own as they are, deeper ones by their host. Engines that cannot be
 * asked for a tree (before 2025) tell what they have.
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
 * Does something that takes nodes out of the page and puts them back, after which the selection and the focus would be
 * gone; and gives them back.
 */
export function keepPlace(around: Node, change: () => void): void {
  const root = around.getRootNode();
  const selection = document.getSelection();
  const range = selectedIn(root);
  // Only what a change would touch is given back. A live range would follow the change, so its ends are kept.
  const ends = range && touches(range, around) ? endsOf(range) : undefined;
  // To ask for it lays out the page.
  const backward = ends && selection?.direction === 'backward';
  const focused = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
  change();
  // In this order: WebKit forgets the selection when the focus moves.
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

/** Whether some of a node is selected. */
function touches({startContainer, endContainer}: AbstractRange, node: Node): boolean {
  if (node.contains(startContainer) || node.contains(endContainer)) return true;
  const {DOCUMENT_POSITION_FOLLOWING: following} = Node;
  return Boolean(
    startContainer.compareDocumentPosition(node) &
    node.compareDocumentPosition(endContainer) &
    following,
  );
}
