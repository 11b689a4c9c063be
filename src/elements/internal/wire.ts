import type {Protocol} from '../../core/index.js';
import {protocols} from '../built-ins.js';

/** Finds the wire of a chat by its name. Most pages speak one, so the others are fetched when they are asked for. */
export class Wire {
  readonly #arrived: () => void;
  readonly #failed: (error: unknown) => void;
  #arriving: Promise<void> | undefined;

  constructor(arrived: () => void, failed: (error: unknown) => void) {
    this.#arrived = arrived;
    this.#failed = failed;
  }

  /** Resolves when the wire that was asked for last is there, or will not come. */
  get arriving(): Promise<void> | undefined {
    return this.#arriving;
  }

  /** The wire; undefined while it is fetched, and where nobody knows the name. */
  find(wanted: string | Protocol): Protocol | undefined {
    this.#arriving = undefined;
    if (typeof wanted !== 'string') return wanted;
    const source = protocols.get(wanted);
    if (typeof source !== 'function') return source;
    const isWanted = (): boolean => this.#arriving === arriving;
    const arriving = source().then(
      wire => {
        // Several chats may have asked, and somebody else have registered the name meanwhile.
        if (protocols.get(wanted) === source) protocols.register(wanted, wire);
        if (isWanted()) this.#arrived();
      },
      (error: unknown) => {
        if (isWanted()) this.#failed(error);
      },
    );
    this.#arriving = arriving;
    return undefined;
  }
}
