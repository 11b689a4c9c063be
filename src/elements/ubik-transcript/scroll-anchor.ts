/** How far an element is below the top of the container: pixels. */
export const topIn = (box: Element, element: Element): number =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top;

/** A turn, and its position in the scroll container, which is restored after content above it has changed. */
export class ScrollAnchor {
  #saved: {readonly node: Element; readonly top: number} | undefined;

  get isSaved(): boolean {
    return this.#saved !== undefined;
  }

  /** Saves the first turn a little below the top. Two points are tested: one may be between turns. */
  save(box: HTMLElement): void {
    if (!box.isConnected) return;
    const {left, top, width} = box.getBoundingClientRect();
    const root = box.getRootNode() as Document | ShadowRoot;
    const node = [40, 80]
      .map(below => root.elementFromPoint(left + width / 2, top + below)?.closest('[role=article]'))
      .find(turn => turn && box.contains(turn));
    this.#saved = node ? {node, top: topIn(box, node)} : undefined;
  }

  /** Scrolls to where the turn is at its position. Returns whether it is still there. */
  restore(box: HTMLElement): boolean {
    if (!this.#saved?.node.isConnected) return false;
    const {node, top} = this.#saved;
    box.scrollTop += topIn(box, node) - top;
    return true;
  }
}
