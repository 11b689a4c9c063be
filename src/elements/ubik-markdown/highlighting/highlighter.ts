import type {Companion} from '../../../core/markdown/markdown.js';
import type {CodeLine} from '../markdown-rendering.js';
import type {LazyModule} from '../../../controller/lazy-module.js';
import type {Loaded} from './languages.js';
import type {Painter} from './painter.js';
import {whenIdle} from '../../base/when-idle.js';
import {copyState, tokenize} from './tokenize.js';

/**
 * Highlights one block of code while it streams, in idle time. The parser of a language reads line by line and carries
 * a state, so the state before each line is stored, and each line is read once. The last line may still grow, so it is
 * read with a copy of its state, and again when it changes.
 */
export class Highlighter implements Companion {
  readonly #lines: readonly CodeLine[];
  readonly #painter: Painter;
  /** The state before each line read so far, and before the next one. */
  #states: unknown[] = [];
  #next = 0;
  #loaded: Loaded | undefined;
  #cancel: (() => void) | undefined;
  #removed = false;
  readonly #unsubscribe: () => void;

  /** Until the parser has loaded, the code stays plain. */
  constructor(lines: readonly CodeLine[], parser: LazyModule<Loaded>, painter: Painter) {
    this.#lines = lines;
    this.#painter = painter;
    this.#unsubscribe = parser.subscribe({requestUpdate: () => this.#start(parser.value)});
    this.#start(parser.value);
  }

  update(from: number): void {
    this.#next = Math.min(this.#next, from);
    this.#painter.clear(this.#lines.length);
    this.#schedule();
  }

  remove(): void {
    this.#removed = true;
    this.#unsubscribe();
    this.#cancel?.();
    this.#painter.clear(0);
  }

  #start(loaded: Loaded | undefined): void {
    if (!loaded) return;
    this.#loaded = loaded;
    this.#states = [loaded.language.startState?.(2) ?? {}];
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#loaded || this.#removed) return;
    const loaded = this.#loaded;
    this.#cancel ??= whenIdle(hasTime => {
      this.#cancel = undefined;
      try {
        while (this.#next < this.#lines.length && hasTime()) this.#read(this.#next++, loaded);
      } catch (error) {
        this.remove();
        throw error;
      }
      if (this.#next < this.#lines.length) this.#schedule();
    });
  }

  #read(at: number, loaded: Loaded): void {
    const line = this.#lines[at];
    if (!line) return;
    const ended = line.text.endsWith('\n');
    const state = copyState(this.#states[at], loaded);
    const text = ended ? line.text.slice(0, -1) : line.text;
    this.#painter.paint(at, line, tokenize(text, state, loaded), ended);
    this.#states.length = at + 1;
    this.#states.push(state);
  }
}
