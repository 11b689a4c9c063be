/** Reserves sessions for one tab at a time, with the Web Locks API. Without that (pages without HTTPS), all succeed. */
export class SessionLock {
  readonly #scope: string;
  #release: (() => void) | undefined;
  #session: string | undefined;
  #releases = 0;
  #waiting: AbortController | undefined;

  constructor(scope: string) {
    this.#scope = scope;
  }

  /** Reserves a session until `release`. Resolves to `false` if another tab has reserved it. */
  async reserve(session: string): Promise<boolean> {
    this.#stopWaiting();
    if (this.#session === session) return true;
    this.release();
    if (!locks) return true;
    const releases = this.#releases;
    return new Promise((resolve, reject) => {
      const hold = (lock: Lock | null): Promise<void> | undefined => {
        resolve(lock !== null);
        // The run may have ended before.
        if (!lock || releases !== this.#releases) return undefined;
        this.#session = session;
        return new Promise(release => (this.#release = release));
      };
      locks.request(this.#nameOf(session), {ifAvailable: true}, hold).catch(reject);
    });
  }

  release(): void {
    this.#releases += 1;
    this.#release?.();
    this.#release = this.#session = undefined;
  }

  /** Whether another tab has reserved the session. If so, calls back when that ends. */
  async isReservedElsewhere(session: string, onRelease: () => void): Promise<boolean> {
    if (!locks || this.#session === session) return false;
    const name = this.#nameOf(session);
    const {held = []} = await locks.query();
    if (!held.some(lock => lock.name === name && lock.mode === 'exclusive')) return false;
    this.#stopWaiting();
    this.#waiting = new AbortController();
    const {signal} = this.#waiting;
    locks.request(name, {mode: 'shared', signal}, () => undefined).then(onRelease, () => undefined); // Aborted.
    return true;
  }

  end(): void {
    this.#stopWaiting();
    this.release();
  }

  #stopWaiting(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  #nameOf(session: string): string {
    return `${this.#scope}:${session}`;
  }
}

const locks: LockManager | undefined =
  typeof navigator === 'undefined' ? undefined : navigator.locks;
