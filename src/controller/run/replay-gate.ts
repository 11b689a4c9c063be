import type {Settings} from '../settings.js';
import type {Item, MessageItem} from '../../core/model/item.js';

/**
 * Decides when the replay of a run may take the place of what is on screen: once it has come as far, or has ended, or
 * has taken too long (Ubik Agent API guide, reconnecting). Until then the reader keeps the old text.
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

  /** Whether this much of the replay may be shown. */
  passes(replayed: MessageItem): boolean {
    return (
      isOver(replayed) ||
      this.#environment.now() >= this.#until ||
      this.#extent === 0 ||
      extent(replayed) >= this.#extent
    );
  }
}

/** Whether a message says itself that nothing more will come. */
export const isOver = ({status}: MessageItem): boolean =>
  status !== 'streaming' && status !== 'waiting';

const streamed = ['text', 'input', 'output', 'log'];

/** How much an item tells, its children included: characters that streamed in, and items. */
function extent(item: Item): number {
  if (item.kind === 'error' || item.kind === 'notice') return 0; // Ours, perhaps: a replay lacks it.
  const own = Object.entries(item).reduce(
    (sum, [field, value]) =>
      typeof value === 'string' && (streamed.includes(field) || field.startsWith('log:'))
        ? sum + value.length
        : sum,
    1,
  );
  return item.children.reduce((sum, child) => sum + extent(child), own);
}
