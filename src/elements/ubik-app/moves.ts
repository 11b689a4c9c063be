/** A click that was meant for something else must not be an answer. */
const minVisibleMs = 500;

let movedAt = -Infinity;
let uncoveredAt = -Infinity;

/** Whether a time of `performance.now` is so close that a press was meant for what was there before. */
export const isRecent = (time: number): boolean => performance.now() - time < minVisibleMs;

/** Whether an app, or a question of one, has moved what is around it just now: a click is for what was there before. */
export const hasMoved = (): boolean => isRecent(movedAt);

/**
 * Notes that an app of the page has moved what is around it. Clicks that follow at once do nothing in questions;
 * if it has uncovered the page (`uncovers`), they do nothing anywhere.
 */
export function noteMove(uncovers = false): void {
  movedAt = performance.now();
  if (uncovers) uncoveredAt = movedAt;
  addEventListener('click', dropUnmeant, {capture: true});
}

/** Keys press what has the focus, wherever it is. */
function dropUnmeant(event: MouseEvent): void {
  if (!hasMoved()) removeEventListener('click', dropUnmeant, {capture: true});
  const isPointed = event.isTrusted && event.detail > 0;
  if (!isPointed || !(isRecent(uncoveredAt) || (hasMoved() && isInQuestion(event)))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether a click is in a question of the agent. Those of apps decide themselves. */
const isInQuestion = (event: Event): boolean =>
  event.composedPath().some(node => node instanceof Element && node.localName === 'ubik-request');
