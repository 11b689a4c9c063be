import type {Item} from './item.js';
import type {Op} from './op.js';

const OWN = new Set(['id', 'kind', 'status', 'children']);

/**
 * The ops that turn `before` into `after`, two states of the same items, for wires that tell the whole state again.
 * Text that grew at its end becomes an `append`; items that are gone make their parent start over.
 */
export function difference(
  before: readonly Item[],
  after: readonly Item[],
  parent?: string,
): readonly Op[] {
  const ops: Op[] = [];
  compare(before, after, parent, ops);
  return ops;
}

function compare(
  before: readonly Item[],
  after: readonly Item[],
  parent: string | undefined,
  ops: Op[],
): void {
  const kept = before.every(
    (item, at) => after[at]?.id === item.id && after[at].kind === item.kind,
  );
  if (!kept && parent !== undefined) ops.push({op: 'clear', id: parent});
  after.forEach((item, at) => {
    const known = kept || parent === undefined ? before[at] : undefined;
    if (known === item) return;
    if (known?.id === item.id) change(known, item, ops);
    else open(item, parent, ops);
  });
}

function open(item: Item, parent: string | undefined, ops: Op[]): void {
  const {id, kind, status} = item;
  ops.push({
    op: 'open',
    id,
    kind,
    status,
    fields: Object.fromEntries(fieldsOf(item)),
    ...(parent === undefined ? {} : {parent}),
  } as Op);
  for (const child of item.children) open(child, id, ops);
}

function change(before: Item, after: Item, ops: Op[]): void {
  const old = new Map(fieldsOf(before));
  const fields: Record<string, unknown> = {};
  for (const [field, value] of fieldsOf(after)) {
    const was = old.get(field);
    old.delete(field);
    if (Object.is(was, value)) continue;
    const grown = typeof was === 'string' && typeof value === 'string' && value.startsWith(was);
    if (grown) ops.push({op: 'append', id: after.id, field, text: value.slice(was.length)});
    else if (JSON.stringify(was) !== JSON.stringify(value)) fields[field] = value;
  }
  for (const field of old.keys()) fields[field] = undefined;
  if (Object.keys(fields).length > 0 || before.status !== after.status) {
    ops.push({op: 'assign', id: after.id, fields, status: after.status});
  }
  compare(before.children, after.children, after.id, ops);
}

function fieldsOf(item: Item): [string, unknown][] {
  return Object.entries(item).filter(([field]) => !OWN.has(field));
}
