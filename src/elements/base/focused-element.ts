/** The focused element of a document or shadow tree, also inside of other shadow trees. */
export function focusedElement(root: DocumentOrShadowRoot): Element | null {
  let element = root.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** The focused element in the shadow tree of a host. */
export function focusedIn({shadowRoot}: Element): Element | null {
  return shadowRoot && activeIn(shadowRoot);
}

/**
 * The focused element of a tree, read from outside to inside: `happy-dom` throws an exception for `activeElement` of a shadow
 * tree without the focus. The tree may be of another window.
 */
function activeIn(root: Node): Element | null {
  if (root.nodeType === Node.DOCUMENT_NODE) return (root as Document).activeElement;
  if (root.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return null;
  const {host} = root as ShadowRoot;
  return activeIn(host.getRootNode()) === host ? (root as ShadowRoot).activeElement : null;
}
