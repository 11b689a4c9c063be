/** Blocks in a section: what is finished and out of sight then costs nothing, and what grows is laid out alone. */
export const SIZE = 12;

/** Puts blocks into sections. */
export class Sections {
  readonly #container: HTMLElement;
  readonly #sections: HTMLElement[];
  /** Sections that are always there. */
  readonly #fixed: number;
  #finished = 0;

  /** @param plain Whether the first blocks stand in the container itself: most quotes are short. */
  constructor(container: HTMLElement, plain = false) {
    this.#container = container;
    this.#sections = plain ? [container] : [];
    this.#fixed = this.#sections.length;
  }

  append(node: HTMLElement, index: number): void {
    const at = Math.floor(index / SIZE);
    const section = this.#sections[at] ?? this.#add();
    section.append(node);
  }

  /** Leaves so many blocks, of which so many, from the first, will stay as they are. */
  settle(blocks: number, settled: number): void {
    for (const section of this.#sections.splice(Math.max(this.#fixed, Math.ceil(blocks / SIZE))))
      section.remove();
    const finished = Math.floor(settled / SIZE);
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
