import type {LitElement} from 'lit';
import type {Item} from '../../core/model/item.js';
import {parseTimestamp} from '../../core/model/select.js';
import {IdleRenderQueue} from './idle-render-queue.js';

/** Turns per group; a group out of view is skipped by the browser as a whole. */
const groupSize = 8;

/** How many of the groups that arrive together are rendered at once: the newest, where the reader is. */
const immediateGroups = 3;

export interface TurnGroup {
  readonly key: number;
  readonly items: readonly Item[];
  /** The latest time of the turns before the group, in milliseconds since the epoch; 0 if none is known. */
  readonly before: number;
}

/** When a turn began, in milliseconds since the epoch; 0 if that is unknown. */
export const timeOf = (item: Item): number =>
  item.kind === 'message' && item.createdAt ? parseTimestamp(item.createdAt) || 0 : 0;

const latestOf = (items: readonly Item[], before: number): number =>
  Math.max(before, ...items.map(timeOf));

/**
 * Puts turns into groups, so that the cost of a frame hardly grows with the conversation: the browser checks every box
 * with `content-visibility` in every frame. A group without changes keeps its identity. A turn stays in its group
 * whatever is added before or after it; a new turn joins the preceding group while there is room.
 *
 * When many groups arrive together, the newest few are rendered at once and the others are empty placeholders. An
 * `IdleRenderQueue` then asks for the placeholders one by one (`render`): those near the viewport first, the rest
 * when the page is idle.
 */
export class TurnGroups {
  readonly #host: LitElement;
  readonly #keys = new Map<string, number>();
  readonly #placeholders = new Set<number>();
  #items: readonly Item[] = [];
  #groups: readonly TurnGroup[] = [];
  #nextKey = 0;
  #queue: IdleRenderQueue | undefined;

  /** @param host Displays the groups, and is updated when a placeholder is to be rendered. */
  constructor(host: LitElement) {
    this.#host = host;
  }

  /** The group to render next, upwards from the end. */
  get next(): TurnGroup | undefined {
    return this.#placeholders.size > 0
      ? this.#groups.findLast(group => this.isPlaceholder(group))
      : undefined;
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

  /** Sets the turns, and returns their groups. */
  update(items: readonly Item[]): readonly TurnGroup[] {
    if (items === this.#items) return this.#groups;
    // Another conversation follows, or this one when it is opened again.
    if (items.length === 0) for (const known of [this.#keys, this.#placeholders]) known.clear();
    const firstNewKey = this.#nextKey;
    const changed = items.findIndex((item, at) => item !== this.#items[at]);
    const kept = this.#unchanged(changed);
    const same = kept.reduce((sum, group) => sum + group.items.length, 0);
    const groups: {readonly key: number; readonly items: Item[]; readonly before: number}[] = [];
    const used = new Set(kept.map(({key}) => key));
    for (const item of items.slice(same)) {
      const last = groups.at(-1);
      const known = this.#keys.get(item.id);
      if (last && (known === undefined ? last.items.length < groupSize : known === last.key)) {
        last.items.push(item);
        this.#keys.set(item.id, last.key);
        continue;
      }
      const key = known === undefined || used.has(known) ? this.#nextKey++ : known;
      const before = groups.at(-1) ?? kept.at(-1);
      groups.push({key, items: [item], before: before ? latestOf(before.items, before.before) : 0});
      used.add(key);
      this.#keys.set(item.id, key);
    }
    this.#items = items;
    this.#groups = [...kept, ...groups];
    this.#postpone(groups.filter(({key}) => key >= firstNewKey).slice(0, -immediateGroups));
    return this.#groups;
  }

  /** The groups before the first changed item, without the last group, which may grow. */
  #unchanged(changed: number): readonly TurnGroup[] {
    let end = 0;
    const at = this.#groups.findIndex(({items}) => (end += items.length) > changed);
    return this.#groups.slice(0, Math.min(at < 0 ? Infinity : at, this.#groups.length - 1));
  }

  /** Makes groups placeholders for now. A server renders all of them. */
  #postpone(groups: readonly TurnGroup[]): void {
    if (groups.length === 0 || typeof IntersectionObserver === 'undefined') return;
    for (const {key} of groups) this.#placeholders.add(key);
    if (!this.#queue) this.#queue = new IdleRenderQueue(this.#host, this);
  }
}
