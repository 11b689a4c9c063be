import type {Conversation, Item} from './item.js';

/** The position of an item: its parent's id (`undefined`: the conversation) and its index among the children. */
export interface ItemPosition {
  readonly parent: string | undefined;
  readonly place: number;
}

/** The position of an id from a version on; `place` is `undefined` if that version removed the item. */
interface IndexEntry {
  readonly since: number;
  readonly place: ItemPosition | undefined;
  /** What was valid before. */
  readonly before: IndexEntry | undefined;
}

/** The positions of all versions of a conversation that followed one another. */
interface Lineage {
  readonly entries: Map<string, IndexEntry>;
  /** The index that this lineage branched from; it answers for ids without an entry. */
  readonly base: ItemIndex | undefined;
  readonly depth: number;
  newest: number;
  /** Older versions are forgotten. */
  oldest: number;
  /** Entries that only older versions need. */
  superseded: number;
}

/** Lookups walk so many bases at most. */
const MAX_DEPTH = 16;

/** So many superseded entries are kept in any case. */
const MIN_SUPERSEDED = 1000;

/**
 * The position of every item of one version of a conversation, by id.
 *
 * Versions that follow one another share their entries: each entry carries the version from which on it is valid, and an
 * index reads the entries up to its own version. So the index of an older version stays valid without a copy. When an
 * older version is changed, its index starts a lineage of its own on top of the shared one, which costs nothing either.
 */
export class ItemIndex {
  readonly #lineage: Lineage;
  readonly #version: number;
  #isChanged = false;

  private constructor(lineage: Lineage, version: number) {
    this.#lineage = lineage;
    this.#version = version;
  }

  /**
   * Walks the whole conversation once; without recursion, because a hostile run may nest very deep. If two items have the
   * same id, ops refer to the first one in reading order; the other one, and all below it, never changes.
   */
  static of(conversation: Conversation): ItemIndex {
    const index = new ItemIndex(ItemIndex.#lineageOn(undefined), 0);
    const {entries} = index.#lineage;
    const stack: (ItemPosition & {readonly item: Item})[] = [];
    const enter = (children: readonly Item[], parent: string | undefined): void => {
      for (let place = children.length - 1; place >= 0; place--) {
        const item = children[place];
        if (item) stack.push({item, parent, place});
      }
    };
    enter(conversation.children, undefined);
    for (let next = stack.pop(); next; next = stack.pop()) {
      const {item, parent, place} = next;
      if (entries.has(item.id)) continue;
      entries.set(item.id, {since: 0, place: {parent, place}, before: undefined});
      enter(item.children, item.id);
    }
    return index;
  }

  static #lineageOn(base: ItemIndex | undefined): Lineage {
    const depth = base ? base.#lineage.depth + 1 : 0;
    return {entries: new Map(), base, depth, newest: 0, oldest: 0, superseded: 0};
  }

  /** Whether the positions differ from those of the version before. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Whether this version can be read; if not, the index must be built from the conversation. */
  get isReadable(): boolean {
    const {oldest, base} = this.#lineage;
    return this.#version >= oldest && (base?.isReadable ?? true);
  }

  /** The index of the next version, to be changed; `undefined` where it must be built from the conversation. */
  next(): ItemIndex | undefined {
    if (!this.isReadable) return undefined;
    const {newest, depth} = this.#lineage;
    if (this.#version === newest) return new ItemIndex(this.#lineage, newest + 1);
    return depth < MAX_DEPTH ? new ItemIndex(ItemIndex.#lineageOn(this), 1) : undefined;
  }

  get(id: string): ItemPosition | undefined {
    const {entries, base} = this.#lineage;
    let entry = entries.get(id);
    while (entry && entry.since > this.#version) entry = entry.before;
    return entry ? entry.place : base?.get(id);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  set(id: string, place: ItemPosition): void {
    this.#write(id, place);
  }

  delete(id: string): void {
    if (this.has(id)) this.#write(id, undefined);
  }

  #write(id: string, place: ItemPosition | undefined): void {
    const lineage = this.#lineage;
    const last = lineage.entries.get(id);
    const isOwn = last?.since === this.#version;
    this.#isChanged = true;
    lineage.newest = this.#version;
    lineage.entries.set(id, {since: this.#version, place, before: isOwn ? last.before : last});
    if (!last || isOwn) return;
    lineage.superseded++;
    this.#compact();
  }

  /** Forgets older versions once most entries belong to them, so that memory follows the size of the conversation. */
  #compact(): void {
    const lineage = this.#lineage;
    if (lineage.superseded < Math.max(MIN_SUPERSEDED, lineage.entries.size)) return;
    for (const [id, {since, place}] of lineage.entries) {
      if (place ?? lineage.base) lineage.entries.set(id, {since, place, before: undefined});
      else lineage.entries.delete(id);
    }
    lineage.superseded = 0;
    lineage.oldest = this.#version;
  }
}
