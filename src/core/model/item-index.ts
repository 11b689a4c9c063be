import type {Conversation, Item} from './item.js';

/** Where every item stands: its parent's id (none: the conversation) and its place among the children. */
export type Index = Map<string, {readonly parent: string | undefined; readonly place: number}>;

/** Walks the whole conversation once; without recursion, for a hostile run may nest very deep. */
export function buildIndex(conversation: Conversation): Index {
  const index: Index = new Map();
  const stack: {parent: string | undefined; children: readonly Item[]}[] = [
    {parent: undefined, children: conversation.children},
  ];
  for (let level = stack.pop(); level; level = stack.pop()) {
    const {parent, children} = level;
    children.forEach((item, place) => {
      index.set(item.id, {parent, place});
      if (item.children.length > 0) stack.push({parent: item.id, children: item.children});
    });
  }
  return index;
}
