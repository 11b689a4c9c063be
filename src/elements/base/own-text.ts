import type {ChildPart} from 'lit';
import {setCommittedValue} from 'lit/directive-helpers.js';
import {Directive, directive} from 'lit/directive.js';

/** Whether the nodes of a part are still those that Lit has created for a text. */
function isIntact({startNode, endNode}: ChildPart, text: unknown): boolean {
  const node = startNode?.nextSibling;
  return (
    node instanceof Text && node.data === String(text) && node.nextSibling === (endNode ?? null)
  );
}

/**
 * Where the blank behind a part was merged into its text, as `normalize()` does, the part has lost its end: divides them again.
 * Returns whether the part has its end.
 */
function restoreEnd({parentNode, startNode, endNode}: ChildPart): boolean {
  if (!endNode || endNode.parentNode === parentNode) return true;
  const node = startNode?.nextSibling;
  if (!(node instanceof Text && endNode instanceof Text && node.data.endsWith(endNode.data)))
    return false;
  node.data = node.data.slice(0, node.length - endNode.length);
  node.after(endNode);
  return true;
}

class OwnText extends Directive {
  #last: unknown;

  override render(text: unknown): unknown {
    return text;
  }

  override update(part: ChildPart, [text]: [unknown]): unknown {
    const last = this.#last;
    this.#last = text;
    if (last !== undefined && last !== text && restoreEnd(part) && !isIntact(part, last))
      setCommittedValue(part);
    return text;
  }
}

/**
 * A text of a template. Lit writes a changed text into the node of the last one, also if that is no longer displayed because a
 * translator, a highlighter or a script of the page has replaced or split it. Such a text gets a new node, and a value that
 * displays nothing removes the text.
 */
export const ownText = directive(OwnText);
