import {QuickWorld} from './quick-world.js';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** A world in which a test can let time pass, beside the time that passes by itself. */
export class TrialWorld extends QuickWorld {
  readonly #timers = new Set<Timer>();

  override after(milliseconds: number, callback: () => void): () => void {
    const cancel = (): void => {
      this.#timers.delete(timer);
      cancelTimeout();
    };
    const fire = (): void => {
      cancel();
      callback();
    };
    const timer = {at: this.now() + milliseconds, fire};
    const cancelTimeout = super.after(milliseconds, fire);
    this.#timers.add(timer);
    return cancel;
  }

  /** Moves the clock, and calls every timer whose time has come. */
  pass(milliseconds: number): void {
    this.sleep(milliseconds);
    const due = [...this.#timers].filter(({at}) => at <= this.now());
    for (const {fire} of due.sort((a, b) => a.at - b.at)) fire();
  }
}
