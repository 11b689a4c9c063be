import {FastEnvironment} from './fast-environment.js';

interface SteppedTimer {
  readonly at: number;
  readonly fire: () => void;
}

/** An environment in which a test can advance the clock, in addition to the real time. */
export class SteppedEnvironment extends FastEnvironment {
  readonly #timers = new Set<SteppedTimer>();

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

  /** Advances the clock, and calls every timer that is due. */
  pass(milliseconds: number): void {
    this.sleep(milliseconds);
    const due = [...this.#timers].filter(({at}) => at <= this.now());
    for (const {fire} of due.sort((a, b) => a.at - b.at)) fire();
  }
}
