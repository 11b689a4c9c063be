import type {Companion} from '../../core/markdown/markdown.js';
import type {CodeLine} from '../../elements/ubik-markdown/markdown-rendering.js';
import type {Loaded} from './languages.js';
import type {Painter} from './painter.js';
import {whenIdle} from '../../elements/base/when-idle.js';
import {copyState, tokenize} from './tokenize.js';

/**
 * Colours one block of code: each line once, from the state that the line before it ended with. The last line, which may
 * go on, is coloured on a copy of that state.
 */
export class Highlighter implements Companion {
  readonly #lines: readonly CodeLine[];
  readonly #painter: Painter;
  /** The state before each line that has been read, and before the next one. */
  #states: unknown[] = [];
  #next = 0;
  #loaded: Loaded | undefined;
  #cancel: (() => void) | undefined;
  #removed = false;

  constructor(lines: readonly CodeLine[], loaded: Promise<Loaded>, painter: Painter) {
    this.#lines = lines;
    this.#painter = painter;
    loaded.then(
      language => {
        this.#loaded = language;
        this.#states = [language.language.startState?.(2) ?? {}];
        this.#schedule();
      },
      () => undefined, // code without colours is code
    );
  }

  update(from: number): void {
    this.#next = Math.min(this.#next, from);
    this.#painter.clear(this.#lines.length);
    this.#schedule();
  }

  remove(): void {
    this.#removed = true;
    this.#cancel?.();
    this.#painter.clear(0);
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
