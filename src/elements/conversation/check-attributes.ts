import type {ConversationElement} from './conversation-element.js';

/** The values of properties, as keys. */
export type ValueNames = Readonly<Record<string, Readonly<Record<string, true>>>>;

/** All values of these properties of an element: one that is missing is a compile error. */
export type ValuesOf<E, Name extends keyof E> = {
  readonly [name in Name]: Readonly<Record<E[name] & string, true>>;
};

/**
 * Reports an unknown value of an attribute, and an unknown attribute with nearly the name of a known one, to developers.
 * What to write is loaded with the first mistake.
 */
export function checkAttributes(element: ConversationElement): void {
  const {values, observedAttributes: known} = element.constructor as typeof ConversationElement;
  const hasUnknownValue = Object.entries(values).some(
    ([name, allowed]) => !((element[name as keyof ConversationElement] as string) in allowed),
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
