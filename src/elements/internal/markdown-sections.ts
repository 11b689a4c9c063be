/** Blocks in a section: what is finished and out of sight then costs nothing, and what grows is laid out alone. */
export const SIZE = 12;

/** Puts blocks into sections. */
export class Sections {
  readonly #container: HTMLElement;
  readonly #sections: HTMLElement[];
  /** Sections that are always there. */
  readonly #fixed: number;
  #finished = 0;
  /** How many there were after the last update. */
  #known = 0;

  /** @param plain Whether the first blocks stand in the container itself: most quotes are short. */
  constructor(container: HTMLElement, plain = false) {
    this.#container = container;
    this.#sections = plain ? [container] : [];
    this.#fixed = this.#sections.length;
  }

  append(node: HTMLElement, index: number): void {
    const at = Math.floor(index / SIZE);
    const section = this.#sections[at] ?? this.#add();
    section.appendChild(node);
  }

  /**
   * Leaves so many blocks, of which so many, from the first, will stay as they are.
   *
   * @param growing Whether there will be more of them.
   */
  settle(blocks: number, settled: number, growing: boolean): void {
    for (const section of this.#sections.splice(Math.max(this.#fixed, Math.ceil(blocks / SIZE))))
      section.remove();
    // An update late, while more comes: one that is no longer the last must be drawn once, for its size to be known.
    const known = growing ? this.#known - 1 : Infinity;
    this.#known = this.#sections.length;
    const finished = Math.min(Math.floor(settled / SIZE), known);
    const changed = this.#sections.slice(
      Math.max(this.#fixed, Math.min(finished, this.#finished)),
      Math.max(finished, this.#finished),
    );
    for (const section of changed) {
      section.classList.toggle('finished', finished > this.#finished);
    }
    this.#finished = finished;
  }

  #add(): HTMLElement {
    const section = document.createElement('div');
    section.className = 'section';
    this.#sections.push(section);
    this.#container.append(section);
    return section;
  }
}
