import type {Item} from '../../core/model/item.js';
import type {Flush, Services} from '../base/services.js';
import {answeringStep, flushOf, isResult, isWork} from '../shared/work.js';

/** Whether the last item of a path is displayed while the work is folded. The path begins with one of the siblings. */
export function isVisibleFolded(
  [item, ...below]: readonly Item[],
  siblings: readonly Item[],
  services: Services,
  flush: Flush = 'answer',
): boolean {
  if (!item) return true;
  if (item.kind !== 'step') {
    return flush === 'results' ? isResult(item, services) : !isWork(item, services);
  }
  if (below.length === 0) return false; // Its header is hidden.
  const answering = flush === 'answer' ? answeringStep(siblings) : undefined;
  const inner = flushOf(item, answering, services);
  return inner !== undefined && isVisibleFolded(below, item.children, services, inner);
}

interface WithItem extends Element {
  readonly item?: Item;
}

/** Whether the focus is in something that a fold hides: the header of a step, a tool call, reasoning, a checkpoint. */
export function hasFocusInWork(host: Element, services: Services): boolean {
  for (let at: WithItem | null | undefined = host; at; at = at.shadowRoot?.activeElement) {
    if (at !== host && at.item && at.item.kind !== 'step') return isWork(at.item, services);
    if (at.matches('.header')) return true;
  }
  return false;
}
