import type {Companion} from '../../core/markdown/markdown.js';
import type {CompanionHost, RenderedCode, MarkdownRendering} from './markdown-rendering.js';
import {attempt} from './attempt.js';
import {LazyHighlighting} from './lazy-highlighting.js';

/** The companions of one block of code: those of the extensions, and the highlighter. */
export class Companions implements CompanionHost {
  readonly node: Node;
  readonly #rendering: MarkdownRendering;
  readonly #code: Omit<RenderedCode, 'language' | 'labels'>;
  #companions: readonly Companion[] | undefined;
  #language = '';
  #done = false;

  constructor(rendering: MarkdownRendering, place: Omit<RenderedCode, 'language' | 'labels'>) {
    this.node = place.block;
    this.#rendering = rendering;
    this.#code = place;
  }

  /** Reports lines that were rendered or changed, from this one on. */
  show(language: string, from: number, done: boolean): void {
    if (language !== this.#language) this.detach();
    this.#language = language;
    this.#done = done;
    if (this.#companions) this.#notify(this.#companions, from);
    else this.attach();
  }

  attach(): void {
    const {extensions, highlighting, labels, companionHosts} = this.#rendering;
    const place: RenderedCode = {...this.#code, language: this.#language, labels};
    this.#companions = [
      ...(attempt(() => extensions.accompany(place)) ?? []),
      ...(highlighting === 'off' || this.#language === ''
        ? []
        : [new LazyHighlighting(place, highlighting)]),
    ];
    if (this.#companions.length > 0) companionHosts.add(this);
    this.#notify(this.#companions, 0);
  }

  detach(): void {
    for (const companion of this.#companions ?? []) attempt(() => companion.remove());
    this.#companions = undefined;
    this.#rendering.companionHosts.delete(this);
  }

  #notify(companions: readonly Companion[], from: number): void {
    for (const companion of companions) attempt(() => companion.update(from, this.#done));
  }
}
