/** Counters for tests: they prove that no message was sent twice and no stream was left open. */
export class RequestCounter {
  readonly #requests = new Map<string, number>();
  readonly #messages = new Map<string, number>();
  #opened = 0;
  #open = 0;

  request(operation: string): void {
    add(this.#requests, operation);
  }

  /** Counts an accepted message of a user. */
  message(session: string): void {
    add(this.#messages, session);
  }

  /** Counts an open stream. Returns a function that counts it as closed, once. */
  stream(): () => void {
    this.#opened++;
    this.#open++;
    let closed = false;
    return () => {
      if (!closed) this.#open--;
      closed = true;
    };
  }

  toJSON(): object {
    return {
      requests: Object.fromEntries(this.#requests),
      messages: Object.fromEntries(this.#messages),
      streams_opened: this.#opened,
      open_streams: this.#open,
    };
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
