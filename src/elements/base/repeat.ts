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
    const before = getCommittedValue(part) as readonly ChildPart[];
    const result = super.update(part, values);
    if (result !== noChange) return result; // The first render: there were no entries before.
    const kept = new Set(getCommittedValue(part) as readonly ChildPart[]);
    for (const entry of before) if (!kept.has(entry)) (entry.endNode as ChildNode | null)?.remove();
    return result;
  }
}

/** Lit's `repeat`, without the comment node that it leaves behind for each removed entry (lit/lit#5010). */
export const repeat = directive(TidyRepeat) as typeof leaky;
