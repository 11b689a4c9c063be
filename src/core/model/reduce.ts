import {fieldsOf, isField} from './field.js';
import {recordDelta} from './growth.js';
import {ItemIndex, type ItemPosition} from './item-index.js';
import type {Conversation, Item, Status} from './item.js';
import type {AssignOp, CloseOp, OpenOp, Op} from './op.js';
import {isOpen} from './status.js';
import {isWellFormed} from './well-formed.js';

/** An item, or the conversation, that this call has copied and may write to. */
interface Draft {
  children: Item[];
  status?: Status;
  [field: string]: unknown;
}

/** A text, and what is added to it: it is put together once a call, for each time costs. */
interface GrowingField {
  readonly id: string;
  readonly item: Draft;
  readonly field: string;
  readonly before: string;
  piece: string;
}

/** The index of each conversation that was folded. Later versions share its entries, so that an older one can be folded at the same cost. */
const indexes = new WeakMap<Conversation, ItemIndex>();

/**
 * Folds ops into a conversation. Knows no kinds; copies the path to what changes and nothing beside it, each container
 * once a call; gives back the same object when nothing changed. Ops for unknown items and things that are no ops are
 * passed over. Never throws.
 */
export function reduce(conversation: Conversation, ops: readonly Op[]): Conversation {
  if (ops.length === 0) return conversation;
  const {index, next} = indexesOf(conversation);
  const fold = new Fold(conversation, next);
  for (const op of ops) if (isWellFormed(op)) fold.apply(op);
  fold.join();
  indexes.set(fold.result, next.isChanged ? next : index);
  return fold.result;
}

/** The index of a conversation, and one for the version that this call makes of it. */
function indexesOf(conversation: Conversation): {
  readonly index: ItemIndex;
  readonly next: ItemIndex;
} {
  const known = indexes.get(conversation);
  const following = known?.next();
  if (known && following) return {index: known, next: following};
  const index = ItemIndex.of(conversation);
  indexes.set(conversation, index);
  return {index, next: index.next() ?? index};
}

class Fold {
  result: Conversation;
  readonly #index: ItemIndex;
  readonly #drafts = new Map<string | undefined, Draft>();
  readonly #ownedLists = new Set<readonly Item[]>();
  /** Items without anything open in them, so that closing one level after another does not walk what is closed. */
  readonly #settled = new Set<string>();

  /** What is being added to a text. */
  #growing: GrowingField | undefined;

  constructor(conversation: Conversation, index: ItemIndex) {
    this.result = conversation;
    this.#index = index;
  }

  apply(op: Op): void {
    if (op.op === 'append') {
      this.#append(op.id, op.field, op.text);
      return;
    }
    this.join();
    switch (op.op) {
      case 'open':
        this.#open(op);
        return;
      case 'assign':
        this.#assign(op.id, op.fields, op.status);
        return;
      case 'close':
        this.#close(op);
        return;
      case 'clear':
        this.#clear(op.id);
    }
  }

  /** Puts the text that was added to and what was added together. */
  join(): void {
    if (!this.#growing) return;
    const {item, field, before, piece} = this.#growing;
    const after = before + piece;
    item[field] = after;
    recordDelta(item, {before, piece, after});
    this.#growing = undefined;
  }

  #open({id, parent, kind, status = 'streaming', fields}: OpenOp): void {
    if (this.#index.has(id)) {
      this.#assign(id, fields);
      return;
    }
    if (parent !== undefined && !this.#index.has(parent)) return;
    this.#settled.clear();
    const item: Draft = {children: [], id, kind, status};
    write(item, fields);
    const children = this.#childrenOf(parent);
    this.#index.set(id, {parent, place: children.length});
    children.push(item as unknown as Item);
    this.#drafts.set(id, item);
    this.#ownedLists.add(item.children);
  }

  #append(id: string, field: string, text: string): void {
    if (text === '') return;
    const growing = this.#growing; // text comes in many pieces, and most of them to one item
    if (growing?.id === id && growing.field === field) {
      growing.piece += text;
      return;
    }
    if (!isField(field) || !this.#index.has(id)) return;
    this.join();
    const item = this.#draft(id);
    const before = item[field];
    this.#growing = {
      id,
      item,
      field,
      before: typeof before === 'string' ? before : '',
      piece: text,
    };
  }

