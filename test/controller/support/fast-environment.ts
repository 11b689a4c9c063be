import {
  defaultEnvironment,
  type WakeReason,
  type Environment,
} from '../../../src/controller/environment.js';

/** The real environment, accelerated: time runs faster, retries are immediate, and the test controls the network. */
export class FastEnvironment implements Environment {
  isOnline = true;
  isVisible = true;
  /** Every wait so far, in milliseconds of this environment. */
  readonly waits: number[] = [];
  readonly #speed: number;
  readonly #hideListeners = new Set<() => void>();
  readonly #wakeListeners = new Set<(wake: WakeReason) => void>();
  #slept = 0;

  constructor(speed = 1) {
    this.#speed = speed;
  }

  now(): number {
    return Date.now() * this.#speed + this.#slept;
  }

  random(): number {
    return 0;
  }

  online(): boolean {
    return this.isOnline;
  }

  visible(): boolean {
    return this.isVisible;
  }

  after(milliseconds: number, callback: () => void): () => void {
    this.waits.push(milliseconds);
    return defaultEnvironment.after(milliseconds / this.#speed, callback);
  }

  frame(callback: () => void): () => void {
    return defaultEnvironment.frame(callback);
  }

  onWake(listener: (wake: WakeReason) => void): () => void {
    this.#wakeListeners.add(listener);
    return () => this.#wakeListeners.delete(listener);
  }

  onHide(listener: () => void): () => void {
    this.#hideListeners.add(listener);
    return () => this.#hideListeners.delete(listener);
  }

  wake(wake: WakeReason): void {
    for (const listener of [...this.#wakeListeners]) listener(wake);
  }

  /** Simulates that the machine slept for so many milliseconds: the clock advances. */
  sleep(milliseconds: number): void {
    this.#slept += milliseconds;
  }
}
