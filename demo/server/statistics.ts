/** Counts, so that a test can prove what did not happen: a message sent twice, a stream left open. */
export class Statistics {
  readonly #requests = new Map<string, number>();
  readonly #messages = new Map<string, number>();
  #opened = 0;
  #open = 0;

  request(operation: string): void {
    add(this.#requests, operation);
  }

  /** A message of a user was accepted. */
  message(session: string): void {
    add(this.#messages, session);
  }

  /** A stream was opened; the function that is returned says, once, that it is closed. */
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
