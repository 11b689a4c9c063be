import type {Companion} from '../../core/markdown/markdown.js';
import {LazyModule} from '../../controller/lazy-module.js';
import type {Highlighting} from '../base/markdown-service.js';
import type {RenderedCode} from './markdown-rendering.js';

/** The highlighter, loaded with the first block of code that needs it. */
const highlighter = new LazyModule(() => import('./highlighting/highlight.js'));

/** Highlights one block of code. Until the code of the highlighter has loaded, and if that fails, the block stays plain. */
export class LazyHighlighting implements Companion {
  readonly #code: RenderedCode;
  readonly #streams: boolean;
  #companion: Companion | undefined;
  #unsubscribe: (() => void) | undefined;
  #done = false;

  constructor(code: RenderedCode, mode: Highlighting) {
    this.#code = code;
    this.#streams = mode === 'streaming';
  }

  update(from: number, done: boolean): void {
    this.#done = done;
    if (this.#companion) this.#companion.update(from, done);
    else if (done || this.#streams) this.#start();
  }

  remove(): void {
    this.#unsubscribe?.();
    this.#companion?.remove();
  }

  #start(): void {
    const {value} = highlighter;
    this.#unsubscribe ??= highlighter.subscribe({requestUpdate: () => this.#start()});
    this.#companion = value?.highlight(this.#code);
    this.#companion?.update(0, this.#done);
  }
}
