import type {Item} from '../../core/model/item.js';

/** An element that draws an item; it may be folded. */
interface Drawn extends Element {
  readonly item: Item | undefined;
  open?: boolean;
  readonly updateComplete?: Promise<unknown>;
}

/** The items on the way from the top of a conversation to an item, which is the last of them. */
function wayTo(id: string, items: readonly Item[]): readonly Item[] {
  for (const item of items) {
    if (item.id === id) return [item];
    const below = wayTo(id, item.children);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}

/** What draws an item, in a tree or in the shadow trees of that. */
function findDrawn(id: string, root: ParentNode): Drawn | undefined {
  for (const element of root.querySelectorAll<Drawn>('*')) {
    if (element.item?.id === id) return element;
    const below = element.shadowRoot && findDrawn(id, element.shadowRoot);
    if (below) return below;
  }
  return undefined;
}

/**
 * What draws an item, or the nearest thing around it that does: what it is folded away in is opened.
 *
 * @param draw Sees to it that an item of the conversation itself is drawn.
 */
export async function findItem(
  id: string,
  items: readonly Item[],
  root: ParentNode,
  draw: (item: Item) => Promise<unknown>,
): Promise<HTMLElement | undefined> {
  let found: Drawn | undefined;
  for (const item of wayTo(id, items)) {
    if (!found) await draw(item);
    const next = findDrawn(item.id, found?.shadowRoot ?? root);
    if (!next) continue; // A renderer of the page may draw it as it likes.
    found = next;
    if (found.open === false) found.open = true;
    await found.updateComplete;
  }
  return found instanceof HTMLElement ? found : undefined;
}
