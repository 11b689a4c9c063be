import type {LitElement} from 'lit';
import type {TurnGroup} from './turn-groups.js';

/** So many groups that come together are drawn at once: the newest, where the reader is. */
const atOnce = 3;

/**
 * Which groups of a long history are drawn: the newest at once, the others by and by. An empty box stands for what is
 * not drawn yet.
 */
export class ProgressiveRender {
  readonly #host: LitElement;
  readonly #blank = new Set<number>();
  #groups: readonly TurnGroup[] = [];
  #newest = -1;
  #going = false;

  constructor(host: LitElement) {
    this.#host = host;
  }

  /** What is drawn next: upwards from the end. */
  get next(): TurnGroup | undefined {
    return this.#blank.size > 0 ? this.#groups.findLast(group => this.isBlank(group)) : undefined;
  }

  /** Takes the groups that are shown. A server draws all of them. */
  read(groups: readonly TurnGroup[]): readonly TurnGroup[] {
    const fresh = groups.filter(({key}) => key > this.#newest).map(({key}) => key);
    this.#newest = Math.max(this.#newest, ...fresh);
    this.#groups = groups;
    const late = fresh.slice(0, -atOnce);
    if (late.length === 0 || typeof IntersectionObserver === 'undefined') return groups;
    for (const key of late) this.#blank.add(key);
    if (!this.#going) void this.#go();
    return groups;
  }

  /** Whether a group is still an empty box. */
  isBlank({key}: TurnGroup): boolean {
    return this.#blank.has(key);
  }

  /** Draws the groups that hold what is wanted. */
  draw(isWanted: (group: TurnGroup) => boolean): void {
    const drawn = this.#groups.filter(group => isWanted(group) && this.#blank.delete(group.key));
    if (drawn.length > 0) this.#host.requestUpdate();
  }

  /** Few conversations are so long: what goes on with them is fetched, and where that fails all is drawn. */
  async #go(): Promise<void> {
    this.#going = true;
    const {IdleRenderQueue} = await import('./idle-render-queue.js').catch(() => ({
      IdleRenderQueue: null,
    }));
    if (IdleRenderQueue) new IdleRenderQueue(this.#host, this);
    else this.draw(() => true);
  }
}
