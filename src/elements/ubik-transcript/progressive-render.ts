import type {LitElement} from 'lit';
import {IdleRenderQueue} from './idle-render-queue.js';
import type {TurnGroup} from './turn-groups.js';

/** How many of the groups that arrive together are rendered at once: the newest, where the reader is. */
const immediateGroups = 3;

/**
 * Decides which turn groups of a long history are rendered.
 *
 * When many groups arrive together, the newest few are rendered at once and the others are empty placeholders. An
 * `IdleRenderQueue` then asks for the placeholders one by one (`render`): those near the viewport first, the rest
 * when the page is idle.
 */
export class ProgressiveRender {
  readonly #host: LitElement;
  readonly #placeholders = new Set<number>();
  #groups: readonly TurnGroup[] = [];
  #newest = -1;
  #started = false;

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** The group to render next, upwards from the end. */
  get next(): TurnGroup | undefined {
    return this.#placeholders.size > 0
      ? this.#groups.findLast(group => this.isPlaceholder(group))
      : undefined;
  }

  /** Sets the displayed groups. A server renders all of them. */
  update(groups: readonly TurnGroup[]): readonly TurnGroup[] {
    const fresh = groups.filter(({key}) => key > this.#newest).map(({key}) => key);
    this.#newest = Math.max(this.#newest, ...fresh);
    this.#groups = groups;
    const late = fresh.slice(0, -immediateGroups);
    if (late.length === 0 || typeof IntersectionObserver === 'undefined') return groups;
    for (const key of late) this.#placeholders.add(key);
    if (!this.#started) new IdleRenderQueue(this.#host, this);
    this.#started = true;
    return groups;
  }

  /** Whether a group is still a placeholder. */
  isPlaceholder({key}: TurnGroup): boolean {
    return this.#placeholders.has(key);
  }

  /** Renders the placeholders that match. */
  render(isWanted: (group: TurnGroup) => boolean): void {
    const rendered = this.#groups.filter(
      group => isWanted(group) && this.#placeholders.delete(group.key),
    );
    if (rendered.length > 0) this.#host.requestUpdate();
  }
}
