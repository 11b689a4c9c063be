import {warnOfMistake} from '../../controller/explain-error.js';
import type {ConversationElement} from './conversation-element.js';

/** How many characters of the names of attributes may differ, without hyphens. */
const maxDifference = 2;

/** How many characters have to be inserted, removed or replaced to get the other text (Levenshtein distance). */
function difference(one: string, other: string): number {
  let row = Array.from({length: other.length + 1}, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (row[at] ?? 0) + (other[at] === one[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The candidate that differs least from a text. */
function nearest(text: string, candidates: readonly string[]): {name: string; distance: number} {
  const compact = (name: string): string => name.toLowerCase().replaceAll('-', '');
  const [first = {name: '', distance: Infinity}] = candidates
    .map(name => ({name, distance: difference(compact(text), compact(name))}))
    .sort((a, b) => a.distance - b.distance);
  return first;
}

/** Writes a line to the console for each attribute of an element with an unknown value or a wrong name. */
export function explainAttributes(element: ConversationElement): void {
  const {elementProperties, observedAttributes, values} =
    element.constructor as typeof ConversationElement;
  const valuesByAttribute = new Map(
    Object.entries(values).map(([property, allowed]) => {
      const {attribute} = elementProperties.get(property) ?? {};
      return [typeof attribute === 'string' ? attribute : property, Object.keys(allowed)];
    }),
  );
  const tag = element.localName;
  for (const {name, value} of element.attributes) {
    const allowed = valuesByAttribute.get(name);
    if (allowed && !allowed.includes(value)) {
      const meant = nearest(value, allowed).name;
      warnOfMistake(
        `<${tag}> has no ${name}="${value}". Did you mean ${name}="${meant}"? The values are: ${allowed.join(', ')}.`,
      );
    } else if (!observedAttributes.includes(name) && !(name in element)) {
      const meant = nearest(name, observedAttributes);
      if (meant.distance <= maxDifference)
        warnOfMistake(`<${tag}> has no attribute ${name}. Did you mean ${meant.name}?`);
    }
  }
}
