import {fieldsOf} from './field.js';
import type {Item} from './item.js';
import type {Op} from './op.js';
import {shareStructure} from './share.js';

/** An item of the newer state with the same item of the older state, and its parent. */
interface ItemPair {
  readonly known: Item | undefined;
  readonly item: Item;
  readonly parent: string | undefined;
}

/**
 * Computes the ops that turn `before` into `after`, two states of the items under `parent`, for protocols that send the
 * complete state again. Text that grew at its end becomes an `append`. If an item was removed or replaced, its parent
 * is cleared and filled again. All `clear` ops come first, so that an item can move from one parent to another.
 *
 * Without a parent, the items are those of the conversation itself, where no op removes an item or changes its kind:
 * removed items stay, and new ones are appended.
 */
export function diffItems(
  before: readonly Item[],
  after: readonly Item[],
  parent?: string,
): readonly Op[] {
  const clears: Op[] = [];
  const changes: Op[] = [];
  const stack: ItemPair[] = [];
  const enter = (was: readonly Item[], now: readonly Item[], under: string | undefined): void => {
    const find = under === undefined ? byId(was) : byPlace(was, now);
    if (!find && under !== undefined) clears.push({op: 'clear', id: under});
    for (let at = now.length - 1; at >= 0; at--) {
      const item = now[at];
      if (item) stack.push({item, known: find?.(item, at), parent: under});
    }
  };
  enter(before, after, parent);
  // Without recursion: received values may be nested deeper than the call stack.
  for (let pair = stack.pop(); pair; pair = stack.pop()) {
    const {item, known} = pair;
    if (known === item) continue;
    if (known) change(known, item, changes);
    else changes.push(openOp(pair));
    enter(known?.children ?? [], item.children, item.id);
  }
  return [...clears, ...changes];
}

type Find = (item: Item, at: number) => Item | undefined;

function byId(was: readonly Item[]): Find {
  const known = new Map(was.map(item => [item.id, item]));
  return ({id}) => known.get(id);
}

/** Finds items by index; `undefined` if the newer list does not begin with the items of the older one. */
function byPlace(was: readonly Item[], now: readonly Item[]): Find | undefined {
  const isKept = was.every(({id, kind}, at) => now[at]?.id === id && now[at].kind === kind);
  return isKept ? (_, at) => was[at] : undefined;
}

function openOp({item, parent}: ItemPair): Op {
  const {id, kind, status} = item;
  const fields = Object.fromEntries(fieldsOf(item));
  return {op: 'open', id, kind, status, fields, ...(parent !== undefined && {parent})};
}

function change(before: Item, after: Item, ops: Op[]): void {
  const {id, status} = after;
  const old = new Map(fieldsOf(before));
  const fields: Record<string, unknown> = {};
  for (const [field, value] of fieldsOf(after)) {
    const was = old.get(field);
    old.delete(field);
    const shared = shareStructure(was, value);
    if (Object.is(shared, was)) continue;
    if (typeof was === 'string' && typeof value === 'string' && value.startsWith(was)) {
      ops.push({op: 'append', id, field, text: value.slice(was.length)});
    } else fields[field] = shared;
  }
  for (const field of old.keys()) fields[field] = undefined;
  const isChanged = Object.keys(fields).length > 0;
  if (!isChanged && before.status === status) return;
  ops.push({op: 'assign', id, ...(isChanged && {fields}), status});
}
