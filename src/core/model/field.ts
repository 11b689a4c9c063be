/** Names that are not fields of a kind: the common properties of items, and names that would reach a prototype. */
const RESERVED = new Set([
  'id',
  'kind',
  'status',
  'children',
  '__proto__',
  'constructor',
  'prototype',
]);

/** Whether ops may write to this name. */
export function isField(name: string): boolean {
  return !RESERVED.has(name);
}

/** The fields of an item that belong to its kind. */
export function fieldsOf(item: object): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(item).filter(([name]) => isField(name));
}
