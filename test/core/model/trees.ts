import fc from 'fast-check';
import type {Conversation, Item, Kind, Status} from '../../../src/core/model/item.js';
import type {Op} from '../../../src/core/model/op.js';
import {runs} from '../../support/full.js';

/** Items and ops for tests: built by hand if the shape matters, random otherwise. */

export const RUNS = runs(1000);

/** An item with the common fields and `fields`. */
export function item(id: string, kind: Kind, fields: object = {}, children: Item[] = []): Item {
  return {id, kind, status: 'done', children, ...fields} as unknown as Item;
}

export function conversation(...children: Item[]): Conversation {
  return {version: 1, children};
}

/** Items one in another, the innermost named `leaf`. */
export function nested(depth: number, leaf: object = {}): Item {
  let inner = item('leaf', 'text', {text: 'deep', status: 'streaming', ...leaf});
  for (let level = depth; level > 0; level--) {
    inner = item(`level-${level}`, 'step', {title: `Level ${level}`, status: 'streaming'}, [inner]);
  }
  return inner;
}

/** The item of an id, found the slow and certain way. */
export function find(top: {readonly children: readonly Item[]}, id: string): Item | undefined {
  const waiting = [...top.children];
  for (const one of waiting) {
    if (one.id === id) return one;
    for (const child of one.children) waiting.push(child);
  }
  return undefined;
}

/** The same value with every object in it frozen, so that a change throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

export const statuses: readonly Status[] = [
  'streaming',
  'waiting',
  'done',
  'failed',
  'stopped',
  'interrupted',
];
export const status = fc.constantFrom(...statuses);
const kind = fc.constantFrom<Kind>('message', 'step', 'text', 'tool');

/** Names for ops, some of which must not be written. */
const fieldName = fc.constantFrom(
  'text',
  'title',
  'phases',
  'log:a',
  '__proto__',
  'constructor',
  'prototype',
  'id',
  'children',
  'toString',
  'hasOwnProperty',
);

const smallText = fc.string({maxLength: 6, unit: 'binary'});
const fieldValue: fc.Arbitrary<unknown> = fc.oneof(
  smallText,
  fc.integer(),
  fc.constantFrom(true, null, [], {}, {a: {b: 1}}, {a: {b: 2}}),
  fc.array(
    smallText.map(name => ({name, data: {name}})),
    {maxLength: 2},
  ),
);

/** The same, with names that no fields have removed, as a conversation holds them. */
const ownFields = fc.record(
  {text: smallText, title: smallText, phases: fieldValue, 'log:a': fieldValue},
  {requiredKeys: [], noNullPrototype: true},
);

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__', 'constructor', '');

/** A valid op for one of few ids, so that ops interact. */
export const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record(
    {
      op: fc.constant('open' as const),
      id,
      kind,
      parent: id,
      status,
      fields: fc.dictionary(fieldName, fieldValue),
    },
    {requiredKeys: ['op', 'id', 'kind']},
  ),
  fc.record({op: fc.constant('append' as const), id, field: fieldName, text: smallText}),
  fc.record(
    {
      op: fc.constant('assign' as const),
      id,
      status,
      fields: fc.dictionary(fieldName, fc.option(fieldValue, {nil: undefined})),
    },
    {requiredKeys: ['op', 'id']},
  ),
  fc.record(
    {
      op: fc.constant('close' as const),
      id,
      status: fc.constantFrom('done' as const, 'failed' as const, 'stopped' as const),
    },
    {requiredKeys: ['op', 'id']},
  ),
  fc.record({op: fc.constant('clear' as const), id}),
);

/** A value similar to an op, with anything in any position. */
export const oddOp: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything(),
  fc.record(
    {
      op: fc.oneof(fc.constantFrom('open', 'append', 'assign', 'close', 'clear'), fc.anything()),
      id: fc.oneof(id, fc.anything()),
      parent: fc.oneof(id, fc.anything()),
      kind: fc.oneof(kind, fc.anything()),
      status: fc.oneof(status, fc.anything()),
      field: fc.oneof(fieldName, fc.anything()),
      text: fc.oneof(smallText, fc.anything()),
      fields: fc.oneof(fc.dictionary(fieldName, fc.anything()), fc.anything()),
    },
    {requiredKeys: []},
  ),
);

interface ItemShape {
  readonly id: string;
  readonly kind: Kind;
  readonly status: Status;
  readonly fields: object;
  readonly under: number;
}

/** A message `root` with a random tree of items under it; ids are from a small pool, so that two trees share many. */
export const tree: fc.Arbitrary<Item> = fc
  .tuple(
    fc.record({status, fields: ownFields}),
    fc.uniqueArray(
      fc.record<ItemShape>({
        id: fc.integer({min: 0, max: 9}).map(number => `item-${number}`),
        kind,
        status,
        fields: ownFields,
        under: fc.nat(9),
      }),
      {selector: shape => shape.id, maxLength: 10},
    ),
  )
  .map(([top, shapes]) => planted(top, shapes));

interface MutableItem extends Record<string, unknown> {
  children: MutableItem[];
}

function planted(
  top: {readonly status: Status; readonly fields: object},
  shapes: ItemShape[],
): Item {
  const root: MutableItem = {
    ...top.fields,
    id: 'root',
    kind: 'message',
    status: top.status,
    children: [],
  };
  const there = [root];
  for (const {under, fields, ...own} of shapes) {
    const one: MutableItem = {...fields, ...own, children: []};
    (there[under % there.length] ?? root).children.push(one);
    there.push(one);
  }
  return root as unknown as Item;
}
