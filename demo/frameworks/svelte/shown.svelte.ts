import type {ToolItem} from 'ubik-chat';

/** The item that a component shows: another one when the chat draws it again. */
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
