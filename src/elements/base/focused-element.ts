/** The focused element of a document or shadow tree, also inside of other shadow trees. */
export function focusedElement(root: DocumentOrShadowRoot): Element | null {
  let element = root.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/**
 * The focused element in the shadow tree of a host. It is read from outside to inside: `happy-dom` throws an exception for
 * `activeElement` of a shadow tree without the focus.
 */
export function focusedIn(host: Element): Element | null {
  const root = host.getRootNode();
  const around = root instanceof ShadowRoot ? focusedIn(root.host) : document.activeElement;
  return around === host ? (host.shadowRoot?.activeElement ?? null) : null;
}
