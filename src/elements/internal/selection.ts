/**
 * Does something that takes nodes out of the page and puts them back, after which the selection and the focus would be
 * gone; and gives them back.
 */
export function keepPlace(around: Node, change: () => void): void {
  const root = around.getRootNode();
  const selection = selectionOf(root);
  const range =
    selection && selection.rangeCount > 0 && selection.containsNode(around, true)
      ? ([
          selection.anchorNode,
          selection.anchorOffset,
          selection.focusNode,
          selection.focusOffset,
        ] as const)
      : undefined;
  const focused = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
  change();
  if (selection && range) {
    const [anchor, anchorOffset, focus, focusOffset] = range;
    if (anchor?.isConnected && focus?.isConnected) {
      selection.setBaseAndExtent(anchor, anchorOffset, focus, focusOffset);
    }
  }
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({preventScroll: true});
}

/** Chromium has a selection for each shadow root; elsewhere the document's reaches into them. */
function selectionOf(root: Node): Selection | null {
  const own = (root as ShadowRoot & {getSelection?: () => Selection | null}).getSelection;
  return own ? own.call(root) : document.getSelection();
}
