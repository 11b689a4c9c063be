import type {JsonRecord} from '../../core/values.js';

/** Bounds of what an app may send. */
const messageLimits = {
  /** A person causes a few messages a second, an animation about 60. */
  maxMessagesPerSecond: 200,
  /** For how long an app may exceed them, such as while it starts. */
  maxBurstSeconds: 2,
  /** Characters of texts and names, and 8 for every value. */
  maxMessageSize: 2 ** 20,
  /** Reads use the credentials of the user, and the connections that the chat needs, too. */
  maxOpenReads: 3,
  maxHeldReads: 10,
  maxReadsPerMinute: 60,
};

/**
 * Whether a received value is small enough to be handled. Stops at the limit, also within a list, a text object (which has
 * a property for each character) and an object with many fields; a cycle never ends before it.
 */
export function isSmall(value: unknown, limit = messageLimits.maxMessageSize): boolean {
  const left = [value];
  for (let size = 0; size + left.length * 8 <= limit;) {
    if (left.length === 0) return true;
    const one = left.pop();
    size += 8;
    if (typeof one === 'string' || one instanceof String) size += one.length;
    else if (ArrayBuffer.isView(one) || one instanceof ArrayBuffer) size += one.byteLength;
    else if (Array.isArray(one) || one instanceof Map || one instanceof Set) {
      const count = Array.isArray(one) ? one.length : one.size;
      if (count * 8 > limit - size) return false;
      for (const part of one as Iterable<unknown>) left.push(part);
    } else if (typeof one === 'object' && one !== null) {
      for (const key in one) {
        size += key.length;
        left.push((one as JsonRecord)[key]);
        if (size + left.length * 8 > limit) return false;
      }
    }
  }
  return false;
}

/** Counts messages by second. */
export class MessageMeter {
  #second = 0;
  #count = 0;
  #exceeded = 0;

  /** Counts a message at a time in milliseconds. Returns whether the app floods the page. */
  count(now: number): boolean {
    const {maxMessagesPerSecond, maxBurstSeconds} = messageLimits;
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      const isNext = second === this.#second + 1 && this.#count > maxMessagesPerSecond;
      this.#exceeded = isNext ? this.#exceeded + 1 : 0;
      this.#second = second;
      this.#count = 0;
    }
    this.#count += 1;
    return (
      (this.#count > maxMessagesPerSecond && this.#exceeded >= maxBurstSeconds) ||
      this.#count > maxMessagesPerSecond * maxBurstSeconds * 5
    );
  }
}

/** Counts events by period. */
export class Meter {
  readonly #periodMs: number;
  #period = 0;
  #count = 0;

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  /** Counts an event at a time in milliseconds. Returns how many there were in its period. */
  count(now: number): number {
    const period = Math.floor(now / this.#periodMs);
    if (period !== this.#period) this.#count = 0;
    this.#period = period;
    return (this.#count += 1);
  }
}

/** Reads of one app: some at the same time, further ones are held. */
export class ReadQueue {
  readonly #meter = new Meter(60_000);
  readonly #held: (() => void)[] = [];
  #open = 0;

  /** Reads when it is its turn. Throws if the app reads too much at a time in milliseconds. */
  async run(read: () => unknown, signal: AbortSignal, now: number): Promise<unknown> {
    const {maxOpenReads, maxHeldReads, maxReadsPerMinute} = messageLimits;
    if (this.#held.length >= maxHeldReads || this.#meter.count(now) > maxReadsPerMinute) {
      throw new RangeError('The app reads too much.');
    }
    if (this.#open < maxOpenReads) this.#open += 1;
    else await new Promise<void>(resolve => this.#held.push(resolve));
    try {
      signal.throwIfAborted();
      return await read();
    } finally {
      const next = this.#held.shift();
      if (next) next();
      else this.#open -= 1;
    }
  }
}
