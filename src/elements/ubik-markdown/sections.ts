/** Blocks in a section: what is finished and out of sight then costs nothing, and what grows is laid out alone. */
export const SECTION_SIZE = 12;

/** Puts blocks into sections, and these into larger ones: what a frame costs goes by how many boxes it has to pass. */
export class Sections {
  readonly #container: HTMLElement;
  readonly #sections: HTMLElement[];
  /** Sections that are always there. */
  readonly #fixed: number;
  /** The larger sections, if there are to be any. */
  readonly #outer: Sections | undefined;
  #finished = 0;
  /** How many there were after the last update. */
  #known = 0;

  /**
   * @param plain Whether the first blocks stand in the container itself: most quotes are short.
   * @param levels How often sections stand in sections. Few texts have more than a dozen, so those stand in none.
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
   * Leaves so many blocks, of which so many, from the first, will stay as they are.
   *
   * @param growing Whether there will be more of them.
   */
  settle(blocks: number, settled: number, growing: boolean): void {
    for (const section of this.#sections.splice(
      Math.max(this.#fixed, Math.ceil(blocks / SECTION_SIZE)),
    ))
      section.remove();
    // An update late, while more comes: one that is no longer the last must be drawn once, for its size to be known.
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
