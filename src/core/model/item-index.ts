import type {Conversation, Item} from './item.js';

/** Where an item stands: its parent's id (none: the conversation) and its place among the children. */
export interface Place {
  readonly parent: string | undefined;
  readonly place: number;
}

/** Where every item stands, by id. */
export type Index = Map<string, Place>;

/**
 * Walks the whole conversation once; without recursion, for a hostile run may nest very deep. Of two items with one id,
 * which no conversation should have, the first in reading order is the one that ops mean; the other stays as it is.
 */
export function buildIndex(conversation: Conversation): Index {
  const index: Index = new Map();
  const stack: (Place & {readonly item: Item})[] = [];
  const enter = (children: readonly Item[], parent: string | undefined): void => {
    for (let place = children.length - 1; place >= 0; place--) {
      const item = children[place];
      if (item) stack.push({item, parent, place});
    }
  };
  enter(conversation.children, undefined);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const {item, parent, place} = next;
    if (index.has(item.id)) continue;
    index.set(item.id, {parent, place});
    enter(item.children, item.id);
  }
  return index;
}
