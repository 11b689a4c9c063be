import {fieldsOf, isField} from './field.js';
import {recordDelta} from './growth.js';
import {ItemIndex, type ItemPosition} from './item-index.js';
import type {Conversation, Item, Status} from './item.js';
import type {AssignOp, CloseOp, OpenOp, Op} from './op.js';
import {isOpen} from './status.js';
import {isWellFormed} from './well-formed.js';

/** A copy of an item or of the conversation that this call may modify. */
interface Draft {
  children: Item[];
  status?: Status;
  [field: string]: unknown;
}

/** A text and the chunks added to it. They are concatenated once per call, because each concatenation has a cost. */
interface GrowingField {
  readonly id: string;
  readonly item: Draft;
  readonly field: string;
  readonly before: string;
  added: string;
}

/**
 * The index of each folded conversation. Later versions share its entries, so folding an older version costs the same.
 */
const indexes = new WeakMap<Conversation, ItemIndex>();

/**
 * Folds ops into a conversation and returns the next one. Independent of kinds. Copies only the changed items and their
 * ancestors, each list once per call; returns the same object if nothing changed. Ops for unknown items and malformed
 * ops are ignored. Never throws.
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

/** The index of a conversation, and the index of the version that this call creates. */
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

/** An item below its ancestors, the outermost first; empty without such an item. The cost depends only on the depth. */
export function pathTo(conversation: Conversation, id: string): readonly Item[] {
  const {index} = indexesOf(conversation);
  const places: number[] = [];
  let at = index.get(id);
  while (at) {
    places.push(at.place);
    at = at.parent === undefined ? undefined : index.get(at.parent);
  }
  let {children} = conversation;
  return places.reverse().flatMap(place => {
    const item = children[place];
    children = item?.children ?? [];
    return item ?? [];
  });
}

class Fold {
  result: Conversation;
  readonly #index: ItemIndex;
  readonly #drafts = new Map<string | undefined, Draft>();
  readonly #ownedLists = new Set<readonly Item[]>();
  /** Items without open descendants, so that closing nested items does not visit closed ones again. */
  readonly #settled = new Set<string>();

  /** The text that is being appended to. */
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

  /** Concatenates the text and the appended chunks. */
  join(): void {
    if (!this.#growing) return;
    const {item, field, before, added} = this.#growing;
    const after = before + added;
    item[field] = after;
    recordDelta(item, {before, added, after});
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
    const growing = this.#growing; // most chunks belong to the same item as the previous one
    if (growing?.id === id && growing.field === field) {
      growing.added += text;
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
      added: text,
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
   * The descendants of an item, parents first. Skips items whose id belongs to another item, and the items in `without`
   * with their descendants.
   */
  #below(top: Item, without?: ReadonlySet<string>): readonly Item[] {
    const found = [top];
    // The list grows during the iteration. No recursion or spread, because there may be many items, nested very deep.
    for (const parent of found) {
      parent.children.forEach((item, place) => {
        const known = this.#index.get(item.id);
        const isMeant = known?.parent === parent.id && known.place === place;
        if (isMeant && !without?.has(item.id)) found.push(item);
      });
    }
    return found.slice(1);
  }

  /** The path from the nearest draft (or the conversation) down to an item; empty if the item is a draft. */
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

  /** The modifiable copy of an item. Copies its ancestors too. */
  #draft(id: string): Draft {
    // From top to bottom without recursion, because a path may be deeper than the call stack.
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

  /** The modifiable list of an item's children. */
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
