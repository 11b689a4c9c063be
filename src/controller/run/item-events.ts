import type {ChatEvent, ErrorInfo} from '../types.js';
import type {ErrorItem, Item} from '../../core/model/item.js';
import {defined} from '../../core/values.js';

/**
 * Fires events for a message: the arrival of each item, each later status of a step or a tool, and each replacement of
 * data, once.
 */
export class ItemEvents {
  #emit: (event: ChatEvent) => void;
  #last: Item | undefined;
  #traceId: string | undefined;
  /** The data or status of each item, when it was reported. */
  readonly #reported = new Map<string, unknown>();

  /** @param known The message as it was before; nothing that it contains is reported. */
  constructor(emit: (event: ChatEvent) => void, known?: Item) {
    this.#emit = () => undefined;
    if (known) this.watch(known);
    this.#emit = emit;
  }

  /** Fires the events of a message that has changed. */
  watch(message: Item): void {
    if (message.kind === 'message') this.#traceId = message.traceId;
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
    const seen = item.kind === 'data' ? item.data : item.status;
    const isNew = !this.#reported.has(item.id);
    if (!isNew && this.#reported.get(item.id) === seen) return;
    this.#reported.set(item.id, seen);
    if (item.kind === 'step') this.#emit({type: 'step', item});
    else if (item.kind === 'tool') this.#emit({type: 'tool', item});
    else if (item.kind === 'data') this.#emit({type: 'data', item});
    else if (!isNew) return;
    else if (item.kind === 'checkpoint') this.#emit({type: 'checkpoint', item});
    else if (item.kind === 'error') this.#emit({type: 'error', error: this.#infoOf(item), item});
    else if (item.kind === 'request' && item.status === 'waiting')
      this.#emit({type: 'input-required', item});
  }

  #infoOf({code, text, advice, retryAfter, retryable}: ErrorItem): ErrorInfo {
    return {
      code,
      ...(text && {detail: text}),
      ...(advice && {advice}),
      ...defined({retryAfter, traceId: this.#traceId}),
      retryable: retryable ?? true,
    };
  }
}

/** An error as an item of the conversation. */
export function errorItem(
  id: string,
  {code, detail, advice, retryAfter, retryable}: ErrorInfo,
  unsent = false,
): ErrorItem {
  return {
    id,
    kind: 'error',
    status: 'failed',
    children: [],
    code,
    ...defined({text: detail, advice, retryAfter}),
    ...(!retryable && {retryable}),
    ...(unsent && {unsent}),
  };
}
