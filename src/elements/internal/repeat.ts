import {type ChildPart, noChange} from 'lit';
import {getCommittedValue, getDirectiveClass} from 'lit/directive-helpers.js';
import {directive} from 'lit/directive.js';
import {
  type ItemTemplate,
  type KeyFn,
  type RepeatDirective,
  repeat as leaky,
} from 'lit/directives/repeat.js';

const Repeat = getDirectiveClass(leaky([], String)) as typeof RepeatDirective;

class TidyRepeat extends Repeat {
  override update<T>(
    part: ChildPart,
    values: [Iterable<T>, KeyFn<T> | ItemTemplate<T>, ItemTemplate<T>],
  ): unknown[] | typeof noChange {
    const result = super.update(part, values);
    if (result === noChange) sweep(part, getCommittedValue(part) as ChildPart[]);
    return result;
  }
}

/** Between the parts of a list stands nothing but what others left. */
function sweep({startNode, endNode}: ChildPart, parts: readonly ChildPart[]): void {
  let node = startNode?.nextSibling;
  for (const {startNode: start, endNode: end} of [...parts, {startNode: endNode, endNode}]) {
    while (node && node !== start) {
      const {nextSibling} = node;
      node.remove();
      node = nextSibling;
    }
    node = end?.nextSibling;
  }
}

/** Lit's `repeat`, without the comment that it leaves in the page for each entry that goes (lit/lit#5010). */
export const repeat = directive(TidyRepeat) as typeof leaky;
