/** The focused element of a document or shadow tree, also inside of other shadow trees. */
export function focusedElement(root: DocumentOrShadowRoot): Element | null {
  let element = root.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/**
 * The focused element in the shadow tree of a host. `happy-dom` throws an exception for `activeElement` while the focus is in
 * another shadow tree.
 */
export function focusedIn(host: Element): Element | null {
  return host.matches(':focus-within') ? (host.shadowRoot?.activeElement ?? null) : null;
}
