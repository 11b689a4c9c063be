import type {ToolItem} from 'ubik-chat';

/** Reactive state with the item of a component; the chat replaces the item when the call changes. */
export function shownItem(first: ToolItem): {item: ToolItem} {
  let item = $state.raw(first);
  return {
    get item() {
      return item;
    },
    set item(next) {
      item = next;
    },
  };
}
