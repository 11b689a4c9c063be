import type {Companion} from '../../core/markdown/markdown.js';
import type {Accompanied, CodePlace, Drawing} from './markdown-rendering.js';
import {attempt} from './extend.js';

/** Those of the extensions that go along with one block of code. */
export class Companions implements Accompanied {
  readonly node: Node;
  readonly #drawing: Drawing;
  readonly #place: Omit<CodePlace, 'language' | 'labels'>;
  #present: readonly Companion[] | undefined;
  #language = '';
  #done = false;

  constructor(drawing: Drawing, place: Omit<CodePlace, 'language' | 'labels'>) {
    this.node = place.block;
    this.#drawing = drawing;
    this.#place = place;
  }

  /** The lines from this one on were drawn. */
  show(language: string, from: number, done: boolean): void {
    if (language !== this.#language) this.leave();
    this.#language = language;
    this.#done = done;
    if (this.#present) this.#tell(this.#present, from);
    else this.join();
  }

  join(): void {
    const {extensions, labels, accompanied} = this.#drawing;
    const place: CodePlace = {...this.#place, language: this.#language, labels};
    this.#present = attempt(() => extensions.accompany(place)) ?? [];
    if (this.#present.length > 0) accompanied.add(this);
    this.#tell(this.#present, 0);
  }

  leave(): void {
    for (const companion of this.#present ?? []) attempt(() => companion.remove());
    this.#present = undefined;
    this.#drawing.accompanied.delete(this);
  }

  #tell(companions: readonly Companion[], from: number): void {
    for (const companion of companions) attempt(() => companion.update(from, this.#done));
  }
}
