import type {ChatEvent, ErrorInfo} from '../types.js';
import type {DataItem, ErrorItem, Item} from '../../core/model/item.js';

/**
 * Fires events for a message: the arrival of each item, each later status of a step or a tool, and each replacement of
 * data, once.
 */
export class ItemEvents {
  #emit: (event: ChatEvent) => void;
  #last: Item | undefined;
  readonly #reported = new Map<string, string>();
  /** The data of each item of this kind, when it was reported. */
  readonly #data = new Map<string, unknown>();

  /** @param known The message as it was before; nothing that it contains is reported. */
  constructor(emit: (event: ChatEvent) => void, known?: Item) {
    this.#emit = () => undefined;
    if (known) this.watch(known);
    this.#emit = emit;
  }

  /** Fires the events of a message that has changed. */
  watch(message: Item): void {
    this.#compare(this.#last, message);
    this.#last = message;
  }

  /** Compares two states of an item. The same object is skipped. */
  #compare(previous: Item | undefined, next: Item): void {
    if (previous === next) return;
    this.#report(next);
    const known = previous?.children ?? [];
    next.children.forEach((child, index) => this.#compare(known[index], child));
  }

  #report(item: Item): void {
    if (item.kind === 'data') this.#reportData(item);
    if (this.#reported.get(item.id) === item.status) return;
    const first = !this.#reported.has(item.id);
    this.#reported.set(item.id, item.status);
    if (item.kind === 'step' || item.kind === 'tool') this.#emit(changed(item));
    else if (first) this.#reportOnce(item);
  }

  #reportData(item: DataItem): void {
    if (this.#data.has(item.id) && this.#data.get(item.id) === item.data) return;
    this.#data.set(item.id, item.data);
    this.#emit({type: 'data', item});
  }

  #reportOnce(item: Item): void {
    switch (item.kind) {
      case 'request':
        if (item.status === 'waiting') this.#emit({type: 'input-required', item});
        break;
      case 'checkpoint':
        this.#emit({type: 'checkpoint', item});
        break;
      case 'error':
        this.#emit({type: 'error', error: infoOf(item), item});
        break;
      default: // The other kinds are read in the conversation.
    }
  }
}

const infoOf = ({code, text, advice, retryAfter}: ErrorItem): ErrorInfo => ({
  code,
  ...(text && {detail: text}),
  ...(advice && {advice}),
  ...(retryAfter !== undefined && {retryAfter}),
  retryable: true,
});

function changed(item: Extract<Item, {kind: 'step' | 'tool'}>): ChatEvent {
  return item.kind === 'step' ? {type: 'step', item} : {type: 'tool', item};
}
