import type {ChatEvent} from '../types.js';
import type {Item} from '../../core/model/item.js';

/** Fires events for a message: the arrival of each item, and each later status of a step or a tool, once. */
export class ItemEvents {
  readonly #emit: (event: ChatEvent) => void;
  readonly #reported = new Map<string, string>();

  constructor(emit: (event: ChatEvent) => void) {
    this.#emit = emit;
  }

  /** Compares two states of an item. The same object is skipped. */
  watch(previous: Item | undefined, next: Item): void {
    if (previous === next) return;
    this.#report(next);
    const known = previous?.children ?? [];
    next.children.forEach((child, index) => this.watch(known[index], child));
  }

  #report(item: Item): void {
    if (this.#reported.get(item.id) === item.status) return;
    const first = !this.#reported.has(item.id);
    this.#reported.set(item.id, item.status);
    if (item.kind === 'step' || item.kind === 'tool') this.#emit(changed(item));
    else if (first) this.#reportOnce(item);
  }

  #reportOnce(item: Item): void {
    switch (item.kind) {
      case 'request':
        if (item.status === 'waiting') this.#emit({type: 'input-required', item});
        break;
      case 'checkpoint':
        this.#emit({type: 'checkpoint', item});
        break;
      case 'error': {
        const {code, text, advice} = item;
        const info = {code, ...(text && {detail: text}), ...(advice && {advice}), retryable: true};
        this.#emit({type: 'error', error: info, item});
        break;
      }
      default: // The other kinds are read in the conversation.
    }
  }
}

function changed(item: Extract<Item, {kind: 'step' | 'tool'}>): ChatEvent {
  return item.kind === 'step' ? {type: 'step', item} : {type: 'tool', item};
}
