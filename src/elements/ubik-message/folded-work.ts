import type {Item} from '../../core/model/item.js';
import type {Services} from '../base/services.js';
import {isVisibleInFold, isWork} from '../shared/work/work.js';

/** Whether the last item of a path is displayed while the work is folded. The header of a step is not. */
export function isVisibleFolded(path: readonly Item[], services: Services): boolean {
  const item = path.at(-1);
  if (!item) return true;
  const steps = path.slice(0, -1);
  return (
    item.kind !== 'step' &&
    !isWork(item, services) &&
    steps.every(step => isVisibleInFold(step, services))
  );
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
