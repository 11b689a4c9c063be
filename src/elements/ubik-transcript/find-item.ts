import type {Item} from '../../core/model/item.js';

/** An element that renders an item; it may be collapsed. */
interface ItemElement extends HTMLElement {
  readonly item: Item | undefined;
  open?: boolean;
  /** Opens what hides a descendant: the last item of a path that begins with a child. */
  showChild?(path: readonly Item[]): void;
  readonly updateComplete?: Promise<unknown>;
}

/** The items from the top of a conversation down to an item, which is the last of them. */
function pathTo(id: string, items: readonly Item[]): readonly Item[] {
  for (const item of items) {
    if (item.id === id) return [item];
    const below = pathTo(id, item.children);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}

/** The first element that is wanted, in a tree or in the shadow trees in it. */
export function findElement(
  root: ParentNode,
  isWanted: (element: ItemElement) => boolean,
): ItemElement | undefined {
  for (const element of root.querySelectorAll<ItemElement>('*')) {
    if (isWanted(element)) return element;
    const below = element.shadowRoot && findElement(element.shadowRoot, isWanted);
    if (below) return below;
  }
  return undefined;
}

/** The element that renders an item. */
function elementOf(id: string, root: ParentNode): ItemElement | undefined {
  // A row may stand for several items.
  const covers = ({dataset}: ItemElement): boolean =>
    dataset['covers']?.split('\n').includes(id) === true;
  const found = findElement(root, element => element.item?.id === id || covers(element));
  return found?.item?.id === id ? found : (found?.firstElementChild as ItemElement | undefined);
}

/**
 * Finds the element that renders an item, or else the nearest ancestor that has one. Opens everything around it.
 *
 * @param renderTop Renders a top-level item of the conversation, if it is still a placeholder.
 */
export async function findItem(
  id: string,
  items: readonly Item[],
  root: ParentNode,
  renderTop: (item: Item) => Promise<unknown>,
): Promise<HTMLElement | undefined> {
  let found: ItemElement | undefined;
  const path = pathTo(id, items);
  for (const [at, item] of path.entries()) {
    if (!found) await renderTop(item);
    found?.showChild?.(path.slice(at));
    await found?.updateComplete;
    const next = elementOf(item.id, found?.shadowRoot ?? root);
    if (!next) continue; // A renderer of the page may render no element for it.
    found = next;
    if (found.open === false) found.open = true;
    await found.updateComplete;
  }
  return found;
}
