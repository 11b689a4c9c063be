import {isOver} from '../messages.js';
import type {Settings} from '../settings.js';
import type {Item, MessageItem} from '../../core/model/item.js';

/**
 * Decides when the replay of a run replaces the displayed message: once it is as long, has ended, or has taken too long
 * (Ubik Agent API guide, reconnecting).
 */
export class ReplayGate {
  readonly #extent: number;
  readonly #until: number;
  readonly #environment: Settings['environment'];

  constructor(shown: MessageItem | undefined, {environment, limits}: Settings) {
    this.#extent = shown ? extent(shown) : 0;
    this.#environment = environment;
    this.#until = environment.now() + limits.replayTimeoutMs;
  }

  /** Whether the replay may be displayed. */
  passes(replayed: MessageItem): boolean {
    return (
      isOver(replayed) ||
      this.#environment.now() >= this.#until ||
      this.#extent === 0 ||
      extent(replayed) >= this.#extent
    );
  }
}

const streamed = ['text', 'input', 'output', 'log'];

/** The extent of an item with its children: streamed characters plus items. */
function extent(item: Item): number {
  if (item.kind === 'error' || item.kind === 'notice') return 0; // May have been added here: a replay lacks it.
  const own = Object.entries(item).reduce(
    (sum, [field, value]) =>
      typeof value === 'string' && (streamed.includes(field) || field.startsWith('log:'))
        ? sum + value.length
        : sum,
    1,
  );
  return item.children.reduce((sum, child) => sum + extent(child), own);
}
