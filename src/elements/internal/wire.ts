import type {Protocol} from '../../core/index.js';
import {protocols} from '../built-ins.js';

/** Finds the wire of a chat by its name. Most pages speak one, so the others are fetched when they are asked for. */
export class Wire {
  readonly #arrived: () => void;
  #arriving: Promise<void> | undefined;
  #wanted: string | Protocol | undefined;

  constructor(arrived: () => void) {
    this.#arrived = arrived;
  }

  /** Settles when the wire that was asked for last is there, or will not come. */
  get arriving(): Promise<void> | undefined {
    return this.#arriving;
  }

  /** The wire; undefined while it is fetched, and where nobody knows the name. */
  find(wanted: string | Protocol): Protocol | undefined {
    this.#wanted = wanted;
    this.#arriving = undefined;
    if (typeof wanted !== 'string') return wanted;
    const source = protocols.get(wanted);
    if (typeof source !== 'function') return source;
    this.#arriving = source().then(
      wire => {
        // The same source may have been asked for by several chats, and another be registered meanwhile.
        if (protocols.get(wanted) === source) protocols.register(wanted, wire);
        if (this.#wanted === wanted) this.#arrived();
      },
      (error: unknown) => reportError(error),
    );
    return undefined;
  }
}
