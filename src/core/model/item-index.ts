import type {Conversation, Item} from './item.js';

/** The position of an item: its parent's id (`undefined`: the conversation) and its index among the children. */
export interface ItemPosition {
  readonly parent: string | undefined;
  readonly place: number;
}

/** The position of an item from a version on; `place` is `undefined` if that version removed the item. */
interface IndexEntry {
  readonly since: number;
  readonly place: ItemPosition | undefined;
  /** The entry of earlier versions. */
  readonly before: IndexEntry | undefined;
}

/** The positions of all items in consecutive versions of a conversation. */
interface Lineage {
  readonly entries: Map<string, IndexEntry>;
  /** The index that this lineage branched from. It is searched for ids without an entry. */
  readonly base: ItemIndex | undefined;
  readonly depth: number;
  newest: number;
  /** Versions before this one are no longer readable. */
  oldest: number;
  /** The number of entries that only older versions need. */
  superseded: number;
}

/** Maximum number of bases that a lookup visits. */
const MAX_DEPTH = 16;

/** Minimum number of superseded entries that are kept. */
const MIN_SUPERSEDED = 1000;

/**
 * The position of every item of one version of a conversation, by id.
 *
 * Consecutive versions share their entries: each entry contains the version from which on it is valid, and an index
 * reads the entries up to its own version. The index of an older version thus stays valid without a copy. If an older
 * version is changed, its index starts a new lineage on top of the shared one, which needs no copy either.
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
   * Builds the index of a conversation; without recursion, because items may be nested very deep. If two items have the
   * same id, ops apply to the first one in document order; the other one and its descendants never change.
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

  /** Whether the positions differ from those of the previous version. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Whether this version can be read; if not, the index must be built from the conversation. */
  get isReadable(): boolean {
    const {oldest, base} = this.#lineage;
    return this.#version >= oldest && (base?.isReadable ?? true);
  }

  /** The index of the next version, to be changed; `undefined` if it must be built from the conversation. */
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

  delete(id: string): void {
    if (this.has(id)) this.set(id, undefined);
  }

  /** Sets the position of an item; `undefined` removes it. */
  set(id: string, place: ItemPosition | undefined): void {
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

  /** Forgets older versions when most entries belong to them, so that memory is proportional to the conversation. */
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
