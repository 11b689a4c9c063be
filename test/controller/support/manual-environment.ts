import type {WakeReason, Environment} from '../../../src/controller/environment.js';

interface ManualTimer {
  readonly at: number;
  readonly callback: () => void;
}

/** An environment whose clock only advances when the test does so. */
export class ManualEnvironment implements Environment {
  /** What `random` gives. */
  chance = 0.5;
  isOnline = true;
  #now = 1_700_000_000_000;
  #timers: ManualTimer[] = [];
  readonly #hideListeners = new Set<() => void>();
  readonly #wakeListeners = new Set<(wake: WakeReason) => void>();

  now(): number {
    return this.#now;
  }

  random(): number {
    return this.chance;
  }

  online(): boolean {
    return this.isOnline;
  }

  visible(): boolean {
    return true;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = {at: this.#now + milliseconds, callback};
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter(known => known !== timer));
  }

  frame(callback: () => void): () => void {
    return this.after(16, callback);
  }

  onWake(listener: (wake: WakeReason) => void): () => void {
    this.#wakeListeners.add(listener);
    return () => this.#wakeListeners.delete(listener);
  }

  onHide(listener: () => void): () => void {
    this.#hideListeners.add(listener);
    return () => this.#hideListeners.delete(listener);
  }

  /** Timers that are set, in milliseconds from now. */
  get pending(): readonly number[] {
    return this.#timers.map(({at}) => at - this.#now);
  }

  /** Listeners to wakes. */
  get wakeListeners(): number {
    return this.#wakeListeners.size;
  }

  wake(wake: WakeReason): void {
    for (const listener of [...this.#wakeListeners]) listener(wake);
  }

  /** Lets time pass, timer by timer. */
  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({at}) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter(timer => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = until;
  }

  /** Simulates sleep: the clock advances, and the timers do not fire. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
    this.#timers = this.#timers.map(timer => ({...timer, at: timer.at + milliseconds}));
  }
}
