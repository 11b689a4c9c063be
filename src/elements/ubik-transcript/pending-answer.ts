import type {Author, Item} from '../../core/model/item.js';
import {hasSameValues} from '../base/same-values.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import type {Labels} from '../locales/en.js';

/**
 * Adds an empty answer to the displayed items from the moment a message is sent until the first part of its answer
 * arrives, so that the user sees at once that the assistant is working. If that takes long, the empty answer says so.
 */
export class PendingAnswer {
  #input: readonly unknown[] = [];
  #items: readonly Item[] = [];

  /** The items to display; the same array while nothing changes. */
  addTo(
    {items, lastItem, isAwaitingAnswer, isSlow, person}: SharedConversation,
    {message}: Labels,
  ): readonly Item[] {
    const note = isSlow ? message.slow : undefined;
    const input = [items, isAwaitingAnswer, note];
    if (!hasSameValues(input, this.#input)) {
      this.#input = input;
      this.#items = isAwaitingAnswer ? withPending(items, lastItem, note, person) : items;
    }
    return this.#items;
  }
}

function withPending(
  items: readonly Item[],
  last: Item | undefined,
  note: string | undefined,
  author: Author | undefined,
): readonly Item[] {
  if (last?.kind === 'message' && last.role === 'assistant') {
    return note && !last.note ? items.with(-1, {...last, note}) : items;
  }
  return [
    ...items,
    {
      id: `pending:${last?.id ?? ''}`, // unique, because turns stay in their group
      kind: 'message',
      role: 'assistant',
      status: 'streaming',
      children: [],
      ...(note && {note}),
      ...(author && {author}),
    },
  ];
}
