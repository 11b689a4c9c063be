import type {Item} from '../../core/model/item.js';

interface WithItem extends HTMLElement {
  readonly item?: Item;
}

/** Space above a question, in pixels. */
const marginPx = 8;

/** The element of the first question in a tree, and in the shadow trees in it, that waits for an answer. */
export function firstOpenQuestion(root: ParentNode): HTMLElement | undefined {
  for (const element of root.querySelectorAll<WithItem>('*')) {
    const {item, shadowRoot} = element;
    if (item?.kind === 'request' && item.status === 'waiting') return element;
    const below = shadowRoot && firstOpenQuestion(shadowRoot);
    if (below) return below;
  }
  return undefined;
}

/** Scrolls to the end, but not past the top of a question. */
export function showQuestion(scroller: HTMLElement, question: HTMLElement | undefined): void {
  const end = scroller.scrollHeight - scroller.clientHeight;
  const top = question
    ? question.getBoundingClientRect().top - scroller.getBoundingClientRect().top - marginPx
    : Infinity;
  scroller.scrollTop = Math.min(end, scroller.scrollTop + top);
}
