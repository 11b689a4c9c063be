/** Blocks in a section: what is finished and out of sight then costs nothing, and what grows is laid out alone. */
const SIZE = 12;

/** Puts blocks into sections. */
export class Sections {
  readonly #container: Element;
  readonly #sections: HTMLElement[] = [];
  #finished = 0;

  constructor(container: Element) {
    this.#container = container;
  }

  append(node: HTMLElement, index: number): void {
    const at = Math.floor(index / SIZE);
    const section = this.#sections[at] ?? this.#add();
    section.append(node);
  }

  /** Leaves so many blocks, of which so many, from the first, will stay as they are. */
  settle(blocks: number, settled: number): void {
    for (const section of this.#sections.splice(Math.ceil(blocks / SIZE))) section.remove();
    const finished = Math.floor(settled / SIZE);
    const changed = this.#sections.slice(
      Math.min(finished, this.#finished),
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
