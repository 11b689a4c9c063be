/** Lets so many requests a minute through for each client, and no more at once than that. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #clients = new Map<string, {left: number; since: number}>();

  constructor(perMinute: number, now = Date.now) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Seconds until the client may ask again; 0 if it may now, which is then counted. */
  take(client: string): number {
    const now = this.#now();
    const each = 60_000 / this.#perMinute;
    const known = this.#clients.get(client) ?? {left: this.#perMinute, since: now};
    const left = Math.min(this.#perMinute, known.left + (now - known.since) / each);
    const free = left >= 1;
    this.#clients.set(client, {left: free ? left - 1 : left, since: now});
    return free ? 0 : Math.ceil(((1 - left) * each) / 1000);
  }
}
