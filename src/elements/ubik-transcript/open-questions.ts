import {findElement} from './find-item.js';

/** Space above a question, in pixels. */
const marginPx = 8;

/** The element of the first question in a tree, and in the shadow trees in it, that waits for an answer. */
export const firstOpenQuestion = (root: ParentNode): HTMLElement | undefined =>
  findElement(root, ({item}) => item?.kind === 'request' && item.status === 'waiting');

/** Scrolls to the end, but not past the top of a question. */
export function showQuestion(scroller: HTMLElement, question: HTMLElement | undefined): void {
  const end = scroller.scrollHeight - scroller.clientHeight;
  const top = question
    ? question.getBoundingClientRect().top - scroller.getBoundingClientRect().top - marginPx
    : Infinity;
  scroller.scrollTop = Math.min(end, scroller.scrollTop + top);
}
