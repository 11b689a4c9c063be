import {Silence} from '../http/idle-timer.js';
import type {World} from '../environment.js';

/**
 * A line that has been silent this long, in milliseconds, is cut if the run was stopped, and taken up anew when the page
 * is looked at again.
 */
const suspicious = 30_000;

/** What a run hears through: one connection, or one pause, after the other, each of which can be broken off. */
export class Line {
  readonly silence: Silence;
  /** Whether frames come through it. */
  open = false;
  #abort = new AbortController();
  #last = false;
  #hurried = false;
  #callOffCut: (() => void) | undefined;

  constructor(world: Pick<World, 'now' | 'after'>) {
    this.silence = new Silence(world);
  }

  /** The signal of the next connection or pause. */
  renew(): AbortSignal {
    return this.take(new AbortController());
  }

  /** Goes on with a connection that was opened elsewhere. */
  take(abort: AbortController): AbortSignal {
    this.#abort = abort;
    if (this.#last) abort.abort();
    return abort.signal;
  }

  cut(): void {
    this.#abort.abort();
  }

  /** There is to be no other. */
  end(): void {
    this.#last = true;
  }

  /** Cuts it once it has been silent for too long: what it still has to say may take its time. */
  cutInSilence(): void {
    this.#callOffCut = this.silence.limit(suspicious, () => this.cut());
  }

  /** Takes it up anew without a pause; `unless` it was heard of lately. */
  hurry(unless?: 'heard'): void {
    if (unless && this.silence.length <= suspicious) return;
    this.#hurried = true;
    this.cut();
  }

  /** Whether it was cut to be taken up anew; told once. */
  wasHurried(): boolean {
    const hurried = this.#hurried;
    this.#hurried = false;
    return hurried;
  }

  close(): void {
    this.#callOffCut?.();
  }
}
