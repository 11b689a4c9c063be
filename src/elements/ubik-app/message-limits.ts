/** Bounds of what an app may send. */
const messageLimits = {
  /** A person causes a few messages a second, an animation about 60. */
  maxMessagesPerSecond: 200,
  /** For how long an app may exceed them, such as while it starts. */
  maxBurstSeconds: 2,
  /** Characters of texts, and 8 for every other value. */
  maxMessageSize: 2 ** 20,
};

/** Whether a received value is small enough to be handled. Stops at the limit; a cycle never ends before it. */
export function isSmall(value: unknown, limit = messageLimits.maxMessageSize): boolean {
  const stack = [value];
  for (let size = 0; size <= limit;) {
    if (stack.length === 0) return true;
    const one = stack.pop();
    size += typeof one === 'string' ? one.length : 8;
    if (typeof one !== 'object' || one === null) continue;
    if (ArrayBuffer.isView(one) || one instanceof ArrayBuffer) size += one.byteLength;
    else {
      for (const [key, field] of Object.entries(one)) {
        size += key.length;
        stack.push(field);
        if (stack.length > limit) return false;
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
