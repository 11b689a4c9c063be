import type {LitElement} from 'lit';

/**
 * Reports an unknown value of an attribute, and an unknown attribute with nearly the name of a known one, to developers.
 * Elements declare the values of a property as its `type`. What to write is loaded with the first mistake.
 */
export function checkAttributes(element: LitElement): void {
  const {elementProperties, observedAttributes: known} = element.constructor as typeof LitElement;
  const hasUnknownValue = [...elementProperties].some(
    ([name, {type}]) => Array.isArray(type) && !type.includes(element[name as keyof LitElement]),
  );
  const isLikeKnown = (name: string): boolean =>
    !known.includes(name) &&
    !(name in element) &&
    known.some(other => other.startsWith(name.slice(0, 2)));
  if (hasUnknownValue || element.getAttributeNames().some(isLikeKnown)) {
    void import('./explain-attributes.js').then(
      ({explainAttributes}) => explainAttributes(element),
      () => undefined, // The chat works without the explanation.
    );
  }
}
