/** The focused element of a document or shadow tree, also inside of other shadow trees. */
export function focusedElement(root: DocumentOrShadowRoot): Element | null {
  let element = root.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}
