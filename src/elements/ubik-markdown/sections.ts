/** Number of blocks in a section. */
export const SECTION_SIZE = 12;

/**
 * Groups blocks into sections, and these into larger ones, because the cost of a frame depends on the number of boxes
 * that the browser visits. Finished sections out of view are skipped (`content-visibility`), and a growing one is laid
 * out in isolation.
 */
export class Sections {
  readonly #container: HTMLElement;
  readonly #sections: HTMLElement[];
  /** The number of sections that are never removed. */
  readonly #fixed: number;
  /** The larger sections, if there are more levels. */
  readonly #outer: Sections | undefined;
  #finished = 0;
  /** The number of sections after the last update. */
  #known = 0;

  /**
   * @param plain Whether the first blocks are direct children of the container, because most quotes are short.
   * @param levels How deep sections are nested. Few texts have more than a dozen sections.
   */
  constructor(container: HTMLElement, plain = false, levels = 1) {
    this.#container = container;
    this.#sections = plain ? [container] : [];
    this.#fixed = this.#sections.length;
    this.#outer = levels > 0 ? new Sections(container, true, levels - 1) : undefined;
  }

  append(node: HTMLElement, index: number): void {
    const at = Math.floor(index / SECTION_SIZE);
    const section = this.#sections[at] ?? this.#add(at);
    section.appendChild(node);
  }

  /**
   * Removes sections after the last block, and marks the sections of final blocks.
   *
   * @param growing Whether more blocks may follow.
   */
  settle(blocks: number, settled: number, growing: boolean): void {
    for (const section of this.#sections.splice(
      Math.max(this.#fixed, Math.ceil(blocks / SECTION_SIZE)),
    ))
      section.remove();
    // While more blocks arrive, one update later: a section must be rendered once to remember its size.
    const known = growing ? this.#known - 1 : Infinity;
    this.#known = this.#sections.length;
    const finished = Math.min(Math.floor(settled / SECTION_SIZE), known);
    const changed = this.#sections.slice(
      Math.max(this.#fixed, Math.min(finished, this.#finished)),
      Math.max(finished, this.#finished),
    );
    for (const section of changed) {
      section.classList.toggle('finished', finished > this.#finished);
    }
    this.#finished = finished;
    this.#outer?.settle(this.#sections.length, finished, growing);
  }

  #add(at: number): HTMLElement {
    const section = document.createElement('div');
    section.className = 'section';
    this.#sections.push(section);
    if (this.#outer) this.#outer.append(section, at);
    else this.#container.append(section);
    return section;
  }
}