  #assign(id: string, fields: AssignOp['fields'], status?: Status): void {
    const item = this.#find(id);
    if (!item) return;
    const changes = fieldsOf(fields ?? {}).some(
      ([field, value]) => !Object.is(read(item, field), value),
    );
    if (!changes && (status === undefined || item.status === status)) return;
    const draft = this.#draft(id);
    write(draft, fields);
    if (status === undefined) return;
    draft.status = status;
    this.#settled.clear();
  }

  #close({id, status = 'done'}: CloseOp): void {
    const top = this.#settled.has(id) ? undefined : this.#find(id);
    if (!top) return;
    for (const item of [top, ...this.#below(top, this.#settled)]) {
      if (isOpen(item.status)) this.#draft(item.id).status = status;
      this.#settled.add(item.id);
    }
  }

  #clear(id: string): void {
    const item = this.#find(id);
    if (!item || item.children.length === 0) return;
    for (const gone of this.#below(item)) {
      this.#index.delete(gone.id);
      this.#drafts.delete(gone.id);
    }
    this.#draft(id).children = [];
  }

  /**
   * The items below an item, each before its children; passes over those whose id means another item, and those that are
   * named, with what is below them.
   */
  #below(top: Item, without?: ReadonlySet<string>): readonly Item[] {
    const found = [top];
    // The list grows while it is walked. No recursion, no spread: there may be many, and very deep.
    for (const parent of found) {
      parent.children.forEach((item, place) => {
        const known = this.#index.get(item.id);
        const isMeant = known?.parent === parent.id && known.place === place;
        if (isMeant && !without?.has(item.id)) found.push(item);
      });
    }
    return found.slice(1);
  }

  /** The way down to an item from below the nearest draft (the conversation counts as one); empty if it is a draft. */
  #pathTo(id: string): (ItemPosition & {readonly id: string})[] {
    const path: (ItemPosition & {readonly id: string})[] = [];
    let next: string | undefined = id;
    while (next !== undefined && !this.#drafts.has(next)) {
      const known = this.#index.get(next);
      if (known) path.push({id: next, ...known});
      next = known?.parent;
    }
    return path.reverse();
  }

  /** The current version of the item. */
  #find(id: string): Item | undefined {
    const path = this.#pathTo(id);
    const [top] = path;
    if (!top) return this.#drafts.get(id) as Item | undefined;
    let found: {readonly children: readonly Item[]} | undefined =
      this.#drafts.get(top.parent) ?? this.result;
    for (const {place} of path) found = found?.children[place];
    return found as Item | undefined;
  }

  /** A copy of the item that may be written to, with a copied path above it. */
  #draft(id: string): Draft {
    // Downwards, without recursion: a path may be deeper than the call stack.
    for (const {id: step, parent, place} of this.#pathTo(id)) {
      const siblings = this.#childrenOf(parent);
      const draft = {...siblings[place]} as unknown as Draft;
      siblings[place] = draft as unknown as Item;
      this.#drafts.set(step, draft);
    }
    return this.#drafts.get(id) ?? this.#root();
  }

  #root(): Draft {
    const known = this.#drafts.get(undefined);
    if (known) return known;
    const root = {...this.result} as unknown as Draft;
    this.result = root as unknown as Conversation;
    this.#drafts.set(undefined, root);
    return root;
  }

  /** The children of an item as a list that may be written to. */
  #childrenOf(id: string | undefined): Item[] {
    const draft = id === undefined ? this.#root() : this.#draft(id);
    if (!this.#ownedLists.has(draft.children)) {
      draft.children = [...draft.children];
      this.#ownedLists.add(draft.children);
    }
    return draft.children;
  }
}

function read(item: Item, field: string): unknown {
  return Object.hasOwn(item, field) ? (item as unknown as Draft)[field] : undefined;
}

function write(draft: Draft, fields: AssignOp['fields']): void {
  for (const [field, value] of fieldsOf(fields ?? {})) {
    if (value === undefined) Reflect.deleteProperty(draft, field);
    else draft[field] = value;
  }
}
